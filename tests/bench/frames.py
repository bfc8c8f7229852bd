"""Length-prefixed frames for both ends of a bench. Not the product's framing: no limits."""

from __future__ import annotations

import struct
from typing import Any, Final

import msgpack

__all__ = ["PING", "SIZE", "frame", "take_frames"]

SIZE: Final = struct.Struct(">I")


def frame(message: dict[str, Any]) -> bytes:
    """*message* as msgpack with its length in front."""
    body: bytes = msgpack.packb(message)
    return SIZE.pack(len(body)) + body


PING: Final = frame({"t": "ping"})


def take_frames(buffer: bytearray) -> list[bytes]:
    """The bodies of all whole frames at the head of *buffer*, which loses them."""
    bodies: list[bytes] = []
    start, end = 0, len(buffer)
    while end - start >= 4:
        (size,) = SIZE.unpack_from(buffer, start)
        if end - start - 4 < size:
            break
        bodies.append(bytes(memoryview(buffer)[start + 4 : start + 4 + size]))
        start += 4 + size
    if start:
        del buffer[:start]
    return bodies
