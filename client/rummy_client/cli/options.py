"""What may stand in the options of the command line, and what is said where it may not.

Nothing is looked up or connected in here.
"""

from __future__ import annotations

import os
import re
from ipaddress import ip_address
from typing import Final, NamedTuple

import click

from .words import N_, _

__all__ = [
    "ADDRESS",
    "BOTS",
    "DEFAULT_BOTS",
    "DEFAULT_PORT",
    "DEFAULT_SSH_PORT",
    "LEVEL",
    "NAME",
    "PIN",
    "PROFILE",
    "SETTING",
    "WHERE",
    "Address",
    "HouseCode",
    "Whole",
    "is_file",
]

DEFAULT_PORT: Final = 7866
DEFAULT_SSH_PORT: Final = 7822
LEVELS: Final = ("easy", "steady", "sharp")
DEFAULT_BOTS: Final = ("sharp", "steady", "easy")
"""Who sits down when only a number is given; from the fourth on, the first again."""
MOST_BOTS: Final = 8


PIN: Final = re.compile(r"[A-Za-z0-9_-]{43}")
"""How a house's key is told: the SHA-256 of its public half, in base64url."""


class Address(NamedTuple):
    """Where a house is, and, if it was told, the pin of its key."""

    host: str
    port: int
    pin: str = ""

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return host if self.port == DEFAULT_PORT else f"{host}:{self.port}"

    def line(self, pin: str = "") -> str:
        """The line by which others find the house and know it for sure."""
        return f"rummy://{self}/#{pin or self.pin}"

    @property
    def place(self) -> tuple[str, int]:
        return self.host, self.port


class _Address(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments
    name = "HOST[:PORT]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Address:
        if isinstance(value, Address):
            return value
        told, pin = self._without_pin(str(value))
        found = re.fullmatch(r"\[(?P<six>[^\]]+)\](:(?P<p6>\d+))?", told) or re.fullmatch(
            r"(?P<host>[^:\s]+)(:(?P<port>\d+))?", told
        )
        if _is_address(told):
            return Address(told, DEFAULT_PORT, pin)
        if found is None:
            self.fail(
                _(
                    "{told} is no address: write HOST or HOST:PORT, like den:7866.",
                    told=repr(told),
                )
            )
        parts = found.groupdict()
        port = int(parts.get("port") or parts.get("p6") or DEFAULT_PORT)
        if not 1 <= port <= 65_535:
            self.fail(_("the port {port} is not from 1 to 65535.", port=port))
        return Address(parts.get("host") or parts["six"], port, pin)

    def _without_pin(self, told: str) -> tuple[str, str]:
        """The address in a join line, ``rummy://HOST[:PORT]/#PIN``, and the pin."""
        if not told.lower().startswith("rummy://"):
            return told, ""
        address, sign, pin = told[len("rummy://") :].partition("#")
        if sign and not PIN.fullmatch(pin):
            self.fail(_("the pin after the # has 43 signs: copy the whole line, to its end."))
        return address.removesuffix("/"), pin


def _is_address(told: str) -> bool:
    try:
        ip_address(told)
    except ValueError:
        return False
    return True


class HouseCode(str):
    """What may be the code of a house; else it is a host that happens to be called so."""

    __slots__ = ()


class _Where(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments
    """An address, or the code of a house on the own network."""

    name = "HOST[:PORT]"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> Address | HouseCode:
        if isinstance(value, Address | HouseCode):
            return value
        told = str(value).strip()
        if re.fullmatch(r"[A-Za-z0-9]{4}[- ]?[A-Za-z0-9]{4}", told):
            from rummy_protocol.lan import as_code

            if as_code(told):
                return HouseCode(told)
        return ADDRESS.convert(told, param, ctx)


class Whole(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments
    """A whole number from *low* to *high*."""

    def __init__(self, low: int, high: int) -> None:
        self.name = f"{low}-{high}"
        self._limits = range(low, high + 1)

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> int:
        told = str(value)
        if told.isascii() and told.isdigit() and len(told) < 12 and int(told) in self._limits:
            return int(told)
        low, high = self._limits[0], self._limits[-1]
        self.fail(
            _(
                "{told} is not a number from {low} to {high}.",
                told=repr(told[:40]),
                low=low,
                high=high,
            )
        )


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
                self.fail(
                    _(
                        "there is no {told} bot: choose from {levels}.",
                        told=repr(level),
                        levels=", ".join(LEVELS),
                    )
                )
        if not 1 <= len(levels) <= MOST_BOTS:
            self.fail(
                _(
                    "The number of bots is {low} to {high}, and not {n}.",
                    n=len(levels),
                    low=1,
                    high=MOST_BOTS,
                )
            )
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
            self.fail(
                _("{told} will not do: {limits}.", told=repr(told[:40]), limits=_(self._limits))
            )
        return told


ADDRESS: Final = _Address()
WHERE: Final = _Where()
BOTS: Final = _Bots()
LEVEL: Final = click.Choice(LEVELS, case_sensitive=False)
NAME: Final = _Word("NAME", r"\S(.{0,22}\S)?", N_("a name has 1 to 24 signs, and none unseen"))
PROFILE: Final = _Word(
    "WORD", r"[A-Za-z0-9_-]{1,32}", N_("a profile is one word of letters, digits, - and _")
)
SETTING: Final = _Word(
    "NAME=VALUE", r"[^=]{1,40}=.{1,40}", N_("write NAME=VALUE, like target=50")
)


def is_file(told: str) -> bool:
    """Whether *told* names a file of rules and not a game that we know."""
    return told.endswith((".toml", ".json")) or os.sep in told
