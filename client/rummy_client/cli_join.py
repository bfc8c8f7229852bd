"""``rummy join``, ``rummy watch``, and ``rummy`` alone."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Final

import click

from rummy_protocol.messages import Join, Request, Watch

from .cli_client import Manner, called, kept_seat, run_client, seat_folder, secret_word
from .cli_options import ADDRESS, Address

__all__ = ["home", "join", "watch"]

START: Final = (
    "1  play here, against bots                rummy play",
    "2  sit down at a server's table           rummy join HOST",
    "3  look on                                rummy watch HOST TABLE",
    "4  host tables for others                 rummy serve --bind 0.0.0.0",
)


def join(
    manner: Manner, host: Address, table: str, password: bool, name: str | None, profile: str
) -> int:
    """Back to a seat that is kept at *host*, or a new one; the exit status."""
    folder = seat_folder(profile)
    seat = kept_seat(folder, host, table)
    if seat is not None:
        return run_client(host, seat.seat.name, manner, folder=folder, seat=seat)
    opening: tuple[Request, ...] = ()
    if table:
        opening = (Join(0, table, b"", b"", secret_word(password)),)
    return run_client(host, called(name, folder), manner, folder=folder, opening=opening)


def watch(manner: Manner, host: Address, table: str, password: bool, name: str | None) -> int:
    """Look on at *table*; the exit status."""
    opening = (Watch(0, table, secret_word(password)),) if table else ()
    return run_client(host, called(name), manner._replace(stay=bool(table)), opening=opening)


def home(manner: Manner, profile: str) -> int:
    """Straight back to the seat that is kept for this person; else say what there is."""
    folder = seat_folder(profile)
    held = kept_seat(folder)
    if held is None:
        return _start(manner, profile)
    seat = held.seat
    host = Address(seat.host, seat.port)
    return run_client(host, seat.name, manner, folder=folder, seat=held)


def _start(manner: Manner, profile: str) -> int:
    """The start screen: what one can do here, and how that is typed."""
    click.echo("No seat is kept for you. What would you like?")
    for line in START:
        click.echo(line)
    if not sys.stdin.isatty():
        return 0
    ways: dict[str, Callable[[], int]] = {
        "1": lambda: _play(manner),
        "2": lambda: join(manner, _asked_host(), "", False, None, profile),
        "3": lambda: watch(manner, _asked_host(), "", False, None),
        "4": _serve,
    }
    answer = click.prompt("1 to 4, or Enter to play", default="1", show_default=False).strip()
    if answer not in ways:
        raise click.UsageError(f"{answer[:20]!r} is not from 1 to {len(START)}.")
    return ways[answer]()


def _asked_host() -> Address:
    found: Address = click.prompt(
        "The server's address", default=Address("127.0.0.1", 7866), type=ADDRESS
    )
    return found


def _play(manner: Manner) -> int:
    from .play import play

    return play(manner, ("sharp", "steady", "easy"), "basic", (), None, None)


def _serve() -> int:
    from .cli_serve import serve

    return serve("127.0.0.1", 7866, None, None, end_with_input=False)
