"""Short ways to an answer for `search`: what opens at once, what empties a hand at once, and
which plays can be of no use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from msgspec.structs import replace

from rummy_protocol.actions import Action, LayOff
from rummy_protocol.cards import JOKER, suit
from rummy_protocol.choices import JokerSwap

from ..melding.holdings import faces_of, holds, less, size_of
from ..melding.jokers import is_run
from ..melding.layings import Laying, layings, used
from ..melding.loose import is_loose, swaps_for
from ..rules import Rules
from ..solving.arrange import best_opening
from .contract import fillings
from .cover import cover, is_clear
from .duties import owes_opening, waived
from .gates import swap_gate
from .lacking import fulfilled, pure, slots_left
from .moves import after_meld, may_meld, named, new_melds, swaps
from .outlook import MANY, best_with_run, may_open, uses_of
from .standing import Standing, one_card

__all__ = ["after_joker", "cover_way", "is_covered", "must_go", "opening_ways", "serves"]

_Way: TypeAlias = tuple[tuple[Action, ...], Standing]


def must_go(rules: Rules, standing: Standing) -> bool:
    """Whether nothing is left but going out in this turn."""
    if standing.beyond:
        return True
    opening = rules.bounds.opening
    if opening is None or not owes_opening(standing):
        return False
    if opening.all_at_once:
        return True
    return waived(rules.bounds, standing) and not may_open(rules, standing)


def after_joker(rules: Rules, standing: Standing) -> Iterator[tuple[Action, Standing]]:
    """Jokers taken from the table; while one may not, a meld after which one might.

    Where going out is all that is left, they come first.
    """
    bounds = rules.bounds
    wanted = any(
        holds(standing.hand, swap.given)
        for lying in standing.melds
        for swap in swaps_for(rules.melds, bounds.loose, lying.laying)
    )
    if bounds.swap is not JokerSwap.NONE and wanted:
        yield from (swaps if swap_gate(bounds, standing)[0] else new_melds)(rules, standing)


def is_covered(rules: Rules, standing: Standing) -> bool:
    """Whether `cover_way` and `after_joker` have every way out."""
    tied = rules.bounds.loose and any(lying.laying.wild for lying in standing.melds)
    return is_clear(rules, standing) and not (tied and rules.bounds.swap is not JokerSwap.NONE)


def cover_way(rules: Rules, standing: Standing) -> _Way | None:
    """The plays by which the hand is emptied but for the last discard."""
    found = cover(rules, standing)
    if found is None:
        return None
    actions: list[Action] = [named(rules, laying) for laying in found.melds]
    table = {lying.id: lying.laying for lying in standing.melds}
    for number, growth in found.lay_offs:
        before = table[number]
        table[number] = growth.after
        stands = 0
        if growth.after.wild and not is_loose(rules.bounds.loose, before):
            stands = less(growth.after.wild, before.wild)
        actions.append(LayOff(number, faces_of(growth.added), faces_of(stands)))
    fresh = (*standing.fresh_melds, *found.melds)
    last = replace(
        standing,
        hand=0 if found.discard is None else one_card(found.discard),
        fresh_melds=fresh,
        opened=standing.opened or fulfilled(rules.bounds.opening, fresh),
        must=None,
        locked=None,
        owed=0,
        beyond=True,
    )
    return tuple(actions), last


def opening_ways(rules: Rules, standing: Standing) -> Iterator[_Way]:
    """New melds that open: the dearest, or the least that a contract asks for.

    Where a card has to be laid it is in one of them, or kept to be laid off.
    """
    if standing.must is None or standing.must == JOKER:
        yield from _opened(rules, standing, _opening_melds(rules, standing, 0))
        return
    for laying, cards in uses_of(rules, standing):
        if laying is None:
            yield from _opened(rules, standing, _opening_melds(rules, standing, cards))
            continue
        after = after_meld(rules.bounds, standing, laying)
        if after is not None:
            more = () if after.opened else _opening_melds(rules, after, 0)
            yield from _opened(rules, standing, (laying, *more))


def _opened(rules: Rules, standing: Standing, melds: tuple[Laying, ...]) -> Iterator[_Way]:
    """The turn after these melds, so far as they are needed, if they open."""
    actions: list[Action] = []
    after = standing
    for laying in melds:
        if after.opened or not may_meld(rules.bounds, after):
            break
        then = after_meld(rules.bounds, after, laying)
        if then is None:
            return
        actions.append(named(rules, laying))
        after = then
    if after.opened:
        yield tuple(actions), after


def _opening_melds(rules: Rules, standing: Standing, kept: int) -> tuple[Laying, ...]:
    """Melds of the hand, without the cards that are *kept*."""
    opening, hand = rules.bounds.opening, less(standing.hand, kept)
    if opening is None:
        return layings(rules.melds, hand)[:1]
    first: tuple[Laying, ...] = ()
    if opening.contract:
        left = slots_left(opening, standing.fresh_melds)
        first = fillings(rules.melds, left, hand) if left else ()
    elif opening.pure_run and not any(map(pure, standing.fresh_melds)):
        first = best_with_run(rules, hand)[1]
    for laying in first:
        hand = less(hand, used(laying))
    bare = opening.no_jokers or size_of(hand) > MANY
    more = best_opening(rules.melds, faces_of(hand), no_jokers=bare)[1]
    return first + more


def serves(standing: Standing, action: LayOff) -> bool:
    """Whether laying off could be a step towards laying what has to be laid."""
    if standing.must is None or standing.must == JOKER or standing.owed:
        return True
    lying = next(each for each in standing.melds if each.id == action.meld).laying
    lowest = (lying.stands & -lying.stands).bit_length() - 1
    return is_run(lying.stands) and lowest // 13 == suit(standing.must)
