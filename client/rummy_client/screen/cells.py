"""Styled text measured in cells: the widths that a terminal gives, not the count of characters.

Everything that is drawn passes through here, so that a long or wide name can move nothing
that stands beside it. It knows neither cards nor tables.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias
from unicodedata import normalize

from ..terminal.columns import clip, padded, width, wrapped
from ..terminal.signs import glued, unglued

__all__ = [
    "BLANK",
    "DRAWN",
    "Line",
    "Part",
    "Target",
    "at",
    "beside",
    "between",
    "broken",
    "clip",
    "clip_line",
    "flow",
    "folded",
    "grounded",
    "joined",
    "narrowed",
    "padded",
    "target_at",
    "text_of",
    "width",
    "width_of",
    "wrapped",
]

Part: TypeAlias = tuple[str, str]
"""A style and a text in it."""

Line: TypeAlias = list[Part]
"""One row of the screen."""


class Target(NamedTuple):
    """What a press of the mouse is aimed at: ``hand 3``, ``meld 2``, ``key m``."""

    kind: str
    which: str


def at(kind: str, which: str | int, style: str = "") -> str:
    """*style* for a part of a line that stands for the *which* of a *kind*.

    The mark is a style class of its own that has no colours. Both are words without blanks
    and dots.
    """
    return f"{style} class:at.{kind}.{which}".strip()


def target_at(lines: Sequence[Line], column: int, row: int) -> Target | None:
    """What stands for something in the cell of a picture; ``None``: nothing does."""
    left = column
    for style, text in lines[row] if 0 <= row < len(lines) else ():
        if 0 <= left < width(text):
            return _target_in(style)
        left -= width(text)
    return None


def _target_in(style: str) -> Target | None:
    for word in style.split():
        if word.startswith("class:at."):
            _, kind, which = word.split(".", 2)
            return Target(kind, which)
    return None


BLANK: Final[Part] = ("", " ")
DRAWN: Final = "\0"
"""Stands in a sentence for what is drawn there in a style of its own."""


def width_of(line: Iterable[Part]) -> int:
    return sum([width(text) for _, text in line])


def text_of(line: Iterable[Part]) -> str:
    """The bare text of a line."""
    return "".join(text for _, text in line)


def clip_line(line: Iterable[Part], cells: int) -> Line:
    """*line*, cut to *cells*."""
    line = list(line)
    if width_of(line) <= cells:
        return line
    kept, left = list[Part](), cells
    for style, text in line:
        if left <= 0:
            break
        kept.append((style, clip(text, left)))
        left -= width(kept[-1][1])
    return kept


def between(left: Iterable[Part], right: Iterable[Part], cells: int, style: str = "") -> Line:
    """*left* at the left and *right* at the right edge; the left gives way."""
    tail = clip_line(right, cells)
    head = clip_line(left, max(0, cells - width_of(tail)))
    return [*head, (style, " " * (cells - width_of(head) - width_of(tail))), *tail]


@lru_cache(maxsize=4096)
def _on(ground: str, style: str) -> str:
    return f"{ground} {style}".strip()


def grounded(line: Iterable[Part], ground: str, cells: int) -> Line:
    """*line* on a *ground*, a style that gives way to its own, cut or filled to *cells*."""
    told = [(_on(ground, style), text) for style, text in clip_line(line, cells)]
    return [*told, (ground, " " * (cells - width_of(told)))]


def beside(left: Sequence[Line], right: Sequence[Line], cells: int) -> list[Line]:
    """Two blocks side by side, the left one cut or filled to *cells*; as high as the higher."""
    rows = max(len(left), len(right))
    lefts = [*left, *([[]] * (rows - len(left)))]
    rights = [*right, *([[]] * (rows - len(right)))]
    return [
        [*between(one, [], cells), *other] for one, other in zip(lefts, rights, strict=True)
    ]


def broken(line: Iterable[Part], cells: int) -> tuple[Line, Line]:
    """*line* in two: as many whole words as *cells* hold, and the rest."""
    head, rest = list[Part](), list[Part]()
    for style, text in line:
        for word in map(unglued, re.findall(r" *[^ ]+| +", glued(text))):
            full = rest or width_of(head) + width(word) > cells
            (rest if full and head else head).append((style, word))
    if rest:
        rest[0] = (rest[0][0], rest[0][1].lstrip())
    return head, rest


def joined(parts: Iterable[Line], gap: str) -> Line:
    """Lines set side by side, with *gap* between them."""
    told: Line = []
    for part in parts:
        told += [("", gap), *part] if told else part
    return told


def flow(items: Iterable[Line], cells: int, gap: str = "   ") -> list[Line]:
    """*items* set one after the other, on as many lines of *cells* as they need."""
    lines: list[Line] = []
    for item in items:
        item = clip_line(item, cells)
        if lines and width_of(lines[-1]) + width(gap) + width_of(item) <= cells:
            lines[-1] += [("", gap), *item]
        else:
            lines.append(list(item))
    return lines


def folded(style: str, text: str, cells: int, indent: str = "") -> list[Line]:
    """*text* wrapped, as lines in one style."""
    return [[(style, line)] for line in wrapped(text, cells, indent)]


_PLAIN: Final = str.maketrans(
    {"…": "~", "─": "-", "│": "|", "·": "-", "▶": ">", "▲": "^", "×": "x", "–": "-"}
    | {"♣": "c", "♦": "d", "♥": "h", "♠": "s", "←": "<", "→": ">", "↑": "^", "↓": "v"}
    | {"╭": ".", "╮": ".", "╰": "'", "╯": "'", "┬": ".", "┴": "'", "▒": "#", "▐": "|"}
    | {"┏": "#", "┓": "#", "┗": "#", "┛": "#", "━": "=", "┃": "#"}
)


def narrowed(line: Iterable[Part], all_of_it: bool) -> Line:
    """*line* with our own signs in ASCII; with *all_of_it*, what strangers wrote as well.

    Every character is replaced by as many cells as it took.
    """
    return [
        (style, text if text.isascii() else _ascii(text, all_of_it)) for style, text in line
    ]


def _ascii(text: str, all_of_it: bool) -> str:
    told = text.translate(_PLAIN)
    if not all_of_it:
        return told
    return "".join(map(_plainest, told))


def _plainest(letter: str) -> str:
    """*letter* without its accents, or as many question marks as it took cells."""
    base = normalize("NFD", letter)[:1]
    return base if base.isascii() and width(letter) == 1 else "?" * width(letter)
