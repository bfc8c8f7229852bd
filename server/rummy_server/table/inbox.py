"""The inbox of a table: what was said to it, in the order in which it arrived.

Those who ask may have to wait for room; the table's own deadlines never do. It is smaller
and quicker than a channel, and every move passes through one.
"""

from __future__ import annotations

from collections import deque
from typing import Generic, TypeVar

import trio

__all__ = ["Inbox"]

Said = TypeVar("Said")


class Inbox(Generic[Said]):
    """Filled by many tasks, emptied by one."""

    def __init__(self, room: int) -> None:
        self._room = room
        self._waiting: deque[Said] = deque()
        self._reader: trio.lowlevel.Task | None = None
        self._full = trio.lowlevel.ParkingLot()
        self._parked = 0

        self.closed = False

    def __len__(self) -> int:
        return len(self._waiting)

    def close(self) -> list[Said]:
        """Take nothing more; what was still waiting."""
        self.closed = True
        self._full.unpark_all()
        left = list(self._waiting)
        self._waiting.clear()
        return left

    def post(self, said: Said) -> None:
        """Add *said*, even if the inbox is full. For what cannot come in any number."""
        if self.closed:
            return
        self._waiting.append(said)
        if self._reader is not None:
            trio.lowlevel.reschedule(self._reader)
            self._reader = None

    async def put(self, said: Said) -> bool:
        """Add *said*, and wait for room first if there is none. False: it was closed."""
        while len(self._waiting) >= self._room and not self.closed:
            self._parked += 1
            try:
                await self._full.park()
            finally:
                self._parked -= 1
        self.post(said)
        return not self.closed

    async def take(self) -> Said:
        """Wait until something was said, and take it. One task only may do so."""
        while not self._waiting:
            self._reader = trio.lowlevel.current_task()
            await trio.lowlevel.wait_task_rescheduled(self._stop)
        if self._parked:
            self._full.unpark()
        return self._waiting.popleft()

    def _stop(self, _: object) -> trio.lowlevel.Abort:
        self._reader = None
        return trio.lowlevel.Abort.SUCCEEDED
