"""A server as a script: the far end of a link in memory, which says what a test tells it."""

from __future__ import annotations

import itertools
from inspect import iscoroutinefunction
from pathlib import Path

import msgspec
import pytest
import trio
import trio.testing
from trio.testing import MockClock

from rummy_client.link import Link
from rummy_client.plain.client import run_plain
from rummy_protocol import PROTOCOL, cards
from rummy_protocol.connection import ServerEnd
from rummy_protocol.messages import Hello, Ping, Update, Welcome
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import (
    DealView,
    MeldView,
    Options,
    SeatKind,
    SeatView,
    Stage,
    TableView,
    Waiting,
    You,
)

PATIENCE = 600
"""Virtual seconds after which a test has failed."""

WELCOME = Welcome(PROTOCOL, "den", "test", "Ann", 4096, 5)


def update(seq=1, **changes):
    """A view of a table, as bare as can be."""
    fields = {
        "id": "K7QX",
        "name": "friday",
        "rules": RuleSet(),
        "options": Options(seats=2),
        "stage": Stage.GATHERING,
        "seats": (SeatView("Ann", SeatKind.HUMAN), SeatView("", SeatKind.OPEN)),
    }
    return Update(seq, TableView(**fields | changes))


def in_virtual_time(test, *, clock, instruments):
    return trio.run(test, clock=MockClock(autojump_threshold=0), instruments=instruments)


def pytest_collection_modifyitems(items):
    """No test in this folder waits for a real clock."""
    for item in items:
        if item.path.parent == Path(__file__).parent and iscoroutinefunction(item.obj):
            item.add_marker(pytest.mark.trio(run=in_virtual_time), append=False)


class Visit:
    """One connection as the server sees it."""

    def __init__(self, stream):
        self.stream = stream
        self.end = ServerEnd()
        self._heard = []

    async def next(self):
        """The next message of the client but for pings."""
        while True:
            message = await self.next_of_any_kind()
            if not isinstance(message, Ping):
                return message

    async def next_of_any_kind(self):
        with trio.fail_after(PATIENCE):
            while not self._heard:
                data = await self.stream.receive_some()
                if not data:
                    raise EOFError
                self._heard += self.end.receive(data)
        return self._heard.pop(0)

    async def say(self, *messages):
        await self.stream.send_all(b"".join(map(self.end.send, messages)))

    async def greet(self):
        hello = await self.next()
        assert isinstance(hello, Hello)
        await self.say(WELCOME)
        return hello


class House:
    """Takes connections, or refuses them while *shut*."""

    def __init__(self):
        self.shut = False
        self.refusal = None
        """What a try to connect meets, instead of a house."""
        self.tries = []
        self._send, self._receive = trio.open_memory_channel(100)

    async def connect(self):
        self.tries.append(trio.current_time())
        if self.refusal is not None:
            raise self.refusal
        if self.shut:
            raise ConnectionRefusedError(111, "Connection refused")
        ours, theirs = trio.testing.memory_stream_pair()
        self._send.send_nowait(theirs)
        return ours

    async def visit(self):
        """The next connection."""
        with trio.fail_after(PATIENCE):
            return Visit(await self._receive.receive())


class Client:
    """A link in its own task, and all that it told."""

    def __init__(self, nursery, link):
        self.link = link
        self.heard = []
        self.goodbye = None
        self._news = trio.Event()
        nursery.start_soon(self._run)

    async def _run(self):
        self.goodbye = await self.link.run(self._hear)

    def _hear(self, said):
        self.heard.append(said)
        self._news.set()
        self._news = trio.Event()

    def ask(self, request):
        return self.link.ask(request)

    def of(self, kind):
        return [said for said in self.heard if isinstance(said, kind)]

    async def hears(self, kind, count=1):
        """The newest message of *kind*, when there are *count* of them."""
        with trio.fail_after(PATIENCE):
            while len(self.of(kind)) < count:
                await self._news.wait()
        return self.of(kind)[-1]


def faces(text):
    return cards.faces(text)


def playing(seq=2, may=("draw", "take"), log=(), **changes):
    """A view of seat 0 in the middle of a deal; *changes* are of the deal or of the hand."""
    deal = {
        "number": 1,
        "dealer": 1,
        "waiting": (Waiting(0, "draw"),) if may else (Waiting(1, "draw"),),
        "hands": (7, 7),
        "stock": 20,
        "discards": 1,
        "top": faces("7H"),
        "melds": (MeldView(2, 1, faces("5C 6C 7C"), (1, 1, 1)),),
        "turn": 3,
        "recycles": 0,
        "log": log,
    }
    you = {"seat": 0, "hand": faces("4C 3D 8D KD 8H 8S 9S"), "may": may}
    deal |= {name: value for name, value in changes.items() if name in deal or name == "result"}
    you |= {name: value for name, value in changes.items() if name not in deal}
    view = update(seq, stage=Stage.PLAYING, seats=PEOPLE)
    return msgspec.structs.replace(view, deal=DealView(**deal), you=You(**you))


PEOPLE = (SeatView("Ann", SeatKind.HUMAN), SeatView("Bob", SeatKind.HUMAN))


class Plain:
    """A plain client in its own task: what is typed, and the lines that it puts out."""

    def __init__(self, nursery, link, write=None, **options):
        self.link = link
        self.lines = []
        self.write = write or self._keep
        self.goodbye = None
        self._typed, typed = trio.open_memory_channel(100)
        self._news = trio.Event()
        nursery.start_soon(self._run, typed, options)

    async def _run(self, typed, options):
        self.goodbye = await run_plain(self.link, typed, self.write, **options)
        self._tell()

    def _keep(self, line):
        self.lines.append(line)
        self._tell()

    def _tell(self):
        self._news.set()
        self._news = trio.Event()

    def type(self, *lines):
        for line in lines:
            self._typed.send_nowait(line)

    def end_input(self):
        self._typed.close()

    async def says(self, line):
        """Wait until *line* is put out."""
        with trio.fail_after(PATIENCE):
            while line not in self.lines:
                await self._news.wait()

    async def ends(self):
        with trio.fail_after(PATIENCE):
            while self.goodbye is None:
                await self._news.wait()
        return self.goodbye


@pytest.fixture
def plain(nursery, house, entropy):
    """Starts a plain client of the scripted server."""

    def start(**options):
        link = Link(house.connect, "Ann", where=("den", 7866), entropy=entropy)
        return Plain(nursery, link, **options)

    return start


@pytest.fixture
def deal_view():
    """Makes views of a deal that goes on."""
    return playing


@pytest.fixture
def house():
    return House()


@pytest.fixture
def view():
    """Makes bare views of a table."""
    return update


@pytest.fixture
def entropy():
    """Bytes that are new each time, and known."""
    count = itertools.count(1)
    return lambda size: bytes([next(count)]) * size


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "rummy" / "default"


@pytest.fixture
def client(nursery, house, folder, entropy):
    """Starts a client of the scripted server."""

    def start(**options):
        fields = {"where": ("den", 7866), "folder": folder, "entropy": entropy} | options
        return Client(nursery, Link(house.connect, "Ann", **fields))

    return start
