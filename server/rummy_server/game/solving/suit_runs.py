"""The best runs of one suit with twins and jokers. Sets are the business of `rank_sets`.

What is *held* of a suit is 26 bits here: thirteen for the first cards by rank, and thirteen
for their twins.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, lru_cache
from itertools import combinations
from typing import TypeAlias

import msgspec

from ..melding.holdings import FULL_SUIT, SUIT
from ..melding.jokers import lying_orders, most_jokers
from ..melding.melds import MeldRules, meld_table

__all__ = ["SuitRuns", "suit_runs"]

_Option: TypeAlias = tuple[int, int, int, int]
"""A run: its natural cards, how many jokers it takes, what it gains, and all its ranks."""


class SuitRuns(msgspec.Struct, frozen=True):
    """What has been looked up in one suit, or will be."""

    gains: Callable[[int, int], tuple[int, ...]]
    """What the best runs gain with at most 0, 1, 2 ... jokers: by what is held, and up to how
    many jokers."""
    laid: Callable[[int, int, int], tuple[tuple[int, int], ...]]
    """Those runs and what of them are jokers: by the same, and at most so many of them."""


@lru_cache(maxsize=64)
def suit_runs(
    melds: MeldRules, natural: tuple[int, ...], wild: tuple[int, ...], low_ace: int
) -> SuitRuns:
    """The lookups of a suit in which cards and jokers gain so much by rank."""
    options = _options(melds, natural, wild, low_ace)

    @lru_cache(maxsize=1 << 16)
    def gains(held: int, jokers: int) -> tuple[int, ...]:
        bits = held & SUIT
        if bits.bit_count() + jokers < melds.run_min or not bits:
            return (0,) * (jokers + 1)
        best = list(gains(_without(held, bits & -bits), jokers))
        for naturals, taken, gain, _ in options(bits, jokers):
            others = gains(_without(held, naturals), jokers)
            for most in range(taken, jokers + 1):
                best[most] = max(best[most], gain + others[most - taken])
        return tuple(best)

    def laid(held: int, jokers: int, most: int) -> tuple[tuple[int, int], ...]:
        bits, target = held & SUIT, gains(held, jokers)[most]
        if not target:
            return ()
        for naturals, taken, gain, run in options(bits, jokers):
            rest = _without(held, naturals)
            if taken <= most and gain + gains(rest, jokers)[most - taken] == target:
                return ((run, run ^ naturals), *laid(rest, jokers, most - taken))
        return laid(_without(held, bits & -bits), jokers, most)

    return SuitRuns(gains, laid)


def _options(
    melds: MeldRules, natural: tuple[int, ...], wild: tuple[int, ...], low_ace: int
) -> Callable[[int, int], tuple[_Option, ...]]:
    """Every run with the lowest card of some bits in it, by these bits and by jokers.

    Of runs that take the same cards there is only the one that gains most; of those the
    highest.
    """
    weight_of = cache(lambda bits: _sum(natural, bits))
    weight_of_wild = cache(lambda bits: _sum(wild, bits))

    @lru_cache(maxsize=1 << 14)
    def options(bits: int, jokers: int) -> tuple[_Option, ...]:
        low, found = bits & -bits, dict[tuple[int, int], tuple[int, int]]()
        for run in meld_table(melds).runs:
            if not run & low or (run & ~bits).bit_count() > jokers:
                continue
            less = 1 + (low_ace if run & 3 == 3 else 0)
            for standing in _wilds(melds, run, bits, jokers):
                key = run ^ standing, standing.bit_count()
                gain = weight_of(key[0]) + weight_of_wild(standing) - less
                found[key] = max(found.get(key, (gain, 0)), (gain, run))
        return tuple((*key, *value) for key, value in found.items())

    return options


def _wilds(melds: MeldRules, run: int, bits: int, jokers: int) -> list[int]:
    """What can be jokers in *run* if its lowest card of *bits* is none."""
    missing = run & ~bits
    spare = min(jokers, most_jokers(melds, run.bit_count())) - missing.bit_count()
    if spare < 0:
        return []
    found = [missing | more for more in _parts(run & bits & ~(bits & -bits), spare)]
    if melds.jokers.neighbours:
        return found
    return [standing for standing in found if lying_orders(melds, run, standing)]


@lru_cache(maxsize=1 << 15)
def _parts(bits: int, most: int) -> tuple[int, ...]:
    """Every choice of at most so many of *bits*, few first."""
    ones = [1 << place for place in range(FULL_SUIT) if bits >> place & 1]
    return tuple(sum(chosen) for size in range(most + 1) for chosen in combinations(ones, size))


def _sum(weights: tuple[int, ...], bits: int) -> int:
    return sum(weight for place, weight in enumerate(weights) if bits >> place & 1)


def _without(held: int, naturals: int) -> int:
    """What is held, without one card of each rank in *naturals*."""
    bits, twins = held & SUIT, held >> FULL_SUIT
    return bits & ~naturals | twins & naturals | (twins & ~naturals) << FULL_SUIT
