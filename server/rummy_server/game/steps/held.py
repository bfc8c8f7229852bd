"""Finding the physical cards that a player means when he names faces (E14)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummy_protocol.cards import Face, name
from rummy_protocol.errors import Code, RuleViolation

from ..state import FACE_BITS, Card, Deal

__all__ = ["hand_mask", "held", "spare"]


def held(deal: Deal, faces: Sequence[Face], *, keep_owed: bool = False) -> tuple[Card, ...]:
    """The cards with these faces in the hand of the seat whose turn it is.

    Of equal cards the one goes first that was reached for, since it may have to be laid or may
    not be discarded: laid out, it binds less. Then come jokers that are owed.

    Args:
        keep_owed: whether those rather stay in the hand.

    Raises:
        RuleViolation: one of them is not there, or not as often as it is named.
    """
    turn = deal.turn
    hand = list(deal.hands[turn.seat])
    if turn.owed:
        _move(hand, turn.owed, first=not keep_owed)
    if turn.locked is not None or turn.must is not None:
        reached = [card for card in (turn.locked, turn.must) if card not in turn.owed]
        _move(hand, reached if keep_owed else (turn.locked, turn.must), first=True)
    found = []
    for wanted in faces:
        fitting = next((card for card in hand if card & FACE_BITS == wanted), None)
        if fitting is None:
            raise RuleViolation(Code.NOT_YOUR_CARD, "R15", card=name_of(wanted))
        hand.remove(fitting)
        found.append(fitting)
    return tuple(found)


def _move(hand: list[Card], some: Iterable[Card | None], *, first: bool) -> None:
    for card in dict.fromkeys(some):
        if card is not None and card in hand:
            hand.remove(card)
            hand.insert(0 if first else len(hand), card)


def spare(deal: Deal, wanted: Face) -> Card:
    """The card with this face that may be thrown, or else one that may not.

    Raises:
        RuleViolation: the hand of the seat whose turn it is has none.
    """
    turn = deal.turn
    fitting = [card for card in deal.hands[turn.seat] if card & FACE_BITS == wanted]
    if not fitting:
        raise RuleViolation(Code.NOT_YOUR_CARD, "R33", card=name_of(wanted))
    if len(fitting) == 1:
        return fitting[0]
    bound = (turn.locked, turn.must, *turn.owed)
    return next((card for card in fitting if card not in bound), fitting[0])


def hand_mask(deal: Deal) -> int:
    """The faces in the hand of the seat whose turn it is, as bits; twins fall together."""
    mask = 0
    for card in deal.hands[deal.turn.seat]:
        mask |= 1 << (card & FACE_BITS)
    return mask


def name_of(face: Face) -> str:
    """The notation of a face, or a question mark for a number that is none."""
    return name(face) if 0 <= face <= 52 else "?"
