"""What happened, in full. An event may hold hidden cards, so all of them are sealed.

`evolve` records events on a `Deal`, `match.follow` on a `Match`. A finished match is the
fold of its events.
"""

from __future__ import annotations

from typing import TypeAlias

from .sealed import Sealed
from .state import Card, Meld, Outcome, Play

__all__ = [
    "DealEnded",
    "DealEvent",
    "Dealt",
    "Discarded",
    "Drew",
    "Event",
    "LaidOff",
    "MatchBegan",
    "MatchEnded",
    "Melded",
    "Restocked",
    "Scored",
    "TookBack",
    "TookDiscards",
    "TurnBegan",
]


class MatchBegan(Sealed, frozen=True, tag=True):
    """A match of *players* begins; *dealer* deals first (R08)."""

    players: int
    dealer: int


class Dealt(Sealed, frozen=True, tag=True):
    dealer: int
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    """The last one is on top."""
    upcard: Card | None
    first: int
    """The seat that plays first (R12)."""


class Drew(Sealed, frozen=True, tag=True):
    seat: int
    card: Card


class TookDiscards(Sealed, frozen=True, tag=True):
    seat: int
    cards: tuple[Card, ...]
    """From the deepest to the top one."""
    locked: Card | None
    """The one that may not be discarded in this turn (R35)."""


class Melded(Sealed, frozen=True, tag=True):
    seat: int
    meld: Meld


class LaidOff(Sealed, frozen=True, tag=True):
    seat: int
    cards: tuple[Card, ...]
    meld: Meld
    """The meld as it is now."""


class TookBack(Sealed, frozen=True, tag=True):
    """The inverse of *play*, the last one of the running turn."""

    seat: int
    play: Play


class Discarded(Sealed, frozen=True, tag=True):
    seat: int
    card: Card


class Restocked(Sealed, frozen=True, tag=True):
    """The discard pile became the stock."""

    seat: int
    """Who asked for a card from the empty stock."""
    how: str
    """``turned`` or ``shuffled``."""
    stock: tuple[Card, ...]
    discards: tuple[Card, ...]
    """What stays of the pile."""


class TurnBegan(Sealed, frozen=True, tag=True):
    seat: int


class DealEnded(Sealed, frozen=True, tag=True):
    outcome: Outcome


class Scored(Sealed, frozen=True, tag=True):
    """The points of a deal that has ended, seat by seat, as numerator and denominator."""

    points: tuple[tuple[int, int], ...]


class MatchEnded(Sealed, frozen=True, tag=True):
    winners: tuple[int, ...]
    why: str
    """``target``, ``deals``, ``last-player`` or ``ended``."""


DealEvent: TypeAlias = (
    Dealt
    | Drew
    | TookDiscards
    | Melded
    | LaidOff
    | TookBack
    | Discarded
    | Restocked
    | TurnBegan
    | DealEnded
)
Event: TypeAlias = MatchBegan | DealEvent | Scored | MatchEnded
