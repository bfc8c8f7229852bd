"""The client as the command line starts it: by lines or full screen, with a seat or without.

What a person is called and where the seat files are is settled in here; what the client does
is the business of `plain` and `app`.
"""

from __future__ import annotations

import getpass
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click
import platformdirs

from rummy_protocol.clean import clean
from rummy_protocol.messages import ListTables, Request

from ..link import Link
from ..linkstate import exit_status
from ..loading import loading
from ..seatfile import HeldSeat, Seat, SeatFileError, free_seats, hold_seat
from .manner import Manner
from .options import Address
from .terminal import by_lines, write_what_can_be_shown
from .trust import Way, known_pin

if TYPE_CHECKING:
    from ..environment import Environment
    from ..liking import Settings

__all__ = [
    "called",
    "kept_seat",
    "load",
    "run_client",
    "seat_folder",
    "surroundings",
    "tastes",
]

NAME_CELLS: Final = 24


def seat_folder(profile: str) -> Path:
    """Where the seats of *profile* are kept."""
    return platformdirs.user_state_path("rummy-tables") / profile


def kept_seat(
    folder: Path, host: Address | None = None, table: str = "", pin: str = ""
) -> HeldSeat | None:
    """The newest seat that is kept for this person, at *host* and *table* if they are named.

    It is a seat in the house with the key of *pin*, or with the key that is known, and not in
    another house that was at the same address.

    Raises:
        click.ClickException: the files are open to others.
    """
    try:
        for path in free_seats(folder):
            held = hold_seat(path)
            if held is None:
                continue
            seat = held.seat
            here = host is None or (seat.host, seat.port) == host.place
            # A house is its key: it may have another address than the last time.
            here = here or bool(pin and seat.pin == pin)
            if (
                here
                and _same_house(seat, pin)
                and (not table or table in (seat.table, seat.asked))
            ):
                if host is not None:
                    held.moved(*host.place)
                return held
            held.release()
    except SeatFileError as exc:
        raise click.ClickException(f"{exc}") from None
    return None


def _same_house(seat: Seat, pin: str) -> bool:
    if not seat.pin:
        return True
    return (pin or known_pin((seat.host, seat.port)) or seat.pin) == seat.pin


def called(name: str | None, folder: Path | None = None, liked: str = "") -> str:
    """What the person is called: as they say, as they like it, or as the system knows them.

    A second terminal of the same person sits down under a name of its own.
    """
    if name is not None:
        return name
    found, taken = liked or _by_system(), 0
    if folder is not None and folder.is_dir():
        taken = len(list(folder.glob("*.seat"))) - len(free_seats(folder))
    return f"{clean(found, NAME_CELLS - 3).strip()} {taken + 1}" if taken else found


def _by_system() -> str:
    try:
        return clean(getpass.getuser(), NAME_CELLS - 3).strip() or "Player"
    except (KeyError, OSError):
        return "Player"


def load(manner: Manner) -> None:
    """Load the parts of the client that take long to load."""
    with loading():
        face = "plain.client" if by_lines(manner.plain) else "app"
        import_module(f"rummy_client.{face}")


def run_client(
    host: Address,
    name: str,
    manner: Manner,
    way: Way,
    *,
    folder: Path | None = None,
    seat: HeldSeat | None = None,
    opening: Sequence[Request] = (),
) -> int:
    """Run a client at the server *host*; the exit status."""
    link = Link(
        way.connect,
        name,
        where=host.place,
        folder=folder,
        seat=seat,
        patient=seat is not None,
        plain=way.plain,
        pin=way.pin,
    )
    if manner.recording is None and by_lines(manner.plain):
        # The full screen asks for the list of tables by itself.
        return _by_lines(link, tuple(opening) or (ListTables(0),), manner)
    return _full_screen(link, tuple(opening), manner)


def _full_screen(link: Link, opening: tuple[Request, ...], manner: Manner) -> int:
    with loading():
        from ..app import run_client

    around, settings = surroundings(manner), tastes(manner)
    if manner.recording is None:
        ending = run_client(link, opening, around, settings)
    else:
        from .cast import run_recorded

        ending = run_recorded(link, opening, around, settings, manner.recording)
    if ending.line:
        click.echo(ending.line, err=ending.status != 0)
    return ending.status


def surroundings(manner: Manner) -> Environment:
    """What a client on the screen of this process looks at."""
    from ..environment import Environment

    remember = manner.liking.remember if manner.liking is not None else None
    return Environment(
        lifeline=manner.lifeline, kept=manner.kept, learn=manner.learn, remember=remember
    )


def tastes(manner: Manner) -> Settings | None:
    """What its player likes; ``None``: as usual."""
    return manner.liking.settings if manner.liking is not None else None


def _by_lines(link: Link, opening: Sequence[Request], manner: Manner) -> int:
    import trio

    from ..plain.client import printer, run_plain, typed_lines

    async def run() -> int:
        write = printer(sys.stdout)
        lines = typed_lines(sys.stdin.fileno())
        goodbye = await run_plain(
            link,
            lines,
            write,
            opening=opening,
            stay=manner.stay,
            learn=manner.learn,
            settings=tastes(manner),
            remember=manner.liking.remember if manner.liking is not None else None,
        )
        return exit_status(goodbye)

    write_what_can_be_shown()
    return trio.run(run)
