"""The four things that the server asks of a connection, and the two kinds that there are.

A `Pipe` carries bytes, in order, and knows nothing of frames. Sockets are one kind; pairs in
memory, for tests, are the other: bounded like sockets, and they break where a test says.
"""

from __future__ import annotations

import errno
import socket
from collections import deque
from contextlib import suppress
from typing import Final, Protocol

import trio

__all__ = [
    "Listener",
    "MemoryNetwork",
    "MemoryPipe",
    "Network",
    "Pipe",
    "SocketPipe",
    "TcpNetwork",
    "memory_pipes",
]

CHUNK: Final = 4096 + 4
"""Bytes taken at once: the longest frame of a client with its length."""

GONE: Final = (BlockingIOError, InterruptedError)


class Pipe(Protocol):
    """One connection. Whatever is wrong with it shows as `OSError`."""

    async def receive_some(self) -> bytes:
        """Wait for bytes, and give some; none at all means that the other side has ended."""

    def send_now(self, data: bytes | memoryview, /) -> int:
        """Give the connection as much of *data* as it takes without waiting; how much."""

    async def wait_writable(self) -> None:
        """Wait until `send_now` would take something, or would fail."""

    def close(self) -> None:
        """End it at once. What was given to it before is still delivered, if it can be."""


class Listener(Protocol):
    address: tuple[str, int]

    async def accept(self) -> tuple[Pipe, str]:
        """Wait for a connection; the pipe, and the address of the other side."""

    def close(self) -> None: ...


class Network(Protocol):
    async def listen(self, host: str, port: int) -> Listener:
        """Begin to listen; port 0 takes a free one."""


# --- sockets -----------------------------------------------------------------------------


class SocketPipe:
    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        with suppress(OSError):  # a socket that is not TCP has no such option
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._sock = sock

    async def receive_some(self) -> bytes:
        while True:
            await trio.lowlevel.wait_readable(self._sock)
            try:
                return self._sock.recv(CHUNK)
            except GONE:
                continue

    def send_now(self, data: bytes | memoryview, /) -> int:
        try:
            return self._sock.send(data)
        except GONE:
            return 0

    async def wait_writable(self) -> None:
        await trio.lowlevel.wait_writable(self._sock)

    def close(self) -> None:
        # Bytes that arrived and were never read would turn the ending into a reset, and a
        # reset takes away our last words if the other side has not read them yet.
        with suppress(OSError):
            self._sock.shutdown(socket.SHUT_WR)
            for _ in range(16):
                if not self._sock.recv(CHUNK):
                    break
        trio.lowlevel.notify_closing(self._sock)
        self._sock.close()


class TcpListener:
    """A listening socket, with one descriptor in reserve to turn people away with."""

    def __init__(self, sock: socket.socket) -> None:
        self._sock = sock
        self._reserve: socket.socket | None = socket.socket()
        self.address: tuple[str, int] = sock.getsockname()[:2]

    async def accept(self) -> tuple[Pipe, str]:
        while True:
            try:
                sock, (host, *_) = self._sock.accept()
            except GONE:
                await trio.lowlevel.wait_readable(self._sock)
            except OSError as exc:
                if exc.errno == errno.EMFILE:
                    self._turn_one_away()
                raise
            else:
                return SocketPipe(sock), host

    def _turn_one_away(self) -> None:
        """Without descriptors, close one waiting connection rather than leave it hanging."""
        if self._reserve is not None:
            self._reserve.close()
            self._reserve = None
        with suppress(OSError):
            self._sock.accept()[0].close()
        with suppress(OSError):
            self._reserve = socket.socket()

    def close(self) -> None:
        trio.lowlevel.notify_closing(self._sock)
        self._sock.close()
        if self._reserve is not None:
            self._reserve.close()


class TcpNetwork:
    async def listen(self, host: str, port: int) -> TcpListener:
        found = await trio.socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, address = found[0]
        sock = socket.socket(family, kind, protocol)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            sock.bind(address)
            sock.listen(4096)
            sock.setblocking(False)
        except OSError:
            sock.close()
            raise
        return TcpListener(sock)


# --- memory ------------------------------------------------------------------------------


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
