"""One deal, as it stands. Plain facts; who may do what is `decide`'s business."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum
from functools import lru_cache
from typing import Final, NewType, cast

from rummy_protocol.cards import JOKER, Face

from .sealed import Sealed

__all__ = [
    "FACE_BITS",
    "Card",
    "Deal",
    "Decision",
    "Meld",
    "Outcome",
    "Phase",
    "Play",
    "Turn",
    "deck_of",
    "face",
    "faces_in",
]

Card = NewType("Card", int)
"""One physical card: its face, plus 64 for each pack before its own.

Jokers count as packs of their own, so each has its identity too.
"""

FACE_BITS: Final = 63
"""The part of a `Card` that is its face."""


def face(card: Card) -> Face:
    """What the card shows; the same for its twin from another pack."""
    return Face(card & FACE_BITS)


def faces_in(cards: Iterable[Card]) -> tuple[Face, ...]:
    """The faces of *cards*, sorted, so that their order says nothing."""
    # Asked for every hand that changes: calling `Face` for each card would double its cost.
    return cast("tuple[Face, ...]", tuple(sorted([card & FACE_BITS for card in cards])))


def deck_of(packs: int, jokers: int) -> tuple[Card, ...]:
    """Every card of a deck, in order."""
    naturals = [Card(number | pack << 6) for pack in range(packs) for number in range(52)]
    return (*naturals, *(Card(JOKER | number << 6) for number in range(jokers)))


class Phase(StrEnum):
    """What a deal waits for."""

    SHUFFLING = "shuffling"
    DRAW = "draw"
    PLAY = "play"
    OVER = "over"


class Decision(Sealed, frozen=True):
    """A seat has to choose. What the server takes for it is `defaults.default_action`."""

    seat: int
    kind: Phase


class Meld(Sealed, frozen=True):
    id: int
    owner: int | None
    """Whose it is; ``None`` in games where the table is common."""
    cards: tuple[Card, ...]
    """In the order in which they lie; a run from low to high."""
    stands: tuple[Face, ...]
    """What each card stands for. Differs from the card's own face for jokers only."""
    credit: tuple[int, ...]
    """The seat that laid each card (R21)."""


class Play(Sealed, frozen=True):
    """A meld or a lay-off of the running turn, with what is needed to take it back."""

    cards: tuple[Card, ...]
    """What left the hand."""
    meld: Meld
    """The meld after the play."""
    before: Meld | None
    """The meld before it; ``None``: the play laid it."""
    gained: tuple[Card, ...] = ()
    """Jokers that came into the hand for *cards*: the play is a swap (R71)."""
    opens: bool = False
    """Whether the seat has opened with it."""


class Turn(Sealed, frozen=True):
    """What the seat whose turn it is has done in it."""

    seat: int
    fresh: Card | None = None
    """The card that was drawn or taken."""
    locked: Card | None = None
    """The card that may not be discarded (R35)."""
    plays: tuple[Play, ...] = ()
    laid_before: bool = False
    """Whether the seat had melded or laid off in an earlier turn of this deal (E30)."""
    opened_before: bool = False
    """Whether it had opened in an earlier turn of this deal."""
    must: Card | None = None
    """The taken discard that has to be laid in this turn, as long as it is in the hand."""
    must_open: bool = False
    """Whether the pile was taken on condition that the seat opens in this turn."""
    owed: tuple[Card, ...] = ()
    """Jokers from the table that have to be laid again in this turn, while in the hand."""


class Outcome(Sealed, frozen=True):
    """How a deal ended, before anything is scored."""

    out: int | None
    """The seat that went out; ``None``: blocked."""
    rummy: bool = False
    """Whether it went rummy: everything in one turn, nothing laid before (E30)."""
    why: str = "out"
    """``out``, ``declined``, ``nothing-to-draw`` or ``turn-cap``."""


class Deal(Sealed, frozen=True):
    """One deal, of those who were dealt in."""

    dealer: int
    seats: tuple[int, ...]
    """Who plays, in order around the table; who is out of the match has no cards."""
    hands: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...]
    """The last one is on top."""
    discards: tuple[Card, ...]
    """The last one is on top."""
    phase: Phase
    turn: Turn
    melds: tuple[Meld, ...] = ()
    opened: tuple[int, ...] = ()
    """Seats whose first melds fulfilled what the game asks of them; where it asks nothing,
    seats that have melded."""
    played: tuple[int, ...] = ()
    """Seats that have melded or laid off in this deal, the running turn included (E30)."""
    next_meld: int = 1
    """The number that the next meld gets; taking back does not lower it."""
    turns: int = 1
    """Turns that have begun, of all seats together."""
    recycles: int = 0
    outcome: Outcome | None = None

    @property
    def pending(self) -> tuple[Decision, ...]:
        """Everybody who has to decide now. Clock, absence and acceptance read only this."""
        return _pending(self.turn.seat, self.phase)


@lru_cache(maxsize=64)
def _pending(seat: int, phase: Phase) -> tuple[Decision, ...]:
    return (Decision(seat, phase),) if phase in (Phase.DRAW, Phase.PLAY) else ()
