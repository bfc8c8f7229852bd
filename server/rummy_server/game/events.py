"""What happened, in full. An event may hold hidden cards, so all of them are sealed.

`evolve` records events on a `Deal`, `match.follow` on a `Match`. A finished match is the
fold of its events.
"""

from __future__ import annotations

from typing import TypeAlias

from .sealed import Sealed
from .state import Card, Meld, Outcome, Play

__all__ = [
    "BoughtIn",
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
    "Swapped",
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
    seats: tuple[int, ...]
    """Who plays, in order around the table."""
    draws: bool = True
    """Whether the first turn begins with a draw (R74)."""


class Drew(Sealed, frozen=True, tag=True):
    seat: int
    card: Card


class TookDiscards(Sealed, frozen=True, tag=True):
    seat: int
    cards: tuple[Card, ...]
    """From the deepest to the top one."""
    locked: Card | None
    """The one that may not be discarded in this turn (R35)."""
    must: Card | None = None
    """The one that has to be laid in this turn (C11)."""
    must_open: bool = False
    """Whether the seat has to open in this turn, since it took from the pile."""


class Melded(Sealed, frozen=True, tag=True):
    seat: int
    meld: Meld
    opens: bool = False
    """Whether the seat has opened with it."""


class LaidOff(Sealed, frozen=True, tag=True):
    seat: int
    cards: tuple[Card, ...]
    meld: Meld
    """The meld as it is now."""


class Swapped(Sealed, frozen=True, tag=True):
    """*cards* lie in the meld now, and the seat holds *jokers* that lay there (R71)."""

    seat: int
    cards: tuple[Card, ...]
    jokers: tuple[Card, ...]
    meld: Meld
    """The meld as it is now."""
    owed: bool = False
    """Whether the jokers have to be laid again in this turn."""


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
    out: tuple[int, ...] = ()
    """Seats that drop out of the match with this deal."""
    rules_hash: str = ""
    """Of the rule set by which the deal was judged, as `RuleSet.rules_hash` has it."""


class BoughtIn(Sealed, frozen=True, tag=True):
    """A seat that had dropped out is back, with so many points."""

    seat: int
    points: tuple[int, int]


class MatchEnded(Sealed, frozen=True, tag=True):
    winners: tuple[int, ...]
    why: str
    """``target``, ``deals``, ``last-standing``, ``last-player`` or ``ended``."""


DealEvent: TypeAlias = (
    Dealt
    | Drew
    | TookDiscards
    | Melded
    | LaidOff
    | Swapped
    | TookBack
    | Discarded
    | Restocked
    | TurnBegan
    | DealEnded
)
Event: TypeAlias = MatchBegan | DealEvent | Scored | BoughtIn | MatchEnded
