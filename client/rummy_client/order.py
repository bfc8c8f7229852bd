"""The own hand in the order in which it is shown, and where in it a card lies.

Of equal cards - two packs have two of each, and jokers are all alike - the place tells which
is meant. Pure; it knows neither keys nor screens.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum

from rummy_protocol.cards import Face, is_joker, rank, suit
from rummy_protocol.messages import Arrange
from rummy_protocol.own_order import merged

from .model import Model, pending_of

__all__ = ["Sort", "groups_of", "order_due", "places_of", "same_card", "still_held"]


class Sort(StrEnum):
    MELDS = "melds"
    SUIT = "suit"
    RANK = "rank"
    OWN = "own"
    """As the player has laid it."""


def _by_suit(face: Face) -> tuple[int, int]:
    return suit(face), rank(face)


def _by_rank(face: Face) -> tuple[int, int]:
    return (99, 0) if is_joker(face) else (rank(face), suit(face))


def groups_of(model: Model, sort: Sort) -> tuple[tuple[Face, ...], ...]:
    """The own hand in the order in which it is shown; melds stand apart where they are meant.

    The view brings the best melds ready made. In a view whose split does not add up to the
    hand, the cards of the hand are shown and the split is not believed.
    """
    if model.you is None or not model.you.hand:
        return ()
    you = model.you
    if sort is Sort.SUIT:
        return (tuple(sorted(you.hand, key=_by_suit)),)
    if sort is Sort.RANK:
        return (tuple(sorted(you.hand, key=_by_rank)),)
    if sort is Sort.OWN:
        return merged(you.order, you.hand)  # without one, all cards are one group
    rest = tuple(sorted(you.deadwood, key=_by_rank))
    groups = tuple(group for group in (*you.split, rest) if group)
    if sorted(face for group in groups for face in group) != sorted(you.hand):
        return (tuple(sorted(you.hand, key=_by_rank)),)
    return groups


def order_due(model: Model) -> Arrange | None:
    """What the house should be told of how the hand lies, as soon as it can be."""
    you = model.you
    if you is None or not you.hand or you.order == model.laid:
        return None
    if not model.online or model.seat is None or pending_of(model, Arrange):
        return None
    return Arrange(0, you.order)


def still_held(picks: Iterable[Face], hand: Iterable[Face]) -> tuple[Face, ...]:
    """Those of *picks* that are in *hand*, each as often as it is there at most."""
    left, kept = list(hand), list[Face]()
    for face in picks:
        if face in left:
            left.remove(face)
            kept.append(face)
    return tuple(kept)


def places_of(
    cards: Iterable[Face], hand: Sequence[Face], near: Sequence[int] = ()
) -> tuple[int, ...]:
    """Where each of *cards* lies in *hand*, no place twice; *near* chooses between equals."""
    told = list[int]()
    for number, face in enumerate(cards):
        wish = near[number] if number < len(near) else -1
        free = [n for n, held in enumerate(hand) if held == face and n not in told]
        if free:
            told.append(wish if wish in free else free[0])
    return tuple(told)


def same_card(old: Sequence[Face], new: Sequence[Face], place: int) -> int:
    """Where in *new* the card lies that lay at *place* in *old*; of equal ones, the same."""
    if place < len(old) and old[place] in new:
        alike = [there for there, face in enumerate(new) if face == old[place]]
        return alike[min(old[:place].count(old[place]), len(alike) - 1)]
    return max(0, min(place, len(new) - 1))
