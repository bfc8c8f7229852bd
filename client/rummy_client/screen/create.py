"""Making a table: how it is run, and every house rule with what follows from it."""

from __future__ import annotations

from rummy_protocol import text
from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import Value

from ..desk import Writing
from ..form import FORM_ROWS, Row, RowKind, rules_of, value_of
from .cells import Line, padded
from .frame import FRAME_ROWS, framed, key_line, paragraph, ruled
from .lobby import windowed
from .scene import Scene

__all__ = ["draw_create"]

_LABELS = {
    "name": ("Name of the table", "By this name, or by its code, others find the table."),
    "password": (
        "Password",
        "Who sits down or watches has to know it. Empty: none is asked for.",
    ),
    "seats": ("Seats", "How many play, bots included."),
    "bots": ("Bots", "Bots that take seats at once; more can be seated later."),
    "level": (
        "Level of the bots",
        "easy is careless, steady is sensible, sharp remembers.",
    ),
    "turn_seconds": (
        "Clock",
        "Time for a decision; when it is up the server plays for you.",
    ),
    "absence": ("When somebody stays away", "What happens when the hold of a seat runs out."),
    "spectators": ("Spectators", "Spectators see the open cards and never a hand."),
}


def _label(row: Row) -> str:
    return text.switch_label(row.name) if row.kind is RowKind.SWITCH else _LABELS[row.name][0]


_UNSET = {
    "ace_points": "by where it stands",
    "blocked_scoring": "as the scoring has it",
    "max_recycles": "without limit",
    "target": "none",
    "deals": "none",
}
"""What it means that a switch is not set."""


def _value(row: Row, value: Value) -> str:
    if value is None:
        return _UNSET.get(row.name, "none")
    if row.name == "password":
        return "*" * min(len(str(value)), 12) or "none"
    if row.name == "turn_seconds":
        return f"{value} seconds" if value else "off"
    if row.name == "spectators":
        return "welcome" if value else "refused"
    if row.kind is RowKind.OPTION or row.kind is RowKind.TEXT:
        return str(value)
    return text.choice(value)


def _consequence(row: Row, value: Value) -> str:
    if row.kind is RowKind.SWITCH:
        return text.switch(row.name, value)
    if row.name == "absence":
        return f"{_LABELS['absence'][1]} Now: {text.absence(value)}."  # type: ignore[arg-type]
    return _LABELS[row.name][1]


def draw_create(scene: Scene) -> list[Line]:
    desk = scene.desk
    at = min(desk.row, len(FORM_ROWS) - 1)
    chosen = FORM_ROWS[at]
    below = _below(scene, chosen)
    room = scene.size.rows - FRAME_ROWS - len(below)
    lines = [_row(scene, place, place == at) for place in windowed(len(FORM_ROWS), at, room)]
    title: Line = [("class:title", f"Rummy {scene.look.dot} a new table")]
    middle = [*lines, *([[]] * (room - len(lines))), *below]
    return framed(scene, title, middle, _prompt(scene, chosen), key_line(scene))


def _below(scene: Scene, row: Row) -> list[Line]:
    """What the chosen line means, and whether everything fits together."""
    words = _consequence(row, value_of(scene.desk.form, row))
    told = paragraph("class:text", words, scene)[:2]
    rules = rules_of(scene.desk.form)
    if isinstance(rules, Declined):
        wrong = text.refusal(rules.code, rules.rule, rules.details)
        told += paragraph("class:bad", wrong, scene)[:2]
    return [ruled(_label(row), scene), *told, *([[]] * (4 - len(told)))]


def _row(scene: Scene, place: int, chosen: bool) -> Line:
    row = FORM_ROWS[place]
    value = value_of(scene.desk.form, row)
    arrow = scene.look.arrow if chosen else " "
    house = row.kind is RowKind.SWITCH and row.name in scene.desk.form.changes
    words = f" {arrow} {padded(_label(row), 34)} {_value(row, value)}"
    style = "class:chosen" if chosen else "class:turn" if house else "class:name"
    return [(style, padded(words, scene.size.columns) if chosen else words)]


def _prompt(scene: Scene, row: Row) -> Line:
    if scene.desk.writing in (Writing.TABLE_NAME, Writing.TABLE_PASSWORD):
        return [("class:turn", f" {_label(row)}: Enter keeps it, Esc drops the change.")]
    if row.kind is RowKind.TEXT:
        return [("class:turn", " Enter writes here; the arrow keys go to the other lines.")]
    return [
        ("class:turn", " The arrow keys choose and change; Enter opens the table as it is.")
    ]
