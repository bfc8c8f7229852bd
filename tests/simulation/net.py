"""A network that does what TCP does, and all that it does not promise.

Bytes of one direction of a connection arrive in order and once, or the connection breaks;
when they arrive, in what pieces, and whether anybody is told of an ending is left to chance.
Between connections there is no order.
"""

from __future__ import annotations

import errno
import random
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Final, Protocol

import trio

from rummy_server.clock import Alarms
from rummy_server.pipe import CHUNK, Pipe

from .faults import Faults

__all__ = ["Connection", "End", "SimListener", "SimNetwork", "SimStream", "Watcher"]

PIECES: Final = (1, 2, 3, 7, 64, 512, CHUNK)
ROOMS: Final = (4_096, 16_384, 65_536, 262_144)
ACCEPT_ERRORS: Final = (
    errno.EMFILE,
    errno.ENOBUFS,
    errno.ECONNABORTED,
    errno.EPROTO,
    errno.ENETDOWN,
    errno.EPERM,
)


class Watcher(Protocol):
    """Who is told of what the server's ends of connections do."""

    def server_sends(self, connection: Connection, data: bytes) -> None: ...
    def server_reads(self, connection: Connection, data: bytes) -> None: ...
    def may_die(self, where: str) -> bool:
        """A moment at which the server may be killed; whether it was."""


class _Way:
    """One direction of a connection."""

    def __init__(self, alarms: Alarms, room: int, lag: Callable[[int], float]) -> None:
        self.ready = bytearray()
        self.flying = 0
        """Bytes that were taken and have not arrived."""
        self.room = room
        self.ended = False
        self.full_since = 0.0
        """When it last became full."""
        self.swallowed: list[bytes] | None = None
        """What went into a black hole, in order."""
        self.clogged: deque[Callable[[], None]] | None = None
        """What arrives when the clog is gone."""
        self.moved = trio.lowlevel.ParkingLot()
        self._alarms = alarms
        self._lag = lag
        self._last = 0.0

    @property
    def space(self) -> int:
        return self.room - self.flying - len(self.ready)

    def put(self, data: bytes) -> None:
        self.flying += len(data)
        if self.space <= 0:
            self.full_since = self._alarms.now()
        if self.swallowed is not None:
            self.swallowed.append(data)
            return
        self._at_its_time(len(data), lambda: self._arrive(data))

    def end(self) -> None:
        """Nothing follows: the other side hears so after all that came before."""
        if self.swallowed is None:
            self._at_its_time(0, self.end_now)

    def end_now(self) -> None:
        self.ended = True
        self.moved.unpark_all()

    def _at_its_time(self, size: int, call: Callable[[], None]) -> None:
        now = self._alarms.now()
        self._last = max(self._last, now) + self._lag(size)
        if self._last <= now:
            self._unless_clogged(call)
        else:
            self._alarms.at(self._last, lambda: self._unless_clogged(call))

    def _unless_clogged(self, call: Callable[[], None]) -> None:
        if self.clogged is None:
            call()
        else:
            self.clogged.append(call)

    def clog(self, until: float) -> None:
        if self.clogged is None:
            self.clogged = deque()
            self._alarms.at(until, self.unclog)

    def unclog(self) -> None:
        held, self.clogged = self.clogged or deque(), None
        for call in held:
            call()

    def _arrive(self, data: bytes) -> None:
        self.flying -= len(data)
        self.ready += data
        self.moved.unpark_all()

    def thaw(self) -> None:
        held, self.swallowed = self.swallowed or [], None
        for data in held:
            self._at_its_time(0, partial(self._arrive, data))

    def clear(self) -> None:
        self.ready.clear()
        self.moved.unpark_all()


