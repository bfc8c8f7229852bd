"""Every message, one class each, sorted by who sends it.

A request carries an `id` and is answered exactly once, by the answer that its docstring
names or by `Refused`. Ids of `Act` belong to the seat: each is one more than the last, over
any number of connections. All other ids are the client's own, per connection.
"""

from __future__ import annotations

from typing import Annotated, TypeAlias

import msgspec

from .actions import Action
from .news import Entry
from .ruleset import RuleSet, Value
from .views import Absence, DealView, Options, TableView, You

__all__ = [
    "Accepted",
    "Act",
    "Advice",
    "Advise",
    "Bot",
    "Chat",
    "Create",
    "FromClient",
    "FromServer",
    "Goodbye",
    "Hello",
    "History",
    "Join",
    "Leave",
    "ListTables",
    "Page",
    "Ping",
    "Ready",
    "Refused",
    "Rematch",
    "Request",
    "Resume",
    "Say",
    "Seated",
    "Start",
    "TableLine",
    "Tables",
    "Update",
    "Vote",
    "Watch",
    "Watching",
    "Welcome",
]


Key: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=16, max_length=16)]
Secret: TypeAlias = Annotated[bytes, msgspec.Meta(min_length=32, max_length=32)]
"""A secret of a seat, or the SHA-256 of one."""
SeatNumber: TypeAlias = Annotated[int, msgspec.Meta(ge=0, le=15)]
"""In what a client says; whether the table has such a seat is the table's business."""


class _FromClient(msgspec.Struct, frozen=True, tag_field="t", forbid_unknown_fields=True):
    pass


class _FromServer(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True):
    pass


# --- from the client ---------------------------------------------------------------------


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


class Create(_FromClient, frozen=True, tag="create"):
    """Open a table and take its first seat; answered by `Seated`.

    Idempotent by *hash*: sent again, it gives the same seat and not a second table.
    """

    id: int
    name: str
    """What the table shall be called."""
    key: Key
    """Sixteen bytes of the client's own choice by which the seat is known."""
    hash: Secret
    """SHA-256 of the seat's first secret, thirty-two bytes that the client made."""
    preset: str = "basic"
    """The game to begin from."""
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


class Join(_FromClient, frozen=True, tag="join"):
    """Take a free seat; answered by `Seated`. Idempotent by *hash*, like `Create`."""

    id: int
    table: str
    """The table's code, or its name if only one table has it."""
    key: Key
    """As in `Create`."""
    hash: Secret
    """As in `Create`."""
    password: str = ""


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


class History(_FromClient, frozen=True, tag="history"):
    """Ask for this deal's public log after entry *after*; answered by `Page`."""

    id: int
    after: Annotated[int, msgspec.Meta(ge=0)] = 0


class Say(_FromClient, frozen=True, tag="say"):
    """Speak to the players of the table; answered by `Accepted`."""

    id: int
    text: str


# --- from the server ---------------------------------------------------------------------


class Welcome(_FromServer, frozen=True, tag="welcome"):
    """The server's answer to `Hello`, with the limits that it enforces."""

    protocol: tuple[int, int]
    """Major and minor version that the server speaks."""
    server: str
    """The name of the house."""
    build: str
    """The version of its program."""
    name: str
    """The client's display name, as cleaned."""
    frame_limit: int
    """Bytes of a frame's body that the server takes."""
    actions_per_second: int
    """Acts beyond this wait."""
    plain: bool = True
    """Whether what is said here crosses the network unencrypted."""


class TableLine(msgspec.Struct, frozen=True, omit_defaults=True):
    """A table as the lobby shows it."""

    id: str
    name: str
    rules: RuleSet
    options: Options
    stage: str
    """As in `TableView`."""
    taken: int
    """Seats with somebody in them, bots included."""
    humans: int
    """Seats that belong to people."""
    watching: int = 0
    """How many look on."""
    deals_played: int = 0


class Tables(_FromServer, frozen=True, tag="tables"):
    """What tables there are; at most 100, those that can be joined first."""

    id: int
    tables: tuple[TableLine, ...]


class Seated(_FromServer, frozen=True, tag="seated"):
    """The client holds *seat*; an `Update` follows at once."""

    id: int
    table: str
    """Its code."""
    seat: int
    last_id: int = 0
    """The last `Act` of this seat that was answered; the next one is one more."""
    last_answer: Accepted | Refused | None = None
    """The answer to it."""
    missed_from: int = 0
    """The log entry of this deal after which the seat saw nothing; 0: nothing was missed."""


class Watching(_FromServer, frozen=True, tag="watching"):
    """The client looks on; an `Update` follows at once."""

    id: int
    table: str


class Accepted(_FromServer, frozen=True, tag="accepted"):
    """What was asked for is done."""

    id: int
    seq: int = 0
    """The game's count of events after it; the `Update` with it shows what came of it."""


class Refused(_FromServer, frozen=True, tag="refused"):
    """Nothing has changed. `rummy_protocol.text.refusal` makes the sentence."""

    id: int
    code: str
    """Why, as a `Code`."""
    rule: str = ""
    """The number of the rule that says so; empty where none does."""
    args: dict[str, str | int] = {}
    """What a sentence about it needs."""


class Update(_FromServer, frozen=True, tag="update"):
    """The whole of what the receiver may see, as it stands after *seq* events.

    It replaces all earlier ones, so a slow client may be spared those in between, and one
    that comes back needs only the newest.
    """

    seq: int
    """Counts events of the game only; people coming and going do not raise it."""
    table: TableView
    deal: DealView | None = None
    you: You | None = None


class Page(_FromServer, frozen=True, tag="page"):
    """At most 64 entries of the log; *more* says whether some follow."""

    id: int
    deal: int
    """The number of the deal; 0: there is none."""
    entries: tuple[Entry, ...]
    more: bool = False


class Advice(_FromServer, frozen=True, tag="advice"):
    """What a sensible player would do; ``None`` where it is not the asker's decision."""

    id: int
    action: Action | None = None


class Chat(_FromServer, frozen=True, tag="chat"):
    """Somebody at the table has spoken."""

    seat: int
    name: str
    text: str


class Goodbye(_FromServer, frozen=True, tag="goodbye"):
    """The last message of a connection, and why it ends."""

    code: str
    args: dict[str, str | int] = {}


# --- from both ---------------------------------------------------------------------------


class Ping(_FromServer, frozen=True, tag="ping"):
    """Sent after ten seconds of sending nothing. Not answered: any frame is a sign of life."""


Request: TypeAlias = (
    ListTables
    | Create
    | Join
    | Resume
    | Watch
    | Leave
    | Ready
    | Start
    | Bot
    | Rematch
    | Vote
    | Act
    | Advise
    | History
    | Say
)
FromClient: TypeAlias = Hello | Ping | Request
FromServer: TypeAlias = (
    Welcome
    | Tables
    | Seated
    | Watching
    | Accepted
    | Refused
    | Update
    | Page
    | Advice
    | Chat
    | Goodbye
    | Ping
)
