"""Which key a house must have, settled before a client starts: known, given, or asked for.

Like ssh: the first time the person says whether the pin is the one that the host sees, or has
it in the join line; afterwards it has to be the same, and another is refused until the house
is forgotten. What is done with it is the business of `secure`.
"""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address
from typing import TYPE_CHECKING, NamedTuple

import click
import platformdirs

from rummy_protocol.lan import join_code

from ..houses.known import HousesFileError, KnownHouses
from ..link import Connect, reason, tcp
from ..linkstate import unreachable
from .options import Address
from .words import _

if TYPE_CHECKING:
    from ..houses.found import House

__all__ = [
    "Trust",
    "Way",
    "forget",
    "is_known",
    "keep_known",
    "known_pin",
    "own_way",
    "way_back",
    "way_home",
    "way_to",
]


class Trust(NamedTuple):
    """What the person has said about the connection."""

    insecure: bool = False
    """Not to encrypt at all."""
    new: bool = False
    """To take whatever key a house has the first time."""


class Way(NamedTuple):
    """How a client gets to a house."""

    connect: Connect
    pin: str = ""
    plain: bool = False
    """Whether everybody on the way can read along, as the person wants it."""


def houses() -> KnownHouses:
    return KnownHouses(platformdirs.user_state_path("rummy-tables"))


def way_to(host: Address, trust: Trust) -> Way:
    """How to get to *host*, as the person wants it and as the house is known.

    Raises:
        click.ClickException: the house cannot be reached, or not be trusted.
    """
    if trust.insecure:
        if host.pin:
            raise click.UsageError(_("a line with a pin is for an encrypted connection."))
        return Way(tcp(*host.place), plain=True)
    from ..secure import sealed

    pin = _pin_for(host, trust)
    return Way(sealed(*host.place, pin), pin)


def way_back(host: Address, plain: bool) -> Way:
    """How to get back to a seat at *host*, as it was when the seat was taken."""
    if plain or not host.pin:
        return way_to(host, Trust(insecure=plain))
    from ..secure import sealed

    return Way(sealed(*host.place, host.pin), host.pin)


def way_home(way: Way, host: Address, moved: Callable[[House], None]) -> Way:
    """*way* to a house that has a seat of ours at *host*, wherever it is by now.

    Without a key nothing tells it from others, and on this machine it does not wander.
    """
    if not way.pin or _is_here(host.host):
        return way
    from ..houses.homeward import Homeward

    return way._replace(connect=Homeward(host.place, way.pin, moved))


def own_way(host: Address) -> Way:
    """How to get to a server of our own on this machine: nothing crosses a network, so it
    needs no key, and that it has none is not worth a mark."""
    return Way(tcp(*host.place))


def known_pin(place: tuple[str, int]) -> str:
    """The pin by which the house at *place* is known; empty if it is not."""
    try:
        return houses().pin(*place)
    except HousesFileError as no:
        raise click.ClickException(_("The known houses: {why}.", why=str(no))) from None


def is_known(pin: str) -> bool:
    """Whether the person has been at the house with the key of *pin*, wherever it was."""
    try:
        return houses().knows(pin)
    except HousesFileError as no:
        raise click.ClickException(_("The known houses: {why}.", why=str(no))) from None


def keep_known(host: Address) -> None:
    """The house with the pin of *host*, which is known, is there now; no matter if that cannot
    be kept."""
    with suppress(HousesFileError):
        houses().keep(*host.place, host.pin)


def forget(host: Address) -> int:
    """Forget the key of *host*, as if this person had never been there; the exit status."""
    try:
        known = houses().forget(*host.place)
    except HousesFileError as no:
        raise click.ClickException(_("The known houses: {why}.", why=str(no))) from None
    if not known:
        raise click.ClickException(
            _("{house} is not among the houses that you know.", house=str(host))
        )
    click.echo(
        _("{house} is forgotten; the next time you are asked about its key.", house=str(host))
    )
    return 0


def _pin_for(host: Address, trust: Trust) -> str:
    known = known_pin(host.place)
    if known and host.pin in ("", known):
        return known
    found = _shown_by(host)
    if host.pin:
        # The line is the word of whoever gave it, and weighs more than what was before.
        if found != host.pin:
            raise click.ClickException(
                _(
                    "{house} has not the key of this line: its pin is {pin}. Either the line "
                    "is an old one, or somebody stands between you and the house.",
                    house=str(host),
                    pin=found,
                )
            )
        if known:
            click.echo(
                _(
                    "{house} has a new key since you were there, that of this line.",
                    house=str(host),
                ),
                err=True,
            )
    elif not trust.new and not _is_here(host.host):
        _ask(host, found)
    try:
        houses().keep(*host.place, found)
    except HousesFileError as no:
        raise click.ClickException(_("The known houses: {why}.", why=str(no))) from None
    return found


def _shown_by(host: Address) -> str:
    import trio

    from ..secure import pin_at

    try:
        return trio.run(pin_at, *host.place)
    except ConnectionAbortedError as exc:
        raise click.ClickException(
            _(
                "{house} answers, but {why}. If its host has opened it with --insecure, "
                "it has to be joined with --insecure.",
                house=str(host),
                why=reason(exc),
            )
        ) from None
    except OSError as exc:
        raise click.ClickException(unreachable(*host.place, reason(exc))) from None


def _is_here(host: str) -> bool:
    """Whether *host* is this machine: what is said to it crosses no network."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _ask(host: Address, pin: str) -> None:
    """Have the person say that *pin* is the right one."""
    if not (sys.stdin.isatty() and sys.stderr.isatty()):
        raise click.ClickException(
            _(
                "You have not been at {house} before. If its host sees the pin {pin}, write "
                "{line} in its place, or add --trust-new.",
                house=str(host),
                pin=pin,
                line=host.line(pin),
            )
        )
    _say(_("You have not been at {house} before. The pin of its key is:", house=str(host)))
    click.echo(f"    {pin}", err=True)
    _say(
        _(
            "Its host sees it in the line for others, behind the # sign; the code of the "
            "house, {code}, is made from it.",
            code=join_code(pin),
        )
    )
    if not click.confirm(_("Is it the same there?"), err=True):
        raise click.ClickException(
            _("{house} is not trusted. Ask its host for the whole line.", house=str(host))
        )


def _say(sentence: str) -> None:
    """Say it to somebody at a terminal, and break no word at its edge."""
    from ..screen.cells import wrapped

    for line in wrapped(sentence, shutil.get_terminal_size().columns):
        click.echo(line, err=True)
