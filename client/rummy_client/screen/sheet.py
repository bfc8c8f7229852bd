"""The score sheet of a deal, all hands open and each number explained; the match's end.

What does not fit is reached by scrolling.
"""

from __future__ import annotations

from typing import Final

from rummy_protocol import text
from rummy_protocol.views import DealResult, SeatKind, Stage, TableView

from ..linkstate import Online
from ..words import clock_text, end_in_brief, is_out, name_of, seconds_left
from .cells import Line, flow, folded, padded, width, width_of
from .frame import FRAME_ROWS, framed, key_line, keys_text, paragraph
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
    room = scene.size.rows - FRAME_ROWS
    first = min(scene.desk.scroll, max(0, len(middle) - room))
    last = first + room
    more: Line = [("class:turn", f"  {last} of {len(middle)} lines: ↑ ↓ scroll")]
    told = _prompt(scene, table)
    if len(middle) > room:
        told = _joined(told, more, scene)
    title = table_title(scene, table)
    return framed(scene, title, middle[first:last], told, key_line(scene))


def _joined(told: Line, more: Line, scene: Scene) -> Line:
    """What can be scrolled is said where there is room for it; the prompt goes before."""
    fits = width_of(told) + width_of(more) <= scene.size.columns
    return [*told, *more] if fits else [*told, ("class:key", "  ↑ ↓")]


def _match_lines(scene: Scene, table: TableView) -> list[Line]:
    if table.result is None:
        return [[("class:heading", " The table is closed.")], []]
    words = text.match_result(table.result, scene.model.names, scene.model.seat)
    return [*paragraph("class:win", words, scene), []]


def sheet_lines(scene: Scene, table: TableView, result: DealResult) -> list[Line]:
    """For each seat its hand, what it brought and the total, and how its hand was counted."""
    model, count = scene.model, len(result.seats)
    told = text.sheet(result, table.rules, model.names, model.seat)
    hands, why = told[:count], told[count : len(told) - count]
    cells = max(8, min(16, max(width(seat.name) for seat in table.seats))) + 2
    first = padded(f" deal {result.deal}", cells + 1) + padded("left in hand", HAND_CELLS)
    lines: list[Line] = [[("class:heading", f"{first}{'points':>8}{'total':>8}")]]
    for seat, hand in enumerate(hands):
        lines += _seat_lines(scene, table, result, seat, cells)
        if result.seats[seat].hand:
            counted = folded("class:label", hand, scene.size.columns - cells - 2, "  ")
            lines += [[("", f" {' ' * cells}"), *line] for line in counted]
    return [*lines, *(line for words in why for line in paragraph("class:text", words, scene))]


def _seat_lines(
    scene: Scene, table: TableView, result: DealResult, seat: int, cells: int
) -> list[Line]:
    """The seat's figures beside the first of its cards; more cards stand beneath."""
    line = result.seats[seat]
    hand = flow(
        [cards_line((card,), scene.look, "text") for card in line.hand], HAND_CELLS, " "
    )
    if not hand:
        absent = not line.played
        hand = [[("class:label", "out of the match") if absent else ("class:win", "went out")]]
    style = "class:win" if seat == result.out else "class:name"
    points = text.points(line.points, sign=True) if line.played else ""
    first: Line = [
        (style, f" {padded(table.seats[seat].name, cells)}"),
        *hand[0],
        ("", " " * max(1, HAND_CELLS - width_of(hand[0]))),
        ("class:number", f"{points:>8}"),
        ("class:number", f"{text.points(line.total):>8}"),
        *_readiness(table, seat),
    ]
    return [first, *([("", f" {' ' * cells}"), *more] for more in hand[1:])]


def _readiness(table: TableView, seat: int) -> Line:
    if table.seats[seat].out:
        return [("class:bad", "  out")]
    human = table.seats[seat].kind is SeatKind.HUMAN
    return [("class:good", "  ready")] if human and table.seats[seat].ready else []


def standing_lines(scene: Scene, table: TableView) -> list[Line]:
    """The points of the match, the leader first; who is out of it comes last."""
    lowest = table.rules.lowest_wins
    places = sorted(
        range(len(table.seats)),
        key=lambda n: (
            table.seats[n].out,
            table.seats[n].points[0] / table.seats[n].points[1] * (1 if lowest else -1),
        ),
    )
    wins = "the fewest points win" if lowest else "the most points win"
    heading = f" The match: {end_in_brief(table.rules)}, {wins}"
    lines: list[Line] = [[("class:heading", f"{heading}; {table.deals_played} deals played")]]
    for number in places:
        seat = table.seats[number]
        style = "class:me" if number == scene.model.seat else "class:name"
        points = f"{text.points(seat.points):>10}"
        out: Line = [("class:bad", "  out of the match")] if seat.out else []
        name = padded(seat.name or "(free)", 24)
        lines.append([(style, f"   {name}"), ("class:number", points), *out])
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
    if table.seats[scene.model.seat].may_buy:
        words = " You are out of the match, but may come back: "
        keys = keys_text([("b", "buy in"), ("r", "look on")])
        return [("class:turn", words), *keys]
    return [("class:turn", f" {_next_deal(scene, table)}")]


def _next_deal(scene: Scene, table: TableView) -> str:
    left = seconds_left(table.next_deal, scene.model.view_at, scene.now)
    when = f" It begins by itself in {clock_text(left)}." if left is not None else ""
    seat = scene.model.seat
    if is_out(scene.model):
        return f"You are out of the match and look on; r goes on.{when}"
    if seat is not None and not table.seats[seat].ready:
        return f"Press r for the next deal.{when}"
    missing = [
        name_of(scene.model, number)
        for number, other in enumerate(table.seats)
        if other.kind is SeatKind.HUMAN and not other.ready and not other.out
    ]
    return (f"Waiting for {', '.join(missing)}." if missing else "The next deal begins.") + when
