"""The people of a simulation who do not play by the book: raw connections, and no link.

They send what is not a frame, a frame that is no message, secrets of others and old ones,
more than is let through, or nothing at all. None of them may get anything for it, and none
may stay.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import DrawStock
from rummy_protocol.codec import encode
from rummy_protocol.messages import (
    Act,
    Hello,
    Join,
    Leave,
    ListTables,
    Ping,
    Ready,
    Resume,
    Say,
    Watch,
)

from .net import SimStream

if TYPE_CHECKING:
    from .world import World

__all__ = ["Rogue"]

GARBAGE = (
    b"\xff\xff\xff\xff",
    b"\x00\x00\x00\x00",
    b"\x00\x00\x00\x05\x81\xa1t\xa5",
    b"\x00\x00\x00\x01\xc1",
    b"\x00\x00\x10\x01" + b"\x90" * 4_097,
    b"\x00\x00\x00\x08\x81\xa1t\xa4nope",
    b"GET / HTTP/1.1\r\n\r\n",
)


class Rogue:
    """One who means no good."""

    def __init__(self, world: World, number: int) -> None:
        self.world = world
        self.name = f"R{number}"
        self.chance: random.Random = world.streams(f"rogue {number}")
        self.address = world.address(self.chance)

    async def live(self) -> None:
        """Come again and again, as long as the middle of the run lasts."""
        doings: list[Callable[[SimStream], Awaitable[None]]] = [
            self._mute,
            self._half_a_frame,
            self._garbage,
            self._stranger,
            self._foreign_secret,
            self._spent_secret,
            self._flood,
            self._flood,
            self._spectator_who_acts,
        ]
        while True:
            await trio.sleep(self.chance.expovariate(1 / 10))
            if not self.world.busy:
                continue
            doing = self.chance.choice(doings)
            try:
                stream = await self.world.network.connect(self.address)
                self.world.trace.note("rogue", self.name, doing.__name__)
                async with stream:
                    with trio.move_on_after(60):
                        await doing(stream)
            except (OSError, trio.BrokenResourceError):
                continue

    async def _read_to_the_end(self, stream: SimStream) -> None:
        while await stream.receive_some():
            pass

    async def _greet(self, stream: SimStream) -> None:
        await stream.send_all(encode(Hello(PROTOCOL, self.name)))

    def _plan(self) -> str:
        return self.chance.choice(self.world.plans).code or "NONE"

    # --- what they do ---------------------------------------------------------------------

    async def _mute(self, stream: SimStream) -> None:
        await self._read_to_the_end(stream)

    async def _half_a_frame(self, stream: SimStream) -> None:
        whole = encode(Hello(PROTOCOL, self.name))
        await stream.send_all(whole[: self.chance.randrange(1, len(whole))])
        await self._read_to_the_end(stream)

    async def _garbage(self, stream: SimStream) -> None:
        if self.chance.random() < 0.5:
            await self._greet(stream)
        await stream.send_all(self.chance.choice(GARBAGE))
        await self._read_to_the_end(stream)

    async def _stranger(self, stream: SimStream) -> None:
        """Ask for what only those who sit somewhere may ask."""
        await self._greet(stream)
        for request in (Act(1, 0, DrawStock()), Say(2, "hello"), Ready(3), Leave(4)):
            await stream.send_all(encode(request))
        await stream.send_all(encode(ListTables(5)) + encode(Ping()))
        await self._read_to_the_end(stream)

    async def _foreign_secret(self, stream: SimStream) -> None:
        """Claim a seat by its key, with a secret of one's own."""
        await self._greet(stream)
        keys = [person.seat_key for person in self.world.people if person.seat_key]
        key = self.chance.choice(keys) if keys else bytes(16)
        self.world.stolen.add(key)  # where its owner has got up, it may be sat down with
        secret, next = self.chance.randbytes(32), self.chance.randbytes(32)
        await stream.send_all(encode(Resume(1, key, secret, next)))
        await stream.send_all(encode(Join(2, self._plan(), key, next, "guess")))
        await stream.send_all(encode(Act(1, 0, DrawStock())))
        await self._read_to_the_end(stream)

    async def _spent_secret(self, stream: SimStream) -> None:
        """Claim a seat with a secret that its owner has used already (P8)."""
        spent = [person for person in self.world.people if person.first_secret]
        if not spent or self.chance.random() < 0.5:
            return
        person = self.chance.choice(spent)
        self.world.stolen.add(person.seat_key)
        await self._greet(stream)
        await stream.send_all(
            encode(Resume(1, person.seat_key, person.first_secret, self.chance.randbytes(32)))
        )
        await self._read_to_the_end(stream)

    async def _flood(self, stream: SimStream) -> None:
        """Ask a great deal at once, and go on asking."""
        await self._greet(stream)
        for number in range(60):
            await stream.send_all(encode(ListTables(number)))
        await self._read_to_the_end(stream)

    async def _spectator_who_acts(self, stream: SimStream) -> None:
        await self._greet(stream)
        await stream.send_all(encode(Watch(1, self._plan(), "oPen-sesAme")))
        for request in (Act(1, 0, DrawStock()), Say(2, "psst"), Ready(3)):
            await stream.send_all(encode(request))
        await self._read_to_the_end(stream)
