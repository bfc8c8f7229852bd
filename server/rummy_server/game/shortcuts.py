"""Short ways to an answer for `search`: what opens at once, what empties a hand at once, and
which plays can be of no use."""

from __future__ import annotations

from typing import TypeAlias

from msgspec.structs import replace

from rummy_protocol.actions import Action, LayOff, SwapJoker
from rummy_protocol.cards import JOKER, suit

from .arrange import best_opening
from .contract import fillings
from .cover import cover, is_clear
from .duties import waived
from .holdings import faces_of, less
from .jokers import is_run
from .lacking import fulfilled, pure, slots_left
from .layings import Laying, layings, used
from .loose import is_loose
from .moves import after_meld, may_meld, named
from .outlook import best_with_run, may_open
from .rules import Rules
from .standing import Standing, one_card

__all__ = ["cover_way", "goes_out", "opening_way", "serves"]

_Way: TypeAlias = tuple[tuple[Action, ...], Standing]


def goes_out(rules: Rules, standing: Standing) -> bool:
    """Whether nothing is left but going out, and `cover` says how."""
    if not standing.beyond:
        owes = not standing.opened and (bool(standing.fresh_melds) or standing.must_open)
        out_only = owes and waived(rules.bounds, standing) and not may_open(rules, standing)
        if not out_only:
            return False
    return is_clear(rules, standing)


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


def opening_way(rules: Rules, standing: Standing) -> _Way | None:
    """New melds that open, the dearest or the least that a contract asks for."""
    actions: list[Action] = []
    after = standing
    for laying in _opening_melds(rules, standing):
        if after.opened or not may_meld(rules.bounds, after):
            break
        then = after_meld(rules.bounds, after, laying)
        if then is None:
            return None
        actions.append(named(rules, laying))
        after = then
    return (tuple(actions), after) if after.opened else None


def _opening_melds(rules: Rules, standing: Standing) -> tuple[Laying, ...]:
    opening, hand = rules.bounds.opening, standing.hand
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
    more = best_opening(rules.melds, faces_of(hand), no_jokers=opening.no_jokers)[1]
    return first + more


def serves(standing: Standing, action: Action) -> bool:
    """Whether a play that does not lay what has to be laid could be a step towards it."""
    if isinstance(action, SwapJoker):
        return True
    if not isinstance(action, LayOff) or standing.must is None:
        return False
    if standing.must == JOKER or standing.owed:
        return True
    lying = next(each for each in standing.melds if each.id == action.meld).laying
    lowest = (lying.stands & -lying.stands).bit_length() - 1
    return is_run(lying.stands) and lowest // 13 == suit(standing.must)
