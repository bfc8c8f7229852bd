"""The plain client: lines in, lines out, for screen readers, dumb terminals and pipes.

It never sends an escape sequence or moves a cursor, and says each thing once. What is said is
worded in `tell` and `look`; what can be typed stands in `words`.
"""

from __future__ import annotations

import math
import os
import signal
from collections.abc import AsyncIterator, Callable, Iterable, Sequence
from typing import Final, TextIO, TypeAlias

import trio

from rummy_protocol.messages import Goodbye, Refused, Request, Start
from rummy_protocol.text import NOTATION, WORDS
from rummy_protocol.views import Stage

from ..dialogue import Heard
from ..lesson.course import Lesson
from ..liking import Settings
from ..link import Link
from ..linkstate import Ended, Online
from ..model import Model, asked, busy, hear, wanted
from .clock import TimeWarning, next_warning, time_left
from .reply import Reply, Unclear
from .settings import Remember, Tastes
from .tell import Teller
from .words import understood

__all__ = ["printer", "run_plain", "typed_lines"]

Write: TypeAlias = Callable[[str], None]

LINE_BYTES: Final = 1024
"""What is longer than this is no command."""


async def run_plain(
    link: Link,
    lines: AsyncIterator[str],
    write: Write,
    *,
    opening: Iterable[Request] = (),
    stay: bool = False,
    learn: bool = False,
    signals: bool = True,
    settings: Settings | None = None,
    remember: Remember | None = None,
) -> Goodbye:
    """Play, or look on, until the link ends, the person quits, or the input ends.

    Args:
        link: The way to the server; not running yet.
        lines: What the person types.
        write: Puts out one line.
        opening: What is asked for before the person says anything, unless there is a seat
            to which he is back.
        stay: Whether to go on telling after the end of the input.
        learn: Whether the first deal is explained.
        signals: Whether the signals of this process are this client's.
        settings: What the person likes.
        remember: Keeps what he chose; what went wrong with it, if anything.
    """
    tastes = Tastes(settings or Settings(), remember)
    asks = tuple(opening)
    begins = any(isinstance(request, Start) for request in asks)
    teller = Teller(Lesson() if learn else None, begins=begins)
    person = _Person(link, write, teller, tastes)
    async with trio.open_nursery() as nursery:
        nursery.start_soon(person.open, asks)
        nursery.start_soon(person.obey, lines, stay)
        nursery.start_soon(person.keep_time)
        if signals:
            nursery.start_soon(_heed_signals, link)
        goodbye = await link.run(person.hear)
        nursery.cancel_scope.cancel()
    return goodbye


