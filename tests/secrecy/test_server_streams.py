"""The same proof on the whole server: every byte that is sent, and the moment of it."""

from __future__ import annotations

import pytest

from rummy_protocol.errors import Code
from rummy_protocol.padding import STEP
from rummy_protocol.update_size import LEAST

from .hall import can_be_hosted, played, without_attempts
from .worlds import Presence


@pytest.fixture(scope="module")
def hosted(pairs, volume):
    """Pairs that a server can play, from the shorter ones up."""
    found = (pairs(seed) for seed in volume(range(30), range(10_000, 10_600)))
    return [pair for pair in found if not isinstance(pair, Code) and can_be_hosted(pair)]


def parted(pairs, of, **how):
    """The pairs whose two worlds can be told apart by *of* what is heard of them."""
    both = (
        (pair, played(pair, pair.one, **how), played(pair, pair.two, **how)) for pair in pairs
    )
    return [pair.seed for pair, one, two in both if of(one) != of(two)]


def test_a_server_sends_the_same_bytes_at_the_same_moments_in_both_worlds(hosted):
    assert parted(hosted, lambda heard: heard.streams) == []


def test_a_played_pair_repeats_itself(hosted):
    """Else the comparison of two worlds would mean nothing."""
    some = hosted[:3]

    assert [
        pair.seed for pair in some if played(pair, pair.one) != played(pair, pair.one)
    ] == []


def test_nothing_that_leaves_the_house_in_any_way_depends_on_a_hidden_card(hosted):
    """Lengths on the line, the host's list and numbers, what is kept of a game that runs.

    Whoever runs the house sees that somebody tried in vain, so nobody does in these worlds.
    """
    quiet = [without_attempts(pair) for pair in hosted[::2]]

    assert parted(quiet, lambda heard: heard) == []


def test_a_house_that_opens_again_gives_nobody_more_than_he_had(hosted):
    """All come back after a restart in the middle, and are told the same in both worlds."""
    quiet = [without_attempts(pair) for pair in hosted[1::2]]
    middle = [(pair, len(pair.one.script) // 2) for pair in quiet]
    both = (
        (pair, played(pair, pair.one, restarts=at), played(pair, pair.two, restarts=at))
        for pair, at in middle
    )

    assert [pair.seed for pair, one, two in both if one != two] == []


def test_nobody_hears_that_others_sort_or_how(hosted, volume):
    """One world sorts before every move, the other otherwise, and a third not at all."""
    for pair in hosted[: volume(3, 60)]:
        quiet = played(pair, pair.one)
        sorts = played(pair, pair.one, sorting="by some")

        assert sorts.streams == quiet.streams
        assert sorts.lengths != quiet.lengths, "those who sorted were answered"
        assert played(pair, pair.two, sorting="by others").streams == quiet.streams


def test_hands_that_one_owner_keeps_closed_reach_no_spectator(hosted):
    """All the others have agreed that spectators see all hands (U20)."""
    looked_at = [pair for pair in hosted if pair.viewer is None][:2]

    assert looked_at
    assert parted(looked_at, lambda heard: heard.streams, refusing=1) == []


def test_hands_that_are_open_to_spectators_tell_players_nothing(hosted):
    sat = [pair for pair in hosted if pair.viewer is not None][:2]

    assert sat
    assert parted(sat, lambda heard: heard.streams, refusing=0) == []


def test_hands_that_are_open_to_spectators_would_be_noticed(hosted):
    """Else the two tests above would prove nothing."""
    looked_at = [pair for pair in hosted if pair.viewer is None and pair.differs][:1]

    assert len(parted(looked_at, lambda heard: heard.viewer, refusing=0)) == len(looked_at) > 0


def test_the_hosted_pairs_put_the_matter_to_the_test(hosted):
    share = sum(pair.differs for pair in hosted) / len(hosted)
    print(f"{len(hosted)} pairs on the server, {share:.0%} with another hand at an opponent's")

    assert share >= 0.5
    assert any(pair.presence.joins for pair in hosted)
    assert any(pair.presence.away[0] < pair.presence.away[1] for pair in hosted)
    assert {pair.viewer is None for pair in hosted} == {True, False}


def test_what_is_kept_of_a_running_game_is_read_in_some_of_them(hosted):
    quiet = [without_attempts(pair) for pair in hosted if pair.presence == Presence()]

    assert any(played(pair, pair.one).replayed for pair in quiet[:2])


# --- lengths -----------------------------------------------------------------------------


def test_every_connection_has_one_length_for_its_views_and_rounds_up_the_rest(hosted):
    for pair in hosted[:6]:
        heard = [frame for lengths in played(pair, pair.one).lengths for frame in lengths]
        views = {length for _, length, is_view in heard if is_view}

        assert {length % STEP for _, length, _ in heard} == {0}
        assert len(views) == 1
        assert min(views) >= LEAST
