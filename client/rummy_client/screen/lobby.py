"""The lobby: what tables there are, and by which rules each is played."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_protocol.messages import TableLine

from ..desk import Writing
from .cells import Line, clip, padded
from .frame import FRAME_ROWS, framed, key_line, paragraph, ruled
from .rules import brief_rules, house_lines, options_text
from .scene import Scene

__all__ = ["draw_linking", "draw_lobby", "windowed"]


def windowed(count: int, row: int, rows: int) -> range:
    """The places of *count* things that *rows* lines show, so that *row* is among them."""
    first = max(0, min(row - rows // 2, count - rows))
    return range(first, min(count, first + max(0, rows)))


def draw_linking(scene: Scene) -> list[Line]:
    """Before there is anything to show: what is being waited for."""
    waiting: Line = [
        ("class:label", " Connecting to the server."),
        ("class:key", " q "),
        ("", "quits"),
    ]
    return framed(scene, [("class:title", "Rummy")], [], waiting, key_line(scene))


def draw_lobby(scene: Scene) -> list[Line]:
    model, tables = scene.model, scene.model.tables
    house = model.welcome.server if model.welcome is not None else ""
    plain = model.welcome is not None and model.welcome.plain
    wire = f" {scene.look.dot} not encrypted" if plain else ""
    title: Line = [("class:title", f"Rummy {scene.look.dot} {house}{wire}")]
    room = scene.size.rows - FRAME_ROWS
    if not tables:
        middle: list[Line] = [[], *_empty(scene, asked=tables is not None)]
    else:
        middle = _list(scene, tables, room)
    return framed(scene, title, middle, _prompt(scene), key_line(scene))


def _empty(scene: Scene, asked: bool) -> list[Line]:
    words = (
        "There is no table here yet. Press n to make one: "
        "you choose the rules and the bots, and others find it here."
    )
    return paragraph("class:label", words if asked else "Asking for the tables.", scene)


def _list(scene: Scene, tables: Sequence[TableLine], room: int) -> list[Line]:
    row = min(scene.desk.row, len(tables) - 1)
    listed = max(3, min(len(tables), room // 2 - 2))
    shown = windowed(len(tables), row, listed)
    heads = (padded("table", 24), padded("code", 6), padded("seats", 5), padded("now", 9))
    chosen = tables[row]
    here = f"{chosen.humans} {'person' if chosen.humans == 1 else 'people'} here"
    locked = "a password is asked for; " if chosen.options.password else ""
    how = f"{here}; {locked}{options_text(chosen.options, chosen.watching)}"
    return [
        [("class:heading", f"   {' '.join(heads)} rules")],
        *(_row(scene, tables[place], place == row) for place in shown),
        [],
        ruled(clip(chosen.name, 30), scene),
        *paragraph("class:label", how, scene),
        *house_lines(chosen.rules, scene),
    ]


def _row(scene: Scene, line: TableLine, chosen: bool) -> Line:
    arrow = scene.look.arrow if chosen else " "
    seats = f"{line.taken}/{line.options.seats}"
    words = (
        f" {arrow} {padded(line.name, 24)} {padded(line.id, 6)} {padded(seats, 5)} "
        f"{padded(line.stage, 9)} {brief_rules(line.rules, scene)}"
    )
    return [("class:chosen" if chosen else "class:name", padded(words, scene.size.columns))]


def _prompt(scene: Scene) -> Line:
    match scene.desk.writing:
        case Writing.PASSWORD:
            words = "This table asks for a password. Enter sends it, Esc drops it."
        case Writing.CODE:
            words = "Type the code or the name of a table. Enter sits down there, Esc drops it."
        case _ if scene.model.tables:
            words = "Choose a table with the arrow keys: Enter sits down, w watches."
        case _:
            words = "Make a table with n, or sit down by code with j."
    return [("class:turn", f" {words}")]
