"""Honest players, who draw and discard at the pace that they are told, and time the answers."""

from __future__ import annotations

import secrets
import time
from collections.abc import Awaitable, Callable
from hashlib import sha256
from typing import Any, Final, TypeAlias

import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import Action, Discard, DrawStock
from rummy_protocol.connection import ClientEnd
from rummy_protocol.messages import (
    Act,
    Create,
    Goodbye,
    Hello,
    Join,
    Ping,
    Ready,
    Seated,
    Start,
    Update,
)
from rummy_protocol.views import Stage

__all__ = ["SEATS", "Player", "play", "sit_down"]

Connect: TypeAlias = Callable[[], Awaitable[trio.abc.Stream]]

SEATS: Final = 4


class Player:
    """One honest seat."""

    def __init__(self, stream: trio.abc.Stream, waits: list[float]) -> None:
        self.stream = stream
        self.end = ClientEnd()
        self._speaking = trio.Lock()
        self.waits = waits
        self.seated: Seated | None = None
        self.update: Update | None = None
        self.there = trio.Event()
        """Set when it has its seat, and has seen the table."""
        self.acts = 0
        self.sent_at = 0.0
        self.pending = False
        self.readied = 0

    async def say(self, *messages: Any) -> None:
        async with self._speaking:
            await self.stream.send_all(b"".join(map(self.end.send, messages)))

    async def listen(self) -> None:
        while data := await self.stream.receive_some():
            for message in self.end.receive(data):
                if isinstance(message, Update):
                    self.update = message
                elif isinstance(message, Seated):
                    self.seated = message
                elif isinstance(message, Goodbye):
                    raise RuntimeError(f"an honest player was thrown out: {message}")
                elif self.pending and getattr(message, "id", None) == self.acts:
                    self.waits.append(time.perf_counter() - self.sent_at)
                    self.pending = False
                if self.seated is not None and self.update is not None:
                    self.there.set()

    def action(self) -> Action | None:
        you = self.update.you if self.update is not None else None
        if you is None or self.pending:
            return None
        if "draw" in you.may:
            return DrawStock()
        if "discard" in you.may:
            return Discard(next(card for card in you.hand if card != you.locked))
        return None

    async def move(self) -> None:
        """Act, if it is this seat's turn, or be ready for the next deal."""
        action = self.action()
        assert self.update is not None
        if action is not None:
            self.acts += 1
            self.pending, self.sent_at = True, time.perf_counter()
            await self.say(Act(self.acts, self.update.seq, action))
        elif self.update.table.stage is Stage.SCORING and self.readied != self.update.seq:
            self.readied = self.update.seq
            await self.say(Ready(0))

    async def live(self) -> None:
        while True:
            await trio.sleep(8)
            await self.say(Ping())


async def _player(connect: Connect, nursery: trio.Nursery, waits: list[float]) -> Player:
    player = Player(await connect(), waits)
    nursery.start_soon(player.listen)
    nursery.start_soon(player.live)
    await player.say(Hello(PROTOCOL, secrets.token_hex(6)))
    return player


async def sit_down(connect: Connect, nursery: trio.Nursery, waits: list[float]) -> list[Player]:
    """The players of a new table, at which the first deal begins."""
    changes = {"target": 10_000, "max_recycles": None}
    players = [await _player(connect, nursery, waits) for _ in range(SEATS)]
    for player in players:
        key, secret = secrets.token_bytes(16), sha256(secrets.token_bytes(32)).digest()
        seated = players[0].seated
        if seated is None:
            await player.say(Create(1, "", key, secret, changes=changes, seats=SEATS))
        else:
            await player.say(Join(1, seated.table, key, secret))
        await player.there.wait()
    await players[0].say(Start(2))
    return players


async def play(players: list[Player], pace: Callable[[], float]) -> None:
    """Move whenever *pace*, in seconds, is over, as long as there is anything to do."""
    due = trio.current_time()
    while True:
        due = max(due + pace(), trio.current_time() - pace())
        await trio.sleep_until(due)
        for player in players:
            await player.move()
