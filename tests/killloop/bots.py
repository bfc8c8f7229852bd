"""Eight clients that play on, whatever becomes of the server: real links, house bots inside."""

from __future__ import annotations

import os
import random
from collections.abc import Awaitable, Callable
from typing import Final

import trio
from wiretap import Answers, Tapped

from rummy_client.dialogue import Heard
from rummy_client.link import Link
from rummy_client.linkstate import Ended, Lost, Online
from rummy_protocol.messages import (
    Accepted,
    Act,
    Create,
    Join,
    Leave,
    Ready,
    Refused,
    Rematch,
    Request,
    Start,
    Update,
)
from rummy_protocol.views import Stage
from rummy_server.botseat import BotSeat

__all__ = ["Bot"]

KEY_BYTES: Final = 16


class Bot:
    """One client with its seat: `run` plays until the table is closed, or it may leave."""

    def __init__(
        self,
        name: str,
        connect: Callable[[], Awaitable[trio.abc.Stream]],
        where: tuple[str, int],
        chance: random.Random,
    ) -> None:
        self.name = name
        self.answers = Answers()
        self.key = b""
        self.online = False
        self.matches = 0
        """Matches whose end it has seen."""
        self.leaving = False
        """Whether it gets up when the match is over."""
        self.gone = False
        self.view: Update | None = None
        self.refusals: list[str] = []
        self._connect = connect
        self._mind = BotSeat("steady", chance.randbytes(16))
        self._unanswered: dict[int, Request] = {}
        self._news = trio.Event()
        self.link = Link(self._tapped, name, where=where, patient=True, entropy=self._entropy)

    def _entropy(self, count: int) -> bytes:
        drawn = os.urandom(count)
        if count == KEY_BYTES and not self.key:
            self.key = drawn
        return drawn

    async def _tapped(self) -> trio.abc.Stream:
        return Tapped(await self._connect(), self.answers)

    async def run(self, opening: Create | Join) -> None:
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._play)
            self.ask(opening)
            await self.link.run(self._hear)
            self.gone = True
            nursery.cancel_scope.cancel()

    def ask(self, request: Request) -> None:
        self._unanswered[self.link.ask(request)] = request

    def _hear(self, said: Heard) -> None:
        match said:
            case Update():
                self._see(said)
            case Online():
                self.online = True
            case Lost() | Ended():
                self.online = False
            case Refused():
                self._was_refused(said)
            case Accepted() if isinstance(self._unanswered.get(said.id), Leave):
                self.link.close()
            case _:
                pass
        self._unanswered.pop(getattr(said, "id", 0), None)
        self._news.set()
        self._news = trio.Event()

    def _see(self, update: Update) -> None:
        before = self.view
        if before is None or update.seq != before.seq:
            self._mind.hear(update)
        over = update.table.stage is Stage.OVER
        if over and (before is None or before.table.stage is not Stage.OVER):
            self.matches += 1
        self.view = update
        if update.table.stage is Stage.CLOSED:
            self.link.close()

    def _was_refused(self, refused: Refused) -> None:
        request = self._unanswered.get(refused.id)
        self.refusals.append(f"{type(request).__name__}: {refused.code}")
        if self.view is not None:
            self._mind.hear(self.view)

    async def _play(self) -> None:
        while True:
            await self._news.wait()
            wanted = self._wants()
            if wanted is not None:
                self.ask(wanted)

    def _wants(self) -> Request | None:
        """What the bot would ask for now; nothing while an answer is awaited."""
        view = self.view
        if view is None or (view.you is None and view.table.stage is Stage.PLAYING):
            return None
        if self._unanswered or not self.online:
            return None
        stage, seat = view.table.stage, self.answers.seat
        if stage is Stage.OVER and self.leaving:
            return Leave(0)
        if stage is Stage.GATHERING:
            full = all(place.name for place in view.table.seats)
            return Start(0) if full and view.table.host == seat else None
        if stage in (Stage.OVER, Stage.SCORING):
            if view.table.seats[seat].ready:
                return None
            return Ready(0) if stage is Stage.SCORING else Rematch(0)
        if self._mind.action is None:
            return None
        return Act(0, self._mind.seq, self._mind.action)
