"""Colonel: two players, the ace above the king, and a pile that is never used again."""

from __future__ import annotations

from rummy_protocol.choices import Ace, MeldsPerTurn
from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(
    preset="colonel",
    players_max=2,
    hand_sizes=(10,),
    ace=Ace.HIGH,
    ace_points=10,
    melds_per_turn=MeldsPerTurn.ANY,
    max_recycles=0,
)
