"""What is a meld. Which melds make the best of a hand is the business of `arrange`.

Melds are looked up, not computed: for each `MeldRules` there is one table of all melds that
the faces can form, keyed by a bit mask (bit *n* for face *n*); where sets may have equal cards
in them the key is a whole `holdings` number. A joker has a place in the tables only as what it
stands for: see `layings` and `readings`. The functions below are for hands without jokers and
twins, and as quick as the engine needs them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import TypeAlias

import msgspec

from rummy_protocol.cards import Face, face_of
from rummy_protocol.choices import Ace

from .holdings import FULL_SUIT, SUIT, faces_of, holding_of, mask_of, plus, size_of

__all__ = [
    "FULL_SUIT",
    "SUIT",
    "JokerRules",
    "Lying",
    "MeldRules",
    "MeldTable",
    "arranged",
    "extended",
    "faces_of",
    "mask_of",
    "masks_in",
    "meld_table",
    "possible",
    "ranks_held",
]

Lying: TypeAlias = tuple[Face, ...]


class JokerRules(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """How many jokers a meld bears, and where. One natural card it always has (R70)."""

    per_meld: int | None = None
    """At most so many; ``None``: no such limit."""
    not_more: bool = False
    """Whether there may not be more jokers than natural cards."""
    neighbours: bool = True
    """Whether two jokers may lie side by side in a run."""


class MeldRules(msgspec.Struct, frozen=True, kw_only=True, cache_hash=True):
    """By what sets and runs differ from game to game (R17, R18, R53, R55)."""

    ace: Ace = Ace.LOW
    set_min: int = 3
    """Three or four."""
    set_max: int = 4
    run_min: int = 3
    run_max: int = FULL_SUIT
    """Never above thirteen: no rank stands twice in a run (E24, E25)."""
    any_suits: bool = False
    """Whether equal cards may stand in one set, as often as there are packs (C21)."""
    packs: int = 1
    jokers: JokerRules = JokerRules()


class MeldTable(msgspec.Struct, frozen=True):
    """Every meld that is possible under one `MeldRules`."""

    orders: Mapping[int, tuple[Lying, ...]]
    """In which orders the faces of a mask may lie. More than one for a whole suit only."""
    grows: Mapping[int, int]
    """The faces of which each alone can be added to the meld, as a mask."""
    runs: tuple[int, ...]
    """The runs of the first suit, as masks of thirteen bits; longest first."""
    sets: tuple[tuple[int, ...], ...]
    """The sets of each rank less one, largest first."""
    twin_sets: tuple[tuple[int, ...], ...]
    """The sets with equal cards in them, likewise, as holdings."""


def _tracks(ace: Ace) -> tuple[tuple[int, ...], ...]:
    """Rows of ranks; a run is a stretch of one of them."""
    low, high = tuple(range(1, 14)), (*range(2, 14), 1)
    match ace:
        case Ace.LOW:
            return (low,)
        case Ace.HIGH:
            return (high,)
        case Ace.EITHER:
            return (low, high)
        case Ace.CORNER:
            return ((*low, *low[:-1]),)


def _rank_runs(melds: MeldRules) -> dict[tuple[int, ...], None]:
    """Every run as a row of ranks, once each."""
    return {
        track[start : start + length]: None
        for length in range(min(melds.run_max, FULL_SUIT), melds.run_min - 1, -1)
        for track in _tracks(melds.ace)
        for start in range(len(track) - length + 1)
    }


def _suit_sets(melds: MeldRules) -> list[tuple[int, ...]]:
    """Every set as a row of suits: all of them different (C21)."""
    sizes = range(min(melds.set_max, 4), melds.set_min - 1, -1)
    return [suits for size in sizes for suits in combinations(range(4), size)]


def _twin_sets(melds: MeldRules, r: int) -> tuple[int, ...]:
    """Every set of the rank *r* with equal cards in it."""
    if not melds.any_suits or melds.packs < 2:
        return ()
    found = []
    for times in product(range(3), repeat=4):
        if 2 in times and melds.set_min <= sum(times) <= melds.set_max:
            suits = [of for of, often in enumerate(times) for _ in range(often)]
            found.append(holding_of(face_of(r, of) for of in suits))
    return tuple(sorted(found, key=size_of, reverse=True))


@lru_cache(maxsize=64)
def meld_table(melds: MeldRules) -> MeldTable:
    """The table of *melds*, made once."""
    orders: dict[int, tuple[Lying, ...]] = {}
    for ranks in _rank_runs(melds):
        for of in range(4):
            lying = tuple(face_of(r, of) for r in ranks)
            orders[mask_of(lying)] = (*orders.get(mask_of(lying), ()), lying)
    runs = tuple(mask for mask in orders if mask < 1 << FULL_SUIT)
    sets = tuple(
        tuple(mask_of(face_of(r, of) for of in suits) for suits in _suit_sets(melds))
        for r in range(1, 14)
    )
    twin_sets = tuple(_twin_sets(melds, r) for r in range(1, 14))
    for of_rank in sets + twin_sets:
        orders |= {mask: (faces_of(mask),) for mask in of_rank}
    grows = {mask: _growth(mask, orders) for mask in orders}
    return MeldTable(orders, grows, runs, sets, twin_sets)


def _growth(mask: int, orders: Mapping[int, object]) -> int:
    lowest = (mask & -mask).bit_length() - 1
    return sum(1 << face for face in _near(lowest) if _adds(mask, 1 << face, orders))


@cache
def _near(face: int) -> frozenset[int]:
    """The faces of the same suit or rank: no other can lie in a meld with it."""
    start, place = face - face % FULL_SUIT, face % FULL_SUIT
    return frozenset((*range(start, start + FULL_SUIT), *range(place, 52, FULL_SUIT)))


def _adds(mask: int, one: int, orders: Mapping[int, object]) -> bool:
    grown = plus(mask, one)
    return grown != mask and grown in orders


def arranged(melds: MeldRules, faces: Sequence[Face]) -> Lying | None:
    """*faces* in the order in which they lie, if they are a meld; else ``None``.

    A run lies from low to high, a high ace last; a set lies by suit.
    """
    mask = mask_of(faces)
    found = meld_table(melds).orders.get(mask)
    if found is None or mask.bit_count() != len(faces):
        return None
    return found[0]


def extended(melds: MeldRules, meld: Sequence[Face], more: Sequence[Face]) -> Lying | None:
    """*meld* with *more* added all at once, at either end or both; ``None`` if it is none.

    What lies keeps its place (R20): an ace that lies high stays high.
    """
    mask, added = mask_of(meld), mask_of(more)
    if not more or mask & added or added.bit_count() != len(more):
        return None
    before = tuple(meld)
    found = meld_table(melds).orders.get(mask | added, ())
    if len(found) < 2:
        return found[0] if found else None
    return next((lying for lying in found if _holds(lying, before)), None)


def _holds(lying: Lying, before: Lying) -> bool:
    """Whether *before* is an unbroken stretch of *lying*."""
    start = lying.index(before[0])
    return lying[start : start + len(before)] == before


@lru_cache(maxsize=1 << 15)
def _runs_in(melds: MeldRules, held: int) -> tuple[int, ...]:
    return tuple(run for run in meld_table(melds).runs if run & held == run)


# A hand is asked about several times in a row: for its view, and for what may be done.
@lru_cache(maxsize=1 << 12)
def masks_in(melds: MeldRules, held: int) -> tuple[int, ...]:
    """Every meld in the faces of *held*, as masks: runs by suit, then sets by rank."""
    found: list[int] = []
    for shift in range(0, 52, FULL_SUIT):
        bits = held >> shift & SUIT
        if bits.bit_count() >= melds.run_min:
            found.extend(run << shift for run in _runs_in(melds, bits))
    sets, often = meld_table(melds).sets, ranks_held(held, melds.set_min)
    while often:
        low = often & -often
        often ^= low
        found.extend([mask for mask in sets[low.bit_length() - 1] if mask & held == mask])
    return tuple(found)


def ranks_held(held: int, times: int) -> int:
    """The ranks held at least two, three or four *times*, as thirteen bits."""
    clubs, diamonds, hearts, spades = held, held >> 13, held >> 26, held >> 39
    both, either = clubs & diamonds, clubs | diamonds
    pair, any_of = hearts & spades, hearts | spades
    if times == 2:
        return (both | pair | either & any_of) & SUIT
    if times == 3:
        return (both & any_of | pair & either) & SUIT
    return both & pair & SUIT


def possible(melds: MeldRules, hand: Sequence[Face]) -> Iterator[Lying]:
    """Every distinct meld that *hand* holds, of every length, each in lying order."""
    orders = meld_table(melds).orders
    return (orders[mask][0] for mask in masks_in(melds, mask_of(hand)))
