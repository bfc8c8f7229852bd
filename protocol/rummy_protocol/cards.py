"""Faces of cards: the one vocabulary of cards that crosses the wire.

A *face* is what a card shows, as a small integer: suit times thirteen, plus rank less one;
``AC`` is 0 and ``KS`` is 51. The joker, of which there is one face, is 52. Which of two
equal cards is meant, the wire never says: physical cards live inside the server only.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Final, NewType

import msgspec

__all__ = [
    "JOKER",
    "RANKS",
    "SUITS",
    "Face",
    "face_of",
    "faces",
    "is_joker",
    "name",
    "names",
    "parse_face",
    "rank",
    "suit",
]

Face = NewType("Face", Annotated[int, msgspec.Meta(ge=0, le=52)])
"""What a card shows: 0 to 51, or 52 for a joker. No other number gets in off the wire."""

RANKS: Final = "A23456789TJQK"
"""The letter of rank *r* stands at place *r* - 1; the ace has rank 1."""

SUITS: Final = "CDHS"
"""Clubs, diamonds, hearts, spades, numbered from 0."""

JOKER: Final = Face(52)


def face_of(rank: int, suit: int) -> Face:
    """The face of *rank* (1 to 13, the ace is 1) in *suit* (0 to 3)."""
    return Face(suit * 13 + rank - 1)


def rank(face: Face) -> int:
    """1 for an ace to 13 for a king. Meaningless for a joker."""
    return face % 13 + 1


def suit(face: Face) -> int:
    """0 to 3, a place in `SUITS`. Meaningless for a joker."""
    return face // 13


def is_joker(face: Face) -> bool:
    return face == JOKER


_NAMES: Final = (*(r + s for s in SUITS for r in RANKS), "JK")
_BY_NAME: Final = {text: Face(number) for number, text in enumerate(_NAMES)}


def name(face: Face) -> str:
    """The notation of a face: ``7H``, ``TD``, ``AS``, ``JK``."""
    return _NAMES[face]


def names(held: Iterable[Face]) -> str:
    """Faces in notation, separated by blanks."""
    return " ".join(_NAMES[face] for face in held)


def parse_face(text: str) -> Face:
    """Read a face from its notation; capitals do not matter, and ``10`` is ``T``.

    Raises:
        ValueError: *text* names no card.
    """
    letters = text.strip().upper()
    found = _BY_NAME.get(letters.replace("10", "T", 1))
    if found is None:
        raise ValueError(f"not a card: {text!r}")
    return found


def faces(text: str) -> tuple[Face, ...]:
    """Read faces that are separated by blanks: ``faces("7S 8S 9S")``.

    Raises:
        ValueError: one of them is no card.
    """
    return tuple(map(parse_face, text.split()))
