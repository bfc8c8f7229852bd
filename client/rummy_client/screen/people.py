"""The people at the table: cards, points, turn, and who is away, in lines or in panels."""

from __future__ import annotations

from typing import Final

from rummy_protocol import text
from rummy_protocol.text import N_, _, plural, term
from rummy_protocol.views import DealView, Presence, SeatKind, SeatView, TableView

from ..looking import followed
from ..ways import rules_in_force
from ..words import clock_text, seconds_left
from .cells import Line, between, clip, clip_line, padded, width, width_of
from .scene import Scene

__all__ = ["absence_text", "seat_kind", "seat_lines", "seat_panels"]

_BOT: Final = N_("bot")
_BOTS: Final = {
    "easy": N_("easy bot"),
    "steady": N_("steady bot"),
    "sharp": N_("sharp bot"),
}

NARROW: Final = 36
"""Cells below which a seat in brief leaves out its points' name."""
ROOMY: Final = 18
"""Cells inside a panel from which cards are named beside their backs, and not just counted."""
STATE_CELLS: Final = 16
"""For the state of a seat in brief, where it has a place of its own."""
FIGURES: Final = 44
"""Cells that name and figures of a seat in brief take before that."""
NAME_CELLS: Final = 23
"""For a name and what is said of it in brackets."""


def seat_lines(scene: Scene, cells: int, abreast: int) -> list[Line]:
    """The seats in order, *abreast* of them to a line, with the arrow at who has to decide."""
    table = scene.model.table
    if table is None:
        return []
    if abreast == 1 and cells >= 76:
        return [_seat_line(scene, table, number, cells) for number in range(len(table.seats))]
    each = cells // abreast
    briefs = [
        between(_brief_seat(scene, table, number, each - 1), [], each)
        for number in range(len(table.seats))
    ]
    return [
        [part for brief in briefs[place : place + abreast] for part in brief]
        for place in range(0, len(briefs), abreast)
    ]


def _deciding(deal: DealView | None, number: int) -> bool:
    return deal is not None and any(waiting.seat == number for waiting in deal.waiting)


def _style(scene: Scene, number: int) -> str:
    if _deciding(scene.model.deal, number):
        return "class:turn"
    here = (scene.model.seat, followed(scene.model, scene.desk))
    return "class:me" if number in here else "class:name"


def _name(seat: SeatView) -> str:
    return seat.name or term("seat", "(free)")


def _cards(deal: DealView | None, seat: SeatView, number: int) -> str:
    if deal is None or seat.out or number >= len(deal.hands):
        return ""
    return plural("{n} card", "{n} cards", deal.hands[number])


def _points(seat: SeatView) -> str:
    return _("{points} pts", points=text.points(seat.points))


def _brief_seat(scene: Scene, table: TableView, number: int, cells: int) -> Line:
    """A seat in brief: with little room, its state takes the place of its points."""
    seat, deal = table.seats[number], scene.model.deal
    arrow = scene.look.arrow if _deciding(deal, number) else " "
    state = _status(scene, number, brief=True)[:1]
    narrow = cells < NARROW
    told: Line = [("class:number", _after(_cards(deal, seat, number), 8))]
    figure = text.points(seat.points) if narrow else _points(seat)
    points: Line = [("class:number", _right(figure, 8 if narrow else 11))]
    if width_of([*told, *points, *state]) + 13 <= cells or not state:
        told += points
    # Where there is room, figures keep their columns whether there is a state or not.
    kept = max(0, min(STATE_CELLS, cells - FIGURES))
    if state or kept:
        told += [("", " "), *state]
        told.append(("", " " * max(0, kept - 1 - width_of(state))))
    name = max(8, cells - 3 - width_of(told))
    whole = f"{_name(seat)}{_kind(seat, number == scene.model.seat)}"
    room = name - 1 if told[0][1][:1].strip() else name
    named = whole if width(whole) <= room else clip(_name(seat), room)
    head: Line = [("class:turn", f" {arrow} "), (_style(scene, number), padded(named, name))]
    return clip_line([*head, *told], cells)


def _seat_line(scene: Scene, table: TableView, number: int, cells: int) -> Line:
    seat, deal = table.seats[number], scene.model.deal
    kind = _kind(seat, number == scene.model.seat)
    name = clip(_name(seat), max(8, NAME_CELLS - width(kind)))
    head: Line = [
        ("class:turn", f" {scene.look.arrow if _deciding(deal, number) else ' '} "),
        (_style(scene, number), name),
        ("class:label", padded(kind, NAME_CELLS - width(name))),
        ("class:number", _after(_cards(deal, seat, number), 10)),
        ("class:number", _right(_points(seat), 13)),
        ("", "  "),
    ]
    state = _status(scene, number)
    if width_of([*head, *state]) > cells:
        state = _status(scene, number, brief=True)
    return [*head, *state]


def _after(words: str, cells: int) -> str:
    """*words* at the right of a column, with a blank before them however long they are."""
    return _right(words, max(cells, width(words) + 1))


def _right(words: str, cells: int) -> str:
    return " " * max(0, cells - width(words)) + clip(words, cells)


def seat_kind(seat: SeatView, mine: bool, host: bool) -> str:
    """Who sits there: you, a bot, the host, or nothing to be said."""
    if mine:
        return _("you, host") if host else _("you")
    if seat.kind is SeatKind.BOT:
        return _(_BOTS.get(seat.level, _BOT))
    return _("host") if host else ""


def _kind(seat: SeatView, mine: bool) -> str:
    words = seat_kind(seat, mine, host=False)
    return f" ({words})" if words else ""


# --- panels ----------------------------------------------------------------------------------


