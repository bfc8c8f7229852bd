"""Nobody receives a byte that depends on a card that he may not know."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rummy_protocol.actions import ACTIONS, EndDeal, LayOff, TakeDiscard
from rummy_protocol.errors import Code
from rummy_server.game.variants import PRESETS

from .house import House, told
from .play import Act

TELLING = {
    Code.ONE_MELD_A_TURN,
    Code.OPEN_DUTY,
    Code.LOCKED_LAST_CARD,
    Code.MUST_USE,
    Code.OPENING_SHORT,
}
"""Why a play may be refused for what a hand holds; that it was not tells of the hand."""


@dataclass(frozen=True)
class Verdict:
    seed: int
    viewer: int | None
    present: object
    differs: bool
    sworn: bool
    parted: tuple | None
    """Where the two streams part, and what was heard there."""


def first_difference(one, two):
    """The place and the lines where two streams part; ``None`` where they are equal."""
    if one == two:
        return None
    apart = (n for n, (a, b) in enumerate(zip(one, two, strict=False)) if a != b)
    place = next(apart, min(len(one), len(two)))
    return place, one[place : place + 1], two[place : place + 1]


def judged(seed, pair):
    one, two = told(House(), pair, pair.one), told(House(), pair, pair.two)
    parted = first_difference(one, two)
    return Verdict(seed, pair.viewer, pair.presence, pair.differs, pair.sworn, parted)


@pytest.fixture(scope="module")
def pairs_asked(volume):
    return volume(150, 2400)


@pytest.fixture(scope="module")
def lost_and_judged(pairs, pairs_asked):
    """Why pairs could not be made, and what became of all the others."""
    made = [(seed, pairs(seed)) for seed in range(pairs_asked)]
    lost = [pair for _, pair in made if isinstance(pair, Code)]
    return lost, [judged(seed, pair) for seed, pair in made if not isinstance(pair, Code)]


def test_worlds_that_a_viewer_cannot_tell_apart_sound_alike(lost_and_judged):
    _, verdicts = lost_and_judged

    assert [verdict for verdict in verdicts if verdict.parted] == []


def test_most_pairs_differ_in_the_hand_of_an_opponent(lost_and_judged):
    _, verdicts = lost_and_judged
    share = sum(verdict.differs for verdict in verdicts) / len(verdicts)
    print(f"{len(verdicts)} pairs, {share:.0%} of them with another hand at an opponent's")

    assert share >= 0.5


def test_the_oracle_saw_the_same_in_both_worlds_of_every_pair(lost_and_judged):
    _, verdicts = lost_and_judged

    assert [verdict for verdict in verdicts if not verdict.sworn] == []


def test_pairs_are_lost_only_where_a_play_told_something_by_being_legal(
    lost_and_judged, pairs_asked
):
    lost, verdicts = lost_and_judged

    assert set(lost) <= TELLING
    assert len(verdicts) >= 0.9 * pairs_asked


def test_viewers_of_every_kind_are_among_the_pairs(lost_and_judged):
    """Each seat, somebody who looks on, late comers, and players who were away."""
    _, verdicts = lost_and_judged
    late = {v.viewer is None for v in verdicts if v.present.joins}
    away = {v.viewer is None for v in verdicts if v.present.away[0] < v.present.away[1]}

    assert {verdict.viewer for verdict in verdicts} >= {None, *range(6)}
    assert late == {True}
    assert away == {False}


def test_every_game_and_every_kind_of_play_is_among_the_pairs(pairs, pairs_asked):
    """Else nothing would be known of what they tell."""
    made = [pair for seed in range(pairs_asked) if not isinstance(pair := pairs(seed), Code)]
    acts = [step for pair in made for step in pair.one.script if isinstance(step, Act)]

    assert {pair.game.preset for pair in made} == set(PRESETS)
    assert {act.kind for act in acts} >= set(ACTIONS) - {EndDeal}
    assert any(act.stands for act in acts)
    assert any(act.kind is TakeDiscard and act.number > 1 for act in acts)
    assert any(len(act.cards) > 1 for act in acts if act.kind is LayOff)
    assert any(pair.match.out for pair in made)
    assert any(pair.match.number > 0 for pair in made)
    assert sum(pair.twins for pair in made) >= len(made) / 5
