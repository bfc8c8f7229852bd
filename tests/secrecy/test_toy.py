"""The proof by exhaustion, on a small scale: every way in which five hidden cards may lie."""

from __future__ import annotations

from itertools import permutations

import pytest

from rummy_protocol.errors import Code

from .house import House, told
from .leaks import LEAKS
from .play import Mix
from .worlds import Replay, Side, known_to

FIVE = 5


def arrangements(pair):
    """Every side on which five slots, of hands and stock, hold their cards in another order."""
    replay = Replay(pair.rules, pair.match, pair.one, pair.viewer, pair.presence)
    known, order = known_to(replay), list(pair.one.mix.order)
    unseen = [place for place in range(len(order)) if (0, place) not in known]
    places = unseen[:: len(unseen) // FIVE][:FIVE]
    for cards in permutations([order[place] for place in places]):
        for place, card in zip(places, cards, strict=True):
            order[place] = card
        yield Side(Mix(tuple(order), pair.one.mix.mixes), pair.one.script)


@pytest.fixture(scope="module")
def small(pairs):
    """A short script, watched by a seat from beginning to end."""
    found = (pairs(seed) for seed in range(20_000, 20_200))
    return next(
        pair
        for pair in found
        if not isinstance(pair, Code)
        and pair.viewer is not None
        and pair.presence.away[0] == pair.presence.away[1]
        and 12 <= len(pair.one.script) <= 30
    )


def test_however_five_hidden_cards_lie_the_viewer_is_told_the_same(small):
    streams = {tuple(told(House(), small, side)) for side in arrangements(small)}

    assert len(streams) == 1


def test_exhaustion_hears_a_leak_in_more_than_two_voices(small):
    leaky = next(leak for leak in LEAKS if "as long as the hidden hands" in leak.name)
    streams = {tuple(told(leaky.house, small, side)) for side in arrangements(small)}

    assert len(streams) > 2
