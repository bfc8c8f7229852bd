"""What a meld counts towards an opening. Whether that suffices is the judge's business."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from typing import Final

from rummy_protocol.cards import rank

from .holdings import faces_of
from .jokers import is_run
from .layings import Laying
from .readings import Reading

__all__ = ["OPENING_POINTS", "opening_points"]

OPENING_POINTS: Final[tuple[int, ...]] = (11, *range(2, 11), 10, 10, 10) * 4
"""By face."""
_LESS: Final = 10
"""What an ace below a two counts less."""


def opening_points(meld: Laying | Reading) -> int:
    """The points of a meld; a joker counts as what it stands for.

    An ace counts 11, and 1 below a two in a run. Where a `Laying` is a whole suit its ace
    is taken to be below the two.
    """
    if isinstance(meld, Laying):
        return _points(meld.stands)
    points = sum(OPENING_POINTS[face] for face in meld.lying)
    ranks = [rank(face) for face in meld.lying]
    return points - (_LESS if (1, 2) in pairwise(ranks) else 0)


@lru_cache(maxsize=1 << 13)
def _points(stands: int) -> int:
    ranks = {rank(face) for face in faces_of(stands)}
    points = sum(OPENING_POINTS[face] for face in faces_of(stands))
    return points - (_LESS if is_run(stands) and {1, 2} <= ranks else 0)
