"""The houses on the own network, with their tables, before one is gone to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from rummy_protocol.text import _

from ..desk import Desk, Writing
from ..houses.found import Found, House, Standing
from ..houses.words import called, standing_words, table_words, typed_instead
from ..keymap import KEYS, label_of
from .cells import Line, at, clip_line, folded, grounded, narrowed, padded
from .frame import filled, fitted, keys_text
from .gate import draw_gate, too_small
from .lobby import windowed
from .look import Look, Size

__all__ = ["draw_found", "rows_of"]

ABOUT: Final = 5
"""Rows for what is known of a house, on a screen of the usual height."""
Row = tuple[int, int | None]
"""A house, and one of its tables or the house itself; both by their places."""


def rows_of(found: Found) -> tuple[Row, ...]:
    """What can be chosen, from top to bottom."""
    return tuple(
        row
        for place, house in enumerate(found.houses)
        for row in ((place, None), *((place, table) for table in range(len(house.tables))))
    )


def draw_found(
    desk: Desk, found: Found, notice: str, waited: bool, look: Look, size: Size
) -> list[Line]:
    """The lines of the screen; *waited*: whether whoever is there had the time to answer."""
    if too_small(size):
        return draw_gate(size)
    bar: Line = [("class:title", padded(f" {_('Servers on your network')}", size.columns))]
    tail = _tail(desk, found, notice, waited, size)
    room = size.rows - len(tail) - 1
    middle = filled([[], *_list(desk, found, look, size, room - 2)], room)
    body = [bar, *(grounded(line, "class:felt", size.columns) for line in middle), *tail]
    if look.letters or look.ascii_only:
        body = [narrowed(line, look.ascii_only) for line in body]
    return [clip_line(line, size.columns) for line in body]


def _list(desk: Desk, found: Found, look: Look, size: Size, room: int) -> Iterator[Line]:
    rows = rows_of(found)
    chosen = min(desk.row, len(rows) - 1)
    for place in windowed(len(rows), chosen, room):
        house, table = rows[place]
        arrow = look.arrow if place == chosen else " "
        line = _row(found.houses[house], table, arrow, place == chosen, size)
        yield [(at("row", place, style), words) for style, words in line]


def _row(house: House, table: int | None, arrow: str, chosen: bool, size: Size) -> Line:
    if table is not None:
        style = "class:chosen" if chosen else "class:text"
        return [
            (style, padded(f" {arrow}    {table_words(house.tables[table])}", size.columns))
        ]
    words = f" {arrow} {called(house)}"
    if chosen:
        return [("class:chosen", padded(words, size.columns))]
    style = "class:name" if house.standing is Standing.OPEN else "class:label"
    return [(style, words)]


def _tail(desk: Desk, found: Found, notice: str, waited: bool, size: Size) -> list[Line]:
    """What is known of the chosen house, on lines of its own; what to do; keys; a free line."""
    writing = desk.writing is Writing.ADDRESS
    keys = [
        (key.keys.split()[0], label_of(key))
        for key in KEYS
        if key.where == "found"
        and key.label
        and not writing
        and (found.houses or key.command != "found-choose")
    ]
    about = folded("class:label", _about(desk, found, waited), size.columns - 2)
    if notice:
        about = folded("class:bad", notice, size.columns - 2)
    words = _("Choose with the arrow keys: Enter goes to that server, or to that table.")
    if writing:
        words = _("The code of a server, or its address. Enter goes there, Esc goes back.")
    elif not found.houses:
        words = _("Press {key} to type the code or the address of a server.", key="a")
    return [
        [],
        *filled([[("", " "), *line] for line in about], ABOUT if size.rows >= 20 else 3),
        *fitted([("class:turn", f" {words}")], keys_text(keys), size.columns),
        [],
    ]


def _about(desk: Desk, found: Found, waited: bool) -> str:
    rows: Sequence[Row] = rows_of(found)
    if rows:
        return standing_words(found.houses[rows[min(desk.row, len(rows) - 1)][0]])
    if not waited:
        return _("Looking for servers on your network.")
    return _("No server was found on your network. {hint}", hint=typed_instead())
