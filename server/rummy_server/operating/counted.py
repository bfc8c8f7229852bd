"""A journal that counts what goes into another one, and how long that takes.

It looks at the kinds of records only: a number that is shown to whoever runs the house may
not depend on a card.
"""

from __future__ import annotations

from collections import Counter
from typing import Final, Protocol

import trio

from rummy_protocol.messages import Accepted

from ..journal import Batch, Journal, Kept
from ..room.records import Acted

__all__ = ["BUCKETS", "Counted", "Store"]

BUCKETS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)
"""Seconds that an append may take; each is counted under the first that it does not pass."""


class Store(Protocol):
    """What those who look after a house want to know of its store."""

    @property
    def late(self) -> bool: ...
    def has_room(self) -> bool: ...


class Counted:
    """A `Journal` in front of another."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal
        self.lasting: Final = journal.lasting
        self.batches = 0
        self.actions: Counter[str] = Counter()
        """Actions of players, by what became of them: accepted, refused."""
        self.seconds: Counter[float] = Counter()
        """Appends by the bucket into which the time that they took falls."""
        self.seconds_in_all = 0.0

    async def begin(self) -> Kept:
        return await self._journal.begin()

    async def read(self, table: str) -> tuple[Batch, ...]:
        return await self._journal.read(table)

    async def append(self, table: str, expected: int, epoch: int, batch: Batch) -> None:
        began = trio.current_time()
        await self._journal.append(table, expected, epoch, batch)
        took = trio.current_time() - began
        self.batches += 1
        self.seconds_in_all += took
        self.seconds[next((limit for limit in BUCKETS if took <= limit), float("inf"))] += 1
        for record in batch.records:
            if type(record) is Acted:
                done = type(record.answer) is Accepted
                self.actions["accepted" if done else "refused"] += 1

    async def beat(self, at: float) -> None:
        await self._journal.beat(at)

    async def broken(self) -> None:
        await self._journal.broken()

    def has_room(self) -> bool:
        return self._journal.has_room()

    async def close(self) -> None:
        await self._journal.close()
