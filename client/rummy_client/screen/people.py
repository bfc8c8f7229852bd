"""The people at the table, a line for each seat: cards, points, turn, and who is away."""

from __future__ import annotations

from typing import Final

from rummy_protocol import text
from rummy_protocol.views import Presence, SeatKind, SeatView, TableView

from ..ways import rules_in_force
from ..words import clock_text, seconds_left
from .cells import Line, between, clip, padded, width
from .scene import Scene

__all__ = ["absence_text", "paired_seat_lines", "seat_lines"]

NAME_CELLS: Final = 23
"""For a name and what is said of it in brackets."""


def seat_lines(scene: Scene) -> list[Line]:
    """A line for each seat, with the arrow at whoever has to decide."""
    table = scene.model.table
    if table is None:
        return []
    return [_seat_line(scene, table, number) for number in range(len(table.seats))]


def paired_seat_lines(scene: Scene) -> list[Line]:
    """Two seats to a line, in brief: for a full table where rows are few."""
    table = scene.model.table
    if table is None:
        return []
    cells = scene.size.columns // 2
    briefs = [
        between(_brief_seat(scene, table, number, cells), [], cells)
        for number in range(len(table.seats))
    ]
    return [
        [part for brief in briefs[place : place + 2] for part in brief]
        for place in range(0, len(briefs), 2)
    ]


def _brief_seat(scene: Scene, table: TableView, number: int, cells: int) -> Line:
    seat, deal = table.seats[number], scene.model.deal
    deciding = deal is not None and any(w.seat == number for w in deal.waiting)
    style = "class:turn" if deciding else "class:me" if number == scene.model.seat else ""
    held = "" if deal is None or seat.out else f"{deal.hands[number]} cards"
    return [
        ("class:turn", f" {scene.look.arrow if deciding else ' '} "),
        (style or "class:name", padded(seat.name or "(free)", max(6, cells - 28))),
        ("class:number", f"{held:>9}{text.points(seat.points):>7}  "),
        *_status(scene, number)[:1],
    ]


def _seat_line(scene: Scene, table: TableView, number: int) -> Line:
    seat, deal = table.seats[number], scene.model.deal
    deciding = deal is not None and any(w.seat == number for w in deal.waiting)
    mine = number == scene.model.seat
    arrow = scene.look.arrow if deciding else " "
    style = "class:turn" if deciding else "class:me" if mine else "class:name"
    kind = _kind(seat, mine)
    name = clip(seat.name or "(free)", NAME_CELLS - width(kind))
    held = deal.hands[number] if deal is not None else 0
    cards = "" if deal is None or seat.out else f"{held} card{'s' if held != 1 else ''}"
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
    if table.seats[number].out:
        told.append(("class:bad", "out of the match"))
    elif deal is not None and number in deal.opened and _asks_for_opening(scene):
        told.append(("class:good", "opened"))
    if deal is not None and deal.dealer == number:
        told.append(("class:label", "dealer"))
    line: Line = []
    for part in told:
        line += [("class:label", ", "), part] if line else [part]
    return line


def _asks_for_opening(scene: Scene) -> bool:
    rules = rules_in_force(scene.model)
    return rules is not None and rules.opens


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
