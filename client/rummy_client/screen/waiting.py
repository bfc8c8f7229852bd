"""The waiting room: who is there and ready, what will be played, and how to start."""

from __future__ import annotations

from rummy_protocol.text import _, term
from rummy_protocol.views import SeatKind, TableView

from ..feed import feed
from ..linkstate import Online
from ..words import name_of
from .cells import DRAWN, Line, padded
from .frame import frame_rows, framed, key_line, keys_text, paragraph, ruled, shortened
from .log import feed_lines
from .people import absence_text, seat_kind
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
    room = scene.size.rows - frame_rows(scene.size) - len(seats) - len(how) - 5
    rules = house_lines(table.rules, scene)
    happened = feed(scene.model.log, scene.model.spoken, 0)
    middle: list[Line] = [
        _code(table),
        [],
        *seats,
        ruled(_("how it is played"), scene),
        *how,
        *shortened(rules, room - 2),
        *([ruled("", scene)] if room > 2 else []),
        *feed_lines(scene, happened, max(2, room - len(rules)), scene.size.columns),
    ]
    title = table_title(scene, table)
    return framed(scene, title, middle, _prompt(scene, table), key_line(scene, NAMED))


def _code(table: TableView) -> Line:
    before, _code, after = _("Others sit down with the code {code}", code=DRAWN).partition(
        DRAWN
    )
    return [
        ("class:label", f" {before}"),
        ("class:number", table.id),
        ("class:label", after),
    ]


def _seat(scene: Scene, table: TableView, number: int) -> Line:
    seat = table.seats[number]
    host = table.host == number
    hosting = table.host is not None and table.host == scene.model.seat
    chosen = hosting and number == min(scene.desk.row, len(table.seats) - 1)
    free = seat.kind is SeatKind.OPEN
    there = seat.ready or seat.kind is SeatKind.BOT
    ready = "" if free else _("ready") if there else _("not ready")
    what = seat_kind(seat, number == scene.model.seat, host)
    arrow = scene.look.arrow if chosen else " "
    name = padded(seat.name or term("seat", "(free)"), 24)
    words = f" {arrow} {number + 1}  {name} {padded(what, 14)} {padded(ready, 12)}"
    style = "class:label" if free else "class:name"
    away = absence_text(scene, seat)
    if chosen:
        return [("class:chosen", padded(f"{words} {away}", scene.size.columns))]
    return [(style, words), ("class:bad", f" {away}")]


def _prompt(scene: Scene, table: TableView) -> Line:
    question = prompt(scene)
    if scene.desk.over is not None or not isinstance(scene.model.link, Online):
        return question
    if scene.model.seat is None:
        return [("class:label", f" {_('You are watching; the match has not begun yet.')}")]
    me = table.seats[scene.model.seat]
    waiting = [
        name_of(scene.model, number)
        for number, seat in enumerate(table.seats)
        if seat.kind is SeatKind.HUMAN and not seat.ready and number != scene.model.seat
    ]
    if not me.ready:
        lead = _("Are you ready?")
    elif waiting:
        lead = _("Waiting for {names}.", names=", ".join(waiting))
    else:
        lead = _("All who are here are ready.")
    if table.host is not None and table.host != scene.model.seat:
        host = _("{name} starts the match.", name=name_of(scene.model, table.host))
        lead = f"{lead} {host}"
    return [("class:turn", f" {lead} "), *keys_text(_keys(scene, table, me.ready))]


def _keys(scene: Scene, table: TableView, ready: bool) -> list[tuple[str, str]]:
    told = [("r", _("not ready") if ready else _("ready"))]
    if table.host == scene.model.seat:
        told.append(("enter", _("start")))
        chosen = table.seats[min(scene.desk.row, len(table.seats) - 1)]
        if any(seat.kind is SeatKind.OPEN for seat in table.seats):
            told.append(("1 2 3", _("seat a bot")))
        if chosen.kind is SeatKind.BOT:
            told.append(("delete", _("bot out")))
        told.append(("up down", _("choose a seat")))
    return told
