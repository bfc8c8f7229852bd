"""The table that a player is about to make: its rows, and what each may be set to.

Pure values. What a rule set may be is decided in `rummy_protocol.ruleset`; what a value means
in words, in `rummy_protocol.text`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Final

import msgspec

from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import RuleSet, Value
from rummy_protocol.switches import SWITCHES
from rummy_protocol.switches import changed as with_changes
from rummy_protocol.views import Absence

__all__ = ["FORM_ROWS", "Form", "Row", "RowKind", "rules_of", "stepped", "value_of", "with_row"]


class Form(msgspec.Struct, frozen=True, kw_only=True):
    """What was chosen so far."""

    name: str = ""
    password: str = ""
    seats: int = 4
    bots: int = 0
    level: str = "steady"
    turn_seconds: int = 0
    absence: Absence = Absence.BOT
    spectators: bool = True
    changes: dict[str, Value] = {}
    """Switches of the rule set that differ from its defaults."""


class RowKind(StrEnum):
    TEXT = "text"
    OPTION = "option"
    """How the table is run."""
    SWITCH = "switch"
    """What is played."""


class Row(msgspec.Struct, frozen=True):
    name: str
    kind: RowKind
    choices: tuple[Value, ...] = ()


FORM_ROWS: Final = (
    Row("name", RowKind.TEXT),
    Row("password", RowKind.TEXT),
    Row("seats", RowKind.OPTION, (2, 3, 4, 5, 6)),
    Row("bots", RowKind.OPTION, (0, 1, 2, 3, 4, 5)),
    Row("level", RowKind.OPTION, ("easy", "steady", "sharp")),
    Row("turn_seconds", RowKind.OPTION, (0, 15, 30, 60, 120)),
    Row("absence", RowKind.OPTION, tuple(Absence)),
    Row("spectators", RowKind.OPTION, (True, False)),
    *(Row(switch.name, RowKind.SWITCH, switch.choices) for switch in SWITCHES),
)


def rules_of(form: Form) -> RuleSet | Declined:
    """The rule set that was put together, or what is wrong with it."""
    try:
        return with_changes(RuleSet(), form.changes)
    except Declined as declined:
        return declined


def value_of(form: Form, row: Row) -> Value:
    """What *row* is set to."""
    if row.kind is not RowKind.SWITCH:
        value: Value = getattr(form, row.name)
        return value
    if row.name in form.changes:
        return form.changes[row.name]
    if row.name == "target" and form.changes.get("deals") is not None:
        return None
    default: Value = getattr(RuleSet(), row.name)
    return default


def stepped(form: Form, place: int, step: int) -> Form:
    """*form* with the row at *place* set to the value that follows, or precedes."""
    row = FORM_ROWS[max(0, min(place, len(FORM_ROWS) - 1))]
    # The maker of the table sits down too, so bots never fill it.
    choices = row.choices[: form.seats] if row.name == "bots" else row.choices
    if not choices:
        return form
    now = value_of(form, row)
    at = choices.index(now) if now in choices else -min(step, 0)
    return with_row(form, row.name, choices[(at + step) % len(choices)])


def with_row(form: Form, name: str, value: Value) -> Form:
    """*form* with one row set; what can no longer be with it is set right."""
    if name in form.__struct_fields__:
        form = msgspec.structs.replace(form, **{name: value})
        return msgspec.structs.replace(form, bots=min(form.bots, form.seats - 1))
    changes = dict(form.changes)
    changes[name] = value
    if name == "target":
        changes.pop("deals", None)
    if name == "deals":
        changes.pop("target", None)
    plain = RuleSet()
    kept = {key: v for key, v in changes.items() if v != getattr(plain, key)}
    return msgspec.structs.replace(form, changes=kept)
