"""``rummy play``: a server for this game alone, bots in the other seats, and the client.

The server is a child that listens at a free port of this machine and ends when we do,
however we end: it holds the other end of a pipe. It does not know the client.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, TYPE_CHECKING, Final

import click
import platformdirs

from .cli.options import DEFAULT_BOTS, Address, is_file
from .cli.words import _, plural

if TYPE_CHECKING:
    from rummy_protocol.messages import Request
    from rummy_protocol.ruleset import RuleSet

    from .cli.manner import Manner

__all__ = ["play", "server_of_our_own"]

HOST: Final = "127.0.0.1"
LESSON_BOTS: Final = ("easy", "easy")
LESSON_PAUSE: Final = 1500
"""Milliseconds that a bot waits, so that a beginner can follow."""

HOLD_SECONDS: Final = 86_400
"""Nobody else waits, so a game that was stopped for the night goes on in the morning."""


def play(
    manner: Manner,
    bots: tuple[str, ...],
    told: str,
    settings: Sequence[str],
    pause: int | None,
    name: str | None,
    learn: bool = False,
) -> int:
    """Play a match of the game *told*, a preset or a file; the exit status.

    Args:
        bots: levels of those who play along; none: as many as the game has room for, at most
            three.
        learn: explain the first deal.
    """
    if learn:
        manner, bots, pause = _lesson(manner, told, settings, bots, pause)
    with server_of_our_own(pause, told) as server:
        # While the server starts we load what we need ourselves.
        from .cli.client import called, load, run_client
        from .cli.games import game
        from .cli.trust import own_way

        rules = game(told, settings)
        bots = bots or _usual(rules)
        _check_seats(rules, len(bots) + 1)
        load(manner)
        from .words import table_of

        person = called(name, None, manner.name)
        opening = _requests(table_of(person), bots, rules.preset, settings)
        host = Address(HOST, _port(server))
        manner = manner._replace(kept=False)
        return run_client(host, person, manner, own_way(host), opening=opening)


def _lesson(
    manner: Manner, told: str, settings: Sequence[str], bots: tuple[str, ...], pause: int | None
) -> tuple[Manner, tuple[str, ...], int]:
    """The same for somebody who learns: at the basic game, against easy bots."""
    if told or settings:
        raise click.UsageError(
            _("The lesson is about the basic game: --learn goes without --rules and --set.")
        )
    pause = LESSON_PAUSE if pause is None else pause
    return manner._replace(learn=True), bots or LESSON_BOTS, pause


def _usual(rules: RuleSet) -> tuple[str, ...]:
    count = max(rules.players_min, min(4, rules.players_max)) - 1
    return tuple(DEFAULT_BOTS[place % len(DEFAULT_BOTS)] for place in range(count))


def _check_seats(rules: RuleSet, seats: int) -> None:
    low, high = rules.players_min, rules.players_max
    if not low <= seats <= high:
        from rummy_protocol import text

        game = text.game(rules.preset) or _("This game")
        if low == high:
            told = plural(
                "{game} is for {players} players: choose {n} bot with --bots.",
                "{game} is for {players} players: choose {n} bots with --bots.",
                low - 1,
                game=game,
                players=low,
            )
            raise click.UsageError(told)
        raise click.UsageError(
            _(
                "{game} is for {low} to {high} players: choose from {fewest} to {most} bots "
                "with --bots.",
                game=game,
                low=low,
                high=high,
                fewest=low - 1,
                most=high - 1,
            )
        )


def _requests(
    name: str, bots: tuple[str, ...], preset: str, settings: Sequence[str]
) -> tuple[Request, ...]:
    """What is asked of the server to begin with: a table with *bots*, and the first deal."""
    from rummy_protocol.messages import Create, Start
    from rummy_protocol.views import Absence

    from .switches import parse_changes

    table = Create(
        0,
        name,
        b"",
        b"",
        preset=preset,
        changes=parse_changes(settings),
        seats=len(bots) + 1,
        absence=Absence.WAIT,
        hold_seconds=HOLD_SECONDS,
        bots=bots,
    )
    return table, Start(0)


@contextmanager
def server_of_our_own(pause: int | None, told: str = "") -> Iterator[subprocess.Popen[bytes]]:
    """A server that lives as long as this process holds its input open.

    Args:
        pause: what its bots wait before each move.
        told: the game to be played; if it is a file, it is one of the house's.
    """
    command = [sys.executable, "-m", "rummy_client.cli", "serve", "--end-with-input"]
    command += ["--bind", HOST, "--port", "0"]
    command += ["--pause", str(pause)] if pause is not None else []
    command += ["--rules", told] if is_file(told) else []
    # A session of its own: what the terminal sends to us (^C, ^Z) is not for the server.
    with (
        _log() as log,
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            start_new_session=True,
        ) as server,
    ):
        yield server


def _log() -> IO[bytes]:
    """Where the server writes what went wrong; the log of the last game is overwritten."""
    try:
        folder = platformdirs.user_state_path("rummy-tables")
        folder.mkdir(parents=True, exist_ok=True)
        return open(folder / "play.log", "wb")
    except OSError:
        return open(os.devnull, "wb")


def _port(server: subprocess.Popen[bytes]) -> int:
    assert server.stdout is not None, "it was asked for"
    told = server.stdout.readline().strip()
    if not told.isdigit():
        raise click.ClickException(
            _("The server for this game did not start. To see why: rummy serve --port 0")
        )
    return int(told)
