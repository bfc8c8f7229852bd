"""The commands about games that are kept: what may be typed, and what is run then.

Like `cli` it runs nothing itself, and imports nothing heavy before a command is called.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

import click

from .words import Spoken

__all__ = ["COMMANDS", "data"]

Run = TypeVar("Run", bound=Callable[..., Any])

data = click.option(
    "--data",
    type=click.Path(path_type=Path),
    metavar="FOLDER|FILE",
    help="Where games are kept, or a backup. [your data folder]",
)


def _form(*forms: str) -> Callable[[Run], Run]:
    choice = click.Choice(forms)
    return click.option("--format", "form", type=choice, default=forms[0], help=f"[{forms[0]}]")


@click.command(cls=Spoken)
@_form("text", "json")
@data
def games(**options: Any) -> int:
    """The games that were played here, the newest first."""
    from .archive import games

    return games(**options)


@click.command(cls=Spoken)
@click.argument("code", metavar="GAME")
@_form("text", "jsonl")
@click.option("--seat", metavar="NAME", help="As it was seen from the seat of NAME.")
@click.option("--onlooker", is_flag=True, help="As those saw it who looked on.")
@click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="[to the screen]"
)
@data
def export(**options: Any) -> int:
    """Write down GAME: in words, or as lines of JSON; for a viewer, what he was sent.

    Hands and stock of a deal that still runs are never told.
    """
    from .archive import export

    return export(**options)


@click.command(cls=Spoken)
@click.argument("what", metavar="[GAME|FILE]", default="")
@click.option("--full", is_flag=True, help="Judge every move, of however long ago.")
@data
def verify(**options: Any) -> int:
    """Check what is kept: the chain, the seals, and every move by the rules.

    One line for each fault. Exit status: 0 none, 1 some, 2 it could not be read.
    """
    from .archive import verify

    return verify(**options)


@click.command(cls=Spoken)
@click.argument("to", metavar="FILE", type=click.Path(path_type=Path))
@data
def backup(**options: Any) -> int:
    """Copy all that is kept into one new FILE, also while the server runs."""
    from .archive import backup

    return backup(**options)


COMMANDS: Final = (games, export, verify, backup)
