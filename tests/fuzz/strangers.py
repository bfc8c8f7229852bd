"""A whole server in memory, an honest match at one of its tables, and strangers beside it.

The strangers say things that are right in form or nearly, in any order, before and after
they have greeted, at tables of their own and at none. What the two honest players hear, and
when, must be the same whether strangers are there or not (I19); what the server says must be
readable, and it must answer nothing twice.
"""

from __future__ import annotations

import hashlib
import logging
from collections import Counter
from random import Random
from typing import Any, Final

import msgspec
import trio
import trio.testing

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import Action, Discard, DrawStock
from rummy_protocol.codec import encode
from rummy_protocol.connection import ClientEnd, ServerEnd
from rummy_protocol.errors import ProtocolViolation
from rummy_protocol.messages import (
    Act,
    Create,
    FromClient,
    FromServer,
    Goodbye,
    Hello,
    Join,
    Ping,
    Seated,
    Start,
    Tables,
    Update,
)
from rummy_server.app import Server
from rummy_server.env import seeded_env
from rummy_server.game.variants import PRESETS
from rummy_server.memory import MemoryNetwork, MemoryPipe
from rummy_server.settings import Settings

from .say import Known, Sayer

__all__ = ["Report", "play"]

SETTINGS: Final = Settings(
    bot_pause_ms=500, scoring_seconds=2, connect_burst=100_000, connects_per_minute=100_000
)
"""As a house is run, but that strangers may come back as often as they are thrown out."""
PACE: Final = 1.0
MOVES: Final = 30
"""Moves of the honest players."""
GONE: Final = 5
"""Seconds after which nothing may be left of a connection that was ended."""
ADDRESSES: Final = ("127.0.0.1", "192.0.2.1", "192.0.2.2", "2001:db8::1", "198.51.100.7")


class Report(msgspec.Struct):
    """What came of a run."""

    honest: list[list[tuple[float, bytes]]]
    """What each honest player heard, and when."""
    sent: int = 0
    """Frames of strangers."""
    heard: Counter[str] = msgspec.field(default_factory=Counter)
    """What strangers were told, by kind, refusals and goodbyes by code."""
    wrong: list[str] = []
    """What must not have happened."""
    unsent: int = 0
    """The most bytes that waited for any one of them."""
    left: tuple[int, ...] = ()
    """Sessions, alarms and unsent bytes at the end."""


class Ear:
    """Reads one connection to its end, and judges what comes."""

    def __init__(self, pipe: MemoryPipe, report: Report) -> None:
        self.pipe = pipe
        self.end = ClientEnd()
        self.report = report
        self.update: Update | None = None
        self.tables: tuple[str, ...] = ()
        self.act = 1
        self._answered: Counter[int] = Counter()
        self._asked: Counter[int] = Counter()
        self._other = ServerEnd()

    def say(self, frame: bytes) -> None:
        """Send *frame*, and note what a server has to make of it."""
        try:
            for message in self._other.receive(frame):
                self._asked[getattr(message, "id", 0)] += 1
        except ProtocolViolation:
            pass
        self.pipe.send_now(frame)

    async def listen(self) -> None:
        try:
            while data := await self.pipe.receive_some():
                for message in self.end.receive(data):
                    self._note(message)
        except OSError:
            pass
        except ProtocolViolation as exc:
            self.report.wrong.append(f"a client could not read it: {exc}")

    def _note(self, message: FromServer) -> None:
        kind = type(message).__name__
        code = getattr(message, "code", "")
        self.report.heard[f"{kind} {code}".strip()] += 1
        match message:
            case Update():
                self.update = message
            case Tables():
                self.tables = tuple(line.id for line in message.tables)
            case Seated():
                self.act = message.last_id + 1
            case Goodbye(code="fault"):
                self.report.wrong.append("a fault of ours ended a connection")
        id = getattr(message, "id", None)
        if isinstance(id, int):
            self._answered[id] += 1
            if self._answered[id] > self._asked[id]:
                self.report.wrong.append(f"request {id} was answered once too often: {message}")


