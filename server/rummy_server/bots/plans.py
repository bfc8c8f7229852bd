"""All the ways in which a turn can go on, and the one that leaves least.

A bot asks anew after each of its plays. As the question has not changed, neither does the
answer, and the plan is carried out play by play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final, TypeAlias

import msgspec

from rummy_protocol.actions import Action, Discard, LayMeld, LayOff
from rummy_protocol.cards import Face

from ..game.melding.melds import masks_in
from ..game.turn.search import way_out
from .sight import Sight

__all__ = ["MOST", "Cost", "Plan", "best_plan", "going_out", "plans"]

Cost: TypeAlias = Callable[[int, int, tuple[int, ...]], float]
"""What it costs to end the turn with this hand, after this discard, with these melds lying."""

MOST: Final = 400
"""Positions of one turn that are looked at; more than a turn of any sane hand has."""


class Plan(msgspec.Struct, frozen=True):
    """How a turn can be ended."""

    first: Action
    """The play to begin with."""
    hand: int
    """What is left at the end, as a mask."""
    discard: int
    """The card thrown, as a mask; 0: the last cards were laid."""
    lying: tuple[int, ...]
    """The melds as they will lie, new ones last."""


class _Position(msgspec.Struct, frozen=True):
    hand: int
    lying: tuple[int, ...]
    new_melds: int
    melded: bool


def going_out(sight: Sight) -> Action | None:
    """The first play of a turn that empties the hand, if there is one."""
    if _too_much(sight):
        return None
    standing = sight.standing
    found = None if standing.early else way_out(sight.rules, standing)
    return found[0] if found else None


def _too_much(sight: Sight) -> bool:
    """Whether some two cards can be got rid of by a discard alone."""
    cards, useful = sight.hand, _useful(sight)
    return (cards & ~useful).bit_count() > 1


def _useful(sight: Sight) -> int:
    """Cards that are in some meld of the hand, or might be laid off."""
    useful = 0
    for meld in masks_in(sight.rules.melds, sight.hand):
        useful |= meld
    for lying in sight.lying:
        grown = sight.table.grows[lying]
        useful |= grown
        while grown:
            # One card can open the way to the next; so far as it goes, not as it is held.
            grown = grown & sight.hand & ~lying
            lying |= grown
            grown = sight.table.grows.get(lying, 0) & ~useful
            useful |= grown
    return useful


def best_plan(sight: Sight, cost: Cost) -> Plan | None:
    """The plan that costs least; ``None`` where no turn can be ended from here."""
    return min(
        plans(sight),
        key=lambda plan: cost(plan.hand, plan.discard, plan.lying),
        default=None,
    )


def plans(sight: Sight) -> Iterator[Plan]:
    """Every way to end the turn, short of going out in it."""
    start = _Position(sight.hand, sight.lying, sight.new_melds, False)
    seen = {start}
    ahead: list[tuple[_Position, Action | None]] = [(start, None)]
    while ahead and len(seen) < MOST:
        position, first = ahead.pop()
        for card in _throwable(sight, position):
            play = first or Discard(_face(card))
            yield Plan(play, position.hand ^ card, card, position.lying)
        for play, after in _plays(sight, position):
            if after not in seen and _sound(sight, after):
                seen.add(after)
                ahead.append((after, first or play))


def _throwable(sight: Sight, position: _Position) -> Iterator[int]:
    """Cards that can be thrown so that some are left."""
    cards = position.hand & ~sight.locked
    while cards and position.hand.bit_count() > 1:
        card = cards & -cards
        cards ^= card
        yield card


def _sound(sight: Sight, position: _Position) -> bool:
    """Whether a turn can go on from there, one that does not go out (E12, E16, E27)."""
    return position.hand.bit_count() > 1 and position.hand & ~sight.locked != 0


def _plays(sight: Sight, position: _Position) -> Iterator[tuple[Action, _Position]]:
    hand, lying = position.hand, position.lying
    if position.new_melds:
        for meld in masks_in(sight.rules.melds, hand):
            yield (
                LayMeld(sight.table.orders[meld][0]),
                _Position(hand ^ meld, (*lying, meld), position.new_melds - 1, True),
            )
    places = (*sight.places, *sight.later) if position.melded else sight.places
    for place in places:
        cards = sight.table.grows[lying[place]] & hand
        while cards:
            card = cards & -cards
            cards ^= card
            grown = (*lying[:place], lying[place] | card, *lying[place + 1 :])
            yield (
                LayOff(sight.deal.melds[place].id, (_face(card),)),
                _Position(hand ^ card, grown, position.new_melds, position.melded),
            )


def _face(card: int) -> Face:
    return Face(card.bit_length() - 1)
