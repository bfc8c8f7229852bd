"""What happened in a simulation, event by event, and one hash over all of it.

Two runs of a seed are the same if their hashes are. Lines are kept only if somebody wants to
read them; they are JSON, one object a line.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from typing import Any

import trio

__all__ = ["Trace", "Violation"]


class Violation(Exception):
    """A promise that did not hold, by its number."""

    def __init__(self, promise: str, words: str) -> None:
        super().__init__(f"{promise} {words}")
        self.promise = promise
        self.words = words


class Trace:
    """Counts events, hashes them, and stops the run at the one that was asked for."""

    def __init__(self, until: int | None = None, tell: Callable[[str], None] | None = None):
        self.events = 0
        self.failed: Violation | None = None
        self.failed_at = (0, 0.0)
        self.scope = trio.CancelScope()
        """Of the whole run; cancelled when there is nothing more to learn."""
        self._until = until
        self._tell = tell
        self._hash = hashlib.sha256()

    def note(self, kind: str, *facts: Any) -> None:
        """Something happened."""
        self.events += 1
        at = trio.current_time()
        self._hash.update(f"{at:.6f} {kind} {facts}\n".encode())
        if self._tell is not None:
            shown = {"event": self.events, "at": round(at, 3), "kind": kind, "facts": facts}
            self._tell(json.dumps(shown, default=repr))
        if self._until is not None and self.events >= self._until:
            self.scope.cancel()

    def fail(self, promise: str, words: str) -> None:
        """A promise is broken. The first one is told; the run ends at the next checkpoint.

        Nothing is raised, since this is called from within the server, whose barriers would
        take it for a fault of their own.
        """
        if self.failed is None and not self.scope.cancel_called:
            self.failed = Violation(promise, words)
            self.failed_at = (self.events, trio.current_time())
            self.note("broken", promise, words)
            self.scope.cancel()

    def check(self, holds: bool, promise: str, words: str) -> None:
        if not holds:
            self.fail(promise, words)

    @property
    def hash(self) -> str:
        return self._hash.hexdigest()