class Connection:
    """Both ends and both ways between them."""

    def __init__(self, network: SimNetwork, number: int, address: str) -> None:
        self.network = network
        self.number = number
        self.address = address
        self.broken = False
        chance, faults = network.chance, network.faults
        self.fragments = faults.strikes("fragment", 0.7)
        self.slow_reader = faults.strikes("slow-reader", 0.3)
        slow = faults.strikes("delay", 0.7)
        self._base = chance.expovariate(4) if slow else 0.0
        self._jitter = chance.expovariate(2) if slow else 0.0
        self._rate = chance.uniform(300, 20_000) if faults.strikes("bandwidth", 0.5) else 0.0
        room = 4_096 if self.slow_reader else chance.choice(ROOMS)
        self.up = _Way(network.alarms, chance.choice(ROOMS), self._lag)
        self.down = _Way(network.alarms, room, self._lag)
        self.client = End(self, self.up, self.down, server=False)
        self.server = End(self, self.down, self.up, server=True)

    def _lag(self, size: int) -> float:
        if not self._base and not self._rate:
            return 0.0
        lag = self._base + self._jitter * self.network.chance.random() if self._base else 0.0
        return lag + (size / self._rate if self._rate else 0.0)

    @property
    def open(self) -> bool:
        return not (self.broken or self.client.closed or self.server.closed)

    @property
    def matters(self) -> bool:
        """Whether anything may still come of it."""
        return not self.broken and not (self.client.closed and self.server.closed)

    # What may be done to it.

    def cut(self) -> None:
        """Reset: both sides learn it at once, and what had not arrived never does."""
        self.broken = True
        for way in (self.up, self.down):
            way.clear()

    def half_close(self) -> None:
        """The client's side has ended; the server's goes on."""
        self.up.end()

    def vanish(self) -> None:
        """Half open: nothing arrives any more, and nobody is told."""
        for way in (self.up, self.down):
            if way.swallowed is None:
                way.swallowed = []

    def thaw(self) -> None:
        """What had vanished arrives after all, if there is anybody to take it."""
        for way in (self.up, self.down):
            way.thaw()
        for end, way in ((self.client, self.up), (self.server, self.down)):
            if end.closed:
                way.end_now()

    def clog(self, until: float) -> None:
        """What is sent from now on arrives at *until*, or when the clog is gone."""
        for way in (self.up, self.down):
            way.clog(until)

    def unclog(self) -> None:
        for way in (self.up, self.down):
            way.unclog()

    def heal(self) -> None:
        """Nothing ails it any more; but one that has vanished stays so, untold."""
        self._base = self._jitter = self._rate = 0.0
        self.fragments = self.slow_reader = False
        self.unclog()


class End:
    """One end of a connection; a `Pipe`."""

    plain = True

    def __init__(self, connection: Connection, out: _Way, back: _Way, *, server: bool) -> None:
        self.connection = connection
        self.closed = False
        self.dead = False
        """The process that it belonged to is no more."""
        self._out = out
        self._back = back
        self._server = server
        self._watcher = connection.network.watcher

    async def receive_some(self) -> bytes:
        back, connection = self._back, self.connection
        while not back.ready:
            self._check()
            if back.ended:
                await trio.lowlevel.checkpoint()
                return b""
            await back.moved.park()
        if connection.slow_reader and not self._server:
            await trio.sleep(connection.network.chance.expovariate(0.3))
        else:
            await trio.lowlevel.checkpoint()
        self._check()
        size = CHUNK
        if connection.fragments:
            size = connection.network.chance.choice(PIECES)
        data = bytes(back.ready[:size])
        del back.ready[:size]
        back.moved.unpark_all()
        if self._server:
            self._watcher.server_reads(connection, data)
        return data

    def send_now(self, data: bytes | memoryview, /) -> int:
        if self._server and self._watcher.may_die("send"):
            self._check()
        self._check()
        connection, out = self.connection, self._out
        other = connection.client if self._server else connection.server
        if other.closed and out.swallowed is None:
            raise BrokenPipeError(errno.EPIPE, "the other side has closed")
        taken = min(len(data), out.space)
        if connection.fragments and taken:
            taken = min(taken, connection.network.chance.choice(PIECES))
        if taken:
            piece = bytes(data[:taken])
            if self._server:
                self._watcher.server_sends(connection, piece)
            if not out.ended:
                out.put(piece)
        return taken

    async def wait_writable(self) -> None:
        await trio.lowlevel.checkpoint()
        while not self.connection.broken and not self.closed and self._out.space <= 0:
            await self._out.moved.park()
        self._check()

    def close(self) -> None:
        if self.closed:
            return
        self.closed = True
        if not self.connection.broken and not self.dead:
            self._out.end()
        for way in (self._out, self._back):
            way.moved.unpark_all()

    def die(self, how: str) -> None:
        """Its process was killed; what the other side sees of it depends on the machine."""
        self.dead = self.closed = True
        if how == "reset":
            self.connection.cut()
        elif how == "silence":
            self.connection.vanish()
        else:
            self._out.end()
        for way in (self._out, self._back):
            way.moved.unpark_all()

    def _check(self) -> None:
        if self.closed:
            raise OSError(errno.EBADF, "closed")
        if self.connection.broken:
            raise ConnectionResetError(errno.ECONNRESET, "reset")


