"""The waiting room: who is there and ready, what will be played, and how to start."""

from __future__ import annotations

from rummy_protocol.views import SeatKind, TableView

from ..feed import feed
from ..linkstate import Online
from ..words import name_of
from .cells import Line, padded
from .frame import FRAME_ROWS, framed, key_line, keys_text, paragraph, ruled
from .log import feed_lines
from .people import absence_text
from .prompt import prompt
from .rules import house_lines, options_text
from .scene import Scene
from .table import table_title

__all__ = ["draw_waiting"]

NAMED = ("host", "waiting")
"""The contexts whose keys the line above tells of."""


def draw_waiting(scene: Scene) -> list[Line]:
    table = scene.model.table
    assert table is not None, "one waits at a table"
    seats = [_seat(scene, table, number) for number in range(len(table.seats))]
    how = paragraph("class:label", options_text(table.options, table.watching), scene)
    room = scene.size.rows - FRAME_ROWS - len(seats) - len(how) - 5
    rules = house_lines(table.rules, scene)
    happened = feed(scene.model.log, scene.model.spoken, 0)
    middle: list[Line] = [
        [("class:label", " Others sit down with the code "), ("class:number", table.id)],
        [],
        *seats,
        ruled("how it is played", scene),
        *how,
        *rules[: max(1, room - 2)],
        ruled("", scene),
        *feed_lines(scene, happened, max(2, room - len(rules)), scene.size.columns),
    ]
    title = table_title(scene, table)
    return framed(scene, title, middle, _prompt(scene, table), key_line(scene, NAMED))


def _seat(scene: Scene, table: TableView, number: int) -> Line:
    seat = table.seats[number]
    host = table.host == number
    hosting = table.host is not None and table.host == scene.model.seat
    chosen = hosting and number == min(scene.desk.row, len(table.seats) - 1)
    free = seat.kind is SeatKind.OPEN
    ready = "" if free else "ready" if seat.ready or seat.kind is SeatKind.BOT else "not ready"
    what = f"{seat.level} bot" if seat.kind is SeatKind.BOT else "host" if host else ""
    if number == scene.model.seat:
        what = "you, host" if host else "you"
    arrow = scene.look.arrow if chosen else " "
    name = padded(seat.name or "(free)", 24)
    words = f" {arrow} {number + 1}  {name} {padded(what, 12)} {padded(ready, 10)}"
    style = "class:chosen" if chosen else "class:label" if free else "class:name"
    return [(style, words), ("class:bad", f" {absence_text(scene, seat)}")]


def _prompt(scene: Scene, table: TableView) -> Line:
    question = prompt(scene)
    if scene.desk.over is not None or not isinstance(scene.model.link, Online):
        return question
    if scene.model.seat is None:
        return [("class:label", " You are watching; the match has not begun yet.")]
    me = table.seats[scene.model.seat]
    waiting = [
        name_of(scene.model, number)
        for number, seat in enumerate(table.seats)
        if seat.kind is SeatKind.HUMAN and not seat.ready and number != scene.model.seat
    ]
    if not me.ready:
        lead = "Are you ready?"
    elif waiting:
        lead = f"Waiting for {', '.join(waiting)}."
    else:
        lead = "All who are here are ready."
    if table.host is not None and table.host != scene.model.seat:
        lead += f" {name_of(scene.model, table.host)} starts the match."
    return [("class:turn", f" {lead} "), *keys_text(_keys(scene, table, me.ready))]


def _keys(scene: Scene, table: TableView, ready: bool) -> list[tuple[str, str]]:
    told = [("r", "not ready" if ready else "ready")]
    if table.host == scene.model.seat:
        told.append(("Enter", "start"))
        if any(seat.kind is SeatKind.OPEN for seat in table.seats):
            told.append(("1 2 3", "seat a bot"))
        if any(seat.kind is SeatKind.BOT for seat in table.seats):
            told.append(("Del", "bot out"))
    return told
