"""Making the text of strangers safe to draw, and names hard to forge.

Both ends use it: the server on what it hands on, the client on all that a server sends, for
the server may be the stranger. It changes text and never refuses it; what a name may be
beyond that is the house's business.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import Final

from wcwidth import wcwidth

__all__ = ["REPLACED", "cells", "clean", "skeleton", "within"]

REPLACED: Final = "\ufffd"
"""Stands where something was that must not reach a terminal."""

MARKS: Final = 2
"""Combining marks that a letter may carry; enough for every living script."""

_BREAKS: Final = frozenset("\t\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")
# Letters and symbols that draw nothing: whole names could be made of them.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u180e\u17b4\u17b5")
# Left out without a trace: they choose between shapes of the character before them, and
# terminals disagree about the width that follows.
_SHAPING: Final = frozenset(
    chr(number)
    for first, last in (
        (0x034F, 0x034F),
        (0x180B, 0x180D),
        (0x180F, 0x180F),
        (0xFE00, 0xFE0F),
        (0x1F3FB, 0x1F3FF),
        (0xE0100, 0xE01EF),
    )
    for number in range(first, last + 1)
)


def cells(text: str) -> int:
    """How many columns of a terminal *text* takes, once it is clean."""
    return sum(max(0, wcwidth(char)) for char in text)


def _allowed(char: str) -> str:
    """What *char* becomes: itself, a blank, the replacement, or nothing."""
    if char in _BREAKS:
        return " "
    if char in _SHAPING:
        return ""
    category = unicodedata.category(char)
    if category[0] == "C" or char in _BLANK:
        return REPLACED
    return " " if category[0] == "Z" else char


def _fitting(text: str, room: int) -> Iterator[str]:
    """The characters of *text* up to *room* cells, without too many or baseless marks."""
    marks = MARKS
    for char in text:
        width = max(0, wcwidth(char))
        if width == 0:
            marks += 1
            if marks > MARKS:
                continue
        else:
            marks = MARKS if char == " " else 0
        room -= width
        if room < 0:
            return
        yield char


def _line(text: str, room: int) -> str:
    if text.isascii() and text.isprintable():
        return " ".join(text.split())[:room].rstrip()
    plain = unicodedata.normalize("NFC", "".join(map(_allowed, text)))
    kept = "".join(_fitting(" ".join(plain.split()), room))
    return " ".join(kept.split())  # where a mark by itself stood there are two blanks now


def within(text: str, size: int) -> str:
    """As many of the first characters of *text* as have room in *size* bytes of UTF-8.

    Clean text may be three times as long as what was cleaned: a note of music becomes three
    characters, and a control character three bytes.
    """
    return text.encode()[:size].decode(errors="ignore")


def clean(text: str, cells: int, lines: int = 1) -> str:
    """*text* as it may be shown to anybody.

    Controls, format and bidirectional characters, surrogates, private and unassigned code
    points become U+FFFD; blanks of any kind become single spaces. With more than one line,
    line feeds part the lines, each is cut to *cells*, and lines beyond *lines* are dropped.
    """
    if lines == 1:
        return _line(text, cells)
    parts = (_line(part, cells) for part in text.replace("\r\n", "\n").split("\n"))
    return "\n".join([part for part in parts if part][:lines])


# What looks alike, by what it is taken for. Capitals and small letters are one here, so a
# letter goes with the look of its capital where the two differ.
_ALIKE: Final = str.maketrans(
    {
        **dict.fromkeys("iι1|ıӏіɩǀ", "l"),
        **dict.fromkeys("0оοօø", "o"),
        **dict.fromkeys("аαɑ", "a"),
        **dict.fromkeys("вβь", "b"),
        **dict.fromkeys("сϲ", "c"),
        **dict.fromkeys("ԁđ", "d"),
        **dict.fromkeys("еε", "e"),
        **dict.fromkeys("ɡ", "g"),
        **dict.fromkeys("нηһհħ", "h"),
        **dict.fromkeys("јϳ", "j"),
        **dict.fromkeys("кκ", "k"),
        **dict.fromkeys("łŀ", "l"),
        **dict.fromkeys("мμ", "m"),
        **dict.fromkeys("νпո", "n"),
        **dict.fromkeys("рρ", "p"),
        **dict.fromkeys("ԛ", "q"),
        **dict.fromkeys("г", "r"),
        **dict.fromkeys("ѕς", "s"),
        **dict.fromkeys("тτ", "t"),
        **dict.fromkeys("ս", "u"),
        **dict.fromkeys("ԝѡω", "w"),
        **dict.fromkeys("хχ", "x"),
        **dict.fromkeys("уυү", "y"),
        **dict.fromkeys("ζ", "z"),
        **dict.fromkeys("зʒ", "3"),
        **dict.fromkeys("‘’ʼ`´ʹ′", "'"),
        **dict.fromkeys("‐‑‒–—−", "-"),
    }
)


def skeleton(name: str) -> str:
    """What two names share that a person may take for each other.

    Only for comparing, never for showing. It knows the commonest pairs of Latin, Cyrillic,
    Greek and Armenian letters and of digits, and not the whole of Unicode.
    """
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", name).casefold())
    bare = "".join(char for char in folded if unicodedata.category(char)[0] != "M")
    alike = " ".join(bare.split()).translate(_ALIKE)
    return alike.replace("rn", "m").replace("vv", "w")
