"""The best melds of any hand, with twins and jokers: exact, never greedy.

The idea is that of `solve_plain`: once it is settled which sets are laid, and how many jokers
they take, the four suits have nothing to do with each other but for the jokers that they share.
What the runs of a suit gain is looked up for each number of jokers, and the best way to share
them out is added up. The choices of sets are tried in the order of what they could gain at
most, until none of those that are left could be the best.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, reduce
from typing import TypeAlias

import msgspec

from rummy_protocol.cards import JOKER, Face

from ..melding.holdings import COLUMN, FULL_SUIT, ONE_JOKER, SUIT, faces_of, jokers_in, less
from ..melding.layings import Laying, used
from ..melding.melds import MeldRules
from ..melding.opening import OPENING_POINTS
from ..melding.readings import reading_of
from .rank_sets import Set, choices, laid_set
from .split import CARD, POINT, Split, Weights, weights_of
from .suit_runs import SuitRuns, suit_runs

__all__ = ["best_after_discard", "best_opening", "best_split"]

_Choice: TypeAlias = tuple[int, int, int, tuple[tuple[int, Set], ...]]
"""What some sets gain, the natural cards and the jokers that they take, and the sets, each with
its rank less one."""
_Gains: TypeAlias = tuple[int, ...]
"""What is gained with at most 0, 1, 2 ... jokers."""


class _Solver(msgspec.Struct, frozen=True):
    melds: MeldRules
    weights: Weights
    suits: tuple[SuitRuns, ...]


class _Best(msgspec.Struct, frozen=True):
    """The best of a hand: what it gains, its sets, and what is left for runs."""

    gain: int
    sets: tuple[tuple[int, Set], ...]
    rest: int


@lru_cache(maxsize=64)
def _solver(melds: MeldRules, weights: Weights) -> _Solver:
    return _Solver(
        melds,
        weights,
        tuple(
            suit_runs(
                melds,
                weights.natural[shift : shift + FULL_SUIT],
                weights.wild[shift : shift + FULL_SUIT],
                weights.low_ace,
            )
            for shift in range(0, 52, FULL_SUIT)
        ),
    )


@lru_cache(maxsize=64)
def _for_split(melds: MeldRules, values: tuple[int, ...]) -> _Solver:
    *natural, joker = weights_of(values)
    return _solver(melds, Weights(natural=tuple(natural), wild=(joker,) * 52))


@lru_cache(maxsize=64)
def _for_opening(melds: MeldRules) -> _Solver:
    """Points count, then that jokers are spared, then that the melds are few."""
    natural = tuple(points * POINT for points in OPENING_POINTS)
    wild = tuple(weight - CARD for weight in natural)
    return _solver(melds, Weights(natural=natural, wild=wild, low_ace=10 * POINT))


def best_split(melds: MeldRules, values: tuple[int, ...], holding: int) -> Split:
    """The best split of *holding*."""
    solver = _for_split(melds, values)
    laid = _melds_of(solver, _best(solver, holding))
    for laying in laid:
        holding = less(holding, used(laying))
    deadwood = faces_of(holding)
    return Split(
        tuple(_told(melds, laying) for laying in laid),
        deadwood,
        sum(values[face] for face in deadwood),
    )


def _told(melds: MeldRules, laying: Laying) -> tuple[Face, ...]:
    """The cards of a meld in lying order."""
    reading = reading_of(melds, laying)
    return tuple(
        JOKER if wild else face for face, wild in zip(reading.lying, reading.wild, strict=True)
    )


def best_after_discard(
    melds: MeldRules, values: tuple[int, ...], holding: int, locked: Face | None
) -> tuple[Face, Split]:
    """The discard from *holding* that leaves the best split, and that split."""
    solver, weights = _for_split(melds, values), weights_of(values)
    most = _best(solver, holding).gain
    found: tuple[int, bool, int] | None = None
    thrown = sorted(_discards(holding, locked), key=lambda face: (-weights[face], -face))
    for face in thrown:
        if found is not None and most + weights[face] < found[0]:
            break
        floor = -1 if found is None else found[0] - weights[face] - 1
        gain = _best(solver, less(holding, _one(face)), floor).gain + weights[face]
        # A joker is thrown only where nothing else is as good.
        this = (gain, face != JOKER, face)
        found = this if found is None else max(found, this)
    if found is None:
        raise ValueError("there is no card to discard")
    face = Face(found[2])
    return face, best_split(melds, values, less(holding, _one(face)))


def _one(face: Face) -> int:
    return ONE_JOKER if face == JOKER else 1 << face


def _discards(holding: int, locked: Face | None) -> Iterator[Face]:
    left = holding if locked is None else less(holding, _one(locked))
    yield from dict.fromkeys(faces_of(left))


def best_opening(melds: MeldRules, holding: int) -> tuple[Laying, ...]:
    """Disjoint melds of *holding* with the most opening points."""
    solver = _for_opening(melds)
    return _melds_of(solver, _best(solver, holding))


def _best(solver: _Solver, holding: int, floor: int = -1) -> _Best:
    """The best of *holding*, if it gains more than *floor*."""
    jokers, naturals = jokers_in(holding), less(holding, jokers_in(holding) * ONE_JOKER)
    at_most = _runs_gain(solver, naturals, jokers)
    tried = sorted(
        (
            (gain + at_most[jokers - taken], place, gain, cards, taken, sets)
            for place, (gain, cards, taken, sets) in enumerate(
                _choices(solver, naturals, jokers)
            )
        ),
        key=lambda choice: (-choice[0], choice[1]),
    )
    best = _Best(floor, (), holding)
    for bound, _, gain, cards, taken, sets in tried:
        if bound <= best.gain:
            break
        rest, left = less(naturals, cards), jokers - taken
        whole = gain + _runs_gain(solver, rest, left)[left]
        if whole > best.gain:
            best = _Best(whole, sets, rest + left * ONE_JOKER)
    return best


def _choices(solver: _Solver, naturals: int, jokers: int) -> list[_Choice]:
    """Every choice of sets, none at all first."""
    found: list[_Choice] = [(0, 0, 0, ())]
    for place in range(FULL_SUIT):
        held = naturals >> place & COLUMN
        if held.bit_count() + jokers < solver.melds.set_min:
            continue
        of_rank = _of_rank(solver.melds, solver.weights, place, held, jokers)
        found += [
            (gained + gain, cards | more, taken + others, sets + new)
            for gained, cards, taken, sets in found
            for gain, more, others, new in of_rank
            if taken + others <= jokers
        ]
    return found


@lru_cache(maxsize=1 << 14)
def _of_rank(
    melds: MeldRules, weights: Weights, place: int, held: int, jokers: int
) -> tuple[_Choice, ...]:
    """Every choice of sets from the cards *held* of one rank, at least one of them."""
    return tuple(
        (
            _gain(weights, place, sets),
            cards << place,
            taken,
            tuple((place, chosen) for chosen in sets),
        )
        for cards, taken, sets in choices(melds, held, jokers)
        if sets
    )


def _gain(weights: Weights, place: int, sets: tuple[Set, ...]) -> int:
    return sum(
        sum(weights.natural[face] for face in faces_of(naturals << place))
        + jokers * weights.wild[place]
        - 1
        for naturals, jokers in sets
    )


def _suit_of(naturals: int, of: int) -> int:
    """What is held of a suit, as `suit_runs` wants it."""
    shift = of * FULL_SUIT
    return naturals >> shift & SUIT | (naturals >> shift + 64 & SUIT) << FULL_SUIT


def _runs_gain(solver: _Solver, naturals: int, jokers: int) -> _Gains:
    """What the best runs of all suits gain together."""
    a, b, c, d = (
        suit.gains(_suit_of(naturals, of), jokers) for of, suit in enumerate(solver.suits)
    )
    if not jokers:
        return (a[0] + b[0] + c[0] + d[0],)
    return _shared(_shared(a, b), _shared(c, d))


def _shared(a: _Gains, b: _Gains) -> _Gains:
    """What both gain together, the jokers shared out as is best."""
    if not any(a):
        return b
    if not any(b):
        return a
    return tuple(
        max(a[one] + b[most - one] for one in range(most + 1)) for most in range(len(a))
    )


def _melds_of(solver: _Solver, best: _Best) -> tuple[Laying, ...]:
    laid = [laid_set(solver.melds, place, chosen) for place, chosen in best.sets]
    jokers, naturals = jokers_in(best.rest), less(best.rest, jokers_in(best.rest) * ONE_JOKER)
    held = [_suit_of(naturals, of) for of in range(4)]
    gains = [suit.gains(one, jokers) for suit, one in zip(solver.suits, held, strict=True)]
    for of, suit in enumerate(solver.suits):
        others = reduce(_shared, gains[of + 1 :], (0,) * len(gains[of]))
        whole = _shared(gains[of], others)[jokers]
        taken = next(n for n in range(jokers + 1) if gains[of][n] + others[jokers - n] == whole)
        runs = suit.laid(held[of], len(gains[of]) - 1, taken)
        laid += [Laying(run << of * FULL_SUIT, wild << of * FULL_SUIT) for run, wild in runs]
        jokers -= taken
    return tuple(laid)
