"""The people at the table, a line for each seat: cards, points, turn, and who is away."""

from __future__ import annotations

from typing import Final

from rummy_protocol import text
from rummy_protocol.views import Presence, SeatKind, SeatView, TableView

from ..words import clock_text, seconds_left
from .cells import Line, clip, padded, width
from .scene import Scene

__all__ = ["absence_text", "seat_lines"]

NAME_CELLS: Final = 23
"""For a name and what is said of it in brackets."""


def seat_lines(scene: Scene) -> list[Line]:
    """A line for each seat, with the arrow at whoever has to decide."""
    table = scene.model.table
    if table is None:
        return []
    return [_seat_line(scene, table, number) for number in range(len(table.seats))]


def _seat_line(scene: Scene, table: TableView, number: int) -> Line:
    seat, deal = table.seats[number], scene.model.deal
    deciding = deal is not None and any(w.seat == number for w in deal.waiting)
    mine = number == scene.model.seat
    arrow = scene.look.arrow if deciding else " "
    style = "class:turn" if deciding else "class:me" if mine else "class:name"
    kind = _kind(seat, mine)
    name = clip(seat.name or "(free)", NAME_CELLS - width(kind))
    held = deal.hands[number] if deal is not None else 0
    cards = "" if deal is None else f"{held} card{'s' if held != 1 else ''}"
    return [
        ("class:turn", f" {arrow} "),
        (style, name),
        ("class:label", padded(kind, NAME_CELLS - width(name))),
        ("class:number", f"{cards:>9}"),
        ("class:number", f"{text.points(seat.points):>8}"),
        ("class:label", " pts  "),
        *_status(scene, number),
    ]


def _kind(seat: SeatView, mine: bool) -> str:
    if mine:
        return " (you)"
    return f" ({seat.level} bot)" if seat.kind is SeatKind.BOT else ""


def _status(scene: Scene, number: int) -> Line:
    """What there is to say of a seat beyond its figures."""
    table, deal = scene.model.table, scene.model.deal
    if table is None:
        return []
    told = list[tuple[str, str]]()
    away = absence_text(scene, table.seats[number])
    if away:
        told.append(("class:bad", away))
    for waiting in deal.waiting if deal is not None else ():
        if waiting.seat == number:
            told.append(("class:turn", f"to {waiting.kind}{_clock(scene)}"))
    if deal is not None and deal.dealer == number:
        told.append(("class:label", "dealer"))
    line: Line = []
    for part in told:
        line += [("class:label", ", "), part] if line else [part]
    return line


def _clock(scene: Scene) -> str:
    table = scene.model.table
    millis = table.clock if table is not None else None
    left = seconds_left(millis, scene.model.view_at, scene.now)
    return "" if left is None else f" {clock_text(left)}"


def absence_text(scene: Scene, seat: SeatView) -> str:
    """``connection lost, 1:52``, ``left``, or whatever else keeps somebody away (U13)."""
    if seat.presence is Presence.HERE or seat.kind is not SeatKind.HUMAN:
        return ""
    if seat.presence is Presence.LOST and seat.hold is not None:
        left = seconds_left(seat.hold * 1000, scene.model.view_at, scene.now) or 0
        return f"connection lost, {clock_text(left)}"
    return text.presence(seat.presence)
