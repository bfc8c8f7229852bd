"""A disk that outlives the server, and the journal by which one life of a server uses it.

What was appended waits until it is committed. A crash keeps what was committed and, of what
waited, the first so many; of the next one a part may be there, or bytes that are not what
was written: a check sum tells, and it is thrown away.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from typing import Protocol

import msgspec
import trio

from rummy_server.journal import (
    Batch,
    Fenced,
    Kept,
    StorageFailed,
    read_records,
    write_records,
)
from rummy_server.room.records import Closed

from .faults import Faults

__all__ = ["LONG_COMMIT", "Disk", "Entry", "SimStore", "StoreWatcher"]

LONG_COMMIT = 5.0


class Entry(msgspec.Struct, frozen=True):
    """A batch as it lies on the disk, with the sum over it."""

    table: str
    body: bytes
    imprint: bytes
    at: float
    day: str
    closes: bool
    sum: int

    @property
    def whole(self) -> bool:
        return zlib.crc32(self.body + self.imprint) == self.sum


class StoreWatcher(Protocol):
    """Who is told what has become durable."""

    def durable(self, table: str, batch: Batch) -> None: ...
    def may_die(self, where: str) -> bool: ...
    def storage_failed(self) -> None: ...


class Disk:
    """What is there after any crash, and what would not be."""

    def __init__(self, chance: random.Random, faults: Faults, watcher: StoreWatcher) -> None:
        self.chance = chance
        self.faults = faults
        self.watcher = watcher
        self.tables: dict[str, list[Entry]] = {}
        self.past: set[str] = set()
        self.epoch = 0
        self.at = 0.0
        self.pending: list[tuple[Entry, Batch]] = []

    def count(self, table: str) -> int:
        waiting = sum(entry.table == table for entry, _ in self.pending)
        return len(self.tables.get(table, ())) + waiting

    def commit(self, entry: Entry) -> None:
        """Make everything durable that was appended up to *entry*."""
        while any(one is entry for one, _ in self.pending):
            self._keep(*self.pending.pop(0))

    def drop(self, entry: Entry) -> None:
        self.pending = [one for one in self.pending if one[0] is not entry]

    def _keep(self, entry: Entry, batch: Batch) -> None:
        self.tables.setdefault(entry.table, []).append(entry)
        self.at = max(self.at, entry.at)
        if entry.closes:
            self.past.add(entry.table)
        self.watcher.durable(entry.table, batch)

    def crash(self) -> None:
        """The machine stopped in the middle of whatever it did."""
        waiting, self.pending = self.pending, []
        kept = min(self.chance.randint(0, len(waiting)) for _ in range(2))
        for entry, batch in waiting[:kept]:
            self._keep(entry, batch)
        if waiting[kept:]:
            self.faults.hits["lost-tail"] += 1
            self._spoil(waiting[kept][0])

    def _spoil(self, entry: Entry) -> None:
        """Leave a part of *entry*, or something else in its place, at the end."""
        body = entry.body
        kind = self.chance.choice(self.faults.some("lost-tail", "torn-tail", "corrupt-tail"))
        if kind == "torn-tail":
            self.faults.hits["torn-tail"] += 1
            body = body[: self.chance.randrange(len(body))]
        elif kind == "corrupt-tail":
            self.faults.hits["corrupt-tail"] += 1
            place = self.chance.randrange(len(body))
            body = body[:place] + bytes([body[place] ^ 0x40]) + body[place + 1 :]
        else:
            return
        spoilt = msgspec.structs.replace(entry, body=body)
        self.tables.setdefault(entry.table, []).append(spoilt)

    def mend(self) -> None:
        """Throw away what was not written to its end."""
        for table, entries in list(self.tables.items()):
            while entries and not entries[-1].whole:
                entries.pop()
            if not entries:
                del self.tables[table]


class SimStore:
    """The journal of one life of the server. A life that is over does nothing any more."""

    lasting = True

    def __init__(self, disk: Disk, alive: Callable[[], bool]) -> None:
        self.disk = disk
        self._alive = alive
        self.epoch = 0
        self._failed = trio.Event()
        self.appends = 0
        self._scopes: list[trio.CancelScope] = []

    def die(self) -> None:
        for scope in self._scopes:
            scope.cancel()

    async def begin(self) -> Kept:
        await self._living("begin")
        disk = self.disk
        disk.crash()  # what an older life has still in hand
        disk.mend()
        disk.epoch += 1
        self.epoch = disk.epoch
        live = tuple(table for table in disk.tables if table not in disk.past)
        return Kept(disk.at, disk.epoch, live, frozenset(disk.past))

    async def read(self, table: str) -> tuple[Batch, ...]:
        await self._living("read")
        entries = self.disk.tables.get(table, ())
        return tuple(Batch(read_records(e.body), e.imprint, e.at, e.day) for e in entries)

    async def append(self, table: str, expected: int, epoch: int, batch: Batch) -> None:
        disk = self.disk
        if not self._alive():
            await trio.sleep_forever()
        if self._failed.is_set():
            raise StorageFailed
        if epoch != disk.epoch or disk.count(table) != expected:
            if epoch != disk.epoch:
                disk.faults.hits["stale-epoch"] += 1
            await trio.lowlevel.checkpoint()
            raise Fenced(table)
        self.appends += 1
        body = write_records(batch.records)
        entry = Entry(
            table,
            body,
            batch.imprint,
            batch.at,
            batch.day,
            any(isinstance(record, Closed) for record in batch.records),
            zlib.crc32(body + batch.imprint),
        )
        disk.pending.append((entry, batch))
        await self._commit(entry)

    async def _commit(self, entry: Entry) -> None:
        """Wait until *entry* is safe, whatever happens to who waits for it."""
        disk, faults = self.disk, self.disk.faults
        await self._living("appended")
        with trio.CancelScope(shield=True) as scope:
            self._scopes.append(scope)
            await trio.sleep(self._lag())
        self._scopes.remove(scope)
        if not self._alive():
            await trio.sleep_forever()
        if self.epoch != disk.epoch:
            disk.drop(entry)
            raise Fenced(entry.table)
        if self._failed.is_set():
            raise StorageFailed
        if faults.strikes("io-error", 0.05) or faults.strikes("disk-full", 0.05):
            disk.drop(entry)
            self._fail()
        disk.commit(entry)
        if faults.strikes("lost-answer", 0.06):
            self._fail()
        await self._living("committed")

    def _lag(self) -> float:
        faults, chance = self.disk.faults, self.disk.chance
        if faults.strikes("latency-spike", 0.06):
            return chance.uniform(0.5, LONG_COMMIT)
        if faults.strikes("commit-delay", 0.5):
            return chance.expovariate(20)
        return 0.0

    def _fail(self) -> None:
        self._failed.set()
        self.disk.watcher.storage_failed()
        raise StorageFailed

    async def _living(self, where: str) -> None:
        """Go on if this life does; each call is a moment at which it may end."""
        if self._alive():
            self.disk.watcher.may_die(where)
        if not self._alive():
            await trio.sleep_forever()
        await trio.lowlevel.cancel_shielded_checkpoint()

    async def beat(self, at: float) -> None:
        await self._living("beat")
        if self.epoch == self.disk.epoch:
            self.disk.at = max(self.disk.at, at)

    def has_room(self) -> bool:
        return not self._failed.is_set()

    async def broken(self) -> None:
        await self._failed.wait()
        raise StorageFailed

    async def close(self) -> None:
        await trio.lowlevel.checkpoint()
