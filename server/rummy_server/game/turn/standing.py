"""Where a turn stands: all that the rest of it depends on, and nothing else.

What a turn still owes is read off these facts and never kept beside them. The judge makes a
`Standing` of a deal, a bot of what it sees; whose turn it is not has none.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache

import msgspec

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import JokerSwap, LayOffGate

from ..melding.holdings import ONE_JOKER, holding_of
from ..melding.layings import Laying
from ..rules import Bounds, Rules
from ..sealed import Sealed
from ..state import FACE_BITS, Card, Deal, Meld, Play

__all__ = ["Lying", "Reached", "Standing", "laying_of_meld", "one_card", "standing_of"]


class Lying(msgspec.Struct, frozen=True):
    """A meld on the table."""

    id: int
    owner: int | None
    laying: Laying


class Reached(msgspec.Struct, frozen=True, order=True):
    """The joker that was taken from the pile and lies on the table now."""

    meld: int
    stands: Face
    must: bool
    """Whether it had to be laid."""
    locked: bool
    """Whether it may not be discarded."""


class Standing(Sealed, frozen=True, kw_only=True, cache_hash=True):
    """A turn in its second part, as its player sees it."""

    seat: int
    hand: int
    """A holding, as all cards here."""
    melds: tuple[Lying, ...]
    fresh_melds: tuple[Laying, ...] = ()
    """The new melds of this turn, as they were laid."""
    opened: bool = False
    opened_before: bool = False
    """Whether the seat had opened in an earlier turn."""
    laid_before: bool = False
    """Whether it had melded or laid off in an earlier turn (E30)."""
    locked: Face | None = None
    """The card in hand that may not be discarded (R35)."""
    must: Face | None = None
    """The card in hand that has to be laid (C11)."""
    must_open: bool = False
    """Whether the seat has to open in this turn."""
    owed: int = 0
    """So many of the jokers in hand have to be laid again."""
    beyond: bool = False
    """Whether it has done what only going out in this turn permits (C24, R76)."""
    early: bool = False
    """Whether it may not go out in this turn (E27)."""
    next_meld: int = 1
    reached: Reached | None = None
    """Where the joker lies that was reached for in this turn. Back in the hand it binds again,
    unless it is owed there anyway."""


def one_card(face: Face) -> int:
    """A card as a holding."""
    return ONE_JOKER if face == JOKER else 1 << face


def standing_of(rules: Rules, deal: Deal) -> Standing:
    """Where the running turn of *deal* stands."""
    turn, bounds = deal.turn, rules.bounds
    hand, opened = deal.hands[turn.seat], turn.seat in deal.opened
    fresh = tuple([laying_of_meld(play.meld) for play in turn.plays if play.before is None])
    return Standing(
        seat=turn.seat,
        hand=holding_of(_faces(hand)),
        melds=tuple([Lying(meld.id, meld.owner, laying_of_meld(meld)) for meld in deal.melds]),
        fresh_melds=fresh,
        opened=opened,
        opened_before=turn.opened_before,
        laid_before=turn.laid_before,
        locked=_in_hand(turn.locked, hand, turn.owed),
        must=_in_hand(turn.must, hand, turn.owed),
        must_open=turn.must_open,
        owed=sum([card in hand for card in set(turn.owed)]) if turn.owed else 0,
        beyond=_beyond(bounds, len(fresh), turn.plays, turn.opened_before),
        early=(deal.turns - 1) // len(deal.seats) + 1 < bounds.earliest_out,
        next_meld=deal.next_meld,
        reached=_where(deal, turn.must, turn.locked),
    )


def _where(deal: Deal, must: Card | None, locked: Card | None) -> Reached | None:
    """Where a joker lies that was reached for."""
    card = locked if must is None else must
    if card is None or card & FACE_BITS != JOKER:
        return None
    for meld in deal.melds:
        if card in meld.cards:
            stands = meld.stands[meld.cards.index(card)]
            return Reached(meld.id, stands, must is not None, locked is not None)
    return None


def _faces(cards: Iterable[Card]) -> list[Face]:
    return [Face(card & FACE_BITS) for card in cards]


def _in_hand(card: Card | None, hand: tuple[Card, ...], owed: tuple[Card, ...]) -> Face | None:
    """The face of a card that binds, so long as it is in the hand.

    A joker that is owed, since it went to the table and came back, is bound enough by that.
    """
    if card is None or card not in hand or card in owed:
        return None
    return Face(card & FACE_BITS)


def laying_of_meld(meld: Meld) -> Laying:
    """A meld on the table without its order."""
    return _laying(meld.cards, meld.stands)


@lru_cache(maxsize=1 << 12)
def _laying(cards: tuple[Card, ...], stands: tuple[Face, ...]) -> Laying:
    jokers = [
        face for card, face in zip(cards, stands, strict=True) if card & FACE_BITS == JOKER
    ]
    return Laying(holding_of(stands), holding_of(jokers))


def _beyond(bounds: Bounds, new_melds: int, plays: tuple[Play, ...], opened: bool) -> bool:
    """Whether something was done that only going out in this turn permits."""
    if bounds.new_melds is not None and new_melds > bounds.new_melds:
        return True
    if bounds.opening is None:
        return False
    if bounds.opening.all_at_once and new_melds:
        return True
    for play in plays:
        gated = (
            bounds.swap is JokerSwap.AFTER_OPEN
            if play.gained
            else bounds.gate is LayOffGate.AFTER_OPEN
        )
        if play.before is not None and gated and not opened:
            return True
        opened = opened or play.opens
    return False
