"""Text in columns of cells: the widths that a terminal gives, not the count of characters.

Bare text only; what has styles is laid out by `screen.cells`. It is a module of its own so that
a command that prints a table need not load every screen.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

from wcwidth import wcwidth

from .signs import glued, unglued

__all__ = ["clip", "padded", "width", "wrapped"]


@lru_cache(maxsize=4096)
def _cell(letter: str) -> int:
    return max(0, wcwidth(letter))


@lru_cache(maxsize=16384)
def width(text: str) -> int:
    """The cells that *text* takes."""
    return len(text) if text.isascii() else sum(map(_cell, text))


def clip(text: str, cells: int) -> str:
    """*text*, cut to *cells*, with an ellipsis in the last one if something was cut."""
    if width(text) <= cells:
        return text
    kept, used = "", 0
    for letter in text:
        used += _cell(letter)
        if used > cells - 1:
            break
        kept += letter
    return kept + "…" if cells > 0 else ""


def padded(text: str, cells: int) -> str:
    """*text*, cut or filled with blanks, so that it takes exactly *cells*."""
    text = clip(text, cells)
    return text + " " * (cells - width(text))


def wrapped(text: str, cells: int, indent: str = "") -> list[str]:
    """*text* broken at blanks into lines of *cells*; a word that is too long is cut up.

    Signs that stand by themselves, as French has them, stay with the word that they belong to.
    """
    return list(_wrapped(text, cells, indent))


@lru_cache(maxsize=2048)
def _wrapped(text: str, cells: int, indent: str) -> tuple[str, ...]:
    lines, line = list[str](), ""
    for piece in _words(text, cells - width(indent)):
        lead = line + " " if line.strip() else line
        if line.strip() and width(lead + piece) > cells:
            lines.append(line)
            lead = indent
        line = lead + piece
    return (*lines, line) if line.strip() else tuple(lines)


def _words(text: str, cells: int) -> Iterable[str]:
    """What no line is broken in: words with the signs that belong to them, if there is room."""
    for word in glued(" ".join(text.split())).split(" "):
        whole = unglued(word)
        for part in [whole] if width(whole) <= cells else whole.split():
            yield from _pieces(part, cells)


def _pieces(word: str, cells: int) -> Iterable[str]:
    piece = ""
    for letter in word:
        if piece and width(piece + letter) > max(cells, 2):
            yield piece
            piece = ""
        piece += letter
    if piece:
        yield piece
