"""The full-screen client: keys in, requests out, and a picture of whatever is known.

    run_client(link, start=(), environment=Environment(), settings=Settings()) -> Ending

runs a whole client on a link that is not running yet, until its player leaves or the link
ends, and gives back the exit status with the line that shall be printed for the person:

* *link* has ``ask(request) -> int``, ``reconnect()`` and ``async run(hear) -> Goodbye``; see
  `LinkLike`. Requests have no number and no secret yet.
* *start* is what is asked for as soon as there is a connection, one after the other, as long
  as nothing is refused: ``(Join(0, "K7QF", b"", b""),)``, or nothing for the lobby.
* *environment* holds terminal, environment variables and lifeline; nothing else is looked at.

It may run any number of times in a process. `serve_client` is the same for those who are
inside `guest.run` already. `start.ask_start` is the screen of ``rummy`` alone, before there is
a link. Both belong into `supervisor.supervised`, which puts the terminal back when the process
is killed, and passes the lifeline for the environment. No rules and no network in here.
"""

from __future__ import annotations

import errno
import signal
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import Final

import trio

from rummy_protocol.clean import clean
from rummy_protocol.errors import ProtocolViolation
from rummy_protocol.messages import Request
from rummy_protocol.text import _
from rummy_protocol.views import Stage

from .environment import Ending, Environment
from .liking import Settings
from .player import Client, LinkLike
from .terminal import guest
from .terminal.abilities import detect, fitting
from .terminal.window import window_in

__all__ = ["Ending", "Environment", "LinkLike", "run_client", "serve_client"]

GLANCE: Final = 0.5
"""So often it is looked whether there is more to see, where nobody sits at the screen."""


async def serve_client(
    link: LinkLike,
    start: Sequence[Request] = (),
    environment: Environment | None = None,
    settings: Settings | None = None,
) -> Ending:
    """Run a client inside `guest.run`; see `run_client`."""
    environment = environment or Environment()
    terminal = detect(environment.variables)
    settings = fitting(settings or Settings(), terminal)
    client = Client(link, start, environment, terminal, settings)
    client.window = window_in(client, environment, terminal)
    if environment.windowed is not None:
        environment.windowed(client.window.repaint)
    if environment.greeting:
        client.tell(environment.greeting)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(client.keep_link)
        # The house answers while the first picture is drawn.
        await trio.lowlevel.checkpoint()
        nursery.start_soon(client.keep_time)
        nursery.start_soon(client.choices.keep)
        if environment.signals:
            nursery.start_soon(client.watch_signals)
        if environment.lifeline is not None:
            nursery.start_soon(client.watch_lifeline, environment.lifeline)
        if environment.unattended:
            nursery.start_soon(_end_with_the_table, client)
        try:
            await client.window.run(environment.signals)
        finally:
            with suppress(OSError):  # the terminal itself may be gone
                client.hush()
        nursery.cancel_scope.cancel()
    client.choices.keep_now()
    return client.ending or Ending(0)


async def _end_with_the_table(client: Client) -> None:
    """End a client at which nobody sits, when its table is closed or there is none for it."""
    while True:
        await trio.sleep(GLANCE)
        model = client.model
        if model.table is not None:
            if model.table.stage is Stage.CLOSED:
                client.end(Ending(0))
        elif model.notice is not None and model.notice.refused is not None:
            client.end(Ending(2, model.notice.text))


def run_client(
    link: LinkLike,
    start: Sequence[Request] = (),
    environment: Environment | None = None,
    settings: Settings | None = None,
) -> Ending:
    """Run a client from beginning to end; how it ended. The terminal is as it was before."""
    environment = environment or Environment()
    if environment.input is None and not (sys.stdin.isatty() and sys.stdout.isatty()):
        return Ending(2, _("The screen needs a terminal; add --plain to play by lines."))
    if environment.variables.get("RUMMY_DEBUG"):
        return guest.run(serve_client, link, start, environment, settings)
    try:
        return guest.run(serve_client, link, start, environment, settings)
    except (KeyboardInterrupt, BaseExceptionGroup) as error:
        return _ending_of(_first(error))
    except Exception as error:  # noqa: BLE001 - client barrier: a line, not a traceback
        return _ending_of(error)


def _first(error: BaseException) -> BaseException:
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    return error


def _ending_of(error: BaseException) -> Ending:
    match error:
        case KeyboardInterrupt():
            return Ending(130)
        case ProtocolViolation():
            return Ending(
                3, _("The server sent what no correct server sends ({why}).", why=str(error))
            )
        case EOFError() | OSError(errno=errno.EIO):
            return Ending(128 + signal.SIGHUP, _("The terminal is gone."))
        case _:
            what = clean(f"{type(error).__name__}: {error}", 300)
            return Ending(70, _("An error of ours ended the client: {what}", what=what))
