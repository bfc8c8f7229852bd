"""Every choice of sets from the cards of one rank with twins and jokers.

Runs are the business of `suit_runs`. What is *held* of a rank is a holding of aces here,
whatever its rank is.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from ..melding.holdings import FIRSTS, FULL_SUIT, holds, less, plus, size_of
from ..melding.jokers import most_jokers
from ..melding.layings import Laying
from ..melding.melds import MeldRules

__all__ = ["Choice", "Set", "choices", "laid_set"]

Set: TypeAlias = tuple[int, int]
"""Its natural cards, and how many jokers it takes."""
Choice: TypeAlias = tuple[int, int, tuple[Set, ...]]
"""The natural cards and the jokers that some sets take together, and these sets."""


@lru_cache(maxsize=1 << 14)
def choices(melds: MeldRules, held: int, jokers: int) -> tuple[Choice, ...]:
    """Every choice of sets, none at all first.

    Of those that take the same cards there is only one, with the fewest sets.
    """
    found: dict[Set, Choice] = {}
    for choice in _choices(melds, held, jokers):
        known = found.setdefault(choice[:2], choice)
        if len(choice[2]) < len(known[2]):
            found[choice[:2]] = choice
    return tuple(found.values())


def _choices(melds: MeldRules, held: int, jokers: int) -> Iterator[Choice]:
    if not held:
        yield 0, 0, ()
        return
    low = held & FIRSTS & -held
    yield from choices(melds, less(held, low), jokers)
    for naturals in _parts(melds, held, low):
        for taken in _jokers_in(melds, size_of(naturals), jokers):
            for more, others, sets in choices(melds, less(held, naturals), jokers - taken):
                yield plus(naturals, more), taken + others, ((naturals, taken), *sets)


def _parts(melds: MeldRules, held: int, low: int) -> list[int]:
    """What of *held* can be the natural cards of one set, *low* among them."""
    parts = [low]
    rest = less(held, low) if melds.any_suits else held & FIRSTS ^ low
    for of in range(4):
        for one in (1 << of * FULL_SUIT,) * 2:
            if holds(rest, one):
                rest = less(rest, one)
                parts = list(dict.fromkeys((*parts, *(plus(part, one) for part in parts))))
    return parts


def _jokers_in(melds: MeldRules, naturals: int, jokers: int) -> range:
    """How many jokers can make a set of so many natural cards, out of *jokers*."""
    room = min(melds.set_max, 4 * melds.packs if melds.any_suits else 4)
    most = min(jokers, room - naturals)
    while most > 0 and most > most_jokers(melds, naturals + most):
        most -= 1
    return range(max(melds.set_min - naturals, 0), most + 1)


def laid_set(melds: MeldRules, rank: int, chosen: Set) -> Laying:
    """The set of the *rank* less one; its jokers stand for the first suits that are missing."""
    stands, jokers = chosen
    wild = 0
    # Twins only once all suits are there.
    for one in [1 << of * FULL_SUIT + twin for twin in (0, 64) for of in range(4)]:
        if jokers and not stands & one:
            stands, jokers = stands | one, jokers - 1
            wild = plus(wild, one if one <= FIRSTS else one >> 64)
    return Laying(stands << rank, wild << rank)