# --- the honest -----------------------------------------------------------------------------


class Honest:
    """Draws and discards, a second after every change, and writes down what it hears."""

    def __init__(self, network: MemoryNetwork, name: str, heard: list[tuple[float, bytes]]):
        self.pipe = network.connect("203.0.113.9")
        self.name = name
        self.heard = heard
        self.end = ClientEnd()
        self.update: Update | None = None
        self.seat: Seated | None = None
        self.acted = 0

    def secret(self) -> tuple[bytes, bytes]:
        key = hashlib.sha256(self.name.encode()).digest()
        return key[:16], hashlib.sha256(key).digest()

    def say(self, *messages: FromClient) -> None:
        for message in messages:
            self.pipe.send_now(encode(message))

    async def listen(self) -> None:
        while data := await self.pipe.receive_some():
            self.heard.append((trio.current_time(), data))
            for message in self.end.receive(data):
                if isinstance(message, Update):
                    self.update = message
                elif isinstance(message, Seated):
                    self.seat = message

    def move(self) -> None:
        """Do what the view offers, the plainest of it."""
        action = self._action()
        if action is not None and self.update is not None:
            self.acted += 1
            self.say(Act(self.acted, self.update.seq, action))
        else:
            self.say(Ping())

    def _action(self) -> Action | None:
        you = self.update.you if self.update else None
        if you is None:
            return None
        if "draw" in you.may:
            return DrawStock()
        if "discard" in you.may:
            return Discard(next(card for card in you.hand if card != you.locked))
        return None


async def _sit_down(
    network: MemoryNetwork, report: Report, nursery: trio.Nursery
) -> list[Honest]:
    people = [
        Honest(network, name, heard) for name, heard in zip("AB", report.honest, strict=True)
    ]
    for person in people:
        nursery.start_soon(person.listen)
        person.say(Hello(PROTOCOL, person.name))
    ann, bob = people
    ann.say(
        Create(1, "honest", *ann.secret(), seats=2, spectators=False, password="honest word")
    )
    await trio.sleep(1)
    assert ann.seat is not None
    bob.say(Join(1, ann.seat.table, *bob.secret(), "honest word"))
    await trio.sleep(1)
    ann.say(Start(2))
    await trio.sleep(1)
    return people


# --- the strangers --------------------------------------------------------------------------


