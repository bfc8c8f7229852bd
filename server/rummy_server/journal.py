"""Where the records of tables are kept, and the one codec that may write hidden cards down.

The order is always: decide, append, follow, answer, show. What was answered is in the journal.
Nothing that speaks to a client may import this module.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import Any, Final, Protocol

import msgspec
import trio

from .game.sealed import SEAL, Seal, Sealed
from .room.fold import follow
from .room.records import Closed, Opened, Record, Room

__all__ = [
    "LATELY",
    "Batch",
    "Damaged",
    "Fenced",
    "Journal",
    "JournalError",
    "Kept",
    "MemoryJournal",
    "OutcomeUnknown",
    "RulesChanged",
    "StorageFailed",
    "read_records",
    "replayed",
    "write_records",
]


class JournalError(Exception):
    """Records could not be kept. Whoever wanted to answer must not."""


class Fenced(JournalError):
    """The table belongs to somebody else by now, or is further than was thought."""


class OutcomeUnknown(JournalError):
    """The records may be kept or not. Only reading again can tell."""


class StorageFailed(JournalError):
    """Nothing can be kept any more. The server has to stop, and to be started anew."""


class Damaged(JournalError):
    """What is kept of a table is not what was written."""


class RulesChanged(JournalError):
    """It was written when the same words meant another game."""


class Batch(Sealed, frozen=True):
    """Records of one table that are kept together or not at all."""

    records: tuple[Record, ...]
    imprint: bytes
    """Of the room after them; see `imprint`."""
    at: float
    """When, in house time: the seconds for which the house has been open, in all its lives.
    It stands still while no server runs."""
    day: str = ""
    """Date and time of day, UTC, as ISO 8601 has it. For readers; nothing is decided by it."""


LATELY: Final = 3_600.0
"""Seconds of house time for which a closed table counts as one that has just ended."""


class Kept(Sealed, frozen=True):
    """What a server finds when it begins."""

    at: float = 0.0
    """House time when the last server was last known to run, in seconds."""
    epoch: int = 0
    """The lease of the server that begins; the ones before it have lost theirs."""
    live: tuple[str, ...] = ()
    """Codes of the tables that are not closed, the oldest first."""
    past: frozenset[str] = frozenset()
    """Codes of the closed ones, which no new table may have."""
    ended: tuple[str, ...] = ()
    """Those of them that were closed within the last hour: whoever is behind may not have seen
    their end."""


class Journal(Protocol):
    """A store of batches, each table's in one order, which is 1, 2, 3 ... without a gap."""

    @property
    def lasting(self) -> bool:
        """Whether what is appended can be read again. To one that only counts, a batch need
        not say how its room stands, nor on what day."""

    async def begin(self) -> Kept:
        """Take the store over for a server that starts. Called once, before all else.

        Raises:
            StorageFailed: it cannot be read.
        """

    async def read(self, table: str) -> tuple[Batch, ...]:
        """Everything that is kept of *table*, in order; nothing of a table unknown.

        Raises:
            Damaged: it is not what was written.
            StorageFailed: it cannot be read.
        """

    async def append(self, table: str, expected: int, epoch: int, batch: Batch) -> None:
        """Keep *batch*, and come back when it is safe.

        Implementations see to it that they cannot be cancelled in between.

        Args:
            table: Whose it is.
            expected: How many batches of this table are kept already.
            epoch: The lease under which the table is run.
            batch: All of it is kept, or none.

        Raises:
            Fenced: the table has other batches than expected, or a newer epoch.
            OutcomeUnknown: nobody knows whether it is kept.
            StorageFailed: nobody may count on it, and nothing will be kept any more.
        """

    async def beat(self, at: float) -> None:
        """Note that the house is still open at house time *at*."""

    def has_room(self) -> bool:
        """Whether a new table may be begun; those that are kept already go on in any case."""

    async def broken(self) -> None:
        """Wait until nothing can be kept any more, if ever.

        Raises:
            StorageFailed: it has come to that.
        """

    async def close(self) -> None:
        """Let go of the store; what was appended stays."""


