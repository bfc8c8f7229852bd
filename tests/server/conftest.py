"""A whole server in memory, and clients that say exactly what a test wants them to."""

from __future__ import annotations

import hashlib
import inspect
import math
import os
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

import msgspec
import pytest
import trio
import trio.testing

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import Action
from rummy_protocol.connection import ClientEnd
from rummy_protocol.messages import (
    Accepted,
    Act,
    Create,
    FromClient,
    FromServer,
    Goodbye,
    Hello,
    Join,
    Ping,
    Refused,
    Resume,
    Seated,
    Start,
    Update,
    Watch,
    Watching,
    Welcome,
)
from rummy_server.app import Server
from rummy_server.env import Env, seeded_env
from rummy_server.journal import MemoryJournal
from rummy_server.memory import MemoryNetwork, MemoryPipe
from rummy_server.settings import Settings
from rummy_server.table.table import Table

from ..patience import PATIENCE

M = TypeVar("M")

QUIET_SECONDS = 8
VIRTUAL_SECONDS = 1_000_000


def hashed(secret: bytes) -> bytes:
    return hashlib.sha256(secret).digest()


class Keys:
    """What a client keeps for a seat: its key, and the secrets it makes one after another."""

    def __init__(self, name: str) -> None:
        self.key = hashlib.sha256(f"key of {name}".encode()).digest()[:16]
        self._name = name
        self._number = 1

    def secret(self, number: int) -> bytes:
        return hashlib.sha256(f"{self._name} {number}".encode()).digest()

    @property
    def current(self) -> bytes:
        return self.secret(self._number)

    @property
    def next(self) -> bytes:
        return self.secret(self._number + 1)

    def advance(self) -> None:
        self._number += 1


class Closed(EOFError):
    """The server has ended the connection."""


