"""How cards and frames look on this terminal, and the styles by which colours are chosen.

A style is a name; which colour it gets, `terminal` says. Suits are never told by colour alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

import msgspec

from rummy_protocol.cards import JOKER, SUITS, Face, is_joker, rank, suit

from .cells import Line, Part

__all__ = ["Look", "Size", "card_part", "card_text", "cards_line", "lying_line", "meld_text"]

_SIGNS: Final = "♣♦♥♠"
_LETTERS: Final = "cdhs"
_RANKS: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


class Look(msgspec.Struct, frozen=True):
    """What the terminal can show, as far as it concerns what is written."""

    letters: bool = False
    """Suits as letters and frames as ASCII."""
    ascii_only: bool = False
    """Nothing but ASCII at all: the terminal is not a Unicode one."""

    @property
    def rule(self) -> str:
        return "-" if self.letters or self.ascii_only else "─"

    @property
    def bar(self) -> str:
        return "|" if self.letters or self.ascii_only else "│"

    @property
    def dot(self) -> str:
        return "-" if self.letters or self.ascii_only else "·"

    @property
    def arrow(self) -> str:
        return ">" if self.letters or self.ascii_only else "▶"

    @property
    def caret(self) -> str:
        return "^" if self.letters or self.ascii_only else "▲"


class Size(msgspec.Struct, frozen=True):
    columns: int
    rows: int


def _suit_sign(face: Face, look: Look) -> str:
    return (_LETTERS if look.letters or look.ascii_only else _SIGNS)[suit(face)]


def card_text(face: Face, look: Look) -> str:
    """A card as ``7♠`` or ``7s``."""
    if face == JOKER:
        return "JK"
    return _RANKS[rank(face)] + _suit_sign(face, look)


def suit_style(face: Face) -> str:
    """The style of a card's suit: one of four, which two colours share."""
    return "joker" if face == JOKER else SUITS[suit(face)].lower()


def card_part(face: Face, look: Look, on: str = "face") -> Part:
    """A card in its colour, on the ground named *on*."""
    return f"class:{on}.{suit_style(face)}", card_text(face, look)


def cards_line(faces: Iterable[Face], look: Look, on: str = "face") -> Line:
    """Cards in their colours, set apart by blanks."""
    told: Line = []
    for face in faces:
        if told:
            told.append((f"class:{on}", " "))
        told.append(card_part(face, look, on))
    return told


def lying_line(
    faces: Sequence[Face], stands: Sequence[Face], look: Look, on: str = "text"
) -> Line:
    """The cards of a meld; a joker with the card that it stands for: ``JK=9♣``."""
    if len(stands) != len(faces):
        return cards_line(faces, look, on)
    told: Line = []
    for face, card in zip(faces, stands, strict=True):
        if told:
            told.append((f"class:{on}", " "))
        told.append(card_part(face, look, on))
        if is_joker(face):
            told += [(f"class:{on}", "="), card_part(card, look, on)]
    return told


def meld_text(faces: tuple[Face, ...], look: Look, stands: tuple[Face, ...] = ()) -> str:
    """A meld as short as can be: ``7-10♠`` for a run of four, ``Q♣♦♥`` for a set.

    With jokers: ``7-10♠ JK=9♠``.
    """
    lying = stands if len(stands) == len(faces) else faces
    if len(faces) < 3 or JOKER in lying:
        return " ".join(card_text(face, look) for face in faces)
    if len({rank(face) for face in lying}) == 1:
        told = _RANKS[rank(lying[0])] + "".join(_suit_sign(face, look) for face in lying)
    else:
        told = f"{_RANKS[rank(lying[0])]}-{card_text(lying[-1], look)}"
    pairs = zip(faces, lying, strict=True)
    jokers = [f"JK={card_text(card, look)}" for face, card in pairs if is_joker(face)]
    return " ".join([told, *jokers])