class MemoryJournal:
    """Keeps nothing beyond the process, yet takes its turn where a real store would.

    By itself it only counts, so that a long match does not grow; with *keep* the records
    stay, written down as a store would write them, and a second server may begin with them.
    """

    def __init__(self, *, keep: bool = False) -> None:
        self.lasting: Final = keep
        self._counts: dict[str, int] = defaultdict(int)
        self._epochs: dict[str, int] = defaultdict(int)
        self._epoch = 0
        self._at = 0.0
        self._past: set[str] = set()
        self.kept: dict[str, list[bytes]] = defaultdict(list)
        self._stamps: dict[str, list[tuple[bytes, float, str]]] = defaultdict(list)

    async def begin(self) -> Kept:
        await trio.lowlevel.checkpoint()
        self._epoch += 1
        live = tuple(table for table in self.kept if table not in self._past)
        ended = [
            table
            for table, stamps in self._stamps.items()
            if table in self._past and stamps[-1][1] > self._at - LATELY
        ]
        return Kept(self._at, self._epoch, live, frozenset(self._past), tuple(ended))

    async def read(self, table: str) -> tuple[Batch, ...]:
        await trio.lowlevel.checkpoint()
        kept = zip(self.kept.get(table, ()), self._stamps.get(table, ()), strict=True)
        return tuple(Batch(read_records(data), *stamps) for data, stamps in kept)

    async def append(self, table: str, expected: int, epoch: int, batch: Batch) -> None:
        if self._counts[table] != expected or epoch < self._epochs[table]:
            raise Fenced(table)
        self._counts[table] += 1
        self._epochs[table] = epoch
        self._at = max(self._at, batch.at)
        if self.lasting:
            self.kept[table].append(write_records(batch.records))
            self._stamps[table].append((batch.imprint, batch.at, batch.day))
        if any(type(record) is Closed for record in batch.records):
            self._past.add(table)
        await trio.lowlevel.cancel_shielded_checkpoint()

    async def beat(self, at: float) -> None:
        await trio.lowlevel.checkpoint()
        self._at = max(self._at, at)

    def has_room(self) -> bool:
        return True

    async def broken(self) -> None:
        await trio.sleep_forever()

    async def close(self) -> None:
        await trio.lowlevel.checkpoint()

    def records(self, table: str) -> list[Record]:
        """Everything that was kept of *table*."""
        return [record for batch in self.kept[table] for record in read_records(batch)]


def replayed(records: Sequence[Record]) -> Room:
    """The room that *records* tell of.

    Raises:
        RulesChanged: they were written when the same words meant another game.
    """
    room: Room | None = None
    for record in records:
        if isinstance(record, Opened) and record.rules_hash:
            _check_rules(record)
        room = follow(room, record)
    assert room is not None, "there are records"
    return room


def _check_rules(opened: Opened) -> None:
    means = opened.ruleset.rules_hash()
    if means != opened.rules_hash:
        raise RulesChanged(f"rules {opened.rules_hash} were written and {means} were read")


def _lift(value: object) -> object:
    if isinstance(value, Seal):
        return None
    raise TypeError(f"{type(value).__qualname__} has no place in a journal")


def _seal(kind: type, value: object) -> Any:
    if kind is Seal:
        return SEAL
    raise TypeError(f"{kind.__qualname__} has no place in a journal")


_encoder: Final = msgspec.msgpack.Encoder(enc_hook=_lift)
_decoder: Final = msgspec.msgpack.Decoder(tuple[Record, ...], dec_hook=_seal)


def write_records(records: Sequence[Record]) -> bytes:
    return _encoder.encode(tuple(records))


def read_records(data: bytes) -> tuple[Record, ...]:
    return _decoder.decode(data)
