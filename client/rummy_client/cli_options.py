"""What may stand in the options of the command line, and what is said where it may not.

Nothing is looked up or connected in here.
"""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from typing import Final, NamedTuple

import click

__all__ = [
    "ADDRESS",
    "BOTS",
    "DEFAULT_BOTS",
    "DEFAULT_PORT",
    "LEVEL",
    "NAME",
    "PROFILE",
    "SETTING",
    "Address",
    "is_file",
]

DEFAULT_PORT: Final = 7866
LEVELS: Final = ("easy", "steady", "sharp")
DEFAULT_BOTS: Final = ("sharp", "steady", "easy")
"""Who sits down when only a number is given; from the fourth on, the first again."""
MOST_BOTS: Final = 8


class Address(NamedTuple):
    host: str
    port: int

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORT else f"{host}:{self.port}"


class _Address(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments
    name = "HOST[:PORT]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Address:
        if isinstance(value, Address):
            return value
        told = str(value)
        found = re.fullmatch(r"\[(?P<six>[^\]]+)\](:(?P<p6>\d+))?", told) or re.fullmatch(
            r"(?P<host>[^:\s]+)(:(?P<port>\d+))?", told
        )
        if _is_address(told):
            return Address(told, DEFAULT_PORT)
        if found is None:
            self.fail(f"{told!r} is no address: write HOST or HOST:PORT, like den:7866.")
        parts = found.groupdict()
        port = int(parts.get("port") or parts.get("p6") or DEFAULT_PORT)
        if not 1 <= port <= 65_535:
            self.fail(f"the port {port} is not from 1 to 65535.")
        return Address(parts.get("host") or parts["six"], port)


def _is_address(told: str) -> bool:
    try:
        ip_address(told)
    except ValueError:
        return False
    return True


class _Bots(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments
    name = "BOTS"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[str, ...]:
        if isinstance(value, tuple):
            return value
        told = str(value)
        if told.isascii() and told.isdigit() and len(told) < 4:
            count = int(told)
            levels = [DEFAULT_BOTS[place % len(DEFAULT_BOTS)] for place in range(count)]
        else:
            levels = [level.strip().lower() for level in told.split(",")]
        for level in levels:
            if level not in LEVELS:
                self.fail(f"there is no {level!r} bot: choose from {', '.join(LEVELS)}.")
        if not 1 <= len(levels) <= MOST_BOTS:
            self.fail(f"{len(levels)} bots are not from 1 to {MOST_BOTS}.")
        return tuple(levels)


class _Word(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments
    """Text in which only certain signs may stand."""

    def __init__(self, name: str, pattern: str, limits: str) -> None:
        self.name = name
        self._pattern = pattern
        self._limits = limits

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> str:
        told = str(value)
        if not re.fullmatch(self._pattern, told) or not told.isprintable():
            self.fail(f"{told[:40]!r} will not do: {self._limits}.")
        return told


ADDRESS: Final = _Address()
BOTS: Final = _Bots()
LEVEL: Final = click.Choice(LEVELS, case_sensitive=False)
NAME: Final = _Word("NAME", r"\S(.{0,22}\S)?", "a name has 1 to 24 signs, and none unseen")
PROFILE: Final = _Word(
    "WORD", r"[A-Za-z0-9_-]{1,32}", "a profile is one word of letters, digits, - and _"
)
SETTING: Final = _Word("NAME=VALUE", r"[^=]{1,40}=.{1,40}", "write NAME=VALUE, like target=50")


def is_file(told: str) -> bool:
    """Whether *told* names a file of rules and not a game that we know."""
    return told.endswith((".toml", ".json")) or os.sep in told
