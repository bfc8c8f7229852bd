"""How it stands with the link to the server, as values that a model can hear.

Not the link itself: nothing in here does anything, so the pure parts of the client may use it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from rummy_protocol.errors import Code
from rummy_protocol.messages import Goodbye

__all__ = [
    "CLAIM",
    "SEAT_FILE",
    "UNREACHABLE",
    "Connecting",
    "Ended",
    "LinkState",
    "Lost",
    "Online",
    "Replaying",
    "exit_status",
    "farewell",
]

CLAIM: Final = (1 << 30) - 1
"""The number of the request by which a new connection takes up its place again. If it is
refused for good, there is no seat and nothing to look at any more."""

UNREACHABLE: Final = "unreachable"
"""The code of an `Ended` for which no server said goodbye: none could be reached at all."""

SEAT_FILE: Final = "seat-file"
"""The code of an `Ended` for which we are to blame: a seat's secret could not be kept."""


class Connecting(msgspec.Struct, frozen=True):
    """A connection is being made, or the seat is being asked for again."""

    attempt: int = 0
    """How many attempts failed before this one."""


class Online(msgspec.Struct, frozen=True):
    """Requests are sent as they are asked."""


class Lost(msgspec.Struct, frozen=True):
    """The connection is gone; the link comes back by itself."""

    seconds: float
    """Until the next attempt. Told again every second while it runs down."""
    why: str = ""
    """For people to read: words of ours, of the operating system, or a code of the server."""
    planned: bool = False
    """The server has said when it will be back; nothing is tried before."""


class Ended(msgspec.Struct, frozen=True):
    """The link is over and does not come back."""

    goodbye: Goodbye


class Replaying(msgspec.Struct, frozen=True):
    """There is no link: a game that was played is turned over again."""

    code: str
    place: int
    """Which of its moments is shown, from 0, and"""
    last: int
    """the last that there is."""
    auto: bool = False
    """Whether it goes on by itself."""


LinkState: TypeAlias = Connecting | Online | Lost | Ended | Replaying


def farewell(goodbye: Goodbye) -> str:
    """Why the link ended, and what to do about it, as one line."""
    told = goodbye.args
    if goodbye.code == UNREACHABLE:
        return (
            f"No server answers at {told['host']}:{told['port']} ({told['why']}). "
            "Check the address, or start one there with: rummy serve"
        )
    if goodbye.code == SEAT_FILE:
        return str(told["why"])
    from rummy_protocol import text

    return text.goodbye(goodbye.code, goodbye.args)


def exit_status(goodbye: Goodbye) -> int:
    """What the program tells its shell: 0 for a wanted end, 2 for something to be put right."""
    if goodbye.code == Code.BYE:
        return 0
    return 2 if goodbye.code in (UNREACHABLE, SEAT_FILE, Code.BAD_VERSION, Code.BAD_NAME) else 1
