"""How far a hand is from a contract: which cards it would lay, and how many it lacks.

An estimate: a few candidates for each meld are tried, not all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from ..game.melding.holdings import (
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
from ..game.melding.melds import MeldRules, meld_table

__all__ = ["Assignment", "Part", "assigned"]

_TRIED: Final = 6
"""Candidates for each meld of the contract."""
_RUN_CARD: Final = 1.2
"""A card that a run lacks is harder to get than one that a set lacks."""


_NEVER: Final = 1.0
"""One that will not come at all has to be a joker."""


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
def assigned(
    melds: MeldRules, contract: tuple[str, ...], hand: int, gone: int = 0
) -> Assignment:
    """The best that *hand* can do for *contract*, as far as was tried.

    Args:
        gone: cards that will not come any more, as a mask.
    """
    jokers = jokers_in(hand)
    naturals = hand & (1 << 128) - 1
    choices = [_candidates(melds, naturals, slot, gone) for slot in contract]
    parts = _Search(choices, contract).best(naturals)
    lacks, far = sum([part.lacks for part in parts]), sum([part.far for part in parts])
    left = max(0, lacks - jokers)
    covered = sum([size_of(part.cards) for part in parts]) + min(jokers, lacks)
    return Assignment(parts, left, far * left / max(1, lacks), covered)


class _Search:
    """The nearest disjoint candidates, one for each meld. Belongs to the call that made it."""

    def __init__(self, choices: Sequence[Sequence[Part]], contract: tuple[str, ...]) -> None:
        self._choices = choices
        self._again = [n > 0 and contract[n] == contract[n - 1] for n in range(len(contract))]
        least = [choice[0].far for choice in choices]
        self._rest = [sum(least[n:]) for n in range(len(choices) + 1)]
        self._found: tuple[float, int, tuple[Part, ...]] = (float("inf"), 0, ())

    def best(self, left: int) -> tuple[Part, ...]:
        self._go(left, (), 0.0, 0, 0)
        return self._found[2]

    def _go(
        self, left: int, parts: tuple[Part, ...], far: float, used: int, start: int
    ) -> None:
        place = len(parts)
        if far + self._rest[place] > self._found[0]:
            return
        if place == len(self._choices):
            self._found = min(self._found, (far, -used, parts))
            return
        # Of equal melds the second is not looked for before the first.
        begin = start if self._again[place] else 0
        for number in range(begin, len(self._choices[place])):
            part = self._choices[place][number]
            if holds(left, part.cards):
                more = used + size_of(part.cards)
                self._go(less(left, part.cards), (*parts, part), far + part.far, more, number)


@lru_cache(maxsize=1 << 12)
def _candidates(melds: MeldRules, naturals: int, slot: str, gone: int) -> tuple[Part, ...]:
    number = int(slot[1:])
    run = slot[0] == "R"
    found = _runs(melds, naturals, number, gone) if run else _sets(melds, naturals, number)
    best = sorted(set(found), key=lambda part: (part.far, -size_of(part.cards), part.cards))
    weight = _RUN_CARD if run else 1.0
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


def _runs(melds: MeldRules, naturals: int, number: int, gone: int) -> Iterable[Part]:
    windows = [run for run in meld_table(melds).runs if run.bit_count() >= number]
    for shift in range(0, 52, FULL_SUIT):
        bits = naturals >> shift & SUIT
        for run in windows if bits else ():
            held, size = run & bits, run.bit_count()
            if held and (size == number or held == run):
                lacks = size - held.bit_count()
                never = ((run ^ held) << shift & gone).bit_count()
                yield Part(held << shift, lacks, lacks * _RUN_CARD + never * _NEVER)
