"""A server in the foreground, until it is told to stop; what is said where it cannot go on.

Which house it serves is settled elsewhere: one at home for one evening, or one that keeps its
games. Nothing is loaded in here that only the second of them needs.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final, NamedTuple, TypeVar

import click
import trio

from rummy_server.app import Beside, StartAgain
from rummy_server.app import serve as run_server
from rummy_server.env import Env
from rummy_server.journal import StorageFailed
from rummy_server.settings import Settings

from .words import _

__all__ = ["START_AGAIN", "Served", "leaves", "run", "served"]

E = TypeVar("E", bound=Exception)

START_AGAIN: Final = 75
"""Exit status of a server that was told to restart, or whose store has failed
(`EX_TEMPFAIL`): start it again."""


class Served(NamedTuple):
    """A server that listens."""

    nursery: trio.Nursery
    """For what runs as long as it does."""
    port: int


@asynccontextmanager
async def served(
    env: Env, settings: Settings, beside: Sequence[Beside] = ()
) -> AsyncIterator[Served]:
    """A server, from when it listens until it is told to stop."""
    try:
        async with trio.open_nursery() as nursery:
            await nursery.start(_stop_when_told, nursery.cancel_scope)
            address = await nursery.start(run_server, env, settings, beside)
            yield Served(nursery, address.port)
            sys.stdout.flush()
    finally:
        await env.store.close()


def run(
    serving: Callable[[], Awaitable[None]], settings: Settings, folder: Path | None = None
) -> int:
    """Serve, with the games in *folder* if they are kept; the exit status."""
    failed: list[str] = []
    lost: list[str] = []
    again = False
    try:
        trio.run(serving)
    except* StorageFailed as group:
        lost = [str(exc) for exc in leaves(group)]
    except* StartAgain:
        again = True
    except* OSError as group:
        failed = [exc.strerror or str(exc) for exc in leaves(group)]
    if lost and folder is not None:
        click.echo(
            _(
                "rummy serve: Nothing more can be kept in {folder}: {why}. "
                "What was answered is kept. Mend the disk, then start again.",
                folder=str(folder),
                why=str(lost[0]),
            ),
            err=True,
        )
        return START_AGAIN
    if failed:
        raise click.ClickException(
            _(
                "Cannot listen at {host} port {port}: {why}. "
                "Choose another with --port or --bind.",
                host=settings.host,
                port=settings.port,
                why=str(failed[0]),
            )
        )
    return START_AGAIN if again else 0


async def _stop_when_told(
    scope: trio.CancelScope, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        task_status.started()
        async for _ in signals:
            scope.cancel()


def leaves(group: BaseExceptionGroup[E]) -> Iterator[E]:
    """The exceptions in *group*, however deep."""
    for exc in group.exceptions:
        if isinstance(exc, BaseExceptionGroup):
            yield from leaves(exc)
        else:
            yield exc
