"""The score sheet of a deal, all hands open and each number explained; the match's end.

What does not fit is reached by scrolling.
"""

from __future__ import annotations

from typing import Final

from rummy_protocol import text
from rummy_protocol.text import _, plural, term
from rummy_protocol.views import DealResult, SeatKind, Stage, TableView

from ..linkstate import Online
from ..words import clock_text, end_in_brief, is_out, name_of, seconds_left
from .cells import Line, flow, folded, padded, width, width_of
from .frame import filled, frame_rows, framed, key_line, keys_text, paragraph
from .lesson import lesson_lines, lesson_open
from .look import card_part
from .prompt import prompt
from .scene import Scene
from .table import table_title

HAND_CELLS: Final = 40
LESSON_ROWS: Final = 6

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
    taught = LESSON_ROWS if lesson_open(scene) else 0
    room = scene.size.rows - frame_rows(scene.size) - taught
    first = min(scene.desk.scroll, max(0, len(middle) - room))
    last = first + room
    words = plural(
        "{last} of {n} line: ↑ ↓ scroll",
        "{last} of {n} lines: ↑ ↓ scroll",
        len(middle),
        last=last,
    )
    more: Line = [("class:turn", f"  {words}")]
    told = _prompt(scene, table)
    if len(middle) > room:
        told = _joined(told, more, scene)
    title = table_title(scene, table)
    shown = [
        *filled(middle[first:last], room),
        *lesson_lines(scene, scene.size.columns, taught),
    ]
    return framed(scene, title, shown, told, key_line(scene))


def _joined(told: Line, more: Line, scene: Scene) -> Line:
    """What can be scrolled is said where there is room for it; the prompt goes before."""
    fits = width_of(told) + width_of(more) <= scene.size.columns
    return [*told, *more] if fits else [*told, ("class:key", "  ↑ ↓")]


def _match_lines(scene: Scene, table: TableView) -> list[Line]:
    if table.result is None:
        return [[("class:heading", f" {_('The table is closed.')}")], []]
    words = text.match_result(table.result, scene.model.names, scene.model.seat)
    return [*paragraph("class:win", words, scene), []]


def sheet_lines(scene: Scene, table: TableView, result: DealResult) -> list[Line]:
    """For each seat its hand, what it brought and the total, and how its hand was counted."""
    model, count = scene.model, len(result.seats)
    told = text.sheet(result, table.rules, model.names, model.seat)
    hands, why = told[:count], told[count : len(told) - count]
    cells = max(8, min(16, max(width(seat.name) for seat in table.seats))) + 2
    first = padded(f" {_('deal {n}', n=result.deal)}", cells + 1)
    first += padded(_("left in hand"), _hand_cells(scene, cells))
    figures = (term("column", "points"), term("column", "total"))
    lines: list[Line] = [[("class:heading", first + "".join(map(_figure, figures)))]]
    for seat, hand in enumerate(hands):
        lines += _seat_lines(scene, table, result, seat, cells)
        if result.seats[seat].hand:
            counted = folded("class:label", hand, scene.size.columns - cells - 2, "  ")
            lines += [[("", f" {' ' * cells}"), *line] for line in counted]
    if result.deal in table.open_deals:
        why = [*why, text.open_deal()]
    return [*lines, *(line for words in why for line in paragraph("class:text", words, scene))]


def _seat_lines(
    scene: Scene, table: TableView, result: DealResult, seat: int, cells: int
) -> list[Line]:
    """The seat's figures beside the first of its cards; more cards stand beneath."""
    line = result.seats[seat]
    room = _hand_cells(scene, cells)
    cards = [[("class:card", " "), card_part(card, scene.look, "card")] for card in line.hand]
    hand = [[*row, ("class:card", " ")] for row in flow(cards, room - 2, "")]
    if not hand:
        absent = not line.played
        hand = [
            [("class:label", _("out of the match")) if absent else ("class:win", _("went out"))]
        ]
    style = "class:win" if seat == result.out else "class:name"
    points = text.points(line.points, sign=True) if line.played else ""
    first: Line = [
        (style, f" {padded(table.seats[seat].name, cells)}"),
        *hand[0],
        ("", " " * max(1, room - width_of(hand[0]))),
        ("class:number", _figure(points)),
        ("class:number", _figure(text.points(line.total))),
        *_readiness(table, seat),
    ]
    return [first, *([("", f" {' ' * cells}"), *more] for more in hand[1:])]


def _hand_cells(scene: Scene, name: int) -> int:
    """Cells for a hand: beside it stand name, points, total, and whether one is ready."""
    return max(12, min(HAND_CELLS, scene.size.columns - name - 28))


def _figure(words: str) -> str:
    """A figure at the right of its column."""
    return " " * max(1, 9 - width(words)) + words


def _readiness(table: TableView, seat: int) -> Line:
    if table.seats[seat].out:
        return [("class:bad", f"  {term('of the match', 'out')}")]
    human = table.seats[seat].kind is SeatKind.HUMAN
    return [("class:good", f"  {_('ready')}")] if human and table.seats[seat].ready else []


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
    wins = _("the fewest points win") if lowest else _("the most points win")
    heading = plural(
        "The match: {end}, {wins}; {n} deal played",
        "The match: {end}, {wins}; {n} deals played",
        table.deals_played,
        end=end_in_brief(table.rules),
        wins=wins,
    )
    lines = paragraph("class:heading", heading, scene)
    for number in places:
        seat = table.seats[number]
        style = "class:me" if number == scene.model.seat else "class:name"
        points = f"{text.points(seat.points):>10}"
        out: Line = [("class:bad", f"  {_('out of the match')}")] if seat.out else []
        name = padded(seat.name or term("seat", "(free)"), 24)
        lines.append([(style, f"   {name}"), ("class:number", points), *out])
    return lines


def _prompt(scene: Scene, table: TableView) -> Line:
    if scene.desk.over is not None or not isinstance(scene.model.link, Online):
        return prompt(scene)
    if table.stage is Stage.CLOSED:
        return [
            ("class:turn", f" {_('This table is closed: q, then x, goes back to the lobby.')}")
        ]
    if scene.model.seat is None:
        return [
            ("class:label", f" {_('You are watching; the players look at the score sheet.')}")
        ]
    if table.stage is Stage.OVER:
        return [("class:turn", f" {_('The match is over: n asks for another one, q leaves.')}")]
    if table.seats[scene.model.seat].may_buy:
        words = _("You are out of the match, but may come back:")
        keys = keys_text([("b", _("buy in")), ("r", _("look on"))])
        return [("class:turn", f" {words} "), *keys]
    return [("class:turn", f" {_next_deal(scene, table)}")]


def _next_deal(scene: Scene, table: TableView) -> str:
    left = seconds_left(table.next_deal, scene.model.view_at, scene.now)
    when = _("It begins by itself in {time}.", time=clock_text(left or 0))
    return f"{_what_now(scene, table)} {when}" if left is not None else _what_now(scene, table)


def _what_now(scene: Scene, table: TableView) -> str:
    seat = scene.model.seat
    if is_out(scene.model):
        return _("You are out of the match and look on; r goes on.")
    if seat is not None and not table.seats[seat].ready:
        return _("Press r for the next deal.")
    missing = [
        name_of(scene.model, number)
        for number, other in enumerate(table.seats)
        if other.kind is SeatKind.HUMAN and not other.ready and not other.out
    ]
    if missing:
        return _("Waiting for {names}.", names=", ".join(missing))
    return _("The next deal begins.")
