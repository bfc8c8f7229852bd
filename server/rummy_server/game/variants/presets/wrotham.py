"""Wrotham rummy: three jokers, six deals, and in the last three all cards at once."""

from __future__ import annotations

from rummy_protocol.choices import FirstTurn, JokerSwap
from rummy_protocol.ruleset import DealChange, RuleSet

__all__ = ["RULES"]

_ALL_AT_ONCE = DealChange(
    first=4,
    last=6,
    fields=(
        ("all_at_once", True),
        ("melds_per_turn", "any"),
        ("lay_off", "none"),
        ("lay_off_gate", "none"),
        ("going_rummy", "none"),
    ),
)

RULES = RuleSet(
    preset="wrotham",
    jokers=3,
    hand_sizes=(7, 7, 7, 7, 7),
    first_turn=FirstTurn.EXTRA_CARD,
    joker_swap=JokerSwap.OWN_TURN,
    target=None,
    deals=6,
    deal_changes=(_ALL_AT_ONCE,),
)
