"""Connections within the process: bounded like sockets, and they break where a test says.

Nothing of a running house goes through here; it is for tests and simulation.
"""

from __future__ import annotations

import errno
from collections import deque

import trio

from .pipe import CHUNK, Pipe

__all__ = ["MemoryNetwork", "MemoryPipe", "memory_pipes"]


class _Way:
    """One direction of a pair: a bounded buffer, and what may be done to it."""

    def __init__(self, room: int) -> None:
        self.data = bytearray()
        self.room = room
        self.passed = 0
        """Bytes that have gone in."""
        self.cut_at: int | None = None
        """After so many bytes the whole pair breaks."""
        self.swallowed = False
        """Half-open: what goes in is taken and never arrives."""
        self.ended = False
        self.moved = trio.lowlevel.ParkingLot()

    def wake(self) -> None:
        self.moved.unpark_all()


class MemoryPipe:
    """One end of a pair that `memory_pipes` made."""

    plain = True

    def __init__(self, out: _Way, back: _Way) -> None:
        self._out = out
        self._back = back
        self._broken = False
        self.closed = False
        self.other: MemoryPipe

    async def receive_some(self) -> bytes:
        while not self._back.data:
            self._check()
            if self._back.ended:
                await trio.lowlevel.checkpoint()
                return b""
            await self._back.moved.park()
        await trio.lowlevel.checkpoint()
        self._check()
        data = bytes(self._back.data[:CHUNK])
        del self._back.data[:CHUNK]
        self._back.wake()
        return data

    def send_now(self, data: bytes | memoryview, /) -> int:
        self._check()
        way = self._out
        if way.swallowed:
            return len(data)
        if self.other.closed:
            self.cut()
            self._check()
        taken = min(len(data), way.room - len(way.data))
        if way.cut_at is not None and way.passed + taken >= way.cut_at:
            way.data += data[: way.cut_at - way.passed]
            way.passed = way.cut_at
            self.other._broken_after(way)
            self._broken = True
            self._check()
        way.data += data[:taken]
        way.passed += taken
        way.wake()
        return taken

    async def wait_writable(self) -> None:
        await trio.lowlevel.checkpoint()
        while not self._broken and not self.closed and len(self._out.data) >= self._out.room:
            await self._out.moved.park()
        self._check()

    def close(self) -> None:
        self.closed = True
        self._out.ended = True
        for way in (self._out, self._back):
            way.wake()

    # What a test may do to the connection.

    def cut(self) -> None:
        """Break the connection for both sides; what has not arrived never will."""
        for end in (self, self.other):
            end._broken = True
            end._out.data.clear()
            end._out.wake()

    def cut_after(self, count: int) -> None:
        """Break the connection when *count* bytes in all have been sent from this end.

        They still arrive. With none to be sent it breaks now.
        """
        self._out.cut_at = count
        if self._out.passed >= count:
            self.cut()

    def swallow(self) -> None:
        """From now on nothing that is sent from this end arrives, and nobody is told."""
        self._out.swallowed = True

    @property
    def sent(self) -> int:
        """Bytes that were taken from this end so far."""
        return self._out.passed

    def _broken_after(self, way: _Way) -> None:
        """Let this end read what has passed, and then see the connection ended."""
        way.ended = True
        way.wake()

    def _check(self) -> None:
        if self.closed:
            raise OSError(errno.EBADF, "closed")
        if self._broken:
            raise ConnectionResetError(errno.ECONNRESET, "cut")


def memory_pipes(room: int = 65_536) -> tuple[MemoryPipe, MemoryPipe]:
    """Two ends of a connection in memory that holds *room* bytes in each direction."""
    there, back = _Way(room), _Way(room)
    one, other = MemoryPipe(there, back), MemoryPipe(back, there)
    one.other, other.other = other, one
    return one, other


class MemoryNetwork:
    """Connections within the process. One listener, which `connect` reaches."""

    def __init__(self, room: int = 65_536) -> None:
        self._room = room
        self._waiting: deque[tuple[MemoryPipe, str] | OSError] = deque()
        self._arrived = trio.lowlevel.ParkingLot()
        self.address = ("memory", 0)
        self.closed = False

    async def listen(self, host: str, port: int) -> MemoryNetwork:
        await trio.lowlevel.checkpoint()
        return self

    async def accept(self) -> tuple[Pipe, str]:
        while not self._waiting:
            await self._arrived.park()
        await trio.lowlevel.checkpoint()
        found = self._waiting.popleft()
        if isinstance(found, OSError):
            raise found
        return found

    def close(self) -> None:
        self.closed = True

    def connect(self, address: str = "127.0.0.1") -> MemoryPipe:
        """A new connection to the listener, as if from *address*; the client's end."""
        if self.closed:
            raise ConnectionRefusedError(errno.ECONNREFUSED, "nobody listens")
        ours, theirs = memory_pipes(self._room)
        self._waiting.append((theirs, address))
        self._arrived.unpark()
        return ours

    def fail(self, error: int) -> None:
        """Let the listener meet an error instead of the next connection."""
        self._waiting.append(OSError(error, "injected"))
        self._arrived.unpark()
