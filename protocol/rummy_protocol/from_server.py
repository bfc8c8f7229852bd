"""What a server says, one class for each message. `messages` has both sides."""

from __future__ import annotations

from enum import StrEnum

import msgspec

from .actions import Action
from .news import Entry
from .ruleset import RuleSet
from .views import DealView, OpenHands, Options, TableView, You

__all__ = [
    "Accepted",
    "Advice",
    "Announced",
    "Announcement",
    "Chat",
    "GameList",
    "Goodbye",
    "Page",
    "Ping",
    "Refused",
    "Seated",
    "TableLine",
    "Tables",
    "Update",
    "Watching",
    "Welcome",
]


class _FromServer(msgspec.Struct, frozen=True, tag_field="t", omit_defaults=True):
    pass


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
    """What tables there are, those that can be joined first; at most 100, and what a frame
    holds."""

    id: int
    tables: tuple[TableLine, ...]


class GameList(_FromServer, frozen=True, tag="games"):
    """The games of the house, the plainest first; each goes by its `preset`."""

    id: int
    games: tuple[RuleSet, ...]


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
    hands: OpenHands | None = None
    """For spectators of a deal for which the owners of all seats have agreed to it."""


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
    """Somebody at the table has spoken; or, to spectators only, another spectator."""

    seat: int | None
    """``None``: a spectator."""
    name: str
    text: str


class Announced(StrEnum):
    """What a house announces. The value is what goes over the wire."""

    SAYS = "says"
    """Whoever runs the house has something to say: ``text``."""
    REMOVED = "removed"
    """Somebody at this table, ``name``, was made to give up the seat."""
    CLOSES = "closes"
    """This table is closed, for the reason in ``text``, if there is one."""
    DRAINS = "drains"
    """Nobody new is taken and no match begins any more; those that are played go on."""


class Announcement(_FromServer, frozen=True, tag="announcement"):
    """Whoever runs the house says or does something that concerns everybody who gets this."""

    code: str
    """What, as one of the announcements; `rummy_protocol.text` makes the sentence."""
    args: dict[str, str | int] = {}


class Goodbye(_FromServer, frozen=True, tag="goodbye"):
    """The last message of a connection, and why it ends.

    After `shutdown` with `seconds` in *args* a client waits for so long, and then tries again
    as after any other loss.
    """

    code: str
    args: dict[str, str | int] = {}


class Ping(_FromServer, frozen=True, tag="ping"):
    """Sent after ten seconds of sending nothing. Not answered: any frame is a sign of life."""
