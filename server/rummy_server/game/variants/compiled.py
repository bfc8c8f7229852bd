"""From a rule set to the rules that the core works with: each switch becomes a field."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

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
    FinalDiscard,
    GoingRummy,
    LayOffGate,
    MeldsPerTurn,
    TakenCard,
)
from rummy_protocol.errors import Code, Declined
from rummy_protocol.ruleset import RuleSet

from ..melds import MeldRules
from ..rules import Bounds, Flow, Rules, on
from ..state import Phase, deck_of
from ..steps.discard import Discards
from ..steps.draw import DrawsStock, EndsDeal, TakesDiscards
from ..steps.lay import LaysMeld, LaysOff, TakesBack
from .counted import ending_of, scoring_of, values_of

__all__ = ["rules_for"]

FEWEST: Final = 2


@lru_cache(maxsize=1024)
def rules_for(ruleset: RuleSet, players: int) -> Rules:
    """*ruleset* compiled for *players*, once.

    Where players drop out of a match the last of them play on, even if a match could not
    begin with so few: they have the cards of the smallest number that the game is for.

    Raises:
        Declined: with `Code.BAD_RULES`: the game is not for so many players (R01, E45).
    """
    low, high = ruleset.players_min, ruleset.players_max
    if ruleset.eliminate_at is not None:
        low = FEWEST
    if not low <= players <= high:
        raise Declined(Code.BAD_RULES, why="range", one="players", low=low, high=high)
    dealt_for = max(players, ruleset.players_min)
    return Rules(
        ruleset=ruleset,
        players=players,
        hand_size=ruleset.hand_size(dealt_for),
        deck=deck_of(ruleset.packs_for(dealt_for), ruleset.jokers_for(dealt_for)),
        melds=MeldRules(ace=ruleset.ace),
        values=values_of(ruleset),
        bounds=_bounds(ruleset),
        flow=_flow(ruleset),
        scoring=scoring_of(ruleset),
        ending=ending_of(ruleset),
    )


def _bounds(ruleset: RuleSet) -> Bounds:
    one = ruleset.melds_per_turn is MeldsPerTurn.ONE
    goes_rummy = ruleset.going_rummy is not GoingRummy.NONE
    return Bounds(
        new_melds=1 if one else None,
        waived=one and goes_rummy and ruleset.melds_waived_for_rummy,
        lay_off=ruleset.lay_off,
        gate=ruleset.lay_off_gate,
        last=ruleset.final_discard,
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
