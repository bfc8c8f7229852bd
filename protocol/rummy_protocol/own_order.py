"""A hand as its owner lays it: cards in groups, kept true while cards come and go.

A server keeps such an order and a client draws it, and both have to come to the same. What is
laid where means nothing to the game.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import TypeAlias

from .cards import Face

__all__ = ["Order", "merged"]

Order: TypeAlias = tuple[tuple[Face, ...], ...]
"""Groups of cards, none of them empty. No groups at all: there is no order of one's own."""


def merged(order: Iterable[Iterable[Face]], hand: Iterable[Face]) -> Order:
    """*order* with exactly the cards of *hand* in it.

    What is not in the hand is left out, of equal cards the last; what is new comes at the end
    of the last group, in the order of *hand*.
    """
    left = Counter(hand)
    groups = [tuple([face for face in group if _takes(left, face)]) for group in order]
    kept = [group for group in groups if group]
    new = tuple(left.elements())
    if new:
        kept[-1:] = [(*kept[-1], *new)] if kept else [new]
    return tuple(kept)


def _takes(left: Counter[Face], face: Face) -> bool:
    """Whether there is one more *face*, which is then taken from what is *left*."""
    if left[face] < 1:
        return False
    left[face] -= 1
    return True
