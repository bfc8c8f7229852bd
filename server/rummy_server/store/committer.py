"""Keeps batches in groups: whoever comes while one commit runs is in the next one.

The first to come leads: it has its group written in a worker thread, wakes the others, and
hands the lead on if more have come meanwhile. So there is no task in the background, and
nobody waits for company. What a batch is, this module does not know.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator, Sequence
from typing import Final

import trio

from ..journal import Fenced, JournalError, StorageFailed
from .chain import sealed, time_check

__all__ = ["Committer", "Entry", "Sign", "Write", "put_time", "write"]

Sign = Callable[[bytes], bytes]
"""Makes a signature; called in the worker thread."""
Write = Callable[[Sequence["Entry"]], None]
"""Keeps a group for good, and notes in each entry if it was refused."""

AT_ONCE: Final = 64
"""Rows in one statement."""


class Entry:
    """One batch on its way, or a note of the house time."""

    def __init__(
        self,
        table: str = "",
        seq: int = 0,
        epoch: int = 0,
        at: float = 0.0,
        day: str = "",
        kinds: str = "",
        body: bytes = b"",
        imprint: bytes = b"",
        hash: bytes = b"",
        closes: bool = False,
    ) -> None:
        self.table = table
        self.at = at
        self.row = table, seq, at, day, kinds, body, imprint, hash
        self.step = table, seq, hash, epoch, closes
        self.error: JournalError | None = None
        self.settled = False
        self.turn = trio.Event()
        """Set when it is settled, or when it has to lead."""

    def settle(self, error: JournalError | None = None) -> None:
        self.settled = True
        self.error = self.error or error
        self.turn.set()


class Committer:
    """Lets one group after another be written. The first error is the last thing it does."""

    def __init__(self, write: Write, limiter: trio.CapacityLimiter) -> None:
        self._write = write
        self._limiter = limiter
        self._waiting: list[Entry] = []
        self._busy = False
        self.since: float | None = None
        """When the commit that is under way was begun."""
        self.failed: str | None = None
        self.failing: Final = trio.Event()

    async def commit(self, entry: Entry) -> None:
        """Have *entry* kept; it cannot be cancelled in between.

        Raises:
            Fenced: the store has something else in its place.
            StorageFailed: nothing can be kept any more.
        """
        self.check()
        self._waiting.append(entry)
        with trio.CancelScope(shield=True):
            if self._busy:
                await entry.turn.wait()
            if not entry.settled:
                self._busy = True
                await self._lead()
        if entry.error is not None:
            raise entry.error

    def check(self) -> None:
        """
        Raises:
            StorageFailed: nothing can be kept any more.
        """
        if self.failed is not None:
            raise StorageFailed(self.failed)

    def fail(self, why: str) -> None:
        """From now on nothing is kept, whatever the disk says later."""
        if self.failed is None:
            self.failed = why
            self.failing.set()

    async def _lead(self) -> None:
        group, self._waiting = self._waiting, []
        if self.failed is None:
            await self._keep(group)
        for entry in group:
            entry.settle(None if self.failed is None else StorageFailed(self.failed))
        self._busy = bool(self._waiting)
        if self._waiting:
            self._waiting[0].turn.set()

    async def _keep(self, group: Sequence[Entry]) -> None:
        self.since = trio.current_time()
        try:
            await trio.to_thread.run_sync(self._write, group, limiter=self._limiter)
        except Exception as exc:  # noqa: BLE001 the barrier: any error ends the store for good
            self.fail(f"{type(exc).__name__}: {exc}")
        self.since = None


# --- in the worker thread -----------------------------------------------------------------


def write(connection: sqlite3.Connection, group: Sequence[Entry], sign: Sign | None) -> None:
    """Keep all batches of *group* in one transaction.

    If one is refused, each is tried in a transaction of its own, so that the others are kept.

    Raises:
        sqlite3.Error: the store has failed; what is kept shows when it is read again.
    """
    batches = [entry for entry in group if entry.table]
    at = max((entry.at for entry in group if not entry.table), default=None)
    if _written(connection, batches, at, sign):
        return
    for entry in batches:
        if not _written(connection, (entry,), at, sign):
            entry.error = Fenced(entry.table)


def _written(
    connection: sqlite3.Connection,
    batches: Sequence[Entry],
    at: float | None,
    sign: Sign | None,
) -> bool:
    """Whether all *batches* are kept now, and the house time; if not, nothing of it is."""
    connection.execute("BEGIN IMMEDIATE")
    try:
        kept = all(_put(connection, part) for part in _parts(batches))
    except sqlite3.IntegrityError:
        kept = False
    if not kept:
        connection.execute("ROLLBACK")
        return False
    for entry in batches:
        _seal(connection, entry, sign)
    if at is not None:
        put_time(connection, at)
    connection.execute("COMMIT")
    return True


def put_time(connection: sqlite3.Connection, at: float) -> None:
    """Note the house time, in a way that a spoilt one is known by."""
    connection.execute(
        "INSERT OR REPLACE INTO house VALUES ('at', ?), ('check', ?)", (at, time_check(at))
    )


def _parts(group: Sequence[Entry]) -> Iterator[Sequence[Entry]]:
    for start in range(0, len(group), AT_ONCE):
        yield group[start : start + AT_ONCE]


_batch_sql: Final = [
    f"INSERT INTO batch VALUES {', '.join(['(?, ?, ?, ?, ?, ?, ?, ?)'] * count)}"
    for count in range(AT_ONCE + 1)
]
_table_sql: Final = [
    "UPDATE gametable SET seq = column2, head = column3, epoch = column4, closed = column5"
    f" FROM (VALUES {', '.join(['(?, ?, ?, ?, ?)'] * count)}) AS step"
    " WHERE id = column1 AND seq = column2 - 1 AND epoch <= column4"
    " AND column4 >= (SELECT value FROM house WHERE key = 'epoch')"
    for count in range(AT_ONCE + 1)
]
"""The same statement for so and so many rows: each step costs a change of threads."""


def _put(connection: sqlite3.Connection, part: Sequence[Entry]) -> bool:
    """Write *part*; false if one of it hangs on another end than its table has."""
    for entry in part:
        if entry.row[1] == 1:
            connection.execute(
                "INSERT INTO gametable VALUES (?, ?, ?, 0, x'', 0)",
                (entry.table, entry.row[3], entry.step[3]),
            )
    count = len(part)
    rows = [value for entry in part for value in entry.row]
    connection.execute(_batch_sql[count], rows)
    steps = [value for entry in part for value in entry.step]
    return connection.execute(_table_sql[count], steps).rowcount == count


def _seal(connection: sqlite3.Connection, entry: Entry, sign: Sign | None) -> None:
    """Sign where the table stands, if a deal was scored."""
    _, seq, _, _, kinds, _, _, head = entry.row
    if sign is not None and "Scored" in kinds.split():
        signature = sign(sealed(entry.table, seq, head))
        connection.execute("INSERT INTO seal VALUES (?, ?, ?)", (entry.table, seq, signature))
