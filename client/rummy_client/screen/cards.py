"""Cards drawn as cards: boxes of several lines, set apart or lying over one another.

Each has an edge, so that it stands out without colours, and its rank and suit at the upper
left, where they stay visible under the next card. What lies where is not decided in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy_protocol.cards import Face

from .cells import Line, Part, width
from .look import Look, card_text, suit_style

__all__ = [
    "APART",
    "CARD",
    "OVER",
    "WIDE",
    "Drawn",
    "back_lines",
    "card_lines",
    "fan_lines",
    "whole_cells",
]

CARD: Final = 5
"""The cells that a whole card takes."""
WIDE: Final = 8
"""Cells from card to card where there is room for wide ones."""
APART: Final = 6
"""Cells from card to card where all of each is seen."""
OVER: Final = 4
"""Cells from card to card where the next one covers the right edge."""


class Drawn(NamedTuple):
    """A card as it shall be drawn."""

    face: Face
    ground: str = "card"
    mark: str = ""
    """A style that is added to all of it, such as a target."""
    raised: bool = False
    frame: str = ""
    """The ground of its edges, if that is another."""
    label: str = ""
    """What stands on it instead of its rank and suit."""


def _label(card: Drawn, look: Look) -> str:
    return card.label or card_text(card.face, look)


def card_lines(
    card: Drawn, look: Look, rows: int, cells: int, closed: bool, over: bool = False
) -> list[Line]:
    """A card of *rows* lines and *cells*.

    One that is not *closed* lacks its right edge; one that lies *over* the card before it,
    at the same height, goes on with the lines of that.
    """
    edge = f"class:{card.frame or card.ground}.edge {card.mark}".rstrip()
    ink = f"class:{card.ground}.{suit_style(card.face)} {card.mark}".rstrip()
    room = cells - 1 - closed
    label = _label(card, look)
    left, right = label + " " * (room - width(label)), " " * (room - width(label)) + label

    def row(words: str) -> Line:
        told: Line = [(edge, "│"), (ink, words)]
        return [*told, (edge, "│")] if closed else told

    top: Part = (edge, ("┬" if over else "╭") + "─" * room + "╮" * closed)
    low: Part = (edge, ("┴" if over else "╰") + "─" * room + "╯" * closed)
    blank = row(" " * room)
    inner = [row(left), *([blank] * (rows - 3))]
    if rows > 4 and closed:
        inner[-1] = row(right)
    return [[top], *inner, [low]]


def back_lines(rows: int, mark: str = "") -> list[Line]:
    """A card that lies face down."""
    style = f"class:back {mark}".rstrip()
    room = CARD - 2
    middle: list[Line] = [[(style, "│" + "▒" * room + "│")]] * (rows - 2)
    return [[(style, "╭" + "─" * room + "╮")], *middle, [(style, "╰" + "─" * room + "╯")]]


def whole_cells(step: int) -> int:
    """The cells of a whole card where they lie *step* cells apart."""
    return max(CARD, step - 1)


def fan_lines(
    cards: Sequence[Drawn], look: Look, rows: int, step: int = 0, lift: bool = False
) -> list[Line]:
    """*cards* side by side, *step* cells from each to the next; 0: as close as can be.

    With *lift* there is one line more, into which raised cards reach.
    """
    lines: list[Line] = [[] for _ in range(rows + lift)]
    for place, card in enumerate(cards):
        last = place == len(cards) - 1
        closed = last or step >= CARD
        whole = whole_cells(step)
        tight = width(_label(card, look)) + 1
        cells = (whole if closed else step) if step else tight + closed
        gap: Line = [("", " ")] if step >= APART and not last else []
        over = place > 0 and step < CARD and cards[place - 1].raised == card.raised
        drawn = card_lines(card, look, rows, cells, closed, over)
        # Above or below, it is the same card that is aimed at.
        empty: Line = [(card.mark, " " * cells)]
        if lift:
            drawn = [*drawn, empty] if card.raised else [empty, *drawn]
        for line, part in zip(lines, drawn, strict=True):
            line += part
            line += gap
    return lines