class _Person:
    """What one person has been told, and what he wants. Belongs to one `run_plain`."""

    def __init__(self, link: Link, write: Write, teller: Teller, tastes: Tastes) -> None:
        self._link = link
        self._write = write
        self._model = Model()
        self._teller = teller
        self._tastes = tastes
        self._news = trio.Event()
        self._opened = trio.Event()
        self._refused = 0
        """The number of the last request that was refused."""

    def hear(self, said: Heard) -> None:
        """Take in what the link heard, and tell it."""
        now = trio.current_time()
        old = self._model
        if isinstance(said, Refused):
            self._refused = said.id
        self._model = hear(old, said, now)
        with self._tastes.tongue():
            self._tell(self._teller.tell(old, said, self._model, now))
        for request in wanted(self._model):
            self.ask(request)
        self._news.set()
        self._news = trio.Event()

    def ask(self, request: Request) -> int:
        number = self._link.ask(request)
        self._model = asked(self._model, number, request)
        return number

    async def open(self, opening: Sequence[Request]) -> None:
        """Ask for *opening*, one after the other, for as long as nothing is refused."""
        while not isinstance(self._model.link, Online | Ended):
            await self._news.wait()
        # Who has a seat to go back to is online when that is settled.
        for request in opening if self._model.seat is None else ():
            number = self.ask(request)
            await self._settled()
            if number == self._refused:
                break
        self._opened.set()

    async def obey(self, lines: AsyncIterator[str], stay: bool) -> None:
        """Do what is typed, one line after the other: the next when the last is answered."""
        async for line in lines:
            if line.strip() not in ("quit", "exit", "bye"):
                await self._opened.wait()
            with self._tastes.tongue():
                local = self._do(line)
            if local == "quit":
                break
            await self._settled()
            if local == "wait":
                await self._something_to_do()
        else:
            await self._opened.wait()
            if stay:
                await trio.sleep_forever()
        self._link.close()

    async def keep_time(self) -> None:
        """Tell, unasked, when little of the person's own time is left."""
        told: TimeWarning | None = None
        while True:
            due = next_warning(self._model, trio.current_time())
            with trio.move_on_at(due.at if due is not None else math.inf) as waiting:
                await self._news.wait()
            if due is None or not waiting.cancelled_caught:
                continue
            if told is None or told.about != due.about:
                with self._tastes.tongue():
                    self._tell([time_left(due.seconds)])
            told = due

    def _do(self, line: str) -> str | None:
        try:
            now, teller = trio.current_time(), self._teller
            reply = understood(line, self._model, teller.style, now, teller.follow)
            self._tell([*reply.lines, *self._local(reply)])
        except Unclear as unclear:
            self._tell([str(unclear)])
            return None
        if reply.request is not None:
            self.ask(reply.request)
        return reply.local

    def _local(self, reply: Reply) -> list[str]:
        """Do what the program itself is to do; the lines that answer it."""
        match reply.local:
            case "words" | "short":
                self._teller.style = WORDS if reply.local == "words" else NOTATION
            case "next" | "lesson" | "lesson-off":
                return self._teller.teach(reply.local, self._model)
            case "follow":
                self._teller.follow = "".join(reply.words)
            case "settings":
                return self._tastes.asked(reply.words)
            case _:
                pass
        return []

    def _tell(self, lines: Iterable[str]) -> None:
        for line in lines:
            try:
                self._write(line)
            except OSError:
                # Nobody reads any more; there is nobody to play for.
                self._link.close()
                return

    async def _settled(self) -> None:
        """Wait until all that was asked is answered; not while there is no connection."""
        while isinstance(self._model.link, Online) and (
            self._model.pending or busy(self._model)
        ):
            await self._news.wait()

    async def _something_to_do(self) -> None:
        while not self._has_to_do():
            await self._news.wait()

    def _has_to_do(self) -> bool:
        model = self._model
        if isinstance(model.link, Ended) or model.may:
            return True
        stage = model.table.stage if model.table is not None else None
        return stage in (Stage.SCORING, Stage.OVER, Stage.CLOSED)


async def _heed_signals(link: Link) -> None:
    """End politely when told to, and look after the connection when woken from a stop."""
    ends = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    with trio.open_signal_receiver(*ends, signal.SIGCONT) as signals:
        async for number in signals:
            if number == signal.SIGCONT:
                link.reconnect()
            else:
                link.close()


async def typed_lines(source: int) -> AsyncIterator[str]:
    """The lines that come in at the descriptor *source*, without their ends."""
    rest = b""
    while data := await _read_some(source):
        *whole, rest = (rest + data).split(b"\n")
        for line in whole:
            yield line[:LINE_BYTES].decode(errors="replace")
        rest = rest[:LINE_BYTES]
    if rest:
        yield rest.decode(errors="replace")


async def _read_some(source: int) -> bytes:
    try:
        await trio.lowlevel.wait_readable(source)
    except PermissionError:
        # A plain file cannot be waited for; reading it does not block.
        await trio.lowlevel.checkpoint()
    try:
        return os.read(source, 4096)
    except OSError:
        return b""  # the terminal is gone


def printer(stream: TextIO) -> Write:
    """Puts out lines at once, with whatever is not print in them made visible."""

    def write(line: str) -> None:
        shown = "".join(sign if sign.isprintable() else "\ufffd" for sign in line)
        stream.write(f"{shown}\n")
        stream.flush()

    return write
