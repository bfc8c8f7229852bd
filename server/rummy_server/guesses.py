"""Passwords and secrets that were wrong: by whom, at which table, and when it is enough.

What is being tried counts like what was wrong, so that many tries at once are no way round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

__all__ = ["Guesses"]

MINUTE: Final = 60.0


class _Record:
    """What is held against one of those who guess."""

    __slots__ = ("shut_until", "trying", "wrong")

    def __init__(self) -> None:
        self.wrong: list[float] = []
        """When, within the last minute."""
        self.trying = 0
        self.shut_until = 0.0


class Guesses:
    """After *most* wrong ones within a minute nothing more is tried for a minute."""

    def __init__(self, most: int, now: Callable[[], float], room: int) -> None:
        """Count for as many at a time as there is *room* for."""
        self._most = most
        self._now = now
        self._room = self._sweep_at = room
        self._kept: dict[str, _Record] = {}

    def __len__(self) -> int:
        return len(self._kept)

    def may_try(self, who: str) -> bool:
        """Whether another word of *who*'s is looked at."""
        record = self._kept.get(who)
        if record is None:
            return self._most > 0
        self._forget(record)
        return self._now() >= record.shut_until and self._held(record) < self._most

    def tries(self, who: str) -> None:
        """A word of *who*'s is being looked at, until `tried`."""
        if len(self._kept) >= self._sweep_at:
            self._sweep()
        self._kept.setdefault(who, _Record()).trying += 1

    def tried(self, who: str, *, wrong: bool) -> None:
        record = self._kept[who]
        record.trying -= 1
        if wrong:
            self._forget(record)
            record.wrong.append(self._now())
            if len(record.wrong) >= self._most:
                record.shut_until = self._now() + MINUTE
                record.wrong.clear()
        if self._idle(record):
            del self._kept[who]

    def _held(self, record: _Record) -> int:
        return len(record.wrong) + record.trying

    def _forget(self, record: _Record) -> None:
        since = self._now() - MINUTE
        record.wrong = [at for at in record.wrong if at > since]

    def _idle(self, record: _Record) -> bool:
        self._forget(record)
        return not self._held(record) and self._now() >= record.shut_until

    def _sweep(self) -> None:
        for who in [one for one, record in self._kept.items() if self._idle(record)]:
            del self._kept[who]
        # If nobody could be forgotten, each newcomer would have us look at all of them again.
        self._sweep_at = max(self._room, 2 * len(self._kept))
