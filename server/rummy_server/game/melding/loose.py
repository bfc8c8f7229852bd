"""What jokers that lie give way to, and what becomes of the meld.

Where a set frees a joker only for all of its missing suits, the jokers of a set are bound to
none: they stand for what is left over, whatever is laid beside them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .holdings import ONE_JOKER, faces_of, holds, less, plus, size_of
from .jokers import is_run
from .layings import Laying, used
from .melds import MeldRules
from .readings import laying_of, readings

__all__ = ["Swap", "is_loose", "settled", "swaps_for"]


class Swap(NamedTuple):
    """A way to take one joker from a meld."""

    given: int
    """The natural cards that take its place, as a holding."""
    after: Laying


def is_loose(loose: bool, laying: Laying) -> bool:
    """Whether the jokers of the meld are bound to no suit."""
    return loose and bool(laying.wild) and not is_run(laying.stands)


@lru_cache(maxsize=1 << 12)
def settled(melds: MeldRules, before: Laying, holding: int) -> Laying | None:
    """The set of all cards of *holding*; what its jokers stand for changes little."""
    sets = [
        laying
        for reading in readings(melds, faces_of(holding))
        if not is_run((laying := laying_of(reading)).stands)
    ]
    kept = [laying for laying in sets if holds(laying.wild, before.wild)]
    return next(iter(kept or sets), None)


@lru_cache(maxsize=1 << 12)
def swaps_for(melds: MeldRules, loose: bool, laying: Laying) -> tuple[Swap, ...]:
    """Every way to take a joker from the meld, if one had the cards for it."""
    stands, wild = laying
    if not wild:
        return ()
    if is_loose(loose, laying):
        return _released(melds, laying)
    return tuple(
        Swap(1 << face, Laying(stands, less(wild, 1 << face)))
        for face in sorted(set(faces_of(wild)))
    )


def _released(melds: MeldRules, laying: Laying) -> tuple[Swap, ...]:
    """A joker that is alone in a set goes for both missing cards, else for any one."""
    held = used(laying)
    naturals, jokers = held & (ONE_JOKER - 1), held >> 128
    rank = (faces_of(naturals)[0]) % 13
    missing = [1 << rank + s for s in range(0, 52, 13) if not naturals >> rank + s & 1]
    if jokers == 1:
        closed = size_of(held) != 3 or melds.set_max < 4
        pairs = [a | b for n, a in enumerate(missing) for b in missing[n + 1 :]]
        given = [] if closed else pairs
    else:
        given = missing
    changed = [
        (cards, settled(melds, laying, plus(held - ONE_JOKER, cards))) for cards in given
    ]
    return tuple([Swap(cards, after) for cards, after in changed if after is not None])
