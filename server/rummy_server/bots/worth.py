"""What a seat makes of its hand where there are jokers, twins, openings or duties.

What it costs to be left with a hand at the end of a turn, in points. Which turn leads there
is the business of `ways`; `outlook` and `steady` do the same for the plain game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol.cards import JOKER, Face

from ..game.melding.holdings import faces_of, holding_of
from ..game.melding.jokers import is_run
from ..game.melding.layings import growths
from ..game.melding.melds import masks_in
from ..game.melding.opening import opening_points
from ..game.turn.standing import Standing
from .contract import Assignment, assigned
from .eyes import Eyes, points_of
from .partial import Prospect, completions, partners, prospect

__all__ = ["assignment", "contract_left", "cost", "laid_out", "short"]

OPENING_VALUES: Final[tuple[int, ...]] = (11, *range(2, 11), 10, 10, 10) * 4 + (25,)
"""What a card is worth that is to be part of an opening."""


# --- a hand ------------------------------------------------------------------------------


def laid_out(eyes: Eyes, standing: Standing) -> Prospect:
    """The hand in melds and loose cards, as suits what is to be done with it."""
    rules = eyes.sight.rules
    if not standing.opened and rules.ruleset.opening_points:
        return prospect(rules.melds, OPENING_VALUES, standing.hand)
    return prospect(rules.melds, rules.values, standing.hand)


def short(eyes: Eyes, standing: Standing, found: Prospect) -> float:
    """How many points the opening lacks, and what else it lacks in terms of them."""
    rules = eyes.sight.rules
    need = rules.ruleset.opening_points or 0
    laid = sum([opening_points(laying) for laying in standing.fresh_melds])
    laid += sum([_meld_points(meld) for meld in found.melds])
    missing = float(max(0, need - laid))
    if rules.ruleset.opening_pure_run and not _pure_run(eyes, standing):
        missing += 18.0
    return missing


def _meld_points(meld: Sequence[Face]) -> int:
    naturals = [OPENING_VALUES[face] for face in meld if face != JOKER]
    jokers = len(meld) - len(naturals)
    return sum(naturals) + jokers * (sum(naturals) // len(naturals))


def _pure_run(eyes: Eyes, standing: Standing) -> bool:
    """Whether a run without jokers is laid in this turn, or in the hand."""
    pure = [meld.stands for meld in standing.fresh_melds if not meld.wild]
    masks = masks_in(eyes.sight.rules.melds, standing.hand & (1 << 64) - 1)
    return any(is_run(mask) for mask in (*pure, *masks))


def contract_left(eyes: Eyes, standing: Standing) -> tuple[str, ...]:
    """The melds of the contract that are still to be laid."""
    left = list(eyes.sight.rules.ruleset.contract)
    for laying in standing.fresh_melds:
        kind = "R" if is_run(laying.stands) else "S"
        slot = next((slot for slot in left if slot[0] == kind), None)
        if slot is not None:
            left.remove(slot)
    return tuple(left)


def assignment(eyes: Eyes, standing: Standing) -> Assignment:
    melds, left = eyes.sight.rules.melds, contract_left(eyes, standing)
    return assigned(melds, left, standing.hand, eyes.gone)


# --- what it costs -----------------------------------------------------------------------


def cost(eyes: Eyes, standing: Standing, thrown: Face | None, found: Prospect) -> float:
    """How bad it is to end the turn like this.

    Args:
        standing: as it is after the discard.
        thrown: the discard, or ``None`` where none was made yet.
        found: the hand as it is laid out.
    """
    rules, scales = eyes.sight.rules, eyes.scales
    ruleset = rules.ruleset
    held = points_of(rules.values, standing.hand)
    jokers = found.loose.count(JOKER)
    keeps = rules.values[JOKER] + scales.joker * (1 - eyes.near)
    bad = scales.card * len(found.loose) - jokers * (1 - eyes.near) * keeps
    share, lack = eyes.held, 0.0
    if ruleset.opens and not standing.opened:
        lack, more = _lack(eyes, standing, found)
        bad += more
        share = 0.0 if ruleset.unopened_points is not None else 0.3 + 0.7 * eyes.near
    bad += share * held
    if eyes.pays:
        bad -= eyes.start - held - (rules.values[thrown] if thrown is not None else 0)
    bad -= _hope(eyes, found.loose, lack)
    if thrown is not None:
        bad += _fed(eyes, standing, thrown)
    return bad


def _lack(eyes: Eyes, standing: Standing, found: Prospect) -> tuple[float, float]:
    """The points that an opening lacks, and what it costs not to have opened."""
    scales, ruleset = eyes.scales, eyes.sight.rules.ruleset
    bad = scales.unopened + (ruleset.unopened_points or 0)
    if ruleset.contract:
        parts = assignment(eyes, standing)
        bad += scales.lacking * parts.far
        if ruleset.all_at_once:
            size = len(faces_of(standing.hand))
            bad += scales.loose_at_once * max(0, size - parts.covered)
        return 0.0, bad
    if ruleset.all_at_once:
        return 0.0, bad + scales.loose_at_once * len(found.loose)
    lack = short(eyes, standing, found)
    return lack, bad + scales.short * lack


def _hope(eyes: Eyes, loose: Sequence[Face], lack: float) -> float:
    """What the cards that may still come would save."""
    rules, scales = eyes.sight.rules, eyes.scales
    table, values, live = completions(rules.melds), rules.values, eyes.live
    cards = [face for face in loose if face != JOKER]
    gains: dict[Face, float] = {}
    for place, one in enumerate(cards):
        for other in cards[place + 1 :]:
            for face, points in table.get((one, other), ()):
                if live[face]:
                    saved = values[one] + values[other] + 2 * scales.card
                    saved += scales.short * min(lack, points)
                    if saved > gains.get(face, 0.0):
                        gains[face] = saved
    turns = scales.hope * (1 - eyes.near) + 1
    return turns * sum([gain * live[face] for face, gain in gains.items()]) / eyes.unseen


def _fed(eyes: Eyes, standing: Standing, thrown: Face) -> float:
    """What the discard may do for the next player."""
    melds, card = eyes.sight.rules.melds, holding_of((thrown,))
    fed = 0.0
    if eyes.followed and any(growths(melds, lying.laying, card) for lying in standing.melds):
        fed = eyes.followed
    if eyes.likely and thrown != JOKER:
        fed = max(fed, eyes.scales.danger * _used(eyes, thrown))
    return fed + (20.0 if thrown == JOKER else 0.0)


def _used(eyes: Eyes, thrown: Face) -> float:
    """The chance that the next player makes a meld of *thrown* at once."""
    safe = 1.0
    for one, other in partners(eyes.sight.rules.melds).get(thrown, ()):
        safe *= 1 - _holds(eyes, one) * _holds(eyes, other)
    return 1 - safe


def _holds(eyes: Eyes, card: Face) -> float:
    if eyes.known >> card & 1:
        return 1.0
    return min(1.0, eyes.likely * eyes.live[card])