class Client:
    """One connection of one person, over any number of which their `keys` last."""

    def __init__(self, pipe: MemoryPipe, name: str, keys: Keys | None = None) -> None:
        self.pipe = pipe
        self.name = name
        self.keys = keys or Keys(name)
        self.end = ClientEnd()
        self.heard: list[FromServer] = []
        """Everything that was received, pings apart."""
        self.pings = 0
        self.update: Update | None = None
        self.seated: Seated | None = None
        self.act_id = 0
        self._unread: list[FromServer] = []
        self._ids = 0
        self._sent_at = trio.current_time()

    # --- bytes ----------------------------------------------------------------------------

    def send(self, *messages: FromClient) -> None:
        self._sent_at = trio.current_time()
        data = b"".join(map(self.end.send, messages))
        assert self.pipe.send_now(data) == len(data)

    async def receive(self, *, alive: bool = True) -> FromServer:
        """The next message; pings are passed over. Who is *alive* says so now and then."""
        while True:
            while not self._unread:
                self._unread = self.end.receive(await self._bytes(alive))
            message = self._unread.pop(0)
            if isinstance(message, Ping):
                self.pings += 1
                continue
            self.heard.append(message)
            if isinstance(message, Update):
                self.update = message
            return message

    async def _bytes(self, alive: bool) -> bytes:
        while True:
            with trio.move_on_at(self._sent_at + QUIET_SECONDS if alive else math.inf):
                data = await self.pipe.receive_some()
                if not data:
                    raise Closed
                return data
            self.send(Ping())

    async def until(self, kind: type[M], fits: Callable[[M], bool] = lambda _: True) -> M:
        """Read up to the first message of *kind* that *fits*."""
        while True:
            message = await self.receive()
            if isinstance(message, kind) and fits(message):
                return message

    async def answer(self, id: int) -> Any:
        """Read up to the answer to the request *id*."""
        while True:
            message = await self.receive()
            if getattr(message, "id", None) == id and not isinstance(message, Update):
                return message

    async def ended(self) -> Goodbye:
        """Read to the end of the connection, and give its last words."""
        with suppress(Closed, OSError):
            while True:
                await self.receive(alive=False)
        last = self.heard[-1]
        assert isinstance(last, Goodbye)
        return last

    async def see(self, fits: Callable[[Update], bool]) -> Update:
        """The newest update, as soon as it *fits*."""
        while self.update is None or not fits(self.update):
            await self.receive()
        return self.update

    async def stay(self, seconds: float) -> None:
        """Be there for so long, as a client is that has nothing to say."""
        with trio.move_on_after(seconds):
            while True:
                await self.receive()
        self.send(Ping())

    # --- sentences ------------------------------------------------------------------------

    def next_id(self) -> int:
        self._ids += 1
        return self._ids

    async def ask(self, kind: Callable[..., Any], *args: Any, **fields: Any) -> Any:
        request = kind(self.next_id(), *args, **fields)
        self.send(request)
        return await self.answer(request.id)

    async def greet(self) -> Welcome:
        self.send(Hello(PROTOCOL, self.name))
        return await self.until(Welcome)

    async def create(self, **fields: Any) -> Seated:
        fields = {"name": "", "seats": 2} | fields
        answer = await self.ask(
            Create, key=self.keys.key, hash=hashed(self.keys.current), **fields
        )
        return await self._sat(answer)

    async def join(self, table: str, password: str = "", secret: bytes = b"") -> Seated:
        hash = hashed(self.keys.current)
        answer = await self.ask(Join, table, self.keys.key, hash, password, secret)
        return await self._sat(answer)

    def resume_request(self) -> Resume:
        return Resume(self.next_id(), self.keys.key, self.keys.current, hashed(self.keys.next))

    async def resume(self) -> Seated:
        request = self.resume_request()
        self.send(request)
        answer = await self.answer(request.id)
        if isinstance(answer, Seated):
            self.keys.advance()
        return await self._sat(answer)

    async def _sat(self, answer: FromServer) -> Seated:
        assert isinstance(answer, Seated), answer
        self.seated = answer
        self.act_id = answer.last_id
        await self.until(Update)
        return answer

    async def watch(self, table: str, password: str = "") -> Watching:
        answer = await self.ask(Watch, table, password)
        assert isinstance(answer, Watching), answer
        await self.until(Update)
        return answer

    def act_request(self, action: Action, seq: int | None = None) -> Act:
        assert self.update is not None
        self.act_id += 1
        return Act(self.act_id, self.update.seq if seq is None else seq, action)

    async def act(self, action: Action, seq: int | None = None) -> Accepted | Refused:
        request = self.act_request(action, seq)
        self.send(request)
        answer = await self.answer(request.id)
        if isinstance(answer, Accepted):
            await self.see(lambda update: update.seq >= answer.seq)
        assert isinstance(answer, Accepted | Refused)
        return answer


class Lines(MemoryNetwork):
    """Remembers all connections, so that they can be cut at once."""

    def __init__(self) -> None:
        super().__init__()
        self.pipes: list[MemoryPipe] = []

    def connect(self, address: str = "127.0.0.1") -> MemoryPipe:
        pipe = super().connect(address)
        self.pipes.append(pipe)
        return pipe


