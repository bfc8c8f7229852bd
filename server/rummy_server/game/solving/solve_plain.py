"""The best split of a hand without jokers and twins: exact, never greedy, and quick.

A card lies in a set, in a run or in neither. Once it is settled which ranks give sets, the
four suits have nothing to do with each other, and the best runs of a suit depend on its
thirteen bits alone. So the few choices of sets are tried one by one, and the rest is looked
up. Where they are not few, `solve_deep` chooses. The same idea with a wider key, for hands of
any kind, is `solve_wide`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final, TypeAlias

import msgspec

from rummy_protocol.cards import Face

from ..melding.melds import (
    FULL_SUIT,
    SUIT,
    MeldRules,
    MeldTable,
    faces_of,
    meld_table,
    ranks_held,
)
from . import solve_deep
from .split import NEVER, Split, weights_of

__all__ = ["best_after_discard", "best_split"]

_HAND: Final = 15
"""A hand of so many cards never has many choices of sets."""
_MANY: Final = 600
"""So many choices take longer than a walk through the ranks."""

_Runs: TypeAlias = tuple[int, tuple[int, ...]]
"""What the best runs of a suit gain, and their bits."""
_Part: TypeAlias = tuple[tuple[tuple[Face, ...], ...], tuple[Face, ...], int]
"""Melds, deadwood and its points."""
_Throw: TypeAlias = tuple[int, int, int]
"""What the best runs of a suit gain, what throwing one of its cards gains more, and that card
as a mask; 0, where there is none to throw."""
_Choice: TypeAlias = tuple[int, int, tuple[int, ...]]
"""The hand without the sets that were chosen, what they gain, and their masks."""


class _Suit(msgspec.Struct, frozen=True):
    """What has been looked up in one suit, or will be."""

    runs: Callable[[int], _Runs]
    """By bits."""
    parts: Callable[[int], _Part]
    """By bits: the same as a part of a split."""
    throws: Callable[[int], _Throw]
    """By bits, and those of the locked card thirteen places higher."""


class _Solver(msgspec.Struct, frozen=True):
    melds: MeldRules
    weights: tuple[int, ...]
    table: MeldTable
    sets: tuple[tuple[tuple[int, int], ...], ...]
    """By rank less one: masks of its sets, and what each gains."""
    suits: tuple[_Suit, _Suit, _Suit, _Suit]


@lru_cache(maxsize=64)
def _solver(melds: MeldRules, values: tuple[int, ...]) -> _Solver:
    gains = weights_of(values)
    table = meld_table(melds)
    sets = tuple(tuple((mask, _gain(gains, mask)) for mask in masks) for masks in table.sets)
    clubs, diamonds, hearts, spades = (
        _suit(table, values, gains, shift) for shift in range(0, 52, FULL_SUIT)
    )
    return _Solver(melds, gains, table, sets, (clubs, diamonds, hearts, spades))


def _suit(table: MeldTable, values: Sequence[int], gains: Sequence[int], shift: int) -> _Suit:
    """The lookups of the suit whose first face is *shift*."""
    by_lowest: dict[int, list[tuple[int, int]]] = {}
    for run in table.runs:
        by_lowest.setdefault(run & -run, []).append((run, _gain(gains, run << shift)))

    @cache
    def runs(bits: int) -> _Runs:
        if not bits & (bits - 1):
            return 0, ()
        low = bits & -bits
        best = runs(bits ^ low)
        for run, gain in by_lowest.get(low, ()):
            if run & bits == run:
                more, others = runs(bits ^ run)
                if gain + more > best[0]:
                    best = gain + more, (run, *others)
        return best

    @cache
    def parts(bits: int) -> _Part:
        laid = runs(bits)[1]
        deadwood = faces_of((bits ^ sum(laid)) << shift)
        melded = tuple(table.orders[run << shift][0] for run in laid)
        return melded, deadwood, sum(values[face] for face in deadwood)

    @cache
    def throws(bits_and_lock: int) -> _Throw:
        bits, lock = bits_and_lock & SUIT, bits_and_lock >> FULL_SUIT
        gain, found = runs(bits)[0], (NEVER, 0)
        for face in faces_of(bits & ~lock):
            more = runs(bits ^ 1 << face)[0] + gains[face + shift] - gain
            found = max(found, (more, 1 << face))
        return gain, found[0], found[1] << shift

    return _Suit(runs, parts, throws)


def _gain(gains: Sequence[int], meld: int) -> int:
    """What laying *meld* gains; the one less makes few melds better than many."""
    return sum(gains[face] for face in faces_of(meld)) - 1


def _choices(solver: _Solver, held: int) -> list[_Choice]:
    """Every choice of sets from *held*, none at all first.

    There are up to six for each rank that is held four times: see `_has_many`.
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


