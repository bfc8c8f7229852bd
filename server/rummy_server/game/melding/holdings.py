"""Hands as one number each: which cards are held, and not what can be made of them.

A *holding* has bit *n* for a first card with face *n*, bit *n* + 64 for its twin from another
pack, and above bit 128 the number of jokers. Without twins and jokers it is a plain mask of
faces. No twin is held without its first card, so equal hands are equal numbers.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from rummy_protocol.cards import JOKER, Face

__all__ = [
    "COLUMN",
    "FIRSTS",
    "FULL_SUIT",
    "ONE_JOKER",
    "SUIT",
    "faces_of",
    "holding_of",
    "holds",
    "jokers_in",
    "less",
    "mask_of",
    "plus",
    "size_of",
]

FULL_SUIT: Final = 13
SUIT: Final = (1 << FULL_SUIT) - 1
"""The bits of one suit."""
FIRSTS: Final = (1 << 64) - 1
"""The bits of first cards."""
COLUMN: Final = sum(1 << place + shift for place in (0, 64) for shift in range(0, 52, 13))
"""The bits of all aces, twins included."""
ONE_JOKER: Final = 1 << 128
_NATURALS: Final = ONE_JOKER - 1


def mask_of(faces: Iterable[Face]) -> int:
    """The faces as bits. Equal faces fall together."""
    mask = 0
    for face in faces:
        mask |= 1 << face
    return mask


def holding_of(faces: Iterable[Face]) -> int:
    """The cards as a holding. A third card of one face is lost: compare `size_of`."""
    firsts = twins = jokers = 0
    for face in faces:
        if face == JOKER:
            jokers += 1
        else:
            twins |= firsts & 1 << face
            firsts |= 1 << face
    return firsts | twins << 64 | jokers << 128


@cache
def _suit_faces(shift: int, bits: int) -> tuple[Face, ...]:
    return tuple(Face(shift + n) for n in range(FULL_SUIT) if bits >> n & 1)


def faces_of(holding: int) -> tuple[Face, ...]:
    """The faces of a holding, lowest number first: twins twice, and jokers last."""
    firsts = (
        _suit_faces(0, holding & SUIT)
        + _suit_faces(13, holding >> 13 & SUIT)
        + _suit_faces(26, holding >> 26 & SUIT)
        + _suit_faces(39, holding >> 39 & SUIT)
    )
    if holding <= FIRSTS:
        return firsts
    twins = faces_of(holding >> 64 & FIRSTS)
    return (*sorted(firsts + twins), *(JOKER,) * (holding >> 128))


def jokers_in(holding: int) -> int:
    return holding >> 128


def size_of(holding: int) -> int:
    """How many cards it is."""
    return (holding & _NATURALS).bit_count() + (holding >> 128)


def holds(holding: int, other: int) -> bool:
    """Whether *other* is a part of *holding*."""
    naturals = other & _NATURALS
    return holding & naturals == naturals and holding >> 128 >= other >> 128


def less(holding: int, other: int) -> int:
    """*holding* without *other*, which is a part of it."""
    if holding <= FIRSTS:
        return holding & ~other
    jokers = (holding >> 128) - (other >> 128)
    firsts, twins = holding & FIRSTS, holding >> 64 & FIRSTS
    once, twice = other & FIRSTS, other >> 64 & FIRSTS
    return firsts & ~once | twins & once & ~twice | (twins & ~once) << 64 | jokers << 128


def plus(holding: int, other: int) -> int:
    """Both together. A third card of one face is lost: compare `size_of`."""
    jokers = (holding >> 128) + (other >> 128)
    firsts, more = holding & FIRSTS, other & FIRSTS
    twins = (holding | other) >> 64 & FIRSTS | firsts & more
    return firsts | more | twins << 64 | jokers << 128
