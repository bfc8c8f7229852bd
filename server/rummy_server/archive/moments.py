"""A table followed from batch to batch: how it stood before and after each of them."""

from __future__ import annotations

from collections.abc import Iterator

from ..game.events import Event
from ..game.sealed import Sealed
from ..journal import read_records
from ..records import Acted, Happened, Record, Room, follow
from .source import Source

__all__ = ["Moment", "events_of", "moments"]


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


def moments(source: Source, table: str) -> Iterator[Moment]:
    """Every batch of *table*, in order."""
    room: Room | None = None
    for kept in source.batches(table):
        records, before = read_records(kept.body), room
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
