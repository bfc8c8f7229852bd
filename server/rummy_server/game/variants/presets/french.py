"""French rummy: any discard with all above it, aces at both ends, and the last card thrown."""

from __future__ import annotations

from rummy_protocol.choices import (
    Ace,
    DiscardDraw,
    FinalDiscard,
    MeldsPerTurn,
    Seen,
    StockOut,
)
from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(
    preset="french",
    discard_draw=DiscardDraw.DEEP,
    discard_visible=Seen.ALL,
    ace=Ace.EITHER,
    ace_points=1,
    melds_per_turn=MeldsPerTurn.ANY,
    final_discard=FinalDiscard.REQUIRED,
    stock_out=StockOut.SHUFFLE_KEEP_TOP,
)
