"""The table that a player is about to make: its rows, and what each may be set to.

Pure values. What a rule set may be is decided in `rummy_protocol.ruleset`; what a value means
in words, in `rummy_protocol.text`. Which games there are, the house has said.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final

import msgspec

from rummy_protocol.errors import Code, Declined
from rummy_protocol.ruleset import RuleSet, Value
from rummy_protocol.silent import silent
from rummy_protocol.switches import SWITCHES, Group, Switch
from rummy_protocol.switches import changed as with_changes
from rummy_protocol.views import DEAL_BEHIND, Absence

__all__ = [
    "ENDS",
    "Form",
    "Row",
    "RowKind",
    "base_of",
    "blamed",
    "row_among",
    "row_at",
    "rows_of",
    "rules_of",
    "stepped",
    "value_of",
    "with_games",
    "with_row",
    "with_typed",
]

ENDS: Final = ("target", "deals", "eliminate_at")
"""Ways for a match to end: naming one unsets the others."""

NOTHING: Final = ("none", "no", "off", "-")
"""What one types for no number at all."""


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen so far."""

    games: tuple[RuleSet, ...] = ()
    """The games of the house, the plainest first."""
    game: str = ""
    """The one to be played; empty: the first."""
    name: str = ""
    password: str = ""
    seats: int = 4
    bots: int = 0
    level: str = "steady"
    turn_seconds: int = 0
    absence: Absence = Absence.BOT
    spectators: bool = True
    watch_code: str = ""
    delay: int = 0
    changes: dict[str, Value] = {}
    """Switches of the rule set that differ from those of the game."""


class RowKind(StrEnum):
    TEXT = "text"
    GAME = "game"
    OPTION = "option"
    """How the table is run."""
    SWITCH = "switch"
    """What is played."""


class Row(msgspec.Struct, frozen=True):
    name: str
    kind: RowKind
    choices: tuple[Value, ...] = ()
    number: bool = False
    """Whether it can be typed, too."""
    group: Group | None = None


_SECONDS: Final = (0, 15, 30, 60, 120)
_DELAYS: Final = (0, 30, 60, 180, DEAL_BEHIND)
_LEVELS: Final = ("easy", "steady", "sharp")
_WATCHED: Final = (
    Row("watch_code", RowKind.TEXT),
    Row("delay", RowKind.OPTION, _DELAYS, number=True),
)
"""Rows about those who watch, where anybody may."""


def base_of(form: Form) -> RuleSet:
    """The game to begin from."""
    named = (game for game in form.games if game.preset == form.game)
    return next(named, form.games[0] if form.games else RuleSet())


def rules_of(form: Form) -> RuleSet | Declined:
    """The rule set that was put together, or what is wrong with it."""
    try:
        return with_changes(base_of(form), form.changes)
    except Declined as declined:
        return declined


def rows_of(form: Form) -> tuple[Row, ...]:
    """The rows that there are now: switches that decide nothing are left out."""
    base, rules = base_of(form), rules_of(form)
    seats = tuple(range(base.players_min, base.players_max + 1))
    games = tuple(game.preset for game in form.games)
    return (
        Row("game", RowKind.GAME, games),
        Row("name", RowKind.TEXT),
        Row("password", RowKind.TEXT),
        Row("seats", RowKind.OPTION, seats, number=True),
        # The maker of the table sits down too, so bots never fill it.
        Row("bots", RowKind.OPTION, tuple(range(form.seats)), number=True),
        Row("level", RowKind.OPTION, _LEVELS),
        Row("turn_seconds", RowKind.OPTION, _SECONDS, number=True),
        Row("absence", RowKind.OPTION, tuple(Absence)),
        Row("spectators", RowKind.OPTION, (True, False)),
        *(_WATCHED if form.spectators else ()),
        *(_row(switch) for switch in SWITCHES if _shown(switch, form, rules)),
    )


def _row(switch: Switch) -> Row:
    return Row(switch.name, RowKind.SWITCH, switch.choices, switch.is_number, switch.group)


