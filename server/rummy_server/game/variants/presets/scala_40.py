"""Scala 40: the pile is for those who have opened, and a hundred and one points are the end."""

from __future__ import annotations

from rummy_protocol.choices import (
    Ace,
    DealScoring,
    DiscardGate,
    FinalDiscard,
    JokerSwap,
    LayOffGate,
    MeldsPerTurn,
    StockOut,
)
from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(
    preset="scala_40",
    packs=2,
    jokers=4,
    hand_sizes=(13, 13, 13, 13, 13),
    joker_upcard=False,
    discard_gate=DiscardGate.OPENING_WITH_IT,
    ace=Ace.EITHER,
    joker_swap=JokerSwap.AFTER_OPEN,
    opening_points=40,
    opening_waived_for_out=True,
    melds_per_turn=MeldsPerTurn.ANY,
    lay_off_gate=LayOffGate.AFTER_OPEN,
    final_discard=FinalDiscard.REQUIRED,
    stock_out=StockOut.SHUFFLE_KEEP_TOP,
    max_recycles=None,
    ace_points=11,
    joker_points=25,
    deal_scoring=DealScoring.PENALTIES,
    target=None,
    eliminate_at=101,
    buy_ins=1,
)
