"""Five hundred rummy: the pile lies spread, and the card one reaches for is laid at once."""

from __future__ import annotations

from rummy_protocol.choices import (
    Ace,
    DealScoring,
    DiscardDraw,
    DiscardUse,
    MeldsPerTurn,
    Seen,
)
from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(
    preset="rummy_500",
    players_max=8,
    packs_by_players=(1, 1, 1, 2, 2, 2, 2),
    jokers_by_players=(2, 2, 2, 4, 4, 4, 4),
    hand_sizes=(13, 7, 7, 7, 7, 7, 7),
    discard_draw=DiscardDraw.DEEP,
    discard_use=DiscardUse.MUST,
    discard_visible=Seen.ALL,
    ace=Ace.EITHER,
    ace_low_points=1,
    melds_per_turn=MeldsPerTurn.ANY,
    max_recycles=0,
    deal_scoring=DealScoring.MELDS_MINUS_HAND,
    target=500,
)
