"""How jokers may lie in a meld, and in which order a meld with them lies.

Which melds a hand holds is the business of `layings`; what given cards mean that of `readings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from rummy_protocol.cards import Face

from .holdings import FULL_SUIT, faces_of, holding_of, less, plus, size_of
from .melds import Lying, MeldRules, meld_table

__all__ = ["is_run", "lying_orders", "most_jokers", "wilds"]


def is_run(stands: int) -> bool:
    """Whether the meld *stands* lies in one suit without twins."""
    lowest = (stands & -stands).bit_length() - 1
    return lowest // FULL_SUIT == (stands.bit_length() - 1) // FULL_SUIT


def lying_orders(
    melds: MeldRules, stands: int, wild: int, before: Lying = ()
) -> tuple[Lying, ...]:
    """The orders in which a meld may lie; none if *stands* is no meld, or may not have *wild*.

    Args:
        wild: those of *stands* that are jokers.
        before: what lay there, if this is what came of it: it keeps its place (R20).
    """
    found = meld_table(melds).orders.get(stands, ())
    if not found or (not wild and len(found) == 1):
        return found
    if wild and not _borne(melds, stands, wild):
        return ()
    run = is_run(stands)
    if run and before and len(found) > 1:
        found = tuple(lying for lying in found if _keeps(lying, before))
    if run and not melds.jokers.neighbours and size_of(wild) > 1:
        found = tuple(lying for lying in found if _apart(lying, wild))
    return found


def most_jokers(melds: MeldRules, size: int) -> int:
    """How many jokers a meld of *size* cards bears."""
    limits = melds.jokers
    most = size // 2 if limits.not_more else size - 1
    return most if limits.per_meld is None else min(most, limits.per_meld)


def _borne(melds: MeldRules, stands: int, wild: int) -> bool:
    return size_of(wild) <= most_jokers(melds, size_of(stands))


def _apart(lying: Sequence[Face], wild: int) -> bool:
    """Whether no two jokers lie side by side."""
    return not any(wild >> one & wild >> other & 1 for one, other in pairwise(lying))


def _keeps(lying: Lying, before: Lying) -> bool:
    """Whether *before* is an unbroken stretch of *lying*."""
    start = lying.index(before[0])
    return lying[start : start + len(before)] == before


def wilds(melds: MeldRules, stands: int, missing: int, jokers: int) -> Iterator[int]:
    """Which cards of the meld *stands* up to so many *jokers* can be, few jokers first.

    Args:
        missing: what they must be at least.
    """
    least = size_of(missing)
    most = min(jokers, most_jokers(melds, size_of(stands)))
    others = faces_of(less(stands, missing)) if most > least else ()
    for more in range(most - least + 1):
        for chosen in dict.fromkeys(combinations(others, more)):
            wild = plus(missing, holding_of(chosen))
            if lying_orders(melds, stands, wild):
                yield wild
