"""The four things that the server asks of a connection, and sockets that can do them.

A `Pipe` carries bytes, in order, and knows nothing of frames. Pairs in memory, for tests, are
in `memory`.
"""

from __future__ import annotations

import errno
import socket
from contextlib import suppress
from typing import Final, Protocol

import trio

__all__ = [
    "CHUNK",
    "Listener",
    "Network",
    "Pipe",
    "SocketPipe",
    "TcpListener",
    "TcpNetwork",
]

CHUNK: Final = 4096 + 4
"""Bytes taken at once: the longest frame of a client with its length."""

UNDELIVERED: Final = 65_536
"""Bytes that the kernel may hold for one connection; it counts its own overhead in as much."""

GONE: Final = (BlockingIOError, InterruptedError)


class Pipe(Protocol):
    """One connection. Whatever is wrong with it shows as `OSError`."""

    plain: bool
    """Whether what is sent crosses the network unencrypted."""

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
    plain = True

    def __init__(self, sock: socket.socket) -> None:
        sock.setblocking(False)
        with suppress(OSError):  # a socket that is not TCP has no such option
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            # What the kernel holds for one who does not read is memory, too, and old views in
            # it cannot be replaced by newer ones. By itself it would take megabytes.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNDELIVERED)
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
                # Of a socket for both kinds an IPv4 address comes in the clothes of IPv6.
                return SocketPipe(sock), host.removeprefix("::ffff:")

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
    """Sockets of the operating system; ``*`` is every address there is, of either kind."""

    async def listen(self, host: str, port: int) -> TcpListener:
        both = host in ("", "*") and socket.has_dualstack_ipv6()
        if host in ("", "*"):
            host = "::" if both else "0.0.0.0"
        found = await trio.socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, address = found[0]
        sock = socket.socket(family, kind, protocol)
        try:
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            if both:
                sock.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)
            sock.bind(address)
            sock.listen(4096)
            sock.setblocking(False)
        except OSError:
            sock.close()
            raise
        return TcpListener(sock)
