"""Contract rummy without buying: seven deals, and in each other melds to open with."""

from __future__ import annotations

from rummy_protocol.choices import (
    Ace,
    AfterOpen,
    DealScoring,
    JokerSwap,
    LayOffGate,
    MeldsPerTurn,
    SetSuits,
    StockOut,
)
from rummy_protocol.ruleset import DealChange, RuleSet

__all__ = ["RULES"]

_TWELVE = ("hand_sizes", (12, 12, 12))


def _deal(number: int, *contract: str, twelve: bool = False) -> DealChange:
    more = (_TWELVE,) if twelve else ()
    return DealChange(number, number, (("contract", contract), *more))


_LAST = DealChange(
    7,
    7,
    (
        ("contract", ("R4", "R4", "R4")),
        _TWELVE,
        ("all_at_once", True),
        ("lay_off", "none"),
        ("lay_off_gate", "none"),
        ("final_discard", "never"),
    ),
)

RULES = RuleSet(
    preset="contract",
    players_min=3,
    players_max=5,
    packs=2,
    jokers_by_players=(2, 3, 4),
    hand_sizes=(10, 10, 10),
    ace=Ace.EITHER,
    set_suits=SetSuits.ANY,
    set_max=8,
    run_min=4,
    joker_swap=JokerSwap.AFTER_OPEN,
    contract=("S3", "S3"),
    melds_per_turn=MeldsPerTurn.ANY,
    melds_after_open=AfterOpen.NONE,
    lay_off_gate=LayOffGate.AFTER_OPEN,
    stock_out=StockOut.SHUFFLE_KEEP_TOP,
    max_recycles=None,
    deal_scoring=DealScoring.PENALTIES,
    target=None,
    deals=7,
    deal_changes=(
        _deal(2, "S3", "R4"),
        _deal(3, "R4", "R4"),
        _deal(4, "S3", "S3", "S3", twelve=True),
        _deal(5, "S3", "S3", "R4", twelve=True),
        _deal(6, "S3", "R4", "R4", twelve=True),
        _LAST,
    ),
)
