"""What crossed a client's connection: the acts that it sent, and how each was answered.

It stands beside the client, not in it: what counts as acknowledged is what the bytes say.
"""

from __future__ import annotations

from typing import Final

import trio

from rummy_protocol.connection import ClientEnd
from rummy_protocol.messages import Accepted, FromServer, Refused, Seated

__all__ = ["Answers", "Tapped"]

FIRST_OTHER: Final = 1 << 30
"""Our clients number everything that is no action from here on."""


class Answers:
    """Every answer that one seat was given to its numbered actions."""

    def __init__(self) -> None:
        self.table = ""
        self.seat = -1
        self.given: dict[int, Accepted | Refused] = {}
        self.seatings = 0
        self.strange: list[str] = []
        """Answers that contradict each other."""

    def hear(self, message: FromServer) -> None:
        match message:
            case Seated():
                self.table, self.seat = message.table, message.seat
                self.seatings += 1
                if message.last_answer is not None:
                    self._given(message.last_answer)
            case Accepted() | Refused() if message.id < FIRST_OTHER:
                self._given(message)
            case _:
                pass

    def _given(self, answer: Accepted | Refused) -> None:
        before = self.given.setdefault(answer.id, answer)
        if before != answer:
            self.strange.append(f"{answer.id}: {before} and then {answer}")


class Tapped(trio.abc.Stream):
    """A stream, with somebody listening to what comes in."""

    def __init__(self, stream: trio.abc.Stream, answers: Answers) -> None:
        self._stream = stream
        self._end = ClientEnd()
        self._answers = answers

    async def receive_some(self, max_bytes: int | None = None) -> bytes:
        data = bytes(await self._stream.receive_some(max_bytes))
        for message in self._end.receive(data):
            self._answers.hear(message)
        return data

    async def send_all(self, data: bytes | bytearray | memoryview) -> None:
        await self._stream.send_all(data)

    async def wait_send_all_might_not_block(self) -> None:
        await self._stream.wait_send_all_might_not_block()

    async def aclose(self) -> None:
        await self._stream.aclose()
