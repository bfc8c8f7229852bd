"""The best that can be made of a hand: its best split into melds, and its best opening.

This says what is asked for; how it is found stands in `solve_plain` and `solve_wide`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol.cards import JOKER, Face

from ..melding.holdings import holding_of, jokers_in, less, mask_of
from ..melding.layings import Laying
from ..melding.melds import MeldRules
from ..melding.opening import opening_points
from . import solve_plain, solve_wide
from .split import Split

__all__ = [
    "Split",
    "best_after_discard",
    "best_opening",
    "best_split",
    "split_in_time",
]

LARGE: Final = 24
"""Cards up to which jokers and twins are searched in some milliseconds; with half as many
again it can be seconds."""
_NO_JOKER: Final = 1 << JOKER
"""A mask below this has no joker in it; if it has as many bits as cards, no twins either."""


def best_split(melds: MeldRules, values: Sequence[int], hand: Sequence[Face]) -> Split:
    """The split of *hand* with the fewest points of deadwood.

    Among equals the one with the fewest cards of deadwood, then with the fewest melds, then
    the first in an order that depends on nothing but the faces held.

    Args:
        values: points in hand by face.
    """
    mask = mask_of(hand)
    if mask < _NO_JOKER and mask.bit_count() == len(hand):
        return solve_plain.best_split(melds, tuple(values), mask)
    return solve_wide.best_split(melds, tuple(values), holding_of(hand))


def split_in_time(melds: MeldRules, values: Sequence[int], hand: Sequence[Face]) -> Split:
    """The best split, where it can be found while people wait; it mostly can.

    Of a hand of more than `LARGE` cards among which are jokers or equal ones, a good split:
    the best of its different natural cards, with all else as deadwood.
    """
    if len(hand) <= LARGE:
        return best_split(melds, values, hand)
    kinds = sorted(set(hand) - {JOKER})
    split = best_split(melds, values, kinds)
    spare = list(hand)
    for card in kinds:
        spare.remove(card)
    deadwood = tuple(sorted((*split.deadwood, *spare)))
    return Split(split.melds, deadwood, sum([values[card] for card in deadwood]))


def best_after_discard(
    melds: MeldRules, values: Sequence[int], hand: Sequence[Face], locked: Face | None
) -> tuple[Face, Split]:
    """The discard that leaves the best split, and that split.

    Of equal discards one that depends on nothing but the faces held.

    Args:
        locked: the card that may not be discarded, though its twin may (E14); another one
            must be there.
    """
    mask = mask_of(hand)
    if mask < _NO_JOKER and mask.bit_count() == len(hand):
        return solve_plain.best_after_discard(melds, tuple(values), mask, locked)
    return solve_wide.best_after_discard(melds, tuple(values), holding_of(hand), locked)


def best_opening(
    melds: MeldRules, hand: Sequence[Face], *, no_jokers: bool = False
) -> tuple[int, tuple[Laying, ...]]:
    """The most opening points that disjoint melds of *hand* count, and which melds they are.

    Args:
        no_jokers: whether none of them may have a joker.
    """
    holding = holding_of(hand)
    if no_jokers:
        holding = less(holding, jokers_in(holding) << 128)
    laid = solve_wide.best_opening(melds, holding)
    return sum(map(opening_points, laid)), laid
