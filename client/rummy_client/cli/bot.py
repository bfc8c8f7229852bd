"""``rummy bot``: one of our bots at a table of some server, as a client like any other."""

from __future__ import annotations

import os
import signal

import click
import trio

from rummy_protocol import text
from rummy_protocol.messages import Act, Join, Ready, Refused, Rematch, Request, Update
from rummy_protocol.views import Stage
from rummy_server.botseat import BotSeat

from ..dialogue import Heard
from ..link import Link
from ..linkstate import PLAIN, Ended, Online, exit_status, farewell
from .options import Address
from .secret import secret_word
from .trust import Trust, way_to
from .words import _

__all__ = ["bot"]


def bot(
    host: Address,
    table: str,
    level: str,
    password: bool,
    pause: int,
    name: str | None,
    insecure: bool = False,
    trust_new: bool = False,
) -> int:
    """Play at *table* until it is closed; the exit status."""
    way = way_to(host, Trust(insecure, trust_new))
    link = Link(
        way.connect,
        name or _("{level} bot", level=level),
        where=host.place,
        plain=way.plain,
        agent=f"rummy bot {level}",
    )
    player = _Player(link, BotSeat(level, os.urandom(16)), pause / 1000)
    return trio.run(player.run, Join(0, table, b"", b"", secret_word(password)))


class _Player:
    """The bot, its link, and its pace."""

    def __init__(self, link: Link, mind: BotSeat, pause: float) -> None:
        self._link = link
        self._mind = mind
        self._pause = pause
        self._unanswered: dict[int, Request] = {}
        self._view: Update | None = None
        self._news = trio.Event()
        self._failed = False

    async def run(self, join: Join) -> int:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._play)
            nursery.start_soon(self._heed_signals)
            self._ask(join)
            goodbye = await self._link.run(self._hear)
            nursery.cancel_scope.cancel()
        return 2 if self._failed else exit_status(goodbye)

    def _ask(self, request: Request) -> None:
        self._unanswered[self._link.ask(request)] = request

    def _hear(self, said: Heard) -> None:
        match said:
            case Update():
                self._see(said)
            case Refused():
                self._was_refused(said)
            case Online(plain=True) if self._view is None:
                click.echo(_(PLAIN), err=True)
            case Ended(goodbye=goodbye) if exit_status(goodbye):
                click.echo(farewell(goodbye), err=True)
        self._unanswered.pop(getattr(said, "id", 0), None)
        self._news.set()
        self._news = trio.Event()

    def _see(self, update: Update) -> None:
        if self._view is None or update.seq != self._view.seq:
            self._mind.hear(update)
        self._view = update
        if update.table.stage is Stage.CLOSED:
            self._link.close()

    def _was_refused(self, refused: Refused) -> None:
        request = self._unanswered.get(refused.id)
        if isinstance(request, Act) and self._view is not None:
            self._mind.hear(self._view)
        elif isinstance(request, Join) or request is None:
            # No seat, or none any more: there is nothing left to do here.
            click.echo(text.refusal(refused.code, refused.rule, refused.args), err=True)
            self._failed = True
            self._link.close()

    async def _play(self) -> None:
        while True:
            await self._news.wait()
            while self._wants():
                await trio.sleep(self._pause)
                wanted = self._wants()
                if wanted is not None:
                    self._ask(wanted)

    def _wants(self) -> Request | None:
        """What the bot would ask for now; nothing while an answer is awaited."""
        view = self._view
        if view is None or view.you is None or self._unanswered:
            return None
        place = view.table.seats[view.you.seat]
        if view.table.stage is Stage.OVER:
            return None if place.ready else Rematch(0)
        if view.table.stage in (Stage.GATHERING, Stage.SCORING):
            return None if place.ready else Ready(0)
        if self._mind.action is None:
            return None
        return Act(0, self._mind.seq, self._mind.action)

    async def _heed_signals(self) -> None:
        with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
            async for _ in signals:
                self._link.close()
