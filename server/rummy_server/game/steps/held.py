"""Finding the physical cards that a player means when he names faces (E14)."""

from __future__ import annotations

from collections.abc import Sequence

from rummy_protocol.cards import Face, name
from rummy_protocol.errors import Code, RuleViolation

from ..state import FACE_BITS, Card, Deal

__all__ = ["hand_mask", "held", "spare"]


def held(deal: Deal, faces: Sequence[Face]) -> tuple[Card, ...]:
    """The cards with these faces in the hand of the seat whose turn it is.

    Of two twins the one that may not be discarded is taken first: laid out, it binds less.

    Raises:
        RuleViolation: one of them is not there, or not as often as it is named.
    """
    hand = list(deal.hands[deal.turn.seat])
    if deal.turn.locked is not None and deal.turn.locked in hand:
        hand.remove(deal.turn.locked)
        hand.insert(0, deal.turn.locked)
    found = []
    for wanted in faces:
        fitting = [card for card in hand if card & FACE_BITS == wanted]
        if not fitting:
            raise RuleViolation(Code.NOT_YOUR_CARD, "R15", card=name_of(wanted))
        hand.remove(fitting[0])
        found.append(fitting[0])
    return tuple(found)


def spare(deal: Deal, wanted: Face) -> Card:
    """The card with this face that may be thrown, or else the one that may not.

    Raises:
        RuleViolation: the hand of the seat whose turn it is has none.
    """
    hand, locked = deal.hands[deal.turn.seat], deal.turn.locked
    fitting = [card for card in hand if card & FACE_BITS == wanted]
    if not fitting:
        raise RuleViolation(Code.NOT_YOUR_CARD, "R33", card=name_of(wanted))
    return fitting[0] if fitting[0] != locked else fitting[-1]


def hand_mask(deal: Deal) -> int:
    """The faces in the hand of the seat whose turn it is, as bits; twins fall together."""
    mask = 0
    for card in deal.hands[deal.turn.seat]:
        mask |= 1 << (card & FACE_BITS)
    return mask


def name_of(face: Face) -> str:
    """The notation of a face, or a question mark for a number that is none."""
    return name(face) if 0 <= face <= 52 else "?"
