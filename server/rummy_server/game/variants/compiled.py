"""From a rule set to the rules that the core works with: each switch becomes a field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import lru_cache

from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.choices import (
    BlockedScoring,
    DealScoring,
    FinalDiscard,
    GoingRummy,
    LayOffGate,
    MeldsPerTurn,
    TakenCard,
)
from rummy_protocol.errors import Code, Declined
from rummy_protocol.ruleset import RuleSet

from ..melds import MeldRules
from ..rules import Bounds, Ending, Flow, Rules, on
from ..scoring import Differences, Nothing, OwnHands, Payment, Penalties, Rummy, Sum
from ..state import Phase, deck_of
from ..steps.discard import Discards
from ..steps.draw import DrawsStock, EndsDeal, TakesDiscards
from ..steps.lay import LaysMeld, LaysOff, TakesBack

__all__ = ["rules_for"]


@lru_cache(maxsize=1024)
def rules_for(ruleset: RuleSet, players: int) -> Rules:
    """*ruleset* compiled for *players*, once.

    Raises:
        Declined: with `Code.BAD_RULES`: the game is not for so many players (R01, E45).
    """
    low, high = ruleset.players_min, ruleset.players_max
    if not low <= players <= high:
        raise Declined(Code.BAD_RULES, why="range", one="players", low=low, high=high)
    return Rules(
        ruleset=ruleset,
        players=players,
        hand_size=ruleset.hand_size(players),
        deck=deck_of(ruleset.packs, ruleset.jokers),
        melds=MeldRules(ace=ruleset.ace),
        values=_values(ruleset),
        bounds=_bounds(ruleset),
        flow=_flow(ruleset),
        score_out=_score_out(ruleset),
        score_blocked=_score_blocked(ruleset),
        ending=_ending(ruleset),
    )


def _values(ruleset: RuleSet) -> tuple[int, ...]:
    """Points by face: court cards 10, the ace as agreed, all else what they show (R43)."""
    suit = (ruleset.ace_value, *range(2, 11), 10, 10, 10)
    return (*suit * 4, 0)


def _bounds(ruleset: RuleSet) -> Bounds:
    one = ruleset.melds_per_turn is MeldsPerTurn.ONE
    goes_rummy = ruleset.going_rummy is not GoingRummy.NONE
    return Bounds(
        new_melds=1 if one else None,
        waived=one and goes_rummy and ruleset.melds_waived_for_rummy,
        lay_off=ruleset.lay_off,
        own_meld_first=ruleset.lay_off_gate is LayOffGate.OWN_MELD,
        last_is_discarded=ruleset.final_discard is FinalDiscard.REQUIRED,
        earliest_out=ruleset.earliest_out_turn,
    )


def _flow(ruleset: RuleSet) -> Flow:
    """Draw one card, lay what one likes, discard one card (R23)."""
    draws = DrawsStock(out=ruleset.stock_out, most=ruleset.max_recycles)
    takes = TakesDiscards(locks=ruleset.taken_card is TakenCard.LOCKED)
    return {
        Phase.DRAW: {
            **on(DrawStock, draws),
            **on(TakeDiscard, takes),
            **on(EndDeal, EndsDeal(draws=draws)),
        },
        Phase.PLAY: {
            **on(LayMeld, LaysMeld()),
            **on(LayOff, LaysOff()),
            **on(Discard, Discards(cap=ruleset.max_turns_per_deal)),
            **on(TakeBack, TakesBack(allowed=ruleset.take_back)),
        },
    }


def _score_out(
    ruleset: RuleSet,
) -> Callable[[Sequence[int], int, bool], tuple[Fraction, ...]]:
    match ruleset.going_rummy:
        case GoingRummy.NONE:
            rummy = Rummy()
        case GoingRummy.DOUBLE:
            rummy = Rummy(factor=2)
        case GoingRummy.ADD_TEN:
            rummy = Rummy(extra=10)
    match ruleset.deal_scoring:
        case DealScoring.WINNER_TAKES_SUM:
            return Sum(rummy)
        case DealScoring.PENALTIES:
            return Penalties(rummy)
        case DealScoring.PAYMENT:
            return Payment(rummy)


def _score_blocked(ruleset: RuleSet) -> Callable[[Sequence[int]], tuple[Fraction, ...]]:
    match ruleset.blocked:
        case BlockedScoring.LOWEST_TAKES_DIFFERENCES:
            return Differences(paid=ruleset.deal_scoring is DealScoring.PAYMENT)
        case BlockedScoring.ALL_PENALISED:
            return OwnHands(sign=1 if ruleset.lowest_wins else -1)
        case BlockedScoring.NO_SCORE:
            return Nothing()


def _ending(ruleset: RuleSet) -> Ending:
    if ruleset.target is None:
        tie = ruleset.deals_tie
    else:
        tie = ruleset.lowest_tie if ruleset.lowest_wins else ruleset.target_tie
    return Ending(
        target=ruleset.target,
        deals=ruleset.deals,
        lowest_wins=ruleset.lowest_wins,
        tie=tie,
    )
