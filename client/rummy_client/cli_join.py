"""``rummy join``, ``rummy watch``, and ``rummy`` alone."""

from __future__ import annotations

from typing import Final

import click

from rummy_protocol.messages import Join, Request, Watch

from .cli_client import (
    Manner,
    called,
    kept_seat,
    run_client,
    seat_folder,
    secret_word,
    surroundings,
    tastes,
)
from .cli_options import ADDRESS, Address
from .cli_terminal import by_lines
from .cli_trust import Trust, way_back, way_to

__all__ = ["home", "join", "watch"]

START: Final = (
    "rummy play --plain: play here, against bots",
    "rummy join HOST --plain: sit down at a server's table",
    "rummy watch HOST TABLE --plain: look on",
    "rummy serve: host tables for others",
)


def join(
    manner: Manner,
    host: Address,
    table: str,
    password: bool,
    name: str | None,
    profile: str,
    insecure: bool = False,
    trust_new: bool = False,
) -> int:
    """Back to a seat that is kept at *host*, or a new one; the exit status."""
    folder = seat_folder(profile)
    way = way_to(host, Trust(insecure, trust_new))
    seat = kept_seat(folder, host, table, way.pin)
    if seat is not None:
        return run_client(host, seat.seat.name, manner, way, folder=folder, seat=seat)
    opening: tuple[Request, ...] = ()
    if table:
        opening = (Join(0, table, b"", b"", secret_word(password)),)
    return run_client(
        host, called(name, folder, manner.name), manner, way, folder=folder, opening=opening
    )


def watch(
    manner: Manner,
    host: Address,
    table: str,
    password: bool,
    name: str | None,
    insecure: bool = False,
    trust_new: bool = False,
) -> int:
    """Look on at *table*; the exit status."""
    way = way_to(host, Trust(insecure, trust_new))
    opening = (Watch(0, table, secret_word(password)),) if table else ()
    manner = manner._replace(stay=bool(table))
    return run_client(host, called(name, None, manner.name), manner, way, opening=opening)


def home(manner: Manner, profile: str) -> int:
    """Straight back to the seat that is kept for this person; else say what there is."""
    folder = seat_folder(profile)
    held = kept_seat(folder)
    if held is None:
        return _start(manner, profile)
    seat = held.seat
    host = Address(seat.host, seat.port, seat.pin)
    way = way_back(host, seat.plain)
    return run_client(host, seat.name, manner, way, folder=folder, seat=held)


def _start(manner: Manner, profile: str) -> int:
    """The start screen, or what it would offer, as lines."""
    if by_lines(manner.plain):
        click.echo("No seat is kept for you. What you can do:")
        for line in START:
            click.echo(line)
        return 0
    from .start import ask_start

    chosen = ask_start(surroundings(manner), (), tastes(manner))
    if chosen is None:
        return 0
    match chosen.what:
        case "join":
            return join(manner, _host(chosen.address), "", False, None, profile)
        case "watch":
            return watch(manner, _host(chosen.address), "", False, None)
        case "serve":
            return _serve()
        case "learn":
            return _play(manner, learn=True)
        case _:
            return _play(manner)


def _host(typed: str) -> Address:
    return ADDRESS.convert(typed, None, None)


def _play(manner: Manner, learn: bool = False) -> int:
    from .play import play

    return play(manner, (), "", (), None, None, learn)


def _serve() -> int:
    from .cli_serve import serve

    return serve("*", 7866, None, None, end_with_input=False)
