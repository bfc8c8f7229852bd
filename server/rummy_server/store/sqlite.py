"""The journal of a house on disk: one SQLite file, one connection, one thread at a time.

What comes back from `append` survives `kill -9`, and a power cut on a disk that keeps its
word. The first error of the store is its last: nothing is tried again, the server stops, and
the next one reads what is there.
"""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Final, TypeVar

import trio

from rummy_protocol.text import _

from ..journal import LATELY, Batch, Damaged, Fenced, Kept, StorageFailed, write_records
from ..room.records import Closed
from .chain import first, link, time_check
from .committer import Committer, Entry, Sign, put_time, write
from .folder import DataFolder
from .rows import BATCHES, TABLES, as_batch, as_table, kinds_of, verified
from .schema import FAILURES, check_sqlite, open_file, prepare, sync_folder

__all__ = ["RESERVE", "SLOW", "BackupFailed", "SqliteJournal"]

T = TypeVar("T")

RESERVE: Final = 64 * 1024 * 1024
"""Bytes that new tables leave free on the disk, for those that are being played."""
LONGEST_SILENCE: Final = 86_400.0
"""House seconds that no server is open for without a beat; a batch from later is spoilt."""
SLOW: Final = 5.0
"""Seconds after which a commit says that the disk is not well."""


class BackupFailed(Exception):
    """No copy was made. What is kept is as it was."""


class SqliteJournal:
    """A `Journal` in a file. Belongs to one server, which begins with `begin`."""

    lasting: Final = True

    def __init__(
        self,
        where: Path | DataFolder,
        *,
        sign: Sign | None = None,
        reserve: int = RESERVE,
    ) -> None:
        self.path: Final = where.database if isinstance(where, DataFolder) else where
        self._sign = sign
        self._reserve = reserve
        self._limiter = trio.CapacityLimiter(1)
        self._committer = Committer(self._write, self._limiter)
        self._opened: sqlite3.Connection | None = None
        self._file: tuple[int, int] | None = None
        self._heads: dict[str, tuple[int, bytes]] = {}
        """Of each table that is not closed: how many batches it has, and the last link."""

    # --- as a journal ---------------------------------------------------------------------

    async def begin(self) -> Kept:
        check_sqlite()
        kept, self._heads = await self._in_turn(self._begin)
        return kept

    async def read(self, table: str) -> tuple[Batch, ...]:
        try:
            return await self._in_turn(partial(_read, self._connection, table))
        except Damaged:
            self._heads.pop(table, None)  # nothing is hung on what cannot be read
            raise

    async def append(self, table: str, expected: int, epoch: int, batch: Batch) -> None:
        self._committer.check()
        seq, head = self._heads.get(table) or (0, first(table))
        if seq != expected:
            raise Fenced(table)
        seq += 1
        body = write_records(batch.records)
        head = link(head, table, seq, batch.at, batch.day, body, batch.imprint)
        kinds = kinds_of(batch.records)
        closes = any(type(record) is Closed for record in batch.records)
        entry = Entry(
            table, seq, epoch, batch.at, batch.day, kinds, body, batch.imprint, head, closes
        )
        await self._committer.commit(entry)
        if closes:
            self._heads.pop(table, None)
        else:
            self._heads[table] = seq, head

    async def beat(self, at: float) -> None:
        await self._committer.commit(Entry(at=at))

    async def broken(self) -> None:
        await self._committer.failing.wait()
        self._committer.check()

    def has_room(self) -> bool:
        """Whether a new table may be begun: the disk answers, and is not nearly full."""
        if self.late or self._committer.failed is not None:
            return False
        try:
            disk = os.statvfs(self.path.parent)
        except OSError:
            return False
        return disk.f_bavail * disk.f_frsize >= self._reserve

    async def close(self) -> None:
        with trio.CancelScope(shield=True):
            if self._opened is not None:
                await trio.to_thread.run_sync(self._connection.close, limiter=self._limiter)
            self._opened = None
            self._committer.fail(_("the store is closed"))

    # --- for those who look after the house -----------------------------------------------

    @property
    def late(self) -> bool:
        """Whether a commit has been under way for longer than a disk should need."""
        since = self._committer.since
        return since is not None and trio.current_time() - since > SLOW

    async def backup(self, to: Path) -> None:
        """Copy everything that is kept into one new file, for its owner alone.

        Tables wait meanwhile, since there is one connection.

        Raises:
            BackupFailed: it cannot be made there.
        """
        self._committer.check()
        with trio.CancelScope(shield=True):
            copy = partial(_copy, self._connection, to)
            await trio.to_thread.run_sync(copy, limiter=self._limiter)

    # --- in turn --------------------------------------------------------------------------

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._opened is None:
            raise StorageFailed(_("the store is not open"))
        return self._opened

    async def _in_turn(self, call: Callable[[], T]) -> T:
        """What *call* gives, in the worker thread; an error of the store is its last."""
        self._committer.check()
        try:
            with trio.CancelScope(shield=True):
                found = await trio.to_thread.run_sync(call, limiter=self._limiter)
        except FAILURES as exc:
            self._committer.fail(f"{type(exc).__name__}: {exc}")
            raise StorageFailed(str(exc)) from exc
        return found

    def _write(self, group: Sequence[Entry]) -> None:
        if any(not entry.table for entry in group):
            self._see_that_it_is_ours()
        write(self._connection, group, self._sign)

    def _see_that_it_is_ours(self) -> None:
        """A file that was moved or deleted takes writes as before, and nobody finds them."""
        found = self.path.stat()
        if (found.st_dev, found.st_ino) != self._file:
            raise OSError(_("{path} is not the file that was opened", path=str(self.path)))

    def _begin(self) -> tuple[Kept, dict[str, tuple[int, bytes]]]:
        if self._opened is None:
            self._opened = open_file(self.path)
            prepare(self._opened)
            found = self.path.stat()
            self._file = found.st_dev, found.st_ino
        return _take_over(self._opened)


