"""Deadlines: one task that waits for the earliest of them, for a whole server.

A deadline calls a plain function, which may not wait; for a table that is to put a word into
its inbox. So what follows from a deadline happens in the table's own order of things, and a
request that came in before it is judged before it.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable
from itertools import count
from typing import Final

import msgspec
import trio

__all__ = ["Alarm", "Alarms", "Deadlines", "Rang"]

AT_ONCE: Final = 8
"""Deadlines that ring in one go."""


class Alarm:
    """One deadline. It rings once, or never if it was stopped."""

    __slots__ = ("_call", "at")

    def __init__(self, at: float, call: Callable[[], None]) -> None:
        self.at = at
        self._call: Callable[[], None] | None = call

    def stop(self) -> None:
        self._call = None

    def ring(self) -> None:
        call, self._call = self._call, None
        if call is not None:
            call()

    @property
    def stopped(self) -> bool:
        return self._call is None


class Alarms:
    """All deadlines of a server. `run` must be running for any to ring."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self._heap: list[tuple[float, int, Alarm]] = []
        self._numbers = count()
        self._sleep = trio.CancelScope()

    def at(self, when: float, call: Callable[[], None]) -> Alarm:
        """Have *call* called at *when*, or at once if that has passed."""
        alarm = Alarm(when, call)
        heapq.heappush(self._heap, (when, next(self._numbers), alarm))
        if self._heap[0][2] is alarm:
            self._sleep.deadline = when
        return alarm

    def after(self, seconds: float, call: Callable[[], None]) -> Alarm:
        return self.at(self.now() + seconds, call)

    @property
    def waiting(self) -> int:
        """Deadlines that will still ring."""
        return sum(not alarm.stopped for _, _, alarm in self._heap)

    async def run(self) -> None:
        while True:
            while self._ring_some():
                # A thousand that are due at once (mute strangers, say) take turns with
                # everybody else instead of going all before them.
                await trio.lowlevel.checkpoint()
            next_at = self._heap[0][0] if self._heap else math.inf
            with trio.CancelScope(deadline=next_at) as self._sleep:
                await trio.sleep_forever()

    def _ring_some(self) -> bool:
        """Ring what is due, but not too many; whether there are more."""
        for _ in range(AT_ONCE):
            while self._heap and self._heap[0][2].stopped:
                heapq.heappop(self._heap)
            if not self._heap or self._heap[0][0] > self.now():
                return False
            heapq.heappop(self._heap)[2].ring()
        return True


class Rang(msgspec.Struct, frozen=True):
    """A deadline passed. Whether it still meant anything, `Deadlines.claim` says."""

    what: str
    number: int


class Deadlines:
    """The deadlines of one table, by name. Each gives exactly one result, or none.

    A deadline that passes puts a word into the table's inbox. By the time that the table
    comes to it, the deadline may have been stopped or set anew; then the word is void.
    """

    def __init__(self, alarms: Alarms, tell: Callable[[Rang], None]) -> None:
        self._alarms = alarms
        self._tell = tell
        self._numbers = count(1)
        self._set: dict[str, tuple[int, Alarm | None]] = {}

    def set(self, what: str, seconds: float) -> None:
        """Let *what* be due in *seconds*, whatever was set for it before."""
        self.stop(what)
        rang = Rang(what, next(self._numbers))
        alarm = self._alarms.after(seconds, lambda: self._tell(rang)) if seconds > 0 else None
        self._set[what] = rang.number, alarm
        if alarm is None:
            self._tell(rang)

    def stop(self, what: str) -> None:
        found = self._set.pop(what, None)
        if found is not None and found[1] is not None:
            found[1].stop()

    def stop_all(self) -> None:
        for what in tuple(self._set):
            self.stop(what)

    def named(self, prefix: str) -> tuple[str, ...]:
        return tuple(what for what in self._set if what.startswith(prefix))

    def left(self, what: str) -> float | None:
        """Seconds until *what* is due; ``None`` if it is not set."""
        found = self._set.get(what)
        if found is None:
            return None
        alarm = found[1]
        return 0.0 if alarm is None else max(0.0, alarm.at - self._alarms.now())

    def claim(self, rang: Rang) -> bool:
        """Whether *rang* still holds. It does so once."""
        found = self._set.get(rang.what)
        if found is None or found[0] != rang.number:
            return False
        del self._set[rang.what]
        return True

    def __contains__(self, what: str) -> bool:
        return what in self._set
