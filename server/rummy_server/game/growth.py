"""What can be added to a meld that lies, and what it is then.

Mostly one card at a time is enough to ask. Where a meld bears no more jokers than natural
cards a joker may need the natural card beyond it, so both go together.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from .holdings import ONE_JOKER, faces_of, less, plus, size_of
from .jokers import is_run, lying_orders
from .layings import Laying, growths, used
from .loose import is_loose, settled
from .melds import MeldRules
from .rules import Rules

__all__ = ["Growth", "fits_alone", "growths_of"]


class Growth(NamedTuple):
    """Cards added to a meld."""

    added: int
    """As a holding."""
    stands: int
    """What the jokers among them stand for, as a holding; 0 where they are bound to nothing."""
    after: Laying


def growths_of(rules: Rules, laying: Laying, holding: int) -> tuple[Growth, ...]:
    """Every card of *holding* added, and what only goes together."""
    melds = rules.melds
    if is_loose(rules.bounds.loose, laying):
        return _loose(melds, laying, holding)
    single = growths(melds, laying, holding)
    found = [_growth(laying, after) for after in single]
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
