"""Which cards came to a seat from the pack, worked out from what everybody has seen.

When a deal has been scored all hands are open, and whatever had left a hand before was seen
to leave it. What of it was dealt and what was drawn, nobody but its owner knows.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import assert_never

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.news import (
    Blocked,
    Dealt,
    Discarded,
    Drew,
    Entry,
    LaidOff,
    Melded,
    Restocked,
    Swapped,
    TookBack,
    TookDiscard,
    WentOut,
)
from rummy_protocol.views import DealResult

__all__ = ["came_from_pack"]


def came_from_pack(
    entries: Iterable[Entry], result: DealResult
) -> tuple[tuple[Face, ...], ...] | None:
    """For each seat the cards that it was dealt or drew; ``None`` if that cannot be told."""
    held = [Counter(seat.hand) for seat in result.seats]
    for entry in entries:
        if any(card is None for card in _shown(entry)):
            return None
        held[entry.seat].update(_left(entry))
        held[entry.seat].subtract(_gained(entry))
    return tuple(tuple(sorted(cards.elements())) for cards in held)


def _shown(entry: Entry) -> tuple[Face | None, ...]:
    match entry:
        case Discarded(card=card):
            return (card,)
        case TookDiscard(cards=cards):
            return cards
        case _:
            return ()


def _left(entry: Entry) -> tuple[Face, ...]:
    """What left the hand."""
    match entry:
        case Discarded(card=card):
            return () if card is None else (card,)
        case Melded(cards=cards) | LaidOff(cards=cards) | Swapped(cards=cards):
            return cards
        case TookBack(jokers=jokers):
            return (Face(JOKER),) * jokers
        case Dealt() | Drew() | TookDiscard() | Restocked() | WentOut() | Blocked():
            return ()
        case _:
            assert_never(entry)


def _gained(entry: Entry) -> tuple[Face, ...]:
    """What came into the hand, and everybody saw it."""
    match entry:
        case TookDiscard(cards=cards):
            return tuple(card for card in cards if card is not None)
        case TookBack(cards=cards):
            return cards
        case Swapped(jokers=jokers):
            return (Face(JOKER),) * jokers
        case _:
            return ()
