"""The fields of a rule set that the maker of a table may set: the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from .choices import (
    Ace,
    AfterOpen,
    BlockedScoring,
    DealScoring,
    DiscardBan,
    DiscardDraw,
    DiscardGate,
    DiscardUse,
    FinalDiscard,
    FirstTurn,
    GoingRummy,
    JokerLimit,
    JokerSwap,
    LayOffGate,
    LayOffOn,
    MeldsPerTurn,
    NumberCards,
    Reach,
    Seen,
    SetRelease,
    SetSuits,
    Starter,
    StockOut,
    SwapUse,
    TakenCard,
    Tie,
)
from .errors import Code, Declined
from .ruleset import RuleSet, Value, with_fields

__all__ = ["SWITCHES", "Switch", "changed"]


class Switch(msgspec.Struct, frozen=True):
    """A field of the rule set that the maker of a table may set."""

    name: str
    choices: tuple[Value, ...]
    """All values of a closed choice; examples, for a number."""
    is_number: bool
    rule: str
    """The rules that it decides about."""


SWITCHES: Final = (
    Switch("melds_per_turn", tuple(MeldsPerTurn), False, "R28 R50"),
    Switch("going_rummy", tuple(GoingRummy), False, "R51"),
    Switch("melds_waived_for_rummy", (True, False), False, "C24"),
    Switch("lay_off", tuple(LayOffOn), False, "R31"),
    Switch("lay_off_gate", tuple(LayOffGate), False, "R52"),
    Switch("ace", tuple(Ace), False, "R03 R53 R55"),
    Switch("ace_points", (None, 1, 11, 15), True, "R43 R54"),
    Switch("final_discard", tuple(FinalDiscard), False, "R40 R56"),
    Switch("taken_card", tuple(TakenCard), False, "R35"),
    Switch("stock_out", tuple(StockOut), False, "R38 R39 R57"),
    Switch("max_recycles", (None, 0, 1, 2), True, "R58 R59 R60"),
    Switch("deal_scoring", tuple(DealScoring), False, "R44 R65 R67"),
    Switch("blocked_scoring", (None, *BlockedScoring), False, "R61 R62"),
    Switch("target", (50, 100, 150, 500), True, "R10 R66"),
    Switch("deals", (None, 1, 4, 6, 10), True, "R46 R68"),
    Switch("target_tie", tuple(Tie), False, "E36"),
    Switch("deals_tie", (Tie.SHARE, Tie.EXTRA_DEAL), False, "E38"),
    Switch("lowest_tie", (Tie.SHARE, Tie.EXTRA_DEAL), False, "E37"),
    Switch("discard_visible", tuple(Seen), False, "R27 E09"),
    Switch("take_back", (True, False), False, "E47"),
    Switch("earliest_out_turn", (1, 2), True, "E27"),
    Switch("max_turns_per_deal", (200,), True, "E08"),
    Switch("discard_draw", tuple(DiscardDraw), False, "R24 R25"),
    Switch("discard_use", tuple(DiscardUse), False, "C11"),
    Switch("discard_gate", tuple(DiscardGate), False, "G11 G13 G14"),
    Switch("discard_from_turn", (1, 2), True, "G12"),
    Switch("last_card_from_stock", (False, True), False, "G12"),
    Switch("first_turn", tuple(FirstTurn), False, "R06 R73 R74"),
    Switch("starter", tuple(Starter), False, "R12"),
    Switch("packs", (1, 2), True, "R02"),
    Switch("jokers", (0, 1, 2, 3, 4, 6), True, "R02 R69"),
    Switch("joker_upcard", (True, False), False, "G13"),
    Switch("joker_points", (15, 20, 25, 50), True, "R80"),
    Switch("jokers_per_meld", (None, 1, 2), True, "G11 G12"),
    Switch("joker_limit", tuple(JokerLimit), False, "G11"),
    Switch("joker_neighbours", (True, False), False, "G11"),
    Switch("joker_swap", tuple(JokerSwap), False, "R71"),
    Switch("swap_use", tuple(SwapUse), False, "G11 G12"),
    Switch("set_release", tuple(SetRelease), False, "G14"),
    Switch("set_suits", tuple(SetSuits), False, "R18 C21"),
    Switch("run_min", (3, 4), True, "R17"),
    Switch("opening_points", (None, 30, 40, 51), True, "G11 G12"),
    Switch("opening_pure_run", (False, True), False, "G12"),
    Switch("opening_no_jokers", (False, True), False, "G13"),
    Switch("opening_waived_for_out", (False, True), False, "G11"),
    Switch("all_at_once", (False, True), False, "R76"),
    Switch("melds_after_open", tuple(AfterOpen), False, "G15"),
    Switch("discard_ban", tuple(DiscardBan), False, "G13"),
    Switch("ace_low_points", (None, 1, 5), True, "G5"),
    Switch("number_cards", tuple(NumberCards), False, "C10"),
    Switch("unopened_points", (None, 100), True, "G12"),
    Switch("out_bonus", (0, 25), True, "R77"),
    Switch("eliminate_at", (None, 101, 150, 201), True, "G13 G14"),
    Switch("reach", tuple(Reach), False, "R49"),
    Switch("buy_ins", (0, 1, 2), True, "G13 G14"),
)


_ENDS: Final = ("target", "deals", "eliminate_at")
_TABLES: Final = {"packs": "packs_by_players", "jokers": "jokers_by_players"}


def changed(base: RuleSet, changes: Mapping[str, Value]) -> RuleSet:
    """*base* with some switches set.

    Naming one of target, deals and elimination unsets the others; naming packs or jokers, the
    table of what so many players play with.

    Raises:
        Declined: with `Code.BAD_RULES`: an unknown switch, a value that it cannot take, or
            two switches that contradict each other.
    """
    known = {switch.name for switch in SWITCHES}
    for name in changes:
        if name not in known:
            raise Declined(Code.BAD_RULES, why="unknown", one=name[:40])
    fields: dict[str, object] = dict(changes)
    if any(changes.get(end) is not None for end in _ENDS):
        fields = dict.fromkeys(_ENDS) | fields
    fields |= {table: () for name, table in _TABLES.items() if name in changes}
    try:
        return with_fields(base, fields)
    except msgspec.ValidationError as exc:
        if isinstance(exc.__cause__, Declined):
            raise exc.__cause__ from None
        wrong = next((name for name in changes if f".{name}`" in str(exc)), "?")
        raise Declined(
            Code.BAD_RULES, why="value", one=wrong, value=str(changes.get(wrong))[:40]
        ) from None
