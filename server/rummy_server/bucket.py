"""Token buckets: how much of something is let through, exactly, and when there is more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

__all__ = ["Bucket", "Buckets"]

Key = TypeVar("Key")

DUST: Final = 1e-9
"""Sums of floats that should be whole numbers may miss them by this much."""


class Bucket:
    """Holds at most *burst* tokens and gains *rate* of them a second. It begins full."""

    __slots__ = ("_burst", "_filled", "_now", "_rate", "_tokens")

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._tokens = float(burst)
        self._filled = now()

    def take(self) -> bool:
        """Take a token, if there is one."""
        self._fill()
        if self._tokens < 1 - DUST:
            return False
        self._tokens -= 1
        return True

    def wait(self) -> float:
        """Seconds until there is a token."""
        self._fill()
        return max(0.0, (1 - self._tokens) / self._rate)

    @property
    def full(self) -> bool:
        self._fill()
        return self._tokens >= self._burst

    def _fill(self) -> None:
        now = self._now()
        self._tokens = min(self._burst, self._tokens + (now - self._filled) * self._rate)
        self._filled = now


class Buckets(Generic[Key]):
    """A bucket for each of many who are counted apart.

    Whose bucket is full has nothing held against him, and is forgotten when there are more
    than *room*: what is kept is no more than what came lately.
    """

    def __init__(self, rate: float, burst: float, now: Callable[[], float], room: int) -> None:
        self._kind = rate, burst, now
        self._kept: dict[Key, Bucket] = {}
        self._room = self._sweep_at = room

    def __len__(self) -> int:
        return len(self._kept)

    def of(self, key: Key) -> Bucket:
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= self._sweep_at:
                self._sweep()
            found = self._kept[key] = Bucket(*self._kind)
        return found

    def _sweep(self) -> None:
        for key in [one for one, bucket in self._kept.items() if bucket.full]:
            del self._kept[key]
        # If nobody could be forgotten, each newcomer would have us look at all of them again.
        self._sweep_at = max(self._room, 2 * len(self._kept))