class House:
    """A running server, and the way in."""

    def __init__(self, network: Lines, env: Env, settings: Settings) -> None:
        self.network = network
        self.env = env
        self.settings = settings
        self.scope = trio.CancelScope()
        self.stopped = trio.Event()
        self.server = Server(env, settings)

    @property
    def journal(self) -> MemoryJournal:
        assert isinstance(self.env.store, MemoryJournal)
        return self.env.store

    @property
    def tables(self) -> dict[str, Table]:
        return self.server.lobby.tables

    @property
    def table(self) -> Table:
        """The only one that there is."""
        (table,) = self.tables.values()
        return table

    def connect(
        self, name: str, keys: Keys | None = None, address: str = "127.0.0.1"
    ) -> Client:
        """A connection on which nothing has been said yet."""
        return Client(self.network.connect(address), name, keys)

    async def client(self, name: str, keys: Keys | None = None) -> Client:
        """A client that has greeted."""
        client = self.connect(name, keys)
        await client.greet()
        return client

    async def wait(self, seconds: float, *clients: Client) -> None:
        """Let time pass while *clients* are there."""
        async with trio.open_nursery() as nursery:
            for client in clients:
                nursery.start_soon(client.stay, seconds)

    async def four(self, names: str = "Ann Bob Cleo Dan", **fields: Any) -> list[Client]:
        """A table with a seat for each of *names*, the match begun."""
        clients = [await self.client(name) for name in names.split()]
        seated = await clients[0].create(**{"seats": len(clients)} | fields)
        for client in clients[1:]:
            await client.join(seated.table)
        assert isinstance(await clients[0].ask(Start), Accepted)
        for client in clients:
            await client.see(lambda update: update.deal is not None)
        return clients

    async def crash(self) -> None:
        """End as a machine does that loses its power: nobody is told, nothing more is kept."""
        for pipe in self.network.pipes:
            pipe.cut()
        self.scope.cancel()
        await self.stopped.wait()

    async def outsider(self, name: str) -> Client:
        """A client from another machine, to which all limits apply."""
        client = self.connect(name, address="192.0.2.7")
        await client.greet()
        return client

    async def pair(self, **fields: Any) -> tuple[Client, Client]:
        """Ann, who opened a table for two, and Bob, who sat down there."""
        ann, bob = await self.client("Ann"), await self.client("Bob")
        seated = await ann.create(**fields)
        await bob.join(seated.table, fields.get("password", ""))
        return ann, bob

    async def playing(self, **fields: Any) -> tuple[Client, Client]:
        """The two, with the first deal dealt."""
        ann, bob = await self.pair(**fields)
        assert isinstance(await ann.ask(Start), Accepted)
        for one in (ann, bob):
            await one.see(lambda update: update.deal is not None)
        return ann, bob


OpenHouse = Callable[..., Awaitable[House]]


@pytest.fixture
def proof() -> str:
    """How much randomness a run spends: small, or full."""
    return os.environ.get("PROOF", "small")


@pytest.fixture
def new_keys() -> Callable[[str], Keys]:
    return Keys


def run_in_virtual_time(call: Callable[..., Any], **given: Any) -> Any:
    """Time passes as soon as everybody waits for it, and for nothing else."""
    given["clock"] = given.get("clock") or trio.testing.MockClock(autojump_threshold=0)

    async def in_time() -> Any:
        # A server is never quite idle, so a test that waits in vain would wait for ever.
        with trio.fail_after(VIRTUAL_SECONDS):
            return await call()

    return trio.run(in_time, **given)


def run_in_real_time(call: Callable[..., Any], **given: Any) -> Any:
    """For what is not ours, and for which a clock that jumps would not wait: sockets."""

    async def in_time() -> Any:
        with trio.fail_after(PATIENCE):
            return await call()

    return trio.run(in_time, **given)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Time is virtual but in tests that have something real in their names."""
    if inspect.iscoroutinefunction(getattr(item, "obj", None)):
        real = "_real_" in item.name
        item.add_marker(pytest.mark.trio(run=run_in_real_time if real else run_in_virtual_time))


@pytest.fixture
async def open_house(nursery: trio.Nursery) -> AsyncIterator[OpenHouse]:
    """Opens a house with the settings and the world that a test wants."""

    async def run(house: House, task_status: trio.TaskStatus[None]) -> None:
        listener = await house.network.listen("", 0)
        with house.scope:
            await house.server.run(listener, task_status=task_status)
        house.stopped.set()

    async def open_one(
        *, env: dict[str, Any] | None = None, after: House | None = None, **settings: Any
    ) -> House:
        network, env = Lines(), dict(env or {})
        if after is not None:
            env["store"] = after.journal
            settings = msgspec.structs.asdict(after.settings) | settings
        house = House(network, seeded_env(1, network, **env), Settings(**settings))
        await nursery.start(run, house)
        if after is not None:
            await trio.testing.wait_all_tasks_blocked()  # until its tables stand again
        return house

    yield open_one
    nursery.cancel_scope.cancel()
