"""Under what a server runs its tables: which of the servers of a store it is, and what time
it is in the house."""

from __future__ import annotations

from collections.abc import Callable

from .journal import Kept

__all__ = ["Lease"]


class Lease:
    """One server's hold on its store, from its beginning to its end."""

    def __init__(self, kept: Kept, now: Callable[[], float]) -> None:
        self.epoch = kept.epoch
        self._now = now
        self._closed_at, self._began = kept.at, now()

    def house_time(self) -> float:
        """Seconds for which the house has been open, in the lives of all its servers."""
        # Added last, so that no rounding can put it before where the last server left it.
        return self._closed_at + (self._now() - self._began)