class SimStream(trio.abc.Stream):
    """A client's end as the stream that a link wants."""

    def __init__(self, end: End) -> None:
        self.end = end

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        left = memoryview(data)
        try:
            while left:
                left = left[self.end.send_now(left) :]
                await self.end.wait_writable()
        except OSError as exc:
            raise trio.BrokenResourceError(str(exc)) from exc

    async def wait_send_all_might_not_block(self) -> None:
        await self.end.wait_writable()

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        try:
            return await self.end.receive_some()
        except OSError as exc:
            raise trio.BrokenResourceError(str(exc)) from exc

    async def aclose(self) -> None:
        self.end.close()
        await trio.lowlevel.checkpoint()


class SimListener:
    """Where one life of the server listens."""

    address = ("simulated", 0)

    def __init__(self, network: SimNetwork) -> None:
        self._network = network
        self._waiting: deque[Connection] = deque()
        self._arrived = trio.lowlevel.ParkingLot()
        self.accepted: list[Connection] = []
        self.closed = False

    def add(self, connection: Connection) -> None:
        self._waiting.append(connection)
        self._arrived.unpark()

    async def accept(self) -> tuple[Pipe, str]:
        while not self._waiting:
            await self._arrived.park()
        await trio.lowlevel.checkpoint()
        connection = self._waiting.popleft()
        if self._network.faults.strikes("accept-error", 0.3):
            connection.cut()
            raise OSError(self._network.chance.choice(ACCEPT_ERRORS), "injected")
        self.accepted.append(connection)
        return connection.server, connection.address

    def close(self) -> None:
        self.closed = True
        for connection in self._waiting:
            connection.cut()
        self._waiting.clear()
        if self._network.listener is self:
            self._network.listener = None


class SimNetwork:
    """All connections there are."""

    def __init__(
        self, chance: random.Random, faults: Faults, alarms: Alarms, watcher: Watcher
    ) -> None:
        self.chance = chance
        self.faults = faults
        self.alarms = alarms
        self.watcher = watcher
        self.listener: SimListener | None = None
        self.connections: list[Connection] = []
        self._made = 0

    async def listen(self, host: str = "", port: int = 0) -> SimListener:
        await trio.lowlevel.checkpoint()
        self.listener = SimListener(self)
        return self.listener

    async def connect(self, address: str) -> SimStream:
        """A new connection, as a client makes one.

        Raises:
            OSError: nobody listens, or the network does not want to.
        """
        if self.faults.strikes("no-connection", 0.3):
            if self.chance.random() < 0.5:
                await trio.sleep_forever()
            raise ConnectionRefusedError(errno.ECONNREFUSED, "refused")
        await trio.lowlevel.checkpoint()
        if self.listener is None:
            raise ConnectionRefusedError(errno.ECONNREFUSED, "nobody listens")
        self._made += 1
        self.connections = [one for one in self.connections if one.matters]
        connection = Connection(self, self._made, address)
        self.connections.append(connection)
        self.listener.add(connection)
        return SimStream(connection.client)

    @property
    def open(self) -> list[Connection]:
        return [one for one in self.connections if one.open]

    def heal(self) -> None:
        for connection in self.connections:
            connection.heal()
