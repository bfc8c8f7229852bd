"""How far a hand is from a contract: which cards it would lay, and how many it lacks.

An estimate: a few candidates for each meld are tried, not all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ..game.holdings import (
    COLUMN,
    FIRSTS,
    FULL_SUIT,
    SUIT,
    faces_of,
    holding_of,
    holds,
    jokers_in,
    less,
    size_of,
)
from ..game.melds import MeldRules, meld_table

__all__ = ["Assignment", "Part", "assigned"]

_TRIED: Final = 7
"""Candidates for each meld of the contract."""
_RUN_CARD: Final = 1.2
"""A card that a run lacks is harder to get than one that a set lacks."""


class Part(NamedTuple):
    """Natural cards that could become one meld of a contract."""

    cards: int
    """As a holding."""
    lacks: int
    """How many more it needs."""
    far: float
    """The same, weighed by how hard those are to get."""


class Assignment(NamedTuple):
    parts: tuple[Part, ...]
    lacks: int
    """Cards that all of them need together, when the jokers are used."""
    far: float
    covered: int
    """Cards of the hand that are put to use, jokers included."""


@lru_cache(maxsize=1 << 12)
def assigned(melds: MeldRules, contract: tuple[str, ...], hand: int) -> Assignment:
    """The best that *hand* can do for *contract*, as far as was tried."""
    jokers = jokers_in(hand)
    naturals = hand & (1 << 128) - 1
    choices = [_candidates(melds, naturals, slot) for slot in contract]
    best: tuple[float, tuple[Part, ...]] | None = None
    for parts in _disjoint(choices, naturals):
        lacks, far = sum(part.lacks for part in parts), sum(part.far for part in parts)
        spare = sum(size_of(part.cards) for part in parts)
        rank = far * (max(0, lacks - jokers) / max(1, lacks)) - spare / 16
        if best is None or rank < best[0]:
            best = rank, parts
    assert best is not None, "nothing at all is always a candidate"
    parts = best[1]
    lacks, far = sum(part.lacks for part in parts), sum(part.far for part in parts)
    left = max(0, lacks - jokers)
    covered = sum(size_of(part.cards) for part in parts) + min(jokers, lacks)
    return Assignment(parts, left, far * left / max(1, lacks), covered)


def _disjoint(choices: Sequence[Sequence[Part]], left: int) -> Iterable[tuple[Part, ...]]:
    """Every way to choose one candidate for each, no card used twice."""
    if not choices:
        yield ()
        return
    for part in choices[0]:
        if holds(left, part.cards):
            for others in _disjoint(choices[1:], less(left, part.cards)):
                yield (part, *others)


@lru_cache(maxsize=1 << 12)
def _candidates(melds: MeldRules, naturals: int, slot: str) -> tuple[Part, ...]:
    number = int(slot[1:])
    found = _sets(melds, naturals, number) if slot[0] == "S" else _runs(melds, naturals, number)
    best = sorted(set(found), key=lambda part: (part.far, -size_of(part.cards), part.cards))
    weight = 1.0 if slot[0] == "S" else _RUN_CARD
    return (*best[:_TRIED], Part(0, number, number * weight + 1))


def _sets(melds: MeldRules, naturals: int, number: int) -> Iterable[Part]:
    held = naturals if melds.any_suits else naturals & FIRSTS
    for place in range(FULL_SUIT):
        cards = faces_of(held & COLUMN << place)
        if cards:
            most = cards[: melds.set_max]
            lacks = max(0, number - len(most))
            yield Part(holding_of(most), lacks, float(lacks))
            if len(most) > number:
                yield Part(holding_of(most[:number]), 0, 0.0)


def _runs(melds: MeldRules, naturals: int, number: int) -> Iterable[Part]:
    windows = [run for run in meld_table(melds).runs if run.bit_count() >= number]
    for shift in range(0, 52, FULL_SUIT):
        bits = naturals >> shift & SUIT
        for run in windows if bits else ():
            held, size = run & bits, run.bit_count()
            if held and (size == number or held == run):
                lacks = size - held.bit_count()
                yield Part(held << shift, lacks, lacks * _RUN_CARD)
