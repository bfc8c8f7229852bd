"""The lobby: what tables there are, and by which rules each is played."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol import text
from rummy_protocol.messages import TableLine
from rummy_protocol.text import N_, _, plural, term
from rummy_protocol.views import Stage

from ..desk import Writing
from ..linkstate import Connecting, Lost
from .cells import Line, at, clip, padded
from .frame import frame_rows, framed, key_line, keys_text, paragraph, ruled
from .rules import brief_rules, house_lines, options_text
from .scene import Scene

_NOW: Final[dict[str, str]] = {
    Stage.GATHERING: N_("gathering"),
    Stage.PLAYING: N_("playing"),
    Stage.SCORING: N_("scoring"),
    Stage.OVER: N_("over"),
    Stage.CLOSED: N_("closed"),
}

__all__ = ["draw_linking", "draw_lobby", "windowed"]


def windowed(count: int, row: int, rows: int) -> range:
    """The places of *count* things that *rows* lines show, so that *row* is among them."""
    first = max(0, min(row - rows // 2, count - rows))
    return range(first, min(count, first + max(0, rows)))


def draw_linking(scene: Scene) -> list[Line]:
    """Before there is anything to show: what is being waited for."""
    waiting: Line = [
        ("class:label", f" {_('Connecting to the server.')} "),
        *keys_text([("q", _("quits"))]),
    ]
    middle = [[], *paragraph("class:label", _no_answer(scene), scene)]
    return framed(scene, [("class:title", "Rummy")], middle, waiting, key_line(scene))


def _no_answer(scene: Scene) -> str:
    """What there is to say of a server that did not answer at once, in one try and the next."""
    match scene.model.link:
        case Lost(planned=False):
            pass
        case Connecting(attempt=attempt) if attempt > 0:
            pass
        case _:
            return ""
    return _(
        "The server does not answer. It is tried again and again by itself; your seat there "
        "is kept."
    )


def draw_lobby(scene: Scene) -> list[Line]:
    model, tables = scene.model, scene.model.tables
    house = model.welcome.server if model.welcome is not None else ""
    plain = model.welcome is not None and model.welcome.plain
    wire = f" {scene.look.dot} {_('not encrypted')}" if plain else ""
    title: Line = [("class:title", f"Rummy {scene.look.dot} {house}{wire}")]
    room = scene.size.rows - frame_rows(scene.size)
    if not tables:
        middle: list[Line] = [[], *_empty(scene, asked=tables is not None)]
    else:
        middle = _list(scene, tables, room)
    return framed(scene, title, middle, _prompt(scene), key_line(scene))


def _empty(scene: Scene, asked: bool) -> list[Line]:
    words = _(
        "There is no table here yet. Press n to make one: "
        "you choose the rules and the bots, and others find it here."
    )
    return paragraph("class:label", words if asked else _("Asking for the tables."), scene)


def _list(scene: Scene, tables: Sequence[TableLine], room: int) -> list[Line]:
    row = min(scene.desk.row, len(tables) - 1)
    listed = max(3, min(len(tables), room // 2 - 2))
    shown = windowed(len(tables), row, listed)
    heads = _columns(
        scene,
        term("column", "table"),
        term("column", "code"),
        term("column", "seats"),
        term("column", "now"),
    )
    chosen = tables[row]
    told = [plural("{n} person here", "{n} people here", chosen.humans)]
    if chosen.options.password:
        told.append(_("a password is asked for"))
    how = text.apart([*told, options_text(chosen.options, chosen.watching)])
    return [
        [("class:heading", f"   {heads} {term('column', 'rules')}")],
        *(_row(scene, tables[place], place, place == row) for place in shown),
        [],
        ruled(clip(chosen.name, 30), scene),
        *paragraph("class:label", how, scene),
        *house_lines(chosen.rules, scene),
    ]


def _row(scene: Scene, line: TableLine, place: int, chosen: bool) -> Line:
    arrow = scene.look.arrow if chosen else " "
    seats = f"{line.taken}/{line.options.seats}"
    columns = _columns(scene, line.name, line.id, seats, _(_NOW.get(line.stage, line.stage)))
    words = f" {arrow} {columns} {brief_rules(line.rules, scene)}"
    style = "class:chosen" if chosen else "class:name"
    return [(at("row", place, style), padded(words, scene.size.columns))]


def _columns(scene: Scene, name: str, code: str, seats: str, now: str) -> str:
    """The columns of the list before the rules, which take the rest."""
    named = 14 if scene.size.columns < 76 else 20 if scene.size.columns < 100 else 24
    cells = (named, 6, 5, 9)
    return " ".join(map(padded, (name, code, seats, now), cells))


def _prompt(scene: Scene) -> Line:
    match scene.desk.writing:
        case Writing.PASSWORD:
            words = _("This table asks for a password. Enter sends it, Esc drops it.")
        case Writing.WATCH_CODE:
            words = _("This table asks for a watch code. Enter sends it, Esc drops it.")
        case Writing.CODE:
            words = _(
                "Type the code or the name of a table. Enter sits down there, Esc drops it."
            )
        case _ if scene.model.tables:
            words = _("Choose a table with the arrow keys.")
        case _:
            words = _("Make a table with n, or sit down by code with j.")
    return [("class:turn", f" {words}")]
