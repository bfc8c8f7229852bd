"""From a rule set to what a deal is worth, what cards count, and when a match is over."""

from __future__ import annotations

from typing import assert_never

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import BlockedScoring, DealScoring, GoingRummy
from rummy_protocol.ruleset import RuleSet

from ..rules import Ending
from ..scoring import (
    Differences,
    LaidLessHeld,
    LowestTakesAll,
    Nothing,
    OwnHands,
    Payment,
    Penalties,
    Rummy,
    Scoring,
    Sum,
    Way,
)

__all__ = ["ending_of", "scoring_of", "values_of"]


def values_of(ruleset: RuleSet) -> tuple[int, ...]:
    """What each face counts in a hand, by its number, the joker last (R43)."""
    return tuple(ruleset.points_of(Face(number)) for number in range(JOKER + 1))


def scoring_of(ruleset: RuleSet) -> Scoring:
    """How deals are scored."""
    return Scoring(out=_out(ruleset), blocked=_blocked(ruleset))


def _out(ruleset: RuleSet) -> Way:
    rummy, bonus = _rummy(ruleset), ruleset.out_bonus
    match ruleset.deal_scoring:
        case DealScoring.WINNER_TAKES_SUM:
            return Sum(rummy=rummy, bonus=bonus)
        case DealScoring.PENALTIES:
            winner = ruleset.winner_bonus or (0, 0, 0)
            return Penalties(rummy=rummy, bonus=bonus, winner=winner)
        case DealScoring.PAYMENT:
            return Payment(rummy=rummy, bonus=bonus)
        case DealScoring.MELDS_MINUS_HAND:
            return LaidLessHeld(rummy=rummy, bonus=bonus)
    assert_never(ruleset.deal_scoring)


def _rummy(ruleset: RuleSet) -> Rummy:
    match ruleset.going_rummy:
        case GoingRummy.NONE:
            return Rummy()
        case GoingRummy.DOUBLE:
            return Rummy(factor=2)
        case GoingRummy.ADD_TEN:
            return Rummy(extra=10)
    assert_never(ruleset.going_rummy)


def _blocked(ruleset: RuleSet) -> Way:
    """What a deal brings in which nobody goes out; no bonus of any kind (E32)."""
    match ruleset.blocked:
        case BlockedScoring.LOWEST_TAKES_DIFFERENCES:
            return Differences(paid=ruleset.deal_scoring is DealScoring.PAYMENT)
        case BlockedScoring.ALL_PENALISED:
            return OwnHands(sign=1 if ruleset.lowest_wins else -1)
        case BlockedScoring.NO_SCORE:
            return Nothing()
        case BlockedScoring.SAME:
            counted = ruleset.deal_scoring is DealScoring.MELDS_MINUS_HAND
            return LaidLessHeld() if counted else LowestTakesAll()
    assert_never(ruleset.blocked)


def ending_of(ruleset: RuleSet) -> Ending:
    """When a match is over, and whose it is."""
    if ruleset.deals is not None:
        tie = ruleset.deals_tie
    else:
        tie = ruleset.lowest_tie if ruleset.lowest_wins else ruleset.target_tie
    return Ending(
        target=ruleset.target,
        deals=ruleset.deals,
        eliminate_at=ruleset.eliminate_at,
        reach=ruleset.reach,
        lowest_wins=ruleset.lowest_wins,
        tie=tie,
        buy_ins=ruleset.buy_ins,
    )
