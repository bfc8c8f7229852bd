"""The yardstick: the barest server that Trio allows for this traffic. It knows no rules.

Five connections meet at a numbered table. Every move that one of them sends is followed by
one update of a given size to all five, packed once. Sending does not wait: bytes go straight
to the socket, and only those that it will not take wait for a writer task. Nothing is
checked, nothing is bounded, nobody is ever put back in a seat: what a real server adds to
this is what the benches want to know.

    python tests/bench/raw.py --size 300        prints READY and the port
"""

from __future__ import annotations

import argparse
import gc
import signal
import socket
from typing import Any

import msgpack
import trio
from frames import SIZE, frame, take_frames

__all__: list[str] = []


class Update:
    """A message in the shape of a view, filled up to the size that was asked for."""

    def __init__(self, size: int) -> None:
        self._fields: dict[str, Any] = {
            "t": "update",
            "seq": 1 << 16,
            "turn": 2,
            "phase": "play",
            "hand": [3, 17, 21, 22, 23, 30, 44, 45],
            "counts": [7, 7, 8, 7],
            "top": [17],
            "stock": 21,
            "melds": [[1, 2, 3], [14, 27, 40]],
            "log": "",
        }
        for filling in range(size - len(msgpack.packb(self._fields)), 0, -1):
            self._fields["log"] = "x" * filling
            if len(msgpack.packb(self._fields)) <= size:
                break

    def framed(self, number: int) -> bytes:
        """The update after move *number*, packed anew."""
        self._fields["seq"] = (1 << 16) + number
        body: bytes = msgpack.packb(self._fields)
        return SIZE.pack(len(body)) + body


class Table:
    """Who sits where, and how many moves there were."""

    __slots__ = ("moves", "places")

    def __init__(self) -> None:
        self.moves = 0
        self.places: list[Peer] = []


class Peer:
    """One connection, with what its socket would not take yet."""

    __slots__ = ("buffer", "rest", "sock", "table", "wake")

    def __init__(self, sock: socket.socket) -> None:
        self.sock = sock
        self.buffer = bytearray()
        self.rest: bytearray | None = None
        self.table: Table | None = None
        self.wake = trio.Event()

    def send(self, data: bytes) -> None:
        """Hand *data* to the socket, and what is left of it to the writer."""
        if self.rest is not None:
            self.rest += data
            return
        try:
            sent = self.sock.send(data)
        except BlockingIOError:
            sent = 0
        except OSError:
            return
        if sent < len(data):
            self.rest = bytearray(data[sent:])
            self.wake.set()

    async def write_rest(self) -> None:
        """Wait for bytes that were left over, and send them when the socket is ready."""
        while True:
            await self.wake.wait()
            self.wake = trio.Event()
            while self.rest:
                await trio.lowlevel.wait_writable(self.sock)
                try:
                    del self.rest[: self.sock.send(self.rest)]
                except OSError:
                    return
            self.rest = None


class House:
    """All tables."""

    def __init__(self, size: int) -> None:
        self._update = Update(size)
        self._tables: dict[int, Table] = {}

    def _hear(self, peer: Peer, message: dict[str, Any]) -> None:
        match message["t"]:
            case "act" if (table := peer.table) is not None:
                table.moves += 1
                data = self._update.framed(table.moves)
                for other in table.places:
                    other.send(data)
            case "sit":
                table = self._tables.setdefault(message["table"], Table())
                place = message["place"]
                table.places[place : place + 1] = [peer]
                peer.table = table
                peer.send(frame({"t": "seated"}))
                peer.send(self._update.framed(table.moves))

    async def serve(self, sock: socket.socket) -> None:
        """Read one connection to its end."""
        peer = Peer(sock)
        async with trio.open_nursery() as nursery:
            nursery.start_soon(peer.write_rest)
            while True:
                await trio.lowlevel.wait_readable(sock)
                try:
                    data = sock.recv(65536)
                except BlockingIOError:
                    continue
                except OSError:
                    break
                if not data:
                    break
                peer.buffer += data
                for body in take_frames(peer.buffer):
                    self._hear(peer, msgpack.unpackb(body))
            nursery.cancel_scope.cancel()
        sock.close()


async def main(size: int) -> None:
    """Accept for ever."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=4096)
    listener.setblocking(False)
    house = House(size)
    print("READY", listener.getsockname()[1], flush=True)
    async with trio.open_nursery() as nursery:
        while True:
            await trio.lowlevel.wait_readable(listener)
            try:
                sock, _ = listener.accept()
            except BlockingIOError:
                continue
            sock.setblocking(False)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            nursery.start_soon(house.serve, sock)


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--size", type=int, default=300, help="bytes of an update's body")
    signal.signal(signal.SIGUSR2, lambda *_: gc.collect())
    trio.run(main, options.parse_args().size)
