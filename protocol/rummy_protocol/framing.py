"""Cutting a stream of bytes into frames: four bytes of length, then a body. Sans-IO.

What a body means is the codec's business.
"""

from __future__ import annotations

from typing import Final

from .errors import Code, ProtocolViolation

__all__ = ["PREFIX", "FrameReader", "frame"]

PREFIX: Final = 4
"""Bytes of length ahead of every body, the most significant first."""


def frame(body: bytes) -> bytes:
    """*body* with its length in front."""
    return len(body).to_bytes(PREFIX, "big") + body


class FrameReader:
    """Collects bytes and gives back whole bodies. Belongs to one connection.

    A length is judged as soon as its four bytes are there, so a peer can make us hold no
    more than one body of *limit* bytes, and what one read brought behind it. The first body
    may be held to less: a peer that has not said who it is has little to say.
    """

    __slots__ = ("_buffer", "_later", "_limit", "_need", "fault")

    def __init__(self, limit: int, first: int | None = None) -> None:
        self._later = limit
        self._limit = limit if first is None else first
        self._buffer = bytearray()
        self._need = PREFIX
        self.fault: ProtocolViolation | None = None
        """What is wrong with the stream. Nothing more can be read from it then."""

    @property
    def partial(self) -> bool:
        """Whether a frame has begun that is not complete."""
        return bool(self._buffer)

    def feed(self, data: bytes | bytearray | memoryview) -> list[bytes]:
        """Take in *data* and give back the bodies that it completes.

        Raises:
            ProtocolViolation: a length is zero or above the limit. Bodies that are complete
                before that place are given back first: then `fault` is set, and the next
                call raises it.
        """
        if self.fault is not None:
            raise self.fault
        buffer = self._buffer
        buffer += data
        if len(buffer) < self._need:
            return []
        bodies, end = self._cut(buffer)
        if self.fault is not None:
            buffer.clear()
            if not bodies:
                raise self.fault
        else:
            del buffer[:end]
        return bodies

    def _cut(self, buffer: bytearray) -> tuple[list[bytes], int]:
        """The complete bodies in *buffer* and where the rest begins."""
        bodies: list[bytes] = []
        start, held = 0, len(buffer)
        while held - start >= PREFIX:
            begin = start + PREFIX
            length = int.from_bytes(buffer[start:begin], "big")
            if not 0 < length <= self._limit:
                self.fault = self._refused(length)
                return bodies, start
            if held - begin < length:
                self._need = PREFIX + length
                return bodies, start
            start = begin + length
            bodies.append(bytes(buffer[begin:start]))
            self._limit = self._later
        self._need = PREFIX
        return bodies, start

    def _refused(self, length: int) -> ProtocolViolation:
        if length:
            return ProtocolViolation(Code.TOO_LONG, length=length, limit=self._limit)
        return ProtocolViolation(Code.BAD_FRAME, why="empty")
