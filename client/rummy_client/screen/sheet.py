"""The score sheet of a deal, all hands open and each number explained; the match's end."""

from __future__ import annotations

from typing import Final

from rummy_protocol import text
from rummy_protocol.views import DealResult, SeatKind, Stage, TableView

from ..linkstate import Online
from ..words import clock_text, name_of, seconds_left
from .cells import Line, padded, width, width_of
from .frame import framed, key_line, paragraph
from .look import cards_line
from .prompt import prompt
from .scene import Scene
from .table import table_title

HAND_CELLS: Final = 40

__all__ = ["draw_sheet", "sheet_lines", "standing_lines"]


def draw_sheet(scene: Scene) -> list[Line]:
    table = scene.model.table
    assert table is not None, "a sheet belongs to a table"
    middle: list[Line] = []
    if table.stage in (Stage.OVER, Stage.CLOSED):
        middle += _match_lines(scene, table)
    if scene.model.deal is not None and scene.model.deal.result is not None:
        middle += sheet_lines(scene, table, scene.model.deal.result)
    else:
        middle += standing_lines(scene, table)
    return framed(
        scene, table_title(scene, table), middle, _prompt(scene, table), key_line(scene)
    )


def _match_lines(scene: Scene, table: TableView) -> list[Line]:
    if table.result is None:
        return [[("class:heading", " The table is closed.")], []]
    words = text.match_result(table.result, scene.model.names, scene.model.seat)
    return [*paragraph("class:win", words, scene), []]


def sheet_lines(scene: Scene, table: TableView, result: DealResult) -> list[Line]:
    """Two lines a seat: hand, what it brought and the total; and how its hand was counted."""
    model, count = scene.model, len(result.seats)
    told = text.sheet(result, table.rules, model.names, model.seat)
    hands, why = told[:count], told[count : len(told) - count]
    cells = max(8, min(16, max(width(seat.name) for seat in table.seats))) + 2
    first = padded(f" deal {result.deal}", cells + 1) + padded("left in hand", HAND_CELLS)
    lines: list[Line] = [[("class:heading", f"{first}{'points':>8}{'total':>8}")]]
    for seat, hand in enumerate(hands):
        lines.append(_seat_line(scene, table, result, seat, cells))
        if result.seats[seat].hand:
            lines.append([("class:label", f" {' ' * cells}{hand}")])
    return [*lines, *(line for words in why for line in paragraph("class:text", words, scene))]


def _seat_line(
    scene: Scene, table: TableView, result: DealResult, seat: int, cells: int
) -> Line:
    line = result.seats[seat]
    cards = cards_line(line.hand, scene.look, "text") or [("class:win", "went out")]
    style = "class:win" if seat == result.out else "class:name"
    return [
        (style, f" {padded(table.seats[seat].name, cells)}"),
        *cards,
        ("", " " * max(1, HAND_CELLS - width_of(cards))),
        ("class:number", f"{text.points(line.points, sign=True):>8}"),
        ("class:number", f"{text.points(line.total):>8}"),
        *_readiness(scene, table, seat),
    ]


def _readiness(scene: Scene, table: TableView, seat: int) -> Line:
    human = table.seats[seat].kind is SeatKind.HUMAN
    return [("class:good", "  ready")] if human and table.seats[seat].ready else []


def standing_lines(scene: Scene, table: TableView) -> list[Line]:
    """The points of the match, the leader first."""
    lowest = table.rules.lowest_wins
    places = sorted(
        range(len(table.seats)),
        key=lambda n: (
            table.seats[n].points[0] / table.seats[n].points[1] * (1 if lowest else -1)
        ),
    )
    goal = f"to {table.rules.target}" if table.rules.target else f"{table.rules.deals} deals"
    wins = "the fewest points win" if lowest else "the most points win"
    lines: list[Line] = [
        [("class:heading", f" The match: {goal}, {wins}; {table.deals_played} deals played")]
    ]
    for number in places:
        seat = table.seats[number]
        style = "class:me" if number == scene.model.seat else "class:name"
        points = f"{text.points(seat.points):>10}"
        lines.append(
            [(style, f"   {padded(seat.name or '(free)', 24)}"), ("class:number", points)]
        )
    return lines


def _prompt(scene: Scene, table: TableView) -> Line:
    if scene.desk.over is not None or not isinstance(scene.model.link, Online):
        return prompt(scene)
    if table.stage is Stage.CLOSED:
        return [("class:turn", " This table is closed: q, then x, goes back to the lobby.")]
    if scene.model.seat is None:
        return [("class:label", " You are watching; the players look at the score sheet.")]
    if table.stage is Stage.OVER:
        return [("class:turn", " The match is over: n asks for another one, q leaves.")]
    return [("class:turn", f" {_next_deal(scene, table)}")]


def _next_deal(scene: Scene, table: TableView) -> str:
    left = seconds_left(table.next_deal, scene.model.view_at, scene.now)
    when = f" It begins by itself in {clock_text(left)}." if left is not None else ""
    seat = scene.model.seat
    if seat is not None and not table.seats[seat].ready:
        return f"Press r for the next deal.{when}"
    missing = [
        name_of(scene.model, number)
        for number, other in enumerate(table.seats)
        if other.kind is SeatKind.HUMAN and not other.ready
    ]
    return (f"Waiting for {', '.join(missing)}." if missing else "The next deal begins.") + when
