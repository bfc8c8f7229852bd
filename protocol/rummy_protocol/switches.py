"""The fields of a rule set that the maker of a table may set: the house rules."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
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
from .rulecheck import RANGES
from .ruleset import RuleSet, Value, with_fields

__all__ = ["SWITCHES", "Group", "Switch", "changed", "with_values"]


class Group(StrEnum):
    """Where a switch stands in a list of all of them, in this order."""

    PLAY = "play"
    DRAW = "draw"
    MELDS = "melds"
    OPENING = "opening"
    ENDING = "ending"
    SCORING = "scoring"
    MATCH = "match"


class Switch(msgspec.Struct, frozen=True):
    """A field of the rule set that the maker of a table may set."""

    name: str
    choices: tuple[Value, ...]
    """All values of a closed choice; examples, for a number."""
    is_number: bool
    rule: str
    """The rules that it decides about."""
    group: Group

    @property
    def low(self) -> int:
        """The least that a number may be."""
        return RANGES[self.name][0]

    @property
    def high(self) -> int:
        """The most that a number may be."""
        return RANGES[self.name][1]


def _switch(
    name: str, rule: str, group: Group, choices: tuple[Value, ...], *, number: bool = False
) -> Switch:
    return Switch(name, choices, number, rule, group)


SWITCHES: Final = (
    # --- play
    _switch("melds_per_turn", "R28 R50 C01", Group.PLAY, tuple(MeldsPerTurn)),
    _switch("lay_off", "R31 C03", Group.PLAY, tuple(LayOffOn)),
    _switch("lay_off_gate", "R52 E20 C04", Group.PLAY, tuple(LayOffGate)),
    _switch("take_back", "E47", Group.PLAY, (True, False)),
    _switch("packs", "R02", Group.PLAY, (1, 2), number=True),
    _switch("jokers", "R02 R69", Group.PLAY, (0, 1, 2, 3, 4, 6), number=True),
    _switch("first_turn", "R06 R73 R74", Group.PLAY, tuple(FirstTurn)),
    _switch("starter", "R12", Group.PLAY, tuple(Starter)),
    _switch("joker_upcard", "G13", Group.PLAY, (True, False)),
    # --- draw
    _switch("discard_draw", "R24 R25", Group.DRAW, tuple(DiscardDraw)),
    _switch("discard_visible", "R27 E09", Group.DRAW, tuple(Seen)),
    _switch("discard_use", "C11", Group.DRAW, tuple(DiscardUse)),
    _switch("taken_card", "R35 R36 C12", Group.DRAW, tuple(TakenCard)),
    _switch("discard_gate", "G11 G13 G14", Group.DRAW, tuple(DiscardGate)),
    _switch("discard_from_turn", "G12", Group.DRAW, (1, 2), number=True),
    _switch("last_card_from_stock", "G12", Group.DRAW, (False, True)),
    _switch("discard_ban", "G13", Group.DRAW, tuple(DiscardBan)),
    # --- melds
    _switch("ace", "R03 R53 R55 C07 C08", Group.MELDS, tuple(Ace)),
    _switch("set_suits", "R18 C21", Group.MELDS, tuple(SetSuits)),
    _switch("set_max", "R18 C21", Group.MELDS, (3, 4, 8), number=True),
    _switch("run_min", "R17", Group.MELDS, (3, 4), number=True),
    _switch("jokers_per_meld", "G11 G12", Group.MELDS, (None, 1, 2), number=True),
    _switch("joker_limit", "G11", Group.MELDS, tuple(JokerLimit)),
    _switch("joker_neighbours", "G11", Group.MELDS, (True, False)),
    _switch("joker_swap", "R71", Group.MELDS, tuple(JokerSwap)),
    _switch("swap_use", "G11 G12", Group.MELDS, tuple(SwapUse)),
    _switch("set_release", "G14", Group.MELDS, tuple(SetRelease)),
    # --- opening
    _switch("opening_points", "G11 G12", Group.OPENING, (None, 30, 40, 51), number=True),
    _switch("opening_pure_run", "G12", Group.OPENING, (False, True)),
    _switch("opening_no_jokers", "G13", Group.OPENING, (False, True)),
    _switch("contract_exact", "G15", Group.OPENING, (False, True)),
    _switch("all_at_once", "R76", Group.OPENING, (False, True)),
    _switch("opening_waived_for_out", "G11", Group.OPENING, (False, True)),
    _switch("melds_after_open", "G15", Group.OPENING, tuple(AfterOpen)),
    # --- ending
    _switch("final_discard", "R40 R42 R56 C05", Group.ENDING, tuple(FinalDiscard)),
    _switch("earliest_out_turn", "E27", Group.ENDING, (1, 2), number=True),
    _switch("stock_out", "R38 R39 R57", Group.ENDING, tuple(StockOut)),
    _switch("max_recycles", "R58 R59 R60 E07", Group.ENDING, (None, 0, 1, 2), number=True),
    _switch("max_turns_per_deal", "E08", Group.ENDING, (200,), number=True),
    # --- scoring
    _switch("deal_scoring", "R44 R65 R67", Group.SCORING, tuple(DealScoring)),
    _switch("blocked_scoring", "R61 R62 C17", Group.SCORING, (None, *BlockedScoring)),
    _switch("going_rummy", "R51 E30 E31", Group.SCORING, tuple(GoingRummy)),
    _switch("melds_waived_for_rummy", "C24", Group.SCORING, (True, False)),
    _switch("out_bonus", "R77", Group.SCORING, (0, 25), number=True),
    _switch("unopened_points", "G12", Group.SCORING, (None, 100), number=True),
    _switch("ace_points", "R43 R54 C09", Group.SCORING, (None, 1, 11, 15), number=True),
    _switch("ace_low_points", "G5", Group.SCORING, (None, 1, 5), number=True),
    _switch("number_cards", "C10", Group.SCORING, tuple(NumberCards)),
    _switch("joker_points", "R69 R80", Group.SCORING, (15, 20, 25, 50), number=True),
    # --- match
    _switch("target", "R10 R47 R66 C18", Group.MATCH, (50, 100, 150, 500), number=True),
    _switch("deals", "R46 R68", Group.MATCH, (None, 1, 4, 6, 10), number=True),
    _switch("eliminate_at", "G13 G14", Group.MATCH, (None, 101, 150, 201), number=True),
    _switch("reach", "R49 R66", Group.MATCH, tuple(Reach)),
    _switch("buy_ins", "G13 G14", Group.MATCH, (0, 1, 2), number=True),
    _switch("target_tie", "E36", Group.MATCH, tuple(Tie)),
    _switch("deals_tie", "E38", Group.MATCH, (Tie.SHARE, Tie.EXTRA_DEAL)),
    _switch("lowest_tie", "E37", Group.MATCH, (Tie.SHARE, Tie.EXTRA_DEAL)),
)
"""Grouped, and in each group the most used ones first."""


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
    tables = {table: () for name, table in _TABLES.items() if name in changes}
    return with_values(base, {**changes, **tables})


def with_values(base: RuleSet, fields: Mapping[str, object]) -> RuleSet:
    """*base* with any of its fields set; naming one end of the match unsets the others.

    Raises:
        Declined: with `Code.BAD_RULES`: an unknown field, a value that it cannot take, or two
            fields that contradict each other.
    """
    for name in fields:
        if name not in RuleSet.__struct_fields__:
            raise Declined(Code.BAD_RULES, why="unknown", one=name[:40])
    if any(fields.get(end) is not None for end in _ENDS):
        fields = {**dict.fromkeys(_ENDS), **fields}
    try:
        return with_fields(base, fields)
    except msgspec.ValidationError as exc:
        wrong = next((name for name in fields if _is_at(name, str(exc))), "?")
        value = " ".join(str(fields.get(wrong)).split())[:40]
        raise Declined(Code.BAD_RULES, why="value", one=wrong, value=value) from None


def _is_at(name: str, told: str) -> bool:
    """Whether the complaint *told* is about the field *name*."""
    return f"$.{name}`" in told or f"$.{name}[" in told
