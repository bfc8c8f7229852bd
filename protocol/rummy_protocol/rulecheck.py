"""Whether the fields of a rule set go together: what cannot be played is no rule set.

A rule set comes off the wire into servers and clients, so nothing in it is believed: numbers
have ranges, tables have lengths, and the changes of single deals make rule sets of their own
that are checked like any other. A field that merely decides nothing is no contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from .contradictions import CONTRADICTIONS
from .dealable import check_cards
from .errors import Code, Declined

if TYPE_CHECKING:
    from .ruleset import RuleSet

__all__ = ["OF_THE_MATCH", "RANGES", "check"]

RANGES: Final = {
    "packs": (1, 2),
    "jokers": (0, 8),
    "ace_points": (0, 50),
    "ace_low_points": (0, 50),
    "joker_points": (0, 100),
    "unopened_points": (0, 500),
    "set_max": (3, 8),
    "run_min": (3, 4),
    "jokers_per_meld": (0, 8),
    "opening_points": (1, 200),
    "discard_from_turn": (1, 2),
    "earliest_out_turn": (1, 2),
    "max_recycles": (0, 50),
    "max_turns_per_deal": (20, 2000),
    "out_bonus": (0, 100),
    "target": (10, 10_000),
    "deals": (1, 100),
    "eliminate_at": (10, 10_000),
    "buy_ins": (0, 5),
    # Tables: what each of their numbers may be.
    "packs_by_players": (1, 2),
    "jokers_by_players": (0, 8),
    "hand_sizes": (1, 26),
    "winner_bonus": (0, 500),
}
"""The least and the most that a number may be."""

OF_THE_MATCH: Final = (
    "preset",
    "players_min",
    "players_max",
    "target",
    "deals",
    "eliminate_at",
    "reach",
    "buy_ins",
    "target_tie",
    "deals_tie",
    "lowest_tie",
    "deal_changes",
)
"""Fields that no single deal can change."""

_LABEL: Final = re.compile(r"[A-Za-z0-9_-]{0,24}", re.ASCII)
_MOST_CHANGES: Final = 32
_LAST_DEAL: Final = 1000
_MOST_PLAYERS: Final = 8


def check(rules: RuleSet) -> None:
    """Refuse what contradicts itself.

    Raises:
        Declined: with `Code.BAD_RULES`, and which two switches and why.
    """
    if not _LABEL.fullmatch(rules.preset):
        raise _bad("label", "preset")
    _check_ranges(rules)
    _check_tables(rules)
    for contradiction in CONTRADICTIONS:
        if contradiction.is_in(rules):
            raise _bad(contradiction.why, contradiction.one, contradiction.other)
    check_cards(rules)
    if rules.deal_changes:
        _check_changes(rules)


def _bad(why: str, one: str, other: str = "") -> Declined:
    return Declined(Code.BAD_RULES, why=why, one=one, other=other)


def _check_ranges(rules: RuleSet) -> None:
    for name, (low, high) in RANGES.items():
        value = getattr(rules, name)
        numbers = value if isinstance(value, tuple) else (value,)
        if not all(number is None or low <= number <= high for number in numbers):
            raise Declined(Code.BAD_RULES, why="range", one=name, low=low, high=high)


def _check_tables(rules: RuleSet) -> None:
    """Each number of players has its cards, its packs and its jokers."""
    if not 2 <= rules.players_min <= rules.players_max <= _MOST_PLAYERS:
        raise _bad("players", "players_min", "players_max")
    counts = rules.players_max - rules.players_min + 1
    if len(rules.hand_sizes) != counts:
        raise _bad("hand-sizes", "hand_sizes", "players_max")
    for name in ("packs_by_players", "jokers_by_players"):
        if len(getattr(rules, name)) not in (0, counts):
            raise _bad("hand-sizes", name, "players_max")
    if len(rules.winner_bonus) not in (0, 3):
        raise _bad("three-bonuses", "winner_bonus")


# --- the changes of single deals -----------------------------------------------------------


def _check_changes(rules: RuleSet) -> None:
    if len(rules.deal_changes) > _MOST_CHANGES:
        raise _bad("too-many-changes", "deal_changes")
    for change in rules.deal_changes:
        if not 1 <= change.first <= change.last <= _LAST_DEAL:
            raise _bad("deal-range", "deal_changes")
        names = [name for name, _ in change.fields]
        for name in names:
            if name in OF_THE_MATCH:
                raise _bad("of-the-match", name, "deal_changes")
            if name not in rules.__struct_fields__ or names.count(name) > 1:
                raise _bad("unknown-field", name[:40], "deal_changes")
    for number in _first_deals(rules):
        _check_deal(rules, number)


def _first_deals(rules: RuleSet) -> Iterator[int]:
    """One deal of each stretch of deals that have the same rules."""
    bounds = {each.first for each in rules.deal_changes}
    bounds |= {each.last + 1 for each in rules.deal_changes}
    yield from sorted(bounds)


def _check_deal(rules: RuleSet, number: int) -> None:
    try:
        then = rules.for_deal(number)
    except msgspec.ValidationError as exc:
        fields = {name: value for each in rules.deal_changes for name, value in each.fields}
        wrong = next((name for name in fields if f".{name}" in str(exc)), "deal_changes")
        raise Declined(
            Code.BAD_RULES, why="value", one=wrong, value=str(fields.get(wrong))[:40]
        ) from None
    if then.lowest_wins is not rules.lowest_wins:
        raise _bad("both-directions", "deal_scoring", "deal_changes")
