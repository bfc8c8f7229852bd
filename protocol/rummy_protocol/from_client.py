"""What a client says, one class for each message. `messages` has both sides.

A request carries an `id` and is answered exactly once, by the answer that its docstring
names or by `Refused`. Ids of `Act` belong to the seat: each is one more than the last, over
any number of connections. All other ids are the client's own, per connection.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from .actions import Action
from .cards import Face
from .ruleset import Value
from .views import Absence

__all__ = [
    "Act",
    "Advise",
    "Arrange",
    "Bot",
    "BuyIn",
    "Consent",
    "Create",
    "Games",
    "Hello",
    "History",
    "Join",
    "Leave",
    "ListTables",
    "Ready",
    "Rematch",
    "Resume",
    "Say",
    "ShowOut",
    "Start",
    "Vote",
    "Watch",
]

Key: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
Secret: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
"""A secret of a seat, or the SHA-256 of one."""
Proof: TypeAlias = Annotated[bytes, msgspec.Meta(max_length=32)]
"""A secret, or nothing."""
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=15)]
"""In what a client says; whether the table has such a seat is the table's business."""


class _FromClient(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    pass


class Hello(_FromClient, frozen=True, tag="hello", forbid_unknown_fields=False):
    """First words of a client; answered by `Welcome`, or by `Goodbye` with bad-version.

    The one request that may carry unknown fields: a server has to understand the greeting of
    every version, to be able to say that it does not speak it.
    """

    protocol: tuple[int, int]
    """Major and minor version that the client speaks."""
    name: str
    """The display name of the person or bot."""
    agent: str = ""
    """What program speaks, for the server's log."""


class ListTables(_FromClient, frozen=True, tag="list"):
    """Ask what tables there are; answered by `Tables`."""

    id: int


class Games(_FromClient, frozen=True, tag="games"):
    """Ask which games the house can play; answered by `GameList`."""

    id: int


class Create(_FromClient, frozen=True, tag="create"):
    """Open a table and take its first seat; answered by `Seated`.

    Sent again, because its answer was lost, it gives the same seat and not a second table;
    over another connection it has to bring the *secret* then.
    """

    id: int
    name: str
    """What the table shall be called."""
    key: Key
    """Sixteen bytes of the client's own choice by which the seat is known."""
    hash: Secret
    """SHA-256 of the seat's first secret, thirty-two bytes that the client made."""
    preset: str = ""
    """The game to begin from; empty for the one that the house plays by default."""
    changes: dict[str, Value] = {}
    """Fields of its rule set that shall be different."""
    seats: int = 4
    turn_seconds: int = 0
    """Time for a decision; 0: no clock."""
    absence: Absence = Absence.BOT
    """What shall become of a seat whose hold has run out."""
    hold_seconds: int = 120
    """How long a seat waits for a player whose connection was lost."""
    spectators: bool = True
    """Whether others may watch."""
    password: str = ""
    """What those who join or watch have to know; empty: nothing."""
    bots: tuple[str, ...] = ()
    """Levels of bots that take seats at once."""
    secret: Proof = b""
    """What *hash* is the SHA-256 of, when the request is repeated: who knows a hash only, from
    a backup of the server's say, has no right to the seat."""
    delay: Annotated[int, msgspec.Meta(ge=-1)] = 0
    """Seconds by which those who watch are behind the table; 0: live, -1: a whole deal."""
    watch_code: str = ""
    """What those who watch have to know in place of the password; nobody sits down by it.
    Empty, or the same word as the password: they are asked for that, if there is one."""


class Join(_FromClient, frozen=True, tag="join"):
    """Take a free seat; answered by `Seated`. It may be sent again, like `Create`."""

    id: int
    table: str
    """The table's code, or its name if only one table has it."""
    key: Key
    """As in `Create`."""
    hash: Secret
    """As in `Create`."""
    password: str = ""
    secret: Proof = b""
    """As in `Create`."""


class Resume(_FromClient, frozen=True, tag="resume"):
    """Take one's seat again; answered by `Seated`.

    The newest proven claim wins: a live session of the same seat is ended with `replaced`.
    """

    id: int
    key: Key
    """By which the seat is known."""
    secret: Secret
    """The seat's secret. Used once: from now on the seat answers to the next one."""
    next: Secret
    """SHA-256 of the secret that shall be used next time."""


class Watch(_FromClient, frozen=True, tag="watch"):
    """Look on; answered by `Watching`. There is no way to act as a spectator."""

    id: int
    table: str
    """As in `Join`."""
    password: str = ""
    """The watch code of a table that has one, or the password."""


class Leave(_FromClient, frozen=True, tag="leave"):
    """Give up the seat on purpose, or stop watching; answered by `Accepted`."""

    id: int


class Ready(_FromClient, frozen=True, tag="ready"):
    """Say that one is ready for the start or for the next deal; answered by `Accepted`."""

    id: int
    ready: bool = True


class Start(_FromClient, frozen=True, tag="start"):
    """The host begins the match with those who are seated; answered by `Accepted`."""

    id: int


class Bot(_FromClient, frozen=True, tag="bot"):
    """The host puts a bot into a free seat or takes one out; answered by `Accepted`."""

    id: int
    level: str = "steady"
    """``easy``, ``steady`` or ``sharp``; empty to remove the bot of *seat*."""
    seat: SeatNumber | None = None
    """Without one the bot takes the first free seat."""


class BuyIn(_FromClient, frozen=True, tag="buy-in"):
    """Who has dropped out comes back for the next deal, where the game lets him. `Accepted`."""

    id: int


class Rematch(_FromClient, frozen=True, tag="rematch"):
    """Ask for another match at this table; it begins when all humans did. `Accepted`."""

    id: int


class Vote(_FromClient, frozen=True, tag="vote"):
    """Say what shall become of an absent seat; most of those present decide. `Accepted`."""

    id: int
    seat: SeatNumber
    """The absent one."""
    choice: Absence


class Act(_FromClient, frozen=True, tag="act"):
    """Ask for an action in the game; answered by exactly one `Accepted` or `Refused`.

    A client that lost its connection sends the same *id* again: it is carried out once, and
    answered with the same words as often as it is asked.
    """

    id: int
    """One more than that of the seat's last act; the first is 1."""
    seq: int
    """The `Update` that the player was looking at."""
    action: Action


class Advise(_FromClient, frozen=True, tag="advise"):
    """Ask for a hint; answered by `Advice`."""

    id: int


class Arrange(_FromClient, frozen=True, tag="arrange"):
    """Lay one's own hand in another order, in groups; answered by `Accepted`.

    It may be done at any time of a deal, and nobody else is told anything. Cards that are not
    in the hand are passed over, cards of the hand that are missing come to the end.
    """

    id: int
    groups: tuple[tuple[Face, ...], ...] = ()
    """Without any the hand has no order of its own any more."""


class History(_FromClient, frozen=True, tag="history"):
    """Ask for this deal's public log after entry *after*; answered by `Page`."""

    id: int
    after: Annotated[int, msgspec.Meta(ge=0)] = 0


class Say(_FromClient, frozen=True, tag="say"):
    """Speak to the players of the table, or as a spectator to the other spectators; answered
    by `Accepted`."""

    id: int
    text: str


class Consent(_FromClient, frozen=True, tag="consent"):
    """Agree that spectators see all hands, or no longer; answered by `Accepted`.

    They see them from the next deal on if the owners of all seats agree, and to the end of
    that deal.
    """

    id: int
    given: bool = True


class ShowOut(_FromClient, frozen=True, tag="show-out"):
    """The host of the table has a spectator go, who cannot come back, or lets him in again;
    answered by `Accepted`."""

    id: int
    name: str
    """As in the `spectators` of the `TableView`; all who are so called."""
    out: bool = True
    """False: whoever was shown out under that name may look on again."""
