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

from .game.sealed import SEAL, Seal
from .records import Opened, Record, Room, follow

__all__ = [
    "Fenced",
    "Journal",
    "JournalError",
    "MemoryJournal",
    "OutcomeUnknown",
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


class Journal(Protocol):
    async def append(
        self, table: str, expected_seq: int, epoch: int, records: Sequence[Record]
    ) -> None:
        """Keep *records*, all or none, and come back when they are safe.

        Implementations see to it that they cannot be cancelled in between.

        Args:
            table: Whose they are.
            expected_seq: How many records of this table are kept already.
            epoch: The lease under which the table is run.
            records: In order.

        Raises:
            Fenced: the table has other records than expected, or a newer epoch.
            OutcomeUnknown: nobody knows whether they are kept.
        """


class MemoryJournal:
    """Keeps nothing beyond the process, yet takes its turn where a real store would.

    By itself it only counts, so that a long match does not grow; with *keep* the records
    stay, written down as a store would write them.
    """

    def __init__(self, *, keep: bool = False) -> None:
        self._keep = keep
        self._seqs: dict[str, int] = defaultdict(int)
        self._epochs: dict[str, int] = defaultdict(int)
        self.kept: dict[str, list[bytes]] = defaultdict(list)

    async def append(
        self, table: str, expected_seq: int, epoch: int, records: Sequence[Record]
    ) -> None:
        if self._seqs[table] != expected_seq or epoch < self._epochs[table]:
            raise Fenced(table)
        self._seqs[table] += len(records)
        self._epochs[table] = epoch
        if self._keep:
            self.kept[table].append(write_records(records))
        await trio.lowlevel.cancel_shielded_checkpoint()

    def read(self, table: str) -> list[Record]:
        """Everything that was kept of *table*."""
        return [record for batch in self.kept[table] for record in read_records(batch)]


def replayed(records: Sequence[Record]) -> Room:
    """The room that *records* tell of.

    Raises:
        JournalError: they were written when the same words meant another game.
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
        raise JournalError(f"rules {opened.rules_hash} were written and {means} were read")


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
