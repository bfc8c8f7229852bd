"""The best split of a hand into melds and deadwood: exact, never greedy.

A card lies in a set, in a run or in neither. Once it is settled which ranks give sets, the
four suits have nothing to do with each other, and the best runs of a suit depend on its
thirteen bits alone. So the few choices of sets are tried one by one, and the rest is looked
up. A second pack and jokers will need a wider key, not another idea.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

import msgspec

from rummy_protocol.cards import Face

from .melds import (
    FULL_SUIT,
    SUIT,
    MeldRules,
    MeldTable,
    faces_of,
    mask_of,
    meld_table,
    ranks_held,
)

__all__ = ["Split", "best_after_discard", "best_split"]


# What is gained by laying a card, as one number: points first, then cards, then few melds.
_POINT: Final = 1 << 12
_CARD: Final = 1 << 6

_Runs: TypeAlias = tuple[int, tuple[int, ...]]
"""What the best runs of a suit gain, and their bits."""
_Part: TypeAlias = tuple[tuple[tuple[Face, ...], ...], tuple[Face, ...], int]
"""Melds, deadwood and its points."""
_Choice: TypeAlias = tuple[int, int, tuple[int, ...]]
"""The hand without the sets that were chosen, what they gain, and their masks."""


class Split(msgspec.Struct, frozen=True):
    """A hand in melds and what is left over."""

    melds: tuple[tuple[Face, ...], ...]
    """Each in lying order; sets first, then runs by suit."""
    deadwood: tuple[Face, ...]
    """Lowest number first."""
    points: int
    """Of the deadwood."""


class _Solver(msgspec.Struct, frozen=True):
    """What a game's solver has looked up or will."""

    gains: tuple[int, ...]
    """Of each face."""
    sets: tuple[tuple[tuple[int, int], ...], ...]
    """By rank less one: masks of its sets, and what each gains."""
    runs: Callable[[int, int], _Runs]
    """By suit and bits."""
    parts: Callable[[int, int], _Part]
    """By suit and bits: the same as a part of a split."""
    thrown: Callable[[int, int, int], tuple[int, int]]
    """By suit, bits and locked bit: what the best runs and one card beside them gain at
    most, and the bit of that card; 0, where there is none."""


@lru_cache(maxsize=64)
def _solver(melds: MeldRules, values: tuple[int, ...]) -> _Solver:
    gains = tuple(value * _POINT + _CARD for value in values)
    table = meld_table(melds)
    by_lowest: dict[int, list[int]] = {}
    for run in table.runs:
        by_lowest.setdefault(run & -run, []).append(run)

    @cache
    def runs(suit: int, bits: int) -> _Runs:
        if bits.bit_count() < melds.run_min:
            return 0, ()
        low = bits & -bits
        best = runs(suit, bits ^ low)
        for run in by_lowest.get(low, ()):
            if run & bits == run:
                gain, others = runs(suit, bits ^ run)
                gain += _gain(gains, run << suit * FULL_SUIT)
                if gain > best[0]:
                    best = gain, (run, *others)
        return best

    @cache
    def parts(suit: int, bits: int) -> _Part:
        shift, dead = suit * FULL_SUIT, bits
        for run in runs(suit, bits)[1]:
            dead ^= run
        melded = tuple(table.orders[run << shift][0] for run in runs(suit, bits)[1])
        deadwood = faces_of(dead << shift)
        return melded, deadwood, sum(values[face] for face in deadwood)

    @cache
    def thrown(suit: int, bits: int, lock: int) -> tuple[int, int]:
        best = -1, 0
        for face in faces_of(bits & ~lock):
            gain = runs(suit, bits ^ 1 << face)[0] + gains[face + suit * FULL_SUIT]
            best = max(best, (gain, 1 << face))
        return best

    sets = tuple(tuple((mask, _gain(gains, mask)) for mask in masks) for masks in table.sets)
    return _Solver(gains, sets, runs, parts, thrown)


