"""``rummy join``, ``rummy watch``, and ``rummy`` alone."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from typing import Final

import click

from rummy_protocol.messages import Join, Request, Watch

from ..houses.found import House
from ..seatfile import HeldSeat, SeatFileError
from .cast import Recording
from .client import (
    called,
    kept_seat,
    run_client,
    seat_folder,
    surroundings,
    tastes,
)
from .found import Meant, last_names, remember, whereabouts
from .manner import Manner
from .options import Address, HouseCode
from .secret import secret_word, watch_word
from .terminal import by_lines
from .trust import Trust, Way, keep_known, way_back, way_home, way_to
from .words import N_, _

__all__ = ["home", "join", "watch"]

START: Final = (
    N_("rummy play --plain: play here, against bots"),
    N_("rummy play --learn --plain: learn the game, a first deal explained"),
    N_("rummy join --plain: sit down at a table on your network"),
    N_("rummy watch HOST TABLE --plain: look on"),
    N_("rummy serve: host tables for others"),
)


def join(
    manner: Manner,
    host: Address | HouseCode | None,
    table: str,
    password: bool,
    name: str | None,
    profile: str,
    insecure: bool = False,
    trust_new: bool = False,
) -> int:
    """Back to a seat that is kept at *host*, or a new one; the exit status.

    Without a *host* one is chosen from those on the network.
    """
    meant = whereabouts(manner, host)
    if meant is None:
        return 0
    host, table = meant.address, table or meant.table
    folder = seat_folder(profile)
    way = _way_to(meant, Trust(insecure, trust_new))
    seat = kept_seat(folder, host, table, way.pin)
    opening: tuple[Request, ...] = ()
    if table and (seat is None or not password):
        opening = (Join(0, table, b"", b"", secret_word(password)),)
    if seat is not None:
        return _back_to(seat, manner, way, folder, opening)
    return run_client(
        host, called(name, folder, manner.name), manner, way, folder=folder, opening=opening
    )


def watch(
    manner: Manner,
    host: Address | HouseCode | None,
    table: str,
    password: bool,
    name: str | None,
    insecure: bool = False,
    trust_new: bool = False,
    record: Path | None = None,
    size: tuple[int, int] | None = None,
    watch_code: bool = False,
) -> int:
    """Look on at *table*; the exit status."""
    if record is not None:
        manner = manner._replace(recording=Recording(record, size))
    elif size is not None:
        raise click.UsageError(_("A size is chosen for a recording: add --record FILE."))
    meant = whereabouts(manner, host)
    if meant is None:
        return 0
    host, table = meant.address, table or meant.table
    way = _way_to(meant, Trust(insecure, trust_new))
    opening = (Watch(0, table, watch_word(watch_code, password)),) if table else ()
    manner = manner._replace(stay=bool(table))
    return run_client(host, called(name, None, manner.name), manner, way, opening=opening)


def _way_to(meant: Meant, trust: Trust) -> Way:
    """How to get there; from then on that is where the person was last."""
    way = way_to(meant.address, trust)
    remember(meant, way.pin)
    return way


def home(manner: Manner, profile: str) -> int:
    """Straight back to the seat that is kept for this person; else say what there is."""
    folder = seat_folder(profile)
    held = kept_seat(folder)
    if held is None:
        return _start(manner, profile)
    seat = held.seat
    way = way_back(Address(seat.host, seat.port, seat.pin), seat.plain)
    return _back_to(held, manner, way, folder)


def _back_to(
    held: HeldSeat,
    manner: Manner,
    way: Way,
    folder: Path,
    otherwise: tuple[Request, ...] = (),
) -> int:
    """To a kept seat, or *otherwise* to another; its house is looked for by its key if it is
    not where it was."""
    seat = held.seat
    host = Address(seat.host, seat.port)

    def moved(house: House) -> None:
        place = house.places[0]
        address = Address(*place, way.pin)
        keep_known(address)
        remember(Meant(address, "", house.name), way.pin)
        with suppress(SeatFileError):  # it is found again the next time
            held.moved(*place)

    back = way_home(way, host, moved)
    return run_client(
        host, seat.name, manner, back, folder=folder, seat=held, opening=otherwise
    )


def _start(manner: Manner, profile: str) -> int:
    """The start screen, or what it would offer, as lines."""
    if by_lines(manner.plain):
        click.echo(_("No seat is kept for you. What you can do:"))
        for line in START:
            click.echo(_(line))
        return 0
    from ..start import ask_start

    chosen = ask_start(surroundings(manner), last_names(), tastes(manner))
    if chosen is None:
        return 0
    match chosen.what:
        case "join":
            return join(manner, None, "", False, None, profile)
        case "watch":
            return watch(manner, None, "", False, None)
        case "serve":
            return _serve()
        case "learn":
            return _play(manner, learn=True)
        case _:
            return _play(manner)


def _play(manner: Manner, learn: bool = False) -> int:
    from ..play import play

    return play(manner, (), "", (), None, None, learn)


def _serve() -> int:
    from .serve import serve

    return serve("*", 7866, None, None, end_with_input=False)
