"""Plays a recorded game to one client: real updates at an even pace, whoever acts.

It welcomes a client, gives it the seat that it claims, and sends the frames of a file one by
one. It judges nothing; requests other than the claim stay unanswered.

    python tests/bench/replay.py FRAMES RATE        prints READY and the port
"""

from __future__ import annotations

import select
import socket
import sys
import time
from pathlib import Path
from typing import Any, Final

import msgpack
from frames import frame, take_frames
from measures import pin

__all__: list[str] = []

WELCOME: Final[dict[str, Any]] = {
    "t": "welcome",
    "protocol": [1, 0],
    "server": "bench",
    "build": "0",
    "name": "bench",
    "frame_limit": 4096,
    "actions_per_second": 5,
}


def _greet(sock: socket.socket, table: str, first: bytes) -> None:
    """Wait for the claim of a seat, and grant it."""
    buffer = bytearray()
    while True:
        data = sock.recv(4096)
        if not data:
            raise SystemExit("the client went away")
        buffer += data
        for body in take_frames(buffer):
            said = msgpack.unpackb(body)
            if said["t"] == "hello":
                sock.sendall(frame(WELCOME))
            if said["t"] == "resume":
                seated = {"t": "seated", "id": said["id"], "table": table, "seat": 0}
                sock.sendall(frame(seated) + first)
                return


def main(path: Path, rate: float) -> None:
    pin(1)
    recorded = take_frames(bytearray(path.read_bytes()))
    updates = [len(body).to_bytes(4, "big") + body for body in recorded]
    listener = socket.create_server(("127.0.0.1", 0))
    print("READY", listener.getsockname()[1], flush=True)
    sock, _ = listener.accept()
    sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    _greet(sock, msgpack.unpackb(recorded[0])["table"]["id"], updates[0])
    due = time.monotonic()
    for update in updates[1:]:
        due += 1 / rate
        while (left := due - time.monotonic()) > 0:
            if select.select([sock], [], [], left)[0] and not sock.recv(4096):
                return
        sock.sendall(update)


if __name__ == "__main__":
    main(Path(sys.argv[1]), float(sys.argv[2]))