def _gain(gains: Sequence[int], meld: int) -> int:
    """What laying *meld* gains; the one less makes few melds better than many."""
    return sum(gains[face] for face in faces_of(meld)) - 1


def _choices(solver: _Solver, held: int) -> list[_Choice]:
    """Every choice of sets from *held*, none at all first.

    There are up to six for each rank that is held four times, so this is for hands, and not
    for half a pack.
    """
    choices: list[_Choice] = [(held, 0, ())]
    thrice = ranks_held(held, 3)
    while thrice:
        low = thrice & -thrice
        thrice ^= low
        of_rank = solver.sets[low.bit_length() - 1]
        fits = [(mask, gain) for mask, gain in of_rank if mask & held == mask]
        choices += [
            (rest ^ mask, gained + gain, (*sets, mask))
            for rest, gained, sets in choices
            for mask, gain in fits
        ]
    return choices


def best_split(melds: MeldRules, values: Sequence[int], hand: Sequence[Face]) -> Split:
    """The split of *hand* with the fewest points of deadwood.

    Among equals the one with the fewest cards of deadwood, then with the fewest melds, then
    the first in an order that depends on nothing but the faces held.

    Args:
        values: points in hand by face.
    """
    return _best_split(_solver(melds, tuple(values)), meld_table(melds), mask_of(hand))


def _best_split(solver: _Solver, table: MeldTable, held: int) -> Split:
    choices = _choices(solver, held)
    chosen = choices[0]
    if len(choices) > 1:
        chosen = max(choices, key=lambda choice: choice[1] + _gain_of_runs(solver, choice[0]))
    rest, _, masks = chosen
    parts = solver.parts
    clubs = parts(0, rest & SUIT)
    diamonds = parts(1, rest >> 13 & SUIT)
    hearts = parts(2, rest >> 26 & SUIT)
    spades = parts(3, rest >> 39 & SUIT)
    sets = tuple([table.orders[mask][0] for mask in masks])
    return Split(
        sets + clubs[0] + diamonds[0] + hearts[0] + spades[0],
        clubs[1] + diamonds[1] + hearts[1] + spades[1],
        clubs[2] + diamonds[2] + hearts[2] + spades[2],
    )


def _gain_of_runs(solver: _Solver, rest: int) -> int:
    runs = solver.runs
    return (
        runs(0, rest & SUIT)[0]
        + runs(1, rest >> 13 & SUIT)[0]
        + runs(2, rest >> 26 & SUIT)[0]
        + runs(3, rest >> 39 & SUIT)[0]
    )


def best_after_discard(
    melds: MeldRules, values: Sequence[int], hand: Sequence[Face], locked: Face | None
) -> tuple[Face, Split]:
    """The discard that leaves the best split, and that split.

    Of equal discards the one that counts most, so that a tie leaves the lower hand.

    Args:
        locked: the card that may not be discarded; another one must be there.
    """
    solver = _solver(melds, tuple(values))
    held = mask_of(hand)
    kept = 0 if locked is None else 1 << locked
    best, thrown = -1, 0
    for rest, gained, _ in _choices(solver, held):
        gain, one = _best_throw(solver, rest, kept)
        if one and gained + gain > best:
            best, thrown = gained + gain, one
    card = Face(thrown.bit_length() - 1)
    return card, _best_split(solver, meld_table(melds), held ^ thrown)


def _best_throw(solver: _Solver, rest: int, kept: int) -> tuple[int, int]:
    """What the runs in *rest* and one card beside them gain at most, and that card.

    No card, where *kept* is the only one.
    """
    total, more, thrown = 0, -1 << 60, 0
    for suit in range(4):
        shift = suit * FULL_SUIT
        bits, lock = rest >> shift & SUIT, kept >> shift & SUIT
        if not bits:
            continue
        gain = solver.runs(suit, bits)[0]
        total += gain
        with_one, one = solver.thrown(suit, bits, bits & lock)
        if one and with_one - gain >= more:
            more, thrown = with_one - gain, one << shift
    return total + more, thrown
