"""Single plays of a turn and where they lead. Whether the turn can then still end is not asked.

Of equal cards the one goes first that has to be laid or may not be discarded, then jokers that
are owed; where those may go into new melds only, the others are laid off before them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from rummy_protocol.actions import Action, LayMeld, LayOff, SwapJoker
from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import SwapUse

from ..melding.growth import Growth, growths_of
from ..melding.holdings import (
    COLUMN,
    FIRSTS,
    FULL_SUIT,
    ONE_JOKER,
    SUIT,
    faces_of,
    holds,
    jokers_in,
    less,
    plus,
)
from ..melding.layings import Laying, layings, used
from ..melding.loose import Swap, swaps_for
from ..melding.readings import reading_of
from ..rules import Bounds, Rules
from .gates import gate_for, lays_off_on, swap_gate
from .lacking import complete, fits_contract, fulfilled
from .standing import Lying, Reached, Standing

__all__ = [
    "after_lay_off",
    "after_meld",
    "after_swap",
    "contract_done",
    "lay_offs",
    "may_meld",
    "melds_with",
    "named",
    "near",
    "new_melds",
    "plays",
    "swaps",
]


def plays(rules: Rules, standing: Standing) -> Iterator[tuple[Action, Standing]]:
    """Every single play that is legal, if the turn can end after it.

    Cards are laid off one by one, but where a joker needs the next card to lie at all.
    """
    yield from new_melds(rules, standing)
    yield from lay_offs(rules, standing)
    yield from swaps(rules, standing)


def new_melds(
    rules: Rules, standing: Standing, some: Sequence[Laying] | None = None
) -> Iterator[tuple[LayMeld, Standing]]:
    """Every new meld, with what its jokers stand for; or *some* of them."""
    if not may_meld(rules.bounds, standing):
        return
    for laying in layings(rules.melds, standing.hand) if some is None else some:
        after = after_meld(rules.bounds, standing, laying)
        if after is not None:
            yield named(rules, laying), after


def melds_with(rules: Rules, hand: int, face: Face) -> list[Laying]:
    """Every meld of the hand that takes the card with this face, which is no joker."""
    card = 1 << face
    return [each for each in layings(rules.melds, near(hand, face)) if used(each) & card]


def near(hand: int, face: Face) -> int:
    """What of the hand can lie in one meld with a natural card."""
    around = SUIT << face - face % FULL_SUIT | COLUMN << face % FULL_SUIT
    naturals = around & FIRSTS
    return hand & (naturals | naturals << 64) | hand >> 128 << 128


def named(rules: Rules, laying: Laying) -> LayMeld:
    """The action that lays a meld so."""
    reading = reading_of(rules.melds, laying)
    told = zip(reading.lying, reading.wild, strict=True)
    cards = tuple([JOKER if wild else face for face, wild in told])
    return LayMeld(cards, faces_of(laying.wild) if laying.wild else ())


def may_meld(bounds: Bounds, standing: Standing) -> bool:
    """Whether another new meld is thinkable in this turn (R28, C24)."""
    if bounds.closed and contract_done(bounds, standing):
        return False
    if bounds.new_melds is None or len(standing.fresh_melds) < bounds.new_melds:
        return True
    return bounds.waived and not standing.laid_before


def contract_done(bounds: Bounds, standing: Standing) -> bool:
    """Whether the seat has opened, or has at least laid all of the contract."""
    opening = bounds.opening
    if standing.opened or opening is None or not opening.contract:
        return standing.opened
    return complete(opening, standing.fresh_melds)


def after_meld(bounds: Bounds, standing: Standing, laying: Laying) -> Standing | None:
    """The turn after a new meld; ``None``: the contract has no place for it."""
    opening, fresh = bounds.opening, (*standing.fresh_melds, laying)
    asks = opening is not None and opening.contract and not contract_done(bounds, standing)
    if opening is not None and asks and not fits_contract(opening, fresh):
        return None
    over = bounds.new_melds is not None and len(fresh) > bounds.new_melds
    at_once = opening is not None and opening.all_at_once
    cards, number = used(laying), standing.next_meld
    must, locked, owed = _bound(standing, cards, owed_first=True)
    return replace(
        standing,
        hand=less(standing.hand, cards),
        melds=(*standing.melds, Lying(number, standing.seat, laying)),
        fresh_melds=fresh,
        opened=standing.opened or fulfilled(opening, fresh),
        must=must,
        locked=locked,
        owed=owed,
        beyond=standing.beyond or over or at_once,
        next_meld=number + 1,
        reached=_reached(standing, number, laying.wild),
    )


def _bound(
    standing: Standing, cards: int, *, owed_first: bool
) -> tuple[Face | None, Face | None, int]:
    """What still must be laid, is locked and is owed when *cards* have left the hand."""
    must, locked, owed = standing.must, standing.locked, standing.owed
    jokers = jokers_in(cards)
    if must is not None or locked is not None:
        if jokers and JOKER in (must, locked):
            jokers -= 1
            must = None if must == JOKER else must
            locked = None if locked == JOKER else locked
        must = None if must is not None and must != JOKER and cards >> must & 1 else must
        if locked is not None and locked != JOKER and cards >> locked & 1:
            locked = None
    if owed and jokers:
        spare = 0 if owed_first else jokers_in(standing.hand) - owed
        owed -= min(owed, max(0, jokers - spare))
    return must, locked, owed


def lay_offs(rules: Rules, standing: Standing) -> Iterator[tuple[LayOff, Standing]]:
    """Every lay-off of one card, and of what only goes together."""
    bounds = rules.bounds
    lets, out = gate_for(bounds, standing)
    if not lets:
        return
    for lying in standing.melds:
        if not lays_off_on(bounds, standing.seat, lying.owner):
            continue
        for growth in growths_of(rules, lying.laying, standing.hand):
            after = after_lay_off(bounds, standing, lying, growth, out)
            if after is not None:
                cards = faces_of(growth.added)
                yield LayOff(lying.id, cards, faces_of(growth.stands)), after


def after_lay_off(
    bounds: Bounds, standing: Standing, lying: Lying, growth: Growth, out: bool
) -> Standing | None:
    """The turn after a lay-off that its gate allows, if only on the way *out*.

    ``None``: the jokers in it are for new melds.
    """
    new_only = bounds.swap_use is SwapUse.NEW_MELD
    must, locked, owed = _bound(standing, growth.added, owed_first=not new_only)
    if new_only and owed < standing.owed:
        return None
    return replace(
        standing,
        hand=less(standing.hand, growth.added),
        melds=_exchanged(standing.melds, lying, growth.after),
        must=must,
        locked=locked,
        owed=owed,
        beyond=standing.beyond or out,
        reached=_reached(standing, lying.id, less(growth.after.wild, lying.laying.wild)),
    )


def _reached(standing: Standing, meld: int, wild: int) -> Reached | None:
    """Where the joker that was reached for lies, if it may be one of those just laid."""
    must, locked = standing.must == JOKER, standing.locked == JOKER
    if wild and (must or locked):
        return Reached(meld, faces_of(wild)[0], must, locked)
    return standing.reached


def _exchanged(melds: tuple[Lying, ...], lying: Lying, laying: Laying) -> tuple[Lying, ...]:
    changed = Lying(lying.id, lying.owner, laying)
    return tuple([changed if each.id == lying.id else each for each in melds])


def swaps(rules: Rules, standing: Standing) -> Iterator[tuple[SwapJoker, Standing]]:
    """Every joker that could be taken from the table."""
    lets, out = swap_gate(rules.bounds, standing)
    if not lets:
        return
    for lying in standing.melds:
        if not lying.laying.wild:
            continue
        for swap in swaps_for(rules.melds, rules.bounds.loose, lying.laying):
            if holds(standing.hand, swap.given):
                action = SwapJoker(lying.id, faces_of(swap.given))
                yield action, after_swap(rules.bounds, standing, lying, swap, out)


def _taken_back(standing: Standing, lying: Lying, swap: Swap) -> Reached | None:
    """The joker that was reached for, if the swap brings it back."""
    reached = standing.reached
    if reached is None or reached.meld != lying.id:
        return None
    # Of jokers that are bound to no card any may be it.
    its = swap.given == 1 << reached.stands or not swap.given & lying.laying.wild
    return reached if its else None


def after_swap(
    bounds: Bounds, standing: Standing, lying: Lying, swap: Swap, out: bool
) -> Standing:
    """The turn after a joker was taken, if only on the way *out*."""
    must, locked, owed = _bound(standing, swap.given, owed_first=True)
    keeps, back = bounds.swap_use is SwapUse.KEEP, _taken_back(standing, lying, swap)
    if keeps and back is not None:
        must = JOKER if back.must else must
        locked = JOKER if back.locked else locked
    return replace(
        standing,
        hand=plus(less(standing.hand, swap.given), ONE_JOKER),
        melds=_exchanged(standing.melds, lying, swap.after),
        must=must,
        locked=locked,
        owed=owed + (not keeps),
        beyond=standing.beyond or out,
        reached=None if back is not None else standing.reached,
    )
