"""The same proof on the whole server: every byte that is sent, and the moment of it."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol.errors import Code
from rummy_server.journal import MemoryJournal
from rummy_server.records import Acted

from .hall import can_be_hosted, played


@pytest.fixture(scope="module")
def hosted(pairs, volume):
    """Pairs that a server can play, from the shorter ones up."""
    found = (pairs(seed) for seed in range(10_000, 10_000 + volume(30, 600)))
    return [pair for pair in found if not isinstance(pair, Code) and can_be_hosted(pair)]


def test_a_server_sends_the_same_bytes_at_the_same_moments_in_both_worlds(hosted):
    parted = [pair.seed for pair in hosted if played(pair, pair.one) != played(pair, pair.two)]

    assert parted == []


def test_a_played_pair_repeats_itself(hosted):
    """Else the comparison of two worlds would mean nothing."""
    some = hosted[:5]
    parted = [pair.seed for pair in some if played(pair, pair.one) != played(pair, pair.one)]

    assert parted == []


def test_the_hosted_pairs_put_the_matter_to_the_test(hosted):
    share = sum(pair.differs for pair in hosted) / len(hosted)
    print(f"{len(hosted)} pairs on the server, {share:.0%} with another hand at an opponent's")

    assert share >= 0.5
    assert any(pair.presence.joins for pair in hosted)
    assert any(pair.presence.away[0] < pair.presence.away[1] for pair in hosted)
    assert {pair.viewer is None for pair in hosted} == {True, False}


class SlowForGoodCards(MemoryJournal):
    """A journal that takes its time over what it writes: a leak in time, planted outside."""

    async def append(self, table, expected, epoch, batch):
        for record in batch.records:
            if isinstance(record, Acted):
                drawn = [event.card for event in record.events if hasattr(event, "card")]
                await trio.sleep(sum(drawn) / 10_000)
        await super().append(table, expected, epoch, batch)


def test_a_journal_that_takes_longer_over_some_cards_is_noticed(hosted):
    differing = [pair for pair in hosted if pair.viewer is not None]

    assert any(
        played(pair, pair.one, SlowForGoodCards()) != played(pair, pair.two, SlowForGoodCards())
        for pair in differing
    )
