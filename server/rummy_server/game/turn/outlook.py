"""Quick and certain answers to whether a search is worth its while.

Everything in here errs on the side of hope: what it calls hopeless is hopeless.
Jokers that could come from the table count as if they were in the hand already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from rummy_protocol.cards import JOKER
from rummy_protocol.choices import FinalDiscard, JokerSwap, LayOffGate, LayOffOn

from ..melding.growth import reaching
from ..melding.holdings import (
    FIRSTS,
    ONE_JOKER,
    faces_of,
    holds,
    jokers_in,
    less,
    plus,
    size_of,
)
from ..melding.jokers import is_run
from ..melding.layings import Laying, layings, used
from ..melding.loose import is_loose, swaps_for
from ..melding.melds import MeldRules, masks_in, meld_table
from ..melding.opening import opening_points
from ..rules import Bounds, Opening, Rules
from ..solving.arrange import best_opening
from .contract import fillings
from .duties import owes_opening, waived
from .gates import lays_off_on, swap_gate
from .lacking import points_of, pure, slots_left
from .moves import after_meld, may_meld, melds_with, near
from .standing import Standing, one_card

__all__ = ["MANY", "best_with_run", "hopeless", "may_open", "most_points", "uses_of"]

MANY: Final = 22
"""Cards from which on an opening is looked for without jokers first."""


def hopeless(rules: Rules, standing: Standing) -> bool:
    """Whether it is plain that the turn can no longer end."""
    bounds = rules.bounds
    with_gain = standing.hand + _gain(rules, standing) * ONE_JOKER
    must_go = standing.beyond
    if owes_opening(standing) and not may_open(rules, standing):
        if not waived(bounds, standing):
            return True
        must_go = True
    if must_go and not _may_go_out(rules, standing, with_gain):
        return True
    if standing.must is None or standing.must == JOKER:
        return False
    around = near(with_gain, standing.must)
    return not _places(rules, standing, around) >> standing.must & 1


def most_points(rules: Rules, hand: int) -> int:
    """The most that melds of the hand could count towards an opening."""
    opening = rules.bounds.opening
    return _most_points(rules.melds, hand, opening is not None and opening.no_jokers)


@lru_cache(maxsize=1 << 13)
def _most_points(melds: MeldRules, hand: int, no_jokers: bool) -> int:
    return best_opening(melds, faces_of(hand), no_jokers=no_jokers)[0]


def may_open(rules: Rules, standing: Standing) -> bool:
    """Whether the seat may still open in this turn, as far as the melds of its hand go."""
    opening, fresh = rules.bounds.opening, standing.fresh_melds
    if opening is None or standing.opened:
        return True
    if opening.no_jokers and any(laying.wild for laying in fresh):
        return False
    gain = _gain(rules, standing) if rules.bounds.swap is JokerSwap.OWN_TURN else 0
    hand = standing.hand + gain * ONE_JOKER
    if not _suffices(rules, opening, fresh, hand):
        return False
    if standing.must is None or standing.must == JOKER or opening.contract:
        # A contract may have to be laid before the meld with the card that has to be laid.
        return True
    return _gain(rules, standing) > 0 or any(uses_of(rules, standing))


def _suffices(rules: Rules, opening: Opening, fresh: tuple[Laying, ...], hand: int) -> bool:
    """Whether melds of the hand could make an opening of those that lie."""
    if opening.contract and not _may_fill(rules.melds, opening, fresh, hand):
        return False
    # Of many cards enough can be laid without jokers, and that is found sooner.
    bare = hand & (ONE_JOKER - 1)
    if bare != hand and size_of(hand) > MANY and _suffices(rules, opening, fresh, bare):
        return True
    if opening.pure_run and not any(map(pure, fresh)):
        best = best_with_run(rules, hand)[0]
        return best >= 0 and points_of(fresh) + best >= opening.points
    return points_of(fresh) + most_points(rules, hand) >= opening.points


def best_with_run(rules: Rules, hand: int) -> tuple[int, tuple[Laying, ...]]:
    """The most points with a run without jokers among the melds, and that run; -1: none."""
    opening = rules.bounds.opening
    return _best_with_run(rules.melds, hand, opening is not None and opening.no_jokers)


@lru_cache(maxsize=1 << 12)
def _best_with_run(
    melds: MeldRules, hand: int, no_jokers: bool
) -> tuple[int, tuple[Laying, ...]]:
    best: tuple[int, tuple[Laying, ...]] = (-1, ())
    for mask in masks_in(melds, hand & FIRSTS):
        run = Laying(mask, 0)
        if is_run(mask):
            points = opening_points(run) + _most_points(melds, less(hand, mask), no_jokers)
            best = max(best, (points, (run,)))
    return best


def uses_of(rules: Rules, standing: Standing) -> Iterator[tuple[Laying | None, int]]:
    """What can become of the card that has to be laid, so that an opening comes of the rest.

    A new meld with it, or ``None`` and the cards that have to be kept for laying it off or
    giving it for a joker.
    """
    face, bounds = standing.must, rules.bounds
    if face is None:
        return
    card = one_card(face)
    with_it = melds_with(rules, standing.hand, face)
    for laying in sorted(with_it, key=opening_points, reverse=True):
        after = after_meld(bounds, standing, laying)
        if after is not None and may_open(rules, after):
            yield laying, used(laying)
        elif laying.wild and may_open(rules, _without(standing, used(laying))):
            # No part of the opening, but a meld to lay after it.
            yield None, used(laying)
    for kept in _kept_for(rules, standing, card):
        if may_open(rules, _without(standing, kept)):
            yield None, kept


def _without(standing: Standing, kept: int) -> Standing:
    return replace(standing, hand=less(standing.hand, kept), must=None, locked=None)


def _kept_for(rules: Rules, standing: Standing, card: int) -> Iterator[int]:
    """Cards with which *card* could be laid off, or given for a joker."""
    bounds, hand = rules.bounds, standing.hand
    lays_off = _may_lay_off(bounds, standing)
    for lying in standing.melds:
        laying = lying.laying
        if lays_off and lays_off_on(bounds, standing.seat, lying.owner):
            yield from [growth.added for growth in reaching(rules, laying, hand, card)]
        if bounds.swap is not JokerSwap.NONE and laying.wild:
            for swap in swaps_for(rules.melds, bounds.loose, laying):
                if holds(swap.given, card) and holds(hand, swap.given):
                    yield swap.given
    if hand >> 128 and lays_off:
        # A meld that opens may not have a joker in it, but one may be laid off on it.
        for mask in masks_in(rules.melds, hand & FIRSTS & ~card):
            if _reach(rules.melds, bounds.loose, Laying(mask, 0), hand) & card:
                yield card


def _may_fill(melds: MeldRules, opening: Opening, fresh: tuple[Laying, ...], hand: int) -> bool:
    left = slots_left(opening, fresh)
    return not left or bool(fillings(melds, left, hand))


def _gain(rules: Rules, standing: Standing) -> int:
    """How many jokers the cards in hand could take from the table, at most."""
    bounds = rules.bounds
    if not swap_gate(bounds, standing)[0] and not _may_come(bounds, standing):
        return 0
    return sum(
        [
            min(
                size_of(lying.laying.wild),
                sum(
                    holds(standing.hand, swap.given)
                    for swap in swaps_for(rules.melds, bounds.loose, lying.laying)
                ),
            )
            for lying in standing.melds
            if lying.laying.wild
        ]
    )


def _may_come(bounds: Bounds, standing: Standing) -> bool:
    """Whether the seat may come to be one that may swap jokers, in this turn."""
    return bounds.swap is not JokerSwap.NONE and may_meld(bounds, standing)


def _may_go_out(rules: Rules, standing: Standing, with_gain: int) -> bool:
    """Whether no more cards than one are plainly left over."""
    bounds = rules.bounds
    if standing.early:
        return False
    left = faces_of(standing.hand & (ONE_JOKER - 1))
    if bounds.last is FinalDiscard.REQUIRED and not standing.hand:
        return False
    places = _places(rules, standing, with_gain)
    dead = [face for face in left if not places >> face & 1]
    if len(dead) > 1 or (dead and bounds.last is FinalDiscard.NEVER):
        return False
    if not dead or left.count(dead[0]) > 1:
        return True
    return dead[0] not in (standing.locked, standing.must)


def _places(rules: Rules, standing: Standing, hand: int) -> int:
    """The faces of natural cards for which there may be a place on the table."""
    bounds, found = rules.bounds, 0
    if may_meld(bounds, standing):
        found = _melded(rules.melds, hand)
    swaps = bounds.swap is not JokerSwap.NONE
    lays_off = _may_lay_off(bounds, standing)
    for lying in standing.melds:
        laying = lying.laying
        if lays_off and lays_off_on(bounds, standing.seat, lying.owner):
            found |= _reach(rules.melds, bounds.loose, laying, hand)
        if swaps and laying.wild:
            for swap in swaps_for(rules.melds, bounds.loose, laying):
                found |= swap.given
    return found


def _may_lay_off(bounds: Bounds, standing: Standing) -> bool:
    """Whether one may lay off now or later in this turn."""
    if bounds.lay_off is LayOffOn.NONE:
        return False
    return bounds.gate is not LayOffGate.AFTER_OPEN_NEXT_TURN or standing.opened_before


@lru_cache(maxsize=1 << 13)
def _melded(melds: MeldRules, hand: int) -> int:
    """The faces of natural cards that are in some meld of the hand."""
    found = 0
    for laying in layings(melds, hand):
        naturals = laying.stands & ~laying.wild if laying.wild else laying.stands
        found |= naturals | naturals >> 64
        if laying.stands > FIRSTS:
            found |= laying.stands & FIRSTS
    return found & FIRSTS


@lru_cache(maxsize=1 << 13)
def _reach(melds: MeldRules, loose: bool, laying: Laying, hand: int) -> int:
    """The faces of cards that could come to lie in the meld, one after the other.

    Limits of jokers are not asked, and gaps are filled as long as there are jokers.
    """
    grows = meld_table(melds).grows
    stands = laying.stands
    if is_loose(loose, laying):
        rank = faces_of(stands)[0] % 13
        return sum(1 << rank + suit for suit in range(0, 52, 13))
    found, seen = 0, {(stands, jokers_in(hand))}
    stack = list(seen)
    while stack:
        lies, jokers = stack.pop()
        open_to = grows.get(lies, 0)
        while open_to:
            one = open_to & -open_to
            open_to ^= one
            held = bool(hand & one)
            if held:
                found |= one
            after = (plus(lies, one), jokers if held else jokers - 1)
            if after[1] >= 0 and after not in seen:
                seen.add(after)
                stack.append(after)
    return found
