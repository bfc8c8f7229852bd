"""Kalooki: forty to open, a joker in a set waits for both missing suits, and 150 is enough."""

from __future__ import annotations

from rummy_protocol.choices import (
    Ace,
    DealScoring,
    DiscardGate,
    FinalDiscard,
    GoingRummy,
    JokerSwap,
    LayOffGate,
    MeldsPerTurn,
    Reach,
    SetRelease,
    StockOut,
)
from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(
    preset="kalooki_40",
    players_max=5,
    packs=2,
    jokers=4,
    hand_sizes=(13, 13, 13, 13),
    discard_gate=DiscardGate.WHEN_OPENING,
    ace=Ace.EITHER,
    joker_swap=JokerSwap.AFTER_OPEN,
    set_release=SetRelease.BOTH_MISSING,
    opening_points=40,
    melds_per_turn=MeldsPerTurn.ANY,
    lay_off_gate=LayOffGate.AFTER_OPEN,
    final_discard=FinalDiscard.REQUIRED,
    stock_out=StockOut.SHUFFLE_KEEP_TOP,
    max_recycles=None,
    ace_points=11,
    deal_scoring=DealScoring.PENALTIES,
    going_rummy=GoingRummy.DOUBLE,
    target=None,
    eliminate_at=150,
    reach=Reach.ABOVE,
    buy_ins=1,
)
