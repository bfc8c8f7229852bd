"""Whether a hand can lay the melds that a contract asks for, all at once."""

from __future__ import annotations

from functools import lru_cache

from ..melding.holdings import less, size_of
from ..melding.jokers import is_run
from ..melding.layings import Laying, layings, used
from ..melding.melds import MeldRules
from ..rules import Slot

__all__ = ["fillings"]


@lru_cache(maxsize=1 << 13)
def fillings(melds: MeldRules, slots: tuple[Slot, ...], hand: int) -> tuple[Laying, ...]:
    """Disjoint melds of the hand for all the slots, each as short as it may be.

    To lay more than a slot asks for is never needed to fill it. Empty: they cannot be filled.
    """
    if sum([slot.size for slot in slots]) > size_of(hand):
        return ()
    *rest, slot = sorted(slots)
    for laying in _candidates(melds, slot, hand):
        if not rest:
            return (laying,)
        others = fillings(melds, tuple(rest), less(hand, used(laying)))
        if others:
            return (laying, *others)
    return ()


def _candidates(melds: MeldRules, slot: Slot, hand: int) -> list[Laying]:
    """Melds for one slot, of those that take the same cards only one; few jokers first."""
    size = max(slot.size, melds.run_min if slot.run else melds.set_min)
    fits = {
        used(laying): laying
        for laying in layings(melds, hand)
        if is_run(laying.stands) is slot.run and size_of(laying.stands) == size
    }
    return [fits[cards] for cards in sorted(fits, key=lambda cards: cards >> 128)]
