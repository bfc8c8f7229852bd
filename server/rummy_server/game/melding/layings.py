"""Every way to lay a meld out of a hand, jokers in every place where they may be.

What cards that somebody names could mean is the business of `readings`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from .holdings import COLUMN, FIRSTS, FULL_SUIT, ONE_JOKER, SUIT, less, plus, size_of
from .jokers import lying_orders, wilds
from .melds import MeldRules, meld_table

__all__ = ["Laying", "growths", "layings", "used"]


class Laying(NamedTuple):
    """A meld with what its jokers stand for, but not in which order it lies."""

    stands: int
    """What lies there, as a holding without jokers."""
    wild: int
    """Those of *stands* that are jokers, likewise."""


def used(laying: Laying) -> int:
    """The cards that it takes: the natural ones and the number of jokers."""
    stands, wild = laying
    return less(stands, wild) + size_of(wild) * ONE_JOKER if wild else stands


@lru_cache(maxsize=1 << 12)
def layings(melds: MeldRules, holding: int) -> tuple[Laying, ...]:
    """Every meld that *holding* can lay, each with every place for its jokers.

    Runs by suit, then sets by rank, as in `masks_in`; those that differ in their jokers only
    lie side by side, few jokers first.
    """
    jokers = holding >> 128
    found: list[Laying] = []
    for of in range(4):
        bits = holding >> of * FULL_SUIT & SUIT
        if bits and bits.bit_count() + jokers >= melds.run_min:
            found += _runs(melds, of, bits, jokers)
    naturals = holding & (ONE_JOKER - 1 if melds.any_suits else FIRSTS)
    for place in range(FULL_SUIT):
        held = naturals & COLUMN << place
        if held and held.bit_count() + jokers >= melds.set_min:
            found += _sets(melds, place, held, jokers)
    return tuple(found)


@lru_cache(maxsize=1 << 14)
def _runs(melds: MeldRules, of: int, bits: int, jokers: int) -> tuple[Laying, ...]:
    """The runs out of the *bits* of one suit."""
    shift, most = of * FULL_SUIT, bits.bit_count() + jokers
    return tuple(
        Laying(run << shift, wild)
        for run in meld_table(melds).runs
        if run.bit_count() <= most and (run & ~bits).bit_count() <= jokers
        for wild in wilds(melds, run << shift, (run & ~bits) << shift, jokers)
    )


@lru_cache(maxsize=1 << 14)
def _sets(melds: MeldRules, place: int, held: int, jokers: int) -> tuple[Laying, ...]:
    """The sets out of the cards *held* of one rank."""
    table, most = meld_table(melds), held.bit_count() + jokers
    return tuple(
        Laying(stands, wild)
        for stands in table.twin_sets[place] + table.sets[place]
        if stands.bit_count() <= most
        for wild in wilds(melds, stands, _lacking(stands, held), jokers)
    )


def _lacking(stands: int, held: int) -> int:
    """What *stands* has more than *held*, as a holding."""
    twice = stands >> 64 & FIRSTS & ~(held >> 64)
    once = stands & FIRSTS & ~held
    return once | twice | (once & twice) << 64


def growths(melds: MeldRules, laying: Laying, holding: int) -> tuple[Laying, ...]:
    """The meld with any single card of *holding* added, a joker as each that it can be."""
    open_to = meld_table(melds).grows[laying.stands]
    if not holding >> 128:
        fits = holding & open_to
        return _grown(melds, laying, fits, 0) if fits else ()
    return _grown(melds, laying, holding & open_to, open_to)


@lru_cache(maxsize=1 << 14)
def _grown(melds: MeldRules, laying: Laying, fits: int, free: int) -> tuple[Laying, ...]:
    """*laying* with each natural card of *fits*, and with a joker for each of *free*."""
    before = lying_orders(melds, *laying)[0]
    found: list[Laying] = []
    for natural in (True, False):
        left = fits if natural else free
        while left:
            one = left & -left
            left ^= one
            stands = plus(laying.stands, one)
            wild = laying.wild if natural else plus(laying.wild, one)
            if lying_orders(melds, stands, wild, before):
                found.append(Laying(stands, wild))
    return tuple(found)
