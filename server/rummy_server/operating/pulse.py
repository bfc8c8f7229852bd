"""How late the house comes to what is due: the number that says whether it can keep up."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Final

import trio

__all__ = ["Pulse"]

BEAT: Final = 1.0
"""Seconds between two looks."""
KEPT: Final = 60


class Pulse:
    """Looks at the clock once a second. `run` must be running."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self.each: list[Callable[[], None]] = []
        """Called with each beat; may not wait."""
        self._late: deque[float] = deque(maxlen=KEPT)

    @property
    def lag(self) -> float:
        """The most by which a beat of the last minute was late, in seconds."""
        return max(self._late, default=0.0)

    async def run(self) -> None:
        while True:
            due = self._now() + BEAT
            await trio.sleep_until(due)
            self._late.append(max(0.0, self._now() - due))
            for call in self.each:
                call()
