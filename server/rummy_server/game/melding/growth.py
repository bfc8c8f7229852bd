"""What can be added to a meld that lies, and what it is then.

Mostly one card at a time is enough to ask. Where a meld bears no more jokers than natural
cards a joker may need the natural card beyond it, so both go together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from ..rules import Rules
from .holdings import COLUMN, FULL_SUIT, ONE_JOKER, SUIT, faces_of, less, plus, size_of
from .jokers import is_run, lying_orders
from .layings import Laying, growths, used
from .loose import is_loose, settled
from .melds import MeldRules, meld_table

__all__ = ["Growth", "fits_alone", "growths_of", "reaching"]


class Growth(NamedTuple):
    """Cards added to a meld."""

    added: int
    """As a holding."""
    stands: int
    """What the jokers among them stand for, as a holding; 0 where they are bound to nothing."""
    after: Laying


def growths_of(rules: Rules, laying: Laying, holding: int) -> tuple[Growth, ...]:
    """Every card of *holding* added, and what only goes together."""
    melds, loose = rules.melds, rules.bounds.loose
    if melds.jokers.not_more and holding >> 128:
        return _growths(melds, loose, laying, holding)
    # Only what could lie there matters, and one joker says as much as many.
    near = meld_table(melds).grows[laying.stands]
    if is_loose(loose, laying):
        near = COLUMN << faces_of(laying.stands)[0] % FULL_SUIT
    part = holding & (near | near << 64)
    if holding >> 128:
        part |= ONE_JOKER
    return _growths(melds, loose, laying, part) if part else ()


@lru_cache(maxsize=1 << 13)
def _growths(melds: MeldRules, loose: bool, laying: Laying, holding: int) -> tuple[Growth, ...]:
    if is_loose(loose, laying):
        return _loose(melds, laying, holding)
    found = [_growth(laying, after) for after in growths(melds, laying, holding)]
    if melds.jokers.not_more and holding >> 128 and is_run(laying.stands):
        found += [_growth(laying, after) for after in _spans(melds, laying, holding)]
    return tuple(found)


def _growth(before: Laying, after: Laying) -> Growth:
    stands = less(after.wild, before.wild) if after.wild else 0
    return Growth(less(used(after), used(before)), stands, after)


def _loose(melds: MeldRules, laying: Laying, holding: int) -> tuple[Growth, ...]:
    """The same for a set whose jokers are bound to no suit."""
    held = used(laying)
    rank = faces_of(held)[0] % 13
    cards = [1 << rank + s for s in range(0, 52, 13) if holding >> rank + s & 1]
    if holding >> 128:
        cards.append(ONE_JOKER)
    found = []
    for card in cards:
        together = plus(held, card)
        if size_of(together) == size_of(held) + 1:
            after = settled(melds, laying, together)
            if after is not None:
                found.append(Growth(card, 0, after))
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def _spans(melds: MeldRules, laying: Laying, holding: int) -> tuple[Laying, ...]:
    """Growths by several cards of which the first could not lie alone."""
    free = replace(melds, jokers=replace(melds.jokers, not_more=False))
    return tuple(dict.fromkeys(_spanning(melds, free, laying, laying, holding)))


def _spanning(
    melds: MeldRules, free: MeldRules, first: Laying, laying: Laying, holding: int
) -> Iterator[Laying]:
    for after in growths(free, laying, holding):
        if lying_orders(melds, *after):
            if laying is not first:
                yield after
        else:
            spent = less(used(after), used(laying))
            yield from _spanning(melds, free, first, after, less(holding, spent))


def fits_alone(rules: Rules, laying: Laying, card: int) -> bool:
    """Whether one card, as a holding, could be added; who may is not asked."""
    return any(growth.added == card for growth in growths_of(rules, laying, card))


def reaching(rules: Rules, lies: Laying, hand: int, card: int) -> Iterator[Growth]:
    """The least that must be laid off on a meld for *card* to be laid off there."""
    if not _near(lies, card):
        return
    grows = meld_table(rules.melds).grows
    stack = [(lies, hand, 0, 0)]
    while stack:
        laying, held, added, passed = stack.pop()
        for growth in growths_of(rules, laying, held):
            if growth.after.stands & ~laying.stands & passed:
                continue
            together = plus(added, growth.added)
            if growth.added == card:
                yield Growth(together, 0, growth.after)
            else:
                # What could have been added before is no step on the way.
                beside = passed | grows.get(laying.stands, 0)
                stack.append((growth.after, less(held, growth.added), together, beside))


def _near(lies: Laying, card: int) -> bool:
    """Whether the card is a joker, or has the suit of the run or the rank of the set."""
    if card == ONE_JOKER:
        return True
    lowest = (lies.stands & -lies.stands).bit_length() - 1
    if is_run(lies.stands):
        return bool(card & SUIT << lowest - lowest % FULL_SUIT)
    return bool(card & COLUMN << lowest % FULL_SUIT)
