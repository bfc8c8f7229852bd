"""How it stands with the link to the server, as values that a model can hear.

Not the link itself: nothing in here does anything, so the pure parts of the client may use it.
"""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

from rummy_protocol import text
from rummy_protocol.errors import Code
from rummy_protocol.messages import Goodbye
from rummy_protocol.text import N_, _

__all__ = [
    "CLAIM",
    "PLAIN",
    "SEAT_FILE",
    "UNREACHABLE",
    "WRONG_KEY",
    "Connecting",
    "Ended",
    "LinkState",
    "Lost",
    "Online",
    "Replaying",
    "exit_status",
    "farewell",
    "unreachable",
]

CLAIM: Final = (1 << 30) - 1
"""The number of the request by which a new connection takes up its place again. If it is
refused for good, there is no seat and nothing to look at any more."""

UNREACHABLE: Final = "unreachable"
"""The code of an `Ended` for which no server said goodbye: none could be reached at all."""

PLAIN: Final = N_(
    "This connection is not encrypted: whoever shares the network can read along."
)

WRONG_KEY: Final = "wrong-key"
"""The code of an `Ended` for which a house showed another key than the one it is known by."""

SEAT_FILE: Final = "seat-file"
"""The code of an `Ended` for which we are to blame: a seat's secret could not be kept."""


TO_PUT_RIGHT: Final = (UNREACHABLE, WRONG_KEY, SEAT_FILE, Code.BAD_VERSION, Code.BAD_NAME)


class Connecting(msgspec.Struct, frozen=True):
    """A connection is being made, or the seat is being asked for again."""

    attempt: int = 0
    """How many attempts failed before this one."""


class Online(msgspec.Struct, frozen=True):
    """Requests are sent as they are asked."""

    plain: bool = False
    """Whether they cross a network unencrypted."""


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


def unreachable(host: object, port: object, why: object) -> str:
    """That there is no server, and what to do about it, as one line."""
    return _(
        "No server answers at {host}:{port} ({why}). "
        "Check the address, or start one there with: rummy serve",
        host=str(host),
        port=str(port),
        why=str(why),
    )


def farewell(goodbye: Goodbye) -> str:
    """Why the link ended, and what to do about it, as one line."""
    told = goodbye.args
    if goodbye.code == UNREACHABLE:
        return unreachable(told["host"], told["port"], told["why"])
    if goodbye.code == WRONG_KEY:
        host, port = str(told["host"]), told["port"]
        house = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        return _(
            "{house} has not the key that you know it by: its pin is {pin}. Either "
            "it was set up anew, or somebody stands between you and the house. If its host "
            "says that the pin is right: rummy forget {house}",
            house=house,
            pin=told["pin"],
        )
    if goodbye.code == SEAT_FILE:
        return str(told["why"])
    return text.goodbye(goodbye.code, goodbye.args)


def exit_status(goodbye: Goodbye) -> int:
    """What the program tells its shell: 0 for a wanted end, 2 for something to be put right."""
    if goodbye.code == Code.BYE:
        return 0
    return 2 if goodbye.code in TO_PUT_RIGHT else 1