def _shown(switch: Switch, form: Form, rules: RuleSet | Declined) -> bool:
    """What was changed stays; while the rules contradict each other nothing disappears."""
    if isinstance(rules, Declined) or switch.name in form.changes or switch.name in ENDS:
        return True
    return not silent(switch.name, rules)


def row_at(form: Form, place: int) -> Row:
    """The row at *place*, or the last one."""
    return row_among(rows_of(form), place)


def row_among(rows: Sequence[Row], place: int) -> Row:
    """The one of *rows* at *place*, or the last one."""
    return rows[max(0, min(place, len(rows) - 1))]


def blamed(rules: RuleSet | Declined) -> tuple[str, ...]:
    """The switches that contradict each other in *rules* as they were put together."""
    if not isinstance(rules, Declined):
        return ()
    return tuple(str(rules.details.get(name, "")) for name in ("one", "other"))


def value_of(form: Form, row: Row) -> Value:
    """What *row* is set to."""
    if row.kind is RowKind.GAME:
        return base_of(form).preset
    if row.kind is not RowKind.SWITCH:
        value: Value = getattr(form, row.name)
        return value
    if row.name in form.changes:
        return form.changes[row.name]
    if row.name in ENDS and any(form.changes.get(end) is not None for end in ENDS):
        return None
    default: Value = getattr(base_of(form), row.name)
    return default


# --- changing it -------------------------------------------------------------------------


def stepped(form: Form, place: int, step: int) -> Form:
    """*form* with the row at *place* set to the value that follows, or precedes."""
    row = row_at(form, place)
    if not row.choices:
        return form
    now = value_of(form, row)
    if now in row.choices:
        at = row.choices.index(now) + step
    else:
        # A number that was typed lies between two of the choices.
        below = [n for n, value in enumerate(row.choices) if _less(value, now)]
        at = max(below, default=-1) + (1 if step > 0 else 0)
    return with_row(form, row.name, row.choices[at % len(row.choices)])


def _less(one: Value, other: Value) -> bool:
    if one is None:
        return True
    return isinstance(one, int) and isinstance(other, int) and one < other


def with_row(form: Form, name: str, value: Value) -> Form:
    """*form* with one row set; what can no longer be with it is set right."""
    if name == "game":
        return _fitted(msgspec.structs.replace(form, game=str(value), changes={}))
    if name in form.__struct_fields__:
        return _fitted(msgspec.structs.replace(form, **{name: value}))
    changes = {**form.changes, name: value}
    if name in ENDS and value is not None:
        for end in ENDS:
            if end != name:
                changes.pop(end, None)
    return msgspec.structs.replace(form, changes=_differing(changes, base_of(form)))


def _differing(changes: Mapping[str, Value], base: RuleSet) -> dict[str, Value]:
    return {name: value for name, value in changes.items() if value != getattr(base, name)}


def _fitted(form: Form) -> Form:
    """As many seats as the game allows, and one of them for the maker of the table."""
    base = base_of(form)
    seats = max(base.players_min, min(form.seats, base.players_max))
    return msgspec.structs.replace(form, seats=seats, bots=min(form.bots, seats - 1))


def with_games(form: Form, games: tuple[RuleSet, ...]) -> Form:
    """*form* once it is known which games there are."""
    return _fitted(msgspec.structs.replace(form, games=games))


def with_typed(form: Form, row: Row, typed: str) -> Form | Declined:
    """*form* with a number as it was typed, or why it cannot be that."""
    words = typed.strip().lower()
    if None in row.choices and words in NOTHING:
        return with_row(form, row.name, None)
    if not (words.isascii() and words.isdigit()):
        return Declined(Code.BAD_OPTION, one=row.name)
    number = int(words[:9])
    if row.name in ("seats", "bots") and number not in row.choices:
        low, high = int(row.choices[0] or 0), int(row.choices[-1] or 0)
        return Declined(Code.BAD_OPTION, one=row.name, low=low, high=high)
    return with_row(form, row.name, number)
