"""What cards of a hand could become with one card more, jokers and twins considered.

`hopes` does the same for the plain game, in masks and quicker.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeAlias

from rummy_protocol.cards import JOKER, Face

from ..game.melding.holdings import faces_of, size_of
from ..game.melding.layings import Laying
from ..game.melding.melds import MeldRules, meld_table
from ..game.melding.opening import opening_points
from ..game.solving.arrange import split_in_time

__all__ = ["Prospect", "completions", "partners", "prospect"]

_Completions: TypeAlias = Mapping[tuple[Face, Face], tuple[tuple[Face, int], ...]]


class Prospect(NamedTuple):
    """A hand as it would best be laid out."""

    melds: tuple[tuple[Face, ...], ...]
    """In lying order, with `JOKER` where one lies."""
    loose: tuple[Face, ...]


@lru_cache(maxsize=1 << 13)
def prospect(melds: MeldRules, values: tuple[int, ...], hand: int) -> Prospect:
    """The best split of a holding, kept since it is asked for again and again."""
    split = split_in_time(melds, values, faces_of(hand))
    return Prospect(split.melds, split.deadwood)


@lru_cache(maxsize=64)
def completions(melds: MeldRules) -> _Completions:
    """For every two cards, the lower first, with which cards they are a meld of three, and
    what that counts towards an opening."""
    found: dict[tuple[Face, Face], list[tuple[Face, int]]] = {}
    for mask in meld_table(melds).orders:
        if size_of(mask) == 3:
            points = opening_points(Laying(mask, 0))
            for cards in _left_out(faces_of(mask)):
                found.setdefault((cards[0], cards[1]), []).append((cards[2], points))
    return {pair: tuple(dict.fromkeys(cards)) for pair, cards in found.items()}


def _left_out(three: Sequence[Face]) -> tuple[tuple[Face, Face, Face], ...]:
    """Each two of the three cards, and the third."""
    one, other, last = three
    assert JOKER not in three, "what lies is told without jokers"
    return (one, other, last), (one, last, other), (other, last, one)


@lru_cache(maxsize=64)
def partners(melds: MeldRules) -> Mapping[Face, tuple[tuple[Face, Face], ...]]:
    """For every card, with which two it is a meld of three."""
    found: dict[Face, list[tuple[Face, Face]]] = {}
    for pair, cards in completions(melds).items():
        for face, _ in cards:
            found.setdefault(face, []).append(pair)
    return {face: tuple(pairs) for face, pairs in found.items()}
