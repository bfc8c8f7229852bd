"""A table followed from batch to batch: how it stood before and after each of them."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rummy_protocol.errors import Declined
from rummy_protocol.text import _

from ..game.events import Event
from ..game.sealed import Sealed
from ..journal import Damaged, read_records
from ..room.fold import follow
from ..room.records import Acted, Happened, Record, Room
from ..store.chain import first, link
from .source import KeptBatch, Source

__all__ = ["Moment", "events_of", "moments", "records_in"]


class Moment(Sealed, frozen=True):
    """One batch, and what it made of the table. Sealed: it knows every card."""

    seq: int
    at: float
    day: str
    records: tuple[Record, ...]
    before: Room | None
    after: Room

    @property
    def events(self) -> tuple[Event, ...]:
        return tuple(event for record in self.records for event in events_of(record))


def events_of(record: Record) -> tuple[Event, ...]:
    """What happened in the game with *record*."""
    return record.events if isinstance(record, Acted | Happened) else ()


def records_in(batch: KeptBatch) -> tuple[Record, ...]:
    """What *batch* tells.

    Raises:
        Damaged: it cannot be read.
    """
    try:
        return read_records(batch.body)
    except (msgspec.MsgspecError, ValueError, RecursionError, Declined):
        raise Damaged(_("it cannot be read")) from None


def moments(source: Source, table: str) -> Iterator[Moment]:
    """Every batch of *table*, in order.

    Raises:
        Damaged: one of them is not what was written.
    """
    room: Room | None = None
    head = first(table)
    for seq, kept in enumerate(source.batches(table), 1):
        head = link(head, table, seq, kept.at, kept.day, kept.body, kept.imprint)
        if kept.hash != head or kept.seq != seq:
            raise Damaged(
                _("table {table} is not what was written: see rummy verify", table=table)
            )
        records, before = records_in(kept), room
        for record in records:
            room = follow(room, record)
        assert room is not None, "no batch is empty"
        yield Moment(
            seq=kept.seq,
            at=kept.at,
            day=kept.day,
            records=records,
            before=before,
            after=room,
        )