def seat_panels(scene: Scene, cells: int, abreast: int) -> list[Line]:
    """A panel for each seat, *abreast* of them side by side."""
    table = scene.model.table
    if table is None:
        return []
    each, lines = cells // abreast, list[Line]()
    for number in range(len(table.seats)):
        if number % abreast == 0:
            lines += [[], [], [], []]
        for line, part in zip(lines[-4:], _panel(scene, table, number, each - 1), strict=True):
            line += [("", " "), *part]
    return lines


def _panel(scene: Scene, table: TableView, number: int, cells: int) -> list[Line]:
    """A frame with the name in it, the cards as backs, the points, and what is up."""
    seat, deal = table.seats[number], scene.model.deal
    turn = _deciding(deal, number)
    frame = "class:turn" if turn else "class:rule"
    across, down = ("━", "┃") if turn else ("─", "│")
    corners = "┏┓┗┛" if turn else "╭╮╰╯"
    arrow = scene.look.arrow if turn else across
    name = clip(_name(seat), cells - 6)
    kind = _panel_kind(seat, number == scene.model.seat, cells - 6 - width(name))
    head = width(name) + width(kind)
    top: Line = [
        (frame, f"{corners[0]}{arrow} "),
        (_style(scene, number), name),
        ("class:label", kind),
        (frame, f" {across * (cells - 5 - head)}{corners[1]}"),
    ]
    rows = [_holding(deal, seat, number, cells - 4), _standing(scene, number, cells - 4)]
    body: list[Line] = [[(frame, f"{down} "), *row, (frame, f" {down}")] for row in rows]
    return [top, *body, [(frame, f"{corners[2]}{across * (cells - 2)}{corners[3]}")]]


def _panel_kind(seat: SeatView, mine: bool, cells: int) -> str:
    """What is said of a seat in brackets, as far as there is room for it."""
    kinds = [_kind(seat, mine), f" ({_(_BOT)})" if seat.kind is SeatKind.BOT else ""]
    return next((kind for kind in kinds if width(kind) <= cells), "")


def _holding(deal: DealView | None, seat: SeatView, number: int, cells: int) -> Line:
    """The cards that a seat holds, as backs and as a number."""
    words = _cards(deal, seat, number)
    held = deal.hands[number] if deal is not None and words else 0
    if words and cells < ROOMY:
        words = f"{held}"
    room = cells - width(words) - 1
    backs = "▐" * held if held <= room else "▐" * max(0, room - 1) + "…"
    return between([("class:backs", backs)], [("class:number", words)], cells)


def _standing(scene: Scene, number: int, cells: int) -> Line:
    """The points of a seat, and what is to be said of it."""
    table = scene.model.table
    if table is None:
        return [("", " " * cells)]
    state, seat = _status(scene, number), table.seats[number]
    if width_of(state) + 1 + width(text.points(seat.points)) > cells:
        state = _status(scene, number, brief=True)[:1]
    room = cells - width_of(state) - 1 if state else cells
    told = (_points(seat), text.points(seat.points), "")
    points = next((words for words in told if width(words) <= room), "")
    return between([("class:number", points)], state, cells)


# --- what there is to say --------------------------------------------------------------------


def _status(scene: Scene, number: int, brief: bool = False) -> Line:
    """What there is to say of a seat beyond its figures."""
    table, deal = scene.model.table, scene.model.deal
    if table is None:
        return []
    told = list[tuple[str, str]]()
    away = (_absence_in_brief if brief else absence_text)(scene, table.seats[number])
    if away:
        told.append(("class:bad", away))
    for waiting in deal.waiting if deal is not None else ():
        if waiting.seat == number:
            clock = "" if brief else _clock(scene)
            told.append(("class:turn", f"{_to_do(waiting.kind)} {clock}".rstrip()))
    if table.seats[number].out:
        told.append(("class:bad", _("out of the match")))
    elif deal is not None and number in deal.opened and _asks_for_opening(scene):
        told.append(("class:good", _("opened")))
    if deal is not None and deal.dealer == number and not brief:
        told.append(("class:label", _("dealer")))
    line: Line = []
    for part in told:
        line += [("class:label", ", "), part] if line else [part]
    return line


def _to_do(kind: str) -> str:
    return term("somebody is", "to draw") if kind == "draw" else term("somebody is", "to play")


def _asks_for_opening(scene: Scene) -> bool:
    rules = rules_in_force(scene.model)
    return rules is not None and rules.opens


def _clock(scene: Scene) -> str:
    table = scene.model.table
    millis = table.clock if table is not None else None
    left = seconds_left(millis, scene.model.view_at, scene.now)
    return "" if left is None else clock_text(left)


_ABSENCES: Final = {
    Presence.LOST: N_("lost"),
    Presence.BOT: N_("a bot plays"),
    Presence.LEFT: N_("left"),
    Presence.ASLEEP: N_("away"),
}


def _absence_in_brief(scene: Scene, seat: SeatView) -> str:
    if seat.presence is Presence.HERE or seat.kind is not SeatKind.HUMAN:
        return ""
    if seat.presence is Presence.LOST and seat.hold is not None:
        return _("lost, {time}", time=clock_text(_hold(scene, seat.hold)))
    return _(_ABSENCES[seat.presence])


def _hold(scene: Scene, seconds: int) -> int:
    return seconds_left(seconds * 1000, scene.model.view_at, scene.now) or 0


def absence_text(scene: Scene, seat: SeatView) -> str:
    """``connection lost, 1:52``, ``left``, or whatever else keeps somebody away (U13)."""
    if seat.presence is Presence.HERE or seat.kind is not SeatKind.HUMAN:
        return ""
    if seat.presence is Presence.LOST and seat.hold is not None:
        return _("connection lost, {time}", time=clock_text(_hold(scene, seat.hold)))
    return text.presence(seat.presence)
