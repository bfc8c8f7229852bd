"""Rami: fifty-one points to open, one of the melds a run without a joker."""

from __future__ import annotations

from rummy_protocol.choices import (
    Ace,
    DealScoring,
    DiscardUse,
    FinalDiscard,
    FirstTurn,
    JokerSwap,
    LayOffGate,
    MeldsPerTurn,
    Starter,
    StockOut,
    SwapUse,
)
from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(
    preset="rami_51",
    players_max=5,
    packs=2,
    jokers=4,
    hand_sizes=(13, 13, 13, 13),
    first_turn=FirstTurn.EXTRA_CARD,
    starter=Starter.DEALER,
    discard_use=DiscardUse.MUST,
    discard_from_turn=2,
    last_card_from_stock=True,
    ace=Ace.EITHER,
    jokers_per_meld=1,
    joker_swap=JokerSwap.AFTER_OPEN,
    swap_use=SwapUse.NEW_MELD,
    opening_points=51,
    opening_pure_run=True,
    opening_waived_for_out=True,
    melds_per_turn=MeldsPerTurn.ANY,
    lay_off_gate=LayOffGate.AFTER_OPEN,
    final_discard=FinalDiscard.REQUIRED,
    stock_out=StockOut.SHUFFLE_KEEP_TOP,
    max_recycles=None,
    ace_points=11,
    joker_points=20,
    unopened_points=100,
    deal_scoring=DealScoring.PENALTIES,
    winner_bonus=(10, 20, 50),
    target=500,
)