class Stranger:
    """One after another connection, on which things are said for as long as it lasts."""

    def __init__(self, network: MemoryNetwork, chance: Random, report: Report) -> None:
        self.network = network
        self.chance = chance
        self.report = report
        self.known = Known(
            presets=["", *PRESETS], keys=[chance.randbytes(16) for _ in range(3)]
        )
        secrets = [chance.randbytes(32) for _ in range(2)]
        self.known.secrets = [*secrets, *(hashlib.sha256(one).digest() for one in secrets)]
        self.sayer = Sayer(chance, self.known)

    async def run(self, count: int) -> None:
        """Say *count* things, whatever becomes of them."""
        while count > 0:
            count -= await self._connection(min(count, self.chance.choice((2, 6, 20, 60))))

    async def _connection(self, most: int) -> int:
        ear = Ear(self.network.connect(self.chance.choice(ADDRESSES)), self.report)
        said = 0
        async with trio.open_nursery() as nursery:
            if self.chance.random() < 0.85:
                nursery.start_soon(ear.listen)  # the others read nothing
            try:
                if self.chance.random() < 0.9:
                    ear.say(self.sayer.greeting())
                self.sayer.clumsy = self.chance.choice((0, 0, 0.02, 0.1, 0.5))
                if self.chance.random() < 0.6:
                    said += await self._sit_down(ear)
                while said < most:
                    said += 1
                    self._say(ear)
                    await trio.sleep(self.chance.choice((0, 0, 0, 0.01, 0.2, 0.5)))
            except OSError:
                pass  # thrown out
            await self._end(ear)
            nursery.cancel_scope.cancel()
        return max(said, 1)

    async def _sit_down(self, ear: Ear) -> int:
        """Open a table like anybody else, and have the match begin."""
        seats = self.chance.choice((2, 3, 4))
        bots = tuple(self.chance.choices(("easy", "steady"), k=seats - 1))
        preset = self.chance.choice(self.known.presets)
        key, secret = self.chance.choice(self.known.keys), self.known.secrets[2]
        ear.say(encode(Create(1, "x", key, secret, preset, seats=seats, bots=bots)))
        ear.say(encode(Start(2)))
        await trio.sleep(0.1)
        self.report.sent += 2
        return 2

    async def _end(self, ear: Ear) -> None:
        if self.chance.random() < 0.3:
            ear.pipe.cut()
        else:
            await trio.sleep(self.chance.choice((0, 0.5, 3)))
            ear.pipe.close()

    def _say(self, ear: Ear) -> None:
        self._learn(ear)
        told = self.sayer.from_client()
        ear.act += told["t"] == "act"
        frame = self.sayer.frame(told)
        cut = self.chance.randrange(len(frame)) if self.chance.random() < 0.1 else 0
        ear.say(frame[:cut])
        ear.say(frame[cut:])
        self.report.sent += 1

    def _learn(self, ear: Ear) -> None:
        self.known.act = ear.act
        if ear.tables:
            self.known.tables = [*ear.tables, "honest"]
        if ear.update is not None:
            update = ear.update
            self.known.seq = update.seq
            self.known.hand = update.you.hand if update.you else ()
            self.known.melds = tuple(m.id for m in update.deal.melds) if update.deal else ()
            self.known.tables = [*self.known.tables[-5:], update.table.id]


# --- a run ----------------------------------------------------------------------------------


class _Faults(logging.Handler):
    """What the server logs as its own fault."""

    def __init__(self, report: Report) -> None:
        super().__init__(logging.ERROR)
        self.report = report

    def emit(self, record: logging.LogRecord) -> None:
        self.report.wrong.append(record.getMessage())


async def _play(seed: int, strangers: int, messages: int, report: Report) -> None:
    network = MemoryNetwork(room=6_000)
    server = Server(seeded_env(seed, network), SETTINGS)
    async with trio.open_nursery() as nursery:
        await nursery.start(server.run, await network.listen("", 0))
        people = await _sit_down(network, report, nursery)
        nursery.start_soon(_watch, server, report)
        async with trio.open_nursery() as crowd:
            for number in range(strangers):
                stranger = Stranger(network, Random(f"{seed}/{number}"), report)
                crowd.start_soon(stranger.run, messages // strangers)
            for _ in range(MOVES):
                for person in people:
                    person.move()
                await trio.sleep(PACE)
            report.honest = [list(person.heard) for person in people]
        await trio.sleep(GONE)
        report.left = (len(server.sessions), server.alarms.waiting, server.door.backlog.bytes)
        nursery.cancel_scope.cancel()


async def _watch(server: Server, report: Report) -> None:
    while True:
        unsent = [session.outbox.unsent for session in server.sessions]
        report.unsent = max(report.unsent, 0, *unsent)
        await trio.sleep(0.05)


def play(seed: int, strangers: int = 0, messages: int = 0) -> Report:
    """Let the honest play, with so many *strangers* who say so many *messages* together."""
    report = Report([[], []])
    log, faults = logging.getLogger("rummy_server"), _Faults(report)
    log.addHandler(faults)
    try:
        clock: Any = trio.testing.MockClock(autojump_threshold=0)
        trio.run(_play, seed, strangers, messages, report, clock=clock)
    finally:
        log.removeHandler(faults)
    return report
