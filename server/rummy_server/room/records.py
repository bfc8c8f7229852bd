"""What a table remembers for good, and the records of which it is the fold.

A `Room` is a table without its connections: people, secrets as hashes, answers, the match.
Everything in it comes about by records, each of which is in the journal before it counts;
what a record changes, `fold` knows. Nothing here decides anything.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from rummy_protocol.messages import Accepted, Refused
from rummy_protocol.own_order import Order
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Absence, Options, SeatKind, Stage

from ..game.events import Event
from ..game.match import Match
from ..game.sealed import Sealed
from .orders import Orders

__all__ = [
    "SPENT_KEPT",
    "Acted",
    "Arranged",
    "BotSat",
    "Closed",
    "Consented",
    "DeadlineSet",
    "Happened",
    "LetIn",
    "Opened",
    "Place",
    "Record",
    "Room",
    "SeatClaimed",
    "SeatFreed",
    "SeatLeft",
    "SeatRevoked",
    "SeatTaken",
    "Settled",
    "ShownOut",
]

SPENT_KEPT: Final = 16
"""How many spent secrets of a seat are known again."""


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """One seat of a table, and who it belongs to."""

    kind: SeatKind = SeatKind.OPEN
    name: str = ""
    level: str = ""
    key: bytes = b""
    """By this its owner names it; no secret, but nobody else is told."""
    current: bytes = b""
    """SHA-256 of the secret that the seat answers to. Empty: to none."""
    spent: tuple[bytes, ...] = ()
    """Hashes of the secrets before it, the newest last."""
    generation: int = 0
    """Raised whenever a connection takes the seat; no two of a table are alike."""
    since: int = 0
    """Who has the lower number has sat here longer."""
    left: bool = False
    """Its owner left on purpose during the match."""
    revoked: bool = False
    """A spent secret was used: whoever may join may take the seat."""
    consents: bool = False
    """Whether its owner agrees that spectators see all hands."""
    last_id: int = 0
    last_answer: Accepted | Refused | None = None

    def __repr__(self) -> str:
        return f"Place({self.kind.value}, generation={self.generation}, last_id={self.last_id})"

    @property
    def plays_on(self) -> bool:
        """Whether it takes part in the next match."""
        return self.owned or self.kind is SeatKind.BOT

    @property
    def owned(self) -> bool:
        """Whether a person may come back to it."""
        return self.kind is SeatKind.HUMAN and not self.left and not self.revoked


class Room(Sealed, frozen=True):
    """A table, as its journal has it."""

    id: str
    name: str
    ruleset: RuleSet
    options: Options
    salt: bytes
    password: bytes
    """The hash of the password with the salt; empty: none is asked for."""
    seats: tuple[Place, ...]
    stage: Stage = Stage.GATHERING
    seq: int = 0
    """Events of the game so far, in all matches."""
    fences: tuple[int, ...] = ()
    """For each seat the first `seq` at which nobody else had acted since."""
    generation: int = 0
    """The highest that was given to a seat."""
    match: Match | None = None
    open_deals: tuple[int, ...] = ()
    """Deals of the match whose hands spectators were shown, the running one included."""
    open_hands: bool = False
    """Whether they are shown those of the deal that was dealt last."""
    orders: Orders = ()
    """How those who sit here have laid their hands; each his own alone to know."""
    watch_code: bytes = b""
    """The same of the code that those who look on have to know."""
    shown_out: tuple[tuple[str, bytes], ...] = ()
    """The names of those who may not look on here any more, and whence they came."""


# --- records -----------------------------------------------------------------------------


class _Record(Sealed, frozen=True, tag=True):
    """Base of all records. They hold secrets and hidden cards, so they are sealed."""

    def __repr__(self) -> str:
        return type(self).__name__


class Opened(_Record, frozen=True, tag=True):
    id: str
    name: str
    ruleset: RuleSet
    """What every match of the table is played by: it never changes (R11)."""
    options: Options
    salt: bytes
    password: bytes
    rules_hash: str = ""
    """Of *ruleset*, by the program that opened the table."""
    watch_code: bytes = b""


class SeatTaken(_Record, frozen=True, tag=True):
    seat: int
    name: str
    key: bytes
    hash: bytes


class BotSat(_Record, frozen=True, tag=True):
    seat: int
    name: str
    level: str


class SeatFreed(_Record, frozen=True, tag=True):
    """Nobody sits there any more, and the seat is open."""

    seat: int


class SeatLeft(_Record, frozen=True, tag=True):
    """The owner left during a match. A bot plays the seat to the end."""

    seat: int


class SeatClaimed(_Record, frozen=True, tag=True):
    """The owner is back, on a new connection."""

    seat: int
    next: bytes
    """The hash to which the seat answers now; the same as before if a claim was repeated."""


class SeatRevoked(_Record, frozen=True, tag=True):
    seat: int


class Happened(_Record, frozen=True, tag=True):
    """Something happened in the game that no answer to a player goes with."""

    events: tuple[Event, ...]


class Acted(_Record, frozen=True, tag=True):
    """A numbered action of a seat was judged, with what came of it."""

    seat: int
    answer: Accepted | Refused
    events: tuple[Event, ...] = ()


class Arranged(_Record, frozen=True, tag=True):
    """A player has laid his own hand in another order. The game goes on as before."""

    seat: int
    order: Order
    """Every card of the hand; or nothing: it has no order of its own any more."""


class DeadlineSet(_Record, frozen=True, tag=True):
    """From now on *seconds* are left for something. Time while the server is down is none."""

    what: str
    seconds: float


class Settled(_Record, frozen=True, tag=True):
    """It is decided what becomes of a seat whose owner is away. It holds until he is back."""

    seat: int
    choice: Absence


class Consented(_Record, frozen=True, tag=True):
    """The owner of a seat agrees that spectators see all hands, or no longer."""

    seat: int
    given: bool


class ShownOut(_Record, frozen=True, tag=True):
    """The host of the table does not want somebody to look on any more."""

    name: str
    whence: bytes
    """A hash of the address; empty: he came from the house's own machine."""


class LetIn(_Record, frozen=True, tag=True):
    """Who was shown out under that name may look on again."""

    name: str


class Closed(_Record, frozen=True, tag=True):
    pass


Record: TypeAlias = (
    Opened
    | SeatTaken
    | BotSat
    | SeatFreed
    | SeatLeft
    | SeatClaimed
    | SeatRevoked
    | Happened
    | Acted
    | Arranged
    | DeadlineSet
    | Settled
    | Consented
    | ShownOut
    | LetIn
    | Closed
)
