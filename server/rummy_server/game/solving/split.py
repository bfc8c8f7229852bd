"""A hand in melds and what is left over, and the weights by which one split beats another.

How the best one is found stands in `solve_plain` and `solve_wide`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rummy_protocol.cards import Face

__all__ = ["CARD", "NEVER", "POINT", "Split", "Weights", "weights_of"]

POINT: Final = 1 << 12
"""What is gained by laying a card is one number: points first, then cards, then few melds."""
CARD: Final = 1 << 6
NEVER: Final = -1 << 60


class Split(msgspec.Struct, frozen=True):
    """A hand in melds and what is left over."""

    melds: tuple[tuple[Face, ...], ...]
    """Each in lying order, jokers in their places; sets first, then runs by suit."""
    deadwood: tuple[Face, ...]
    """Lowest number first."""
    points: int
    """Of the deadwood."""


def weights_of(values: Sequence[int]) -> tuple[int, ...]:
    """What laying each face gains, from its points in hand."""
    return tuple(value * POINT + CARD for value in values)


class Weights(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """What is gained by laying cards: the sum over a meld, less one, so that few melds are
    better than many."""

    natural: tuple[int, ...]
    """By face."""
    wild: tuple[int, ...]
    """What a joker gains that stands for the face."""
    low_ace: int = 0
    """What a run gains less with an ace below a two in it."""
