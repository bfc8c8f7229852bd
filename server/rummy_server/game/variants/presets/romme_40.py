"""Rommé: two packs, six jokers, and forty points to open."""

from __future__ import annotations

from rummy_protocol.choices import (
    Ace,
    DealScoring,
    FirstTurn,
    GoingRummy,
    JokerSwap,
    LayOffGate,
    MeldsPerTurn,
    Reach,
    Starter,
    StockOut,
    SwapUse,
)
from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(
    preset="romme_40",
    packs=2,
    jokers=6,
    hand_sizes=(13, 13, 13, 13, 13),
    first_turn=FirstTurn.EXTRA_CARD,
    starter=Starter.DEALER,
    ace=Ace.EITHER,
    joker_swap=JokerSwap.AFTER_OPEN,
    swap_use=SwapUse.SAME_TURN,
    opening_points=40,
    opening_waived_for_out=True,
    melds_per_turn=MeldsPerTurn.ANY,
    lay_off_gate=LayOffGate.AFTER_OPEN,
    stock_out=StockOut.SHUFFLE_KEEP_TOP,
    max_recycles=None,
    ace_points=11,
    joker_points=20,
    deal_scoring=DealScoring.PENALTIES,
    going_rummy=GoingRummy.DOUBLE,
    target=500,
    reach=Reach.ABOVE,
)