# --- in the worker thread -----------------------------------------------------------------


def _take_over(
    connection: sqlite3.Connection,
) -> tuple[Kept, dict[str, tuple[int, bytes]]]:
    """Raise the lease, and see what there is.

    A table whose row is spoilt, or whose end is another than its row says, counts as live and
    has no head: reading it says what is wrong, and nothing is kept of it any more.
    """
    connection.execute("BEGIN IMMEDIATE")
    rows = connection.execute(
        "SELECT id, opened, epoch, gametable.seq, head, closed, last.at, last.hash, last.kinds"
        " FROM gametable"
        " LEFT JOIN batch AS last ON last.gametable = id AND last.seq = gametable.seq"
        " LEFT JOIN batch AS first ON first.gametable = id AND first.seq = 1"
        " ORDER BY first.at, id"
    ).fetchall()
    at, epoch = _house(connection)
    believed = at + LONGEST_SILENCE
    heads: dict[str, tuple[int, bytes]] = {}
    live: list[str] = []
    past: set[str] = set()
    ends: dict[str, float] = {}
    for *row, last_at, last_hash, last_kinds in rows:
        try:
            table = as_table(tuple(row))
        except Damaged:
            live += [row[0]] if isinstance(row[0], str) else []
            continue
        epoch = max(epoch, table.epoch)
        closed = table.closed and "Closed" in str(last_kinds)
        if closed:
            past.add(table.id)
        else:
            live.append(table.id)
        if isinstance(last_at, float) and last_hash == table.head:
            at = max(at, last_at) if last_at < believed else at
            if closed:
                ends[table.id] = last_at
            else:
                heads[table.id] = table.seq, table.head
    epoch += 1
    put_time(connection, at)
    connection.execute("INSERT OR REPLACE INTO house VALUES ('epoch', ?)", (epoch,))
    connection.execute("COMMIT")
    ended = tuple(table for table, end in ends.items() if at - LATELY < end <= at)
    return Kept(at, epoch, tuple(live), frozenset(past), ended), heads


def _house(connection: sqlite3.Connection) -> tuple[float, int]:
    """The house time and the last lease, as far as they can be believed."""
    house = dict(connection.execute("SELECT key, value FROM house").fetchall())
    at, epoch = house.get("at"), house.get("epoch")
    if not isinstance(at, float) or house.get("check") != time_check(at):
        at = 0.0
    return at, epoch if isinstance(epoch, int) else 0


def _read(connection: sqlite3.Connection, table: str) -> tuple[Batch, ...]:
    row = connection.execute(TABLES + " WHERE id = ?", (table,)).fetchone()
    rows = connection.execute(BATCHES, (table,)).fetchall()
    if row is None and not rows:
        return ()
    if row is None:
        raise Damaged(_("table {table} is not among the tables", table=table))
    return verified(as_table(row), [as_batch(found) for found in rows])


def _copy(connection: sqlite3.Connection, to: Path) -> None:
    try:
        os.close(os.open(to, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
    except OSError as exc:
        raise BackupFailed(f"Cannot write {to}: {exc.strerror}.") from exc
    try:
        connection.execute("VACUUM INTO ?", (str(to),))
        opened = os.open(to, os.O_RDONLY)
        try:
            os.fsync(opened)
        finally:
            os.close(opened)
        sync_folder(to.parent)
    except FAILURES as exc:
        to.unlink(missing_ok=True)
        raise BackupFailed(f"Cannot write {to}: {exc}.") from exc