def best_split(melds: MeldRules, values: tuple[int, ...], held: int) -> Split:
    """The best split of the cards *held*, a mask of faces."""
    return _best_split(_solver(melds, values), held)


def _has_many(solver: _Solver, held: int) -> bool:
    """Whether there are more choices of sets than one wants to try."""
    if not solve_deep.can_walk(solver.melds, held):
        return False
    thrice, all_four = ranks_held(held, 3), ranks_held(held, 4)
    choices: int = 2 ** (thrice & ~all_four).bit_count() * 6 ** all_four.bit_count()
    return choices > _MANY


def _best_split(solver: _Solver, held: int) -> Split:
    if held.bit_count() > _HAND and _has_many(solver, held):
        masks = solve_deep.best_sets(solver.melds, solver.weights, held)
        return _split(solver, held & ~sum(masks), masks)
    choices = _choices(solver, held)
    chosen = choices[0]
    if len(choices) > 1:
        chosen = max(choices, key=lambda choice: choice[1] + _gain_of_runs(solver, choice[0]))
    return _split(solver, chosen[0], chosen[2])


def _split(solver: _Solver, rest: int, masks: tuple[int, ...]) -> Split:
    """The sets *masks* and the best runs of the *rest*."""
    a, b, c, d = solver.suits
    clubs, diamonds = a.parts(rest & SUIT), b.parts(rest >> 13 & SUIT)
    hearts, spades = c.parts(rest >> 26 & SUIT), d.parts(rest >> 39 & SUIT)
    sets = tuple([solver.table.orders[mask][0] for mask in masks]) if masks else ()
    return Split(
        sets + clubs[0] + diamonds[0] + hearts[0] + spades[0],
        clubs[1] + diamonds[1] + hearts[1] + spades[1],
        clubs[2] + diamonds[2] + hearts[2] + spades[2],
    )


def _gain_of_runs(solver: _Solver, rest: int) -> int:
    a, b, c, d = solver.suits
    two = a.runs(rest & SUIT)[0] + b.runs(rest >> 13 & SUIT)[0]
    return two + c.runs(rest >> 26 & SUIT)[0] + d.runs(rest >> 39 & SUIT)[0]


def best_after_discard(
    melds: MeldRules, values: tuple[int, ...], held: int, locked: Face | None
) -> tuple[Face, Split]:
    """The discard from the cards *held* that leaves the best split, and that split."""
    solver = _solver(melds, values)
    kept = 0 if locked is None else 1 << locked
    if held.bit_count() > _HAND and _has_many(solver, held):
        thrown = solve_deep.best_throw(solver.melds, solver.weights, held, kept)
        return Face(thrown.bit_length() - 1), _best_split(solver, held ^ thrown)
    found = (NEVER, 0)
    for rest, gained, _ in _choices(solver, held):
        more, thrown = _best_throw(solver, rest, kept)
        if thrown:
            found = max(found, (gained + more, thrown))
    thrown = found[1]
    return Face(thrown.bit_length() - 1), _best_split(solver, held ^ thrown)


def _best_throw(solver: _Solver, rest: int, kept: int) -> tuple[int, int]:
    """What the runs in *rest* and one card beside them gain at most, and that card's mask."""
    a, b, c, d = solver.suits
    lock = (kept & rest) << FULL_SUIT
    clubs = a.throws(rest & SUIT | lock & SUIT << 13)
    diamonds = b.throws(rest >> 13 & SUIT | lock >> 13 & SUIT << 13)
    hearts = c.throws(rest >> 26 & SUIT | lock >> 26 & SUIT << 13)
    spades = d.throws(rest >> 39 & SUIT | lock >> 39 & SUIT << 13)
    best = max(clubs[1:], diamonds[1:], hearts[1:], spades[1:])
    return clubs[0] + diamonds[0] + hearts[0] + spades[0] + best[0], best[1]
