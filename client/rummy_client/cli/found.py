"""Which house is meant, where nobody typed its address: by its code, or chosen from a list.

    whereabouts(manner, told) -> Meant | None

*told* is an address, a code, or nothing. What is chosen is an address with a pin where the pin
is known for sure: because the code stands for it, or because the person has been at that house
before, wherever it was then.
"""

from __future__ import annotations

import os
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import click
import platformdirs
import trio

from rummy_protocol.clean import clean
from rummy_protocol.lan import as_code, join_code
from rummy_protocol.text import _, named

from ..houses.found import Event, Found, House, Standing, expected, hear, is_settled
from ..houses.last import LastHouse, last_houses, remember_house
from ..houses.words import called, standing_words, table_words, typed_instead
from .client import surroundings, tastes
from .manner import Manner
from .options import DEFAULT_PORT, WHERE, Address, HouseCode
from .terminal import by_lines, write_what_can_be_shown
from .trust import is_known

__all__ = ["Meant", "last_names", "lines_of", "look", "remember", "whereabouts"]

SEARCH_SECONDS: Final = 2.0
"""How long a list is waited for. Houses that answer at all do so in a fraction of it."""
CODE_SECONDS: Final = 4.0
AWAY: Final = ("quit", "exit", "bye")
SETTLED_SECONDS: Final = 1.0
"""After so long it is enough that everybody who was found has answered."""


class Meant(NamedTuple):
    """What somebody wants to go to."""

    address: Address
    table: str = ""
    house: str = ""
    """What the house is called, if that is known."""


def whereabouts(manner: Manner, told: Address | HouseCode | None) -> Meant | None:
    """Where to go, for somebody who has *told* an address, a code, or nothing at all.

    Raises:
        click.ClickException: there is no such house.
    """
    if isinstance(told, Address):
        return Meant(told)
    if told is not None:
        return _by_code(told)
    return _by_lines() if by_lines(manner.plain) else _on_screen(manner)


def remember(meant: Meant, pin: str) -> None:
    """*meant* is where the person was last."""
    address = meant.address
    remember_house(_folder(), LastHouse(address.host, address.port, pin, meant.house))


def _folder() -> Path:
    return platformdirs.user_state_path("rummy-tables")


def _last() -> tuple[House, ...]:
    """The house of the last time, to look in there first."""
    return tuple(
        expected((one.host, one.port), join_code(one.pin) if one.pin else "", one.name)
        for one in last_houses(_folder())[:1]
    )


def last_names() -> tuple[str, ...]:
    """What the servers are called where the person was last."""
    return tuple(clean(one.name or one.host, 24) for one in last_houses(_folder())[:2])


def _meant(house: House, table: str = "") -> Meant:
    """To go to *house*: with its pin where that is more than hearsay."""
    host, port = house.places[0]
    pin = house.pin if house.pin and is_known(house.pin) else ""
    return Meant(Address(host, port, pin), table, house.name)


# --- looking -----------------------------------------------------------------------------


def look(seconds: float, enough: Callable[[Found, float], bool]) -> Found:
    """What is found within *seconds*, or until it is *enough* after the seconds so far."""
    from ..houses.search import search

    async def run() -> Found:
        began, found = trio.current_time(), Found(_last())
        done = trio.Event()

        def heard(event: Event) -> None:
            nonlocal found
            found = hear(found, event)
            if enough(found, trio.current_time() - began):
                done.set()

        async with trio.open_nursery() as nursery:
            nursery.start_soon(search, heard, found.houses)
            with trio.move_on_after(seconds):
                await done.wait()
            nursery.cancel_scope.cancel()
        return found

    return trio.run(run)


def _by_code(told: HouseCode) -> Meant:
    """Where the house with the code is. Its key is what the code is made from."""
    code = as_code(told)

    def answers(found: Found, after: float) -> bool:
        house = found.with_code(code)
        return house is not None and house.standing not in (Standing.ASKED, Standing.SILENT)

    house = look(CODE_SECONDS, answers).with_code(code)
    if house is not None and house.standing is Standing.OPEN:
        host, port = house.places[0]
        return Meant(Address(host, port, house.pin), "", house.name)
    if house is not None and house.heard:
        raise click.ClickException(standing_words(house))
    if _is_host(told):
        return Meant(Address(told, DEFAULT_PORT))
    raise click.ClickException(
        _(
            "No server with the code {code} was found on your network. {hint}",
            code=code,
            hint=typed_instead(),
        )
    )


def _is_host(told: str) -> bool:
    """Whether a machine is called so: some names look like a code."""
    try:
        return bool(socket.getaddrinfo(told, DEFAULT_PORT, type=socket.SOCK_STREAM))
    except (OSError, UnicodeError):
        return False


# --- by lines ----------------------------------------------------------------------------


def _by_lines() -> Meant | None:
    write_what_can_be_shown()
    while True:
        click.echo(_("Looking for servers on your network."))
        found = look(SEARCH_SECONDS, _enough)
        for line in lines_of(found):
            click.echo(line)
        typed = _typed()
        while typed:
            if typed.lower() in AWAY:
                return None
            try:
                return _chosen(found, typed)
            except click.ClickException as wrong:
                click.echo(wrong.format_message())
            typed = _typed()
        if typed is None:
            return None


def _enough(found: Found, after: float) -> bool:
    return after >= SETTLED_SECONDS and is_settled(found)


def lines_of(found: Found) -> Iterator[str]:
    """The houses and their tables as lines, each house with the number that one types."""
    if not any(house.heard or house.standing is Standing.OPEN for house in found.houses):
        yield _("No server was found on your network. {hint}", hint=typed_instead())
    for number, house in enumerate(found.houses, 1):
        yield named(str(number), f"{called(house)}. {standing_words(house)}")
        for table in house.tables:
            yield "   " + table_words(table)


def _typed() -> str | None:
    """A line of the input, and not a byte beyond it; ``None`` at its end."""
    click.echo(
        _("Type a number, a code or an address; nothing, to look again; quit, to leave.")
    )
    sys.stdout.flush()
    told = bytearray()
    while byte := os.read(0, 1):
        if byte == b"\n":
            return told.decode(errors="replace").strip()
        told += byte
    return told.decode(errors="replace").strip() or None


def _chosen(found: Found, typed: str) -> Meant:
    """What was *typed* where the list was shown: ``2``, ``2 kitchen``, or as on any line.

    Raises:
        click.UsageError: it means nothing.
    """
    number, _blank, table = typed.partition(" ")
    if number.isascii() and number.isdigit() and len(number) < 3:
        if not 1 <= int(number) <= len(found.houses):
            raise click.UsageError(_("There is no server {n} in the list.", n=int(number)))
        return _meant(found.houses[int(number) - 1], table.strip())
    told = WHERE.convert(typed, None, None)
    return Meant(told) if isinstance(told, Address) else _by_code(told)


# --- on the screen -----------------------------------------------------------------------


def _on_screen(manner: Manner) -> Meant | None:
    from ..finding import ask_found

    chosen = ask_found(_last(), _complaint, surroundings(manner), tastes(manner))
    if chosen is None:
        return None
    if chosen.house is not None:
        return _meant(chosen.house, chosen.table)
    told = WHERE.convert(chosen.typed, None, None)
    return Meant(told) if isinstance(told, Address) else _by_code(told)


def _complaint(typed: str) -> str:
    """What is wrong with *typed*; empty if it can be gone to."""
    try:
        WHERE.convert(typed, None, None)
    except click.UsageError as wrong:
        return wrong.format_message()
    return ""
