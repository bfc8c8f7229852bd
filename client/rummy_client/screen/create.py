"""Making a table: the game, how it is run, and every house rule with what follows from it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol import text
from rummy_protocol.errors import Declined
from rummy_protocol.ruleset import RuleSet, Value
from rummy_protocol.switches import Group
from rummy_protocol.text import N_, _, plural, term
from rummy_protocol.views import DEAL_BEHIND, Absence

from ..form import Row, RowKind, base_of, blamed, row_among, rows_of, rules_of, value_of
from ..words import absence_word, game_in_brief, level_word
from .cells import Line, padded
from .frame import frame_rows, framed, key_line, paragraph, ruled, shortened
from .lobby import windowed
from .scene import Scene

__all__ = ["draw_create"]

BELOW: Final = 4
"""Lines for what the chosen line means."""

_LABELS = {
    "game": (N_("Game"), ""),
    "name": (
        N_("Name of the table"),
        N_("By this name, or by its code, others find the table."),
    ),
    "password": (
        N_("Password"),
        N_("Who sits down or watches has to know it. Empty: none is asked for."),
    ),
    "seats": (N_("Seats"), N_("How many play, bots included.")),
    "bots": (N_("Bots"), N_("Bots that take seats at once; more can be seated later.")),
    "level": (
        N_("Level of the bots"),
        N_("Easy ones are careless, steady ones sensible, sharp ones remember."),
    ),
    "turn_seconds": (
        N_("Clock"),
        N_("Time for a decision; when it is up the server plays for you."),
    ),
    "absence": (
        N_("When somebody stays away"),
        N_("What happens when the hold of a seat runs out. Now: {what}."),
    ),
    "spectators": (N_("Spectators"), N_("Spectators see the open cards and never a hand.")),
    "watch_code": (
        N_("Watch code"),
        N_("Who watches has to know it, and it opens no seat. Empty: what a seat asks for."),
    ),
    "delay": (
        N_("Spectators see it"),
        N_("Late: so that nobody can be told what others hold."),
    ),
}


def _label(row: Row) -> str:
    return (
        text.switch_label(row.name) if row.kind is RowKind.SWITCH else _(_LABELS[row.name][0])
    )


_NO_LIMIT = N_("without limit")
_UNSET = {
    "ace_points": N_("by where it stands"),
    "ace_low_points": N_("the same everywhere"),
    "blocked_scoring": N_("as the scoring has it"),
    "max_recycles": _NO_LIMIT,
    "jokers_per_meld": _NO_LIMIT,
    "unopened_points": N_("as its cards"),
}
"""What it means that a switch is not set; elsewhere it means none."""


def _value(row: Row, value: Value) -> str:
    if row.kind is RowKind.GAME:
        place = row.choices.index(value) + 1 if value in row.choices else 0
        which = _("{n} of {all}", n=place, all=len(row.choices))
        name = text.game(str(value)) or _("the one of the house")
        return f"{name} ({which})" if place else name
    if value is None:
        return _(_UNSET[row.name]) if row.name in _UNSET else text.choice(row.name, None)
    if row.name in ("password", "watch_code"):
        return "*" * min(len(str(value)), 12) or term("password", "none")
    if row.name == "turn_seconds":
        return (
            plural("{n} second", "{n} seconds", int(value)) if value else term("clock", "off")
        )
    if row.name == "spectators":
        return term("spectators", "welcome") if value else term("spectators", "refused")
    if row.name == "delay":
        return _delay(int(value))
    if row.name == "level":
        return level_word(str(value))
    if row.name == "absence":
        return absence_word(Absence(str(value)))
    if row.kind is RowKind.OPTION or row.kind is RowKind.TEXT:
        return str(value)
    return text.choice(row.name, value)


def _delay(value: int) -> str:
    if value == DEAL_BEHIND:
        return term("spectators see it", "a deal later")
    if not value:
        return term("spectators see it", "live")
    return plural("{n} second later", "{n} seconds later", value)


def _consequence(scene: Scene, row: Row, value: Value) -> str:
    if row.kind is RowKind.GAME:
        base = base_of(scene.desk.form)
        return _("{game}. i reads all its rules.", game=game_in_brief(base))
    if row.kind is RowKind.SWITCH:
        return text.switch(row.name, value)
    if row.name == "absence":
        return _(_LABELS["absence"][1], what=text.absence(Absence(str(value))))
    return _(_LABELS[row.name][1]) if _LABELS[row.name][1] else ""


def draw_create(scene: Scene) -> list[Line]:
    form = scene.desk.form
    rows, rules = rows_of(form), rules_of(form)
    chosen = row_among(rows, scene.desk.row)
    below = _below(scene, chosen, rules)
    room = scene.size.rows - frame_rows(scene.size) - len(below)
    grouped = _grouped(rows)
    wrong = blamed(rules)
    shown = [
        _heading(each) if isinstance(each, Group) else _row(scene, each, each is chosen, wrong)
        for each in (grouped[at] for at in windowed(len(grouped), grouped.index(chosen), room))
    ]
    title: Line = [("class:title", f"Rummy {scene.look.dot} {_('a new table')}")]
    middle = [*shown, *([[]] * (room - len(shown))), *below]
    return framed(scene, title, middle, _prompt(scene, chosen), key_line(scene))


def _grouped(rows: Sequence[Row]) -> list[Row | Group]:
    """All rows, and each group before the first row of it."""
    told, group = list[Row | Group](), None
    for row in rows:
        if row.group is not None and row.group is not group:
            group = row.group
            told.append(group)
        told.append(row)
    return told


def _heading(group: Group) -> Line:
    return [("class:heading", f" {text.group_label(group)}")]


def _below(scene: Scene, row: Row, rules: RuleSet | Declined) -> list[Line]:
    """What the chosen line means, and whether everything fits together."""
    words = _consequence(scene, row, value_of(scene.desk.form, row))
    told = paragraph("class:text", words, scene)[:2]
    if isinstance(rules, Declined):
        wrong = text.refusal(rules.code, rules.rule, rules.details)
        told += paragraph("class:bad", wrong, scene)[:2]
    elif row.kind is RowKind.GAME and row.choices:
        names = ", ".join(text.game(str(game)) for game in row.choices)
        games = _("To choose from: {games}.", games=names)
        listed = paragraph("class:label", games, scene)
        told += shortened(listed, BELOW - len(told))
    return [ruled(_label(row), scene), *told, *([[]] * (BELOW - len(told)))]


def _row(scene: Scene, row: Row, chosen: bool, blame: Sequence[str]) -> Line:
    value, wrong = value_of(scene.desk.form, row), row.name in blame
    arrow = scene.look.arrow if chosen else "!" if wrong else " "
    house = row.kind is RowKind.SWITCH and row.name in scene.desk.form.changes
    words = f" {arrow} {padded(_label(row), 34)} {_value(row, value)}"
    style = "class:bad" if wrong else "class:turn" if house else "class:name"
    if chosen:
        return [("class:chosen", padded(words, scene.size.columns))]
    return [(style, words)]


def _prompt(scene: Scene, row: Row) -> Line:
    if scene.desk.writing is not None:
        words = _("{what}: Enter keeps it, Esc drops the change.", what=_label(row))
    elif row.kind is RowKind.TEXT:
        words = _("Enter writes here; the arrow keys go to the other lines.")
    elif row.number:
        words = _(
            "The arrow keys choose and change, digits type a number; Enter opens the table."
        )
    else:
        words = _("The arrow keys choose and change; Enter opens the table.")
    return [("class:turn", f" {words}")]
