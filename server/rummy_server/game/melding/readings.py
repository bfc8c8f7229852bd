"""What given cards mean as one meld: which cards its jokers stand for, and how it lies.

Which melds a hand holds is the business of `layings`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

import msgspec

from rummy_protocol.cards import Face

from .holdings import FULL_SUIT, holding_of, holds, jokers_in, less, plus, size_of
from .jokers import lying_orders
from .layings import Laying
from .melds import Lying, MeldRules, meld_table

__all__ = ["Reading", "laying_of", "reading_of", "readings", "readings_grown"]


class Reading(msgspec.Struct, frozen=True):
    """A meld in lying order: a run from low to high, a set by suit."""

    lying: tuple[Face, ...]
    """What each card stands for."""
    wild: tuple[bool, ...]
    """Which of them are jokers; of equal cards the last ones are."""


def laying_of(reading: Reading) -> Laying:
    """The same, without its order."""
    jokers = (face for face, wild in zip(reading.lying, reading.wild, strict=True) if wild)
    return Laying(holding_of(reading.lying), holding_of(jokers))


def reading_of(melds: MeldRules, laying: Laying) -> Reading:
    """The same, as it lies on the table."""
    return _reading(lying_orders(melds, *laying)[0], laying.wild)


def _reading(lying: Lying, wild: int) -> Reading:
    if not wild:
        return Reading(lying, (False,) * len(lying))
    flags: list[bool] = []
    for face in reversed(lying):
        flags.append(holds(wild, 1 << face))
        if flags[-1]:
            wild = less(wild, 1 << face)
    return Reading(lying, tuple(reversed(flags)))


def readings(melds: MeldRules, cards: Sequence[Face]) -> tuple[Reading, ...]:
    """Every meaning of *cards* as one meld; none if they are no meld.

    Where a whole suit could lie in several ways, it is the first of them.
    """
    holding = holding_of(cards)
    return _readings(melds, holding) if size_of(holding) == len(cards) else ()


@lru_cache(maxsize=1 << 10)
def _readings(melds: MeldRules, holding: int) -> tuple[Reading, ...]:
    naturals = less(holding, jokers_in(holding) << 128)
    return tuple(_meanings(melds, naturals, 0, size_of(holding), ()))


def readings_grown(
    melds: MeldRules, lying: Reading, cards: Sequence[Face]
) -> tuple[Reading, ...]:
    """Every meaning of adding all of *cards* at once to what lies.

    What lies keeps its place and its meaning (R20).
    """
    added = holding_of(cards)
    if not cards or size_of(added) != len(cards):
        return ()
    before = laying_of(lying)
    naturals = plus(before.stands, less(added, jokers_in(added) << 128))
    size = len(lying.lying) + len(cards)
    if size_of(naturals) + jokers_in(added) != size:
        return ()
    return tuple(_meanings(melds, naturals, before.wild, size, lying.lying))


def _meanings(
    melds: MeldRules, known: int, wild: int, size: int, before: Lying
) -> Iterator[Reading]:
    """Every meld of *size* cards with all the *known* ones in it, the rest jokers."""
    for stands in _around(melds, known, size):
        jokers = plus(wild, less(stands, known))
        orders = lying_orders(melds, stands, jokers, before)
        if orders:
            yield _reading(orders[0], jokers)


def _around(melds: MeldRules, known: int, size: int) -> Iterator[int]:
    """Every meld of *size* cards with all the *known* ones in it."""
    if not known:
        return
    table, lowest = meld_table(melds), (known & -known).bit_length() - 1
    shift, place = lowest - lowest % FULL_SUIT, lowest % FULL_SUIT
    for run in table.runs:
        if run.bit_count() == size and holds(run << shift, known):
            yield run << shift
    for stands in table.sets[place] + table.twin_sets[place]:
        if size_of(stands) == size and holds(stands, known):
            yield stands
