"""Whether what is kept is what was written, and whether it can have happened so.

Three things are looked at. The chain: each batch hangs on the one before it, and the head is
where the store says. The seals: the house has signed the chain whenever a deal was scored. The
play: each record is judged once more by the rules, each imprint is made anew, no card comes or
goes, and the house's time never runs back.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Final

import msgspec

from rummy_protocol.text import _, named

from ..journal import Damaged
from ..room.fold import follow
from ..room.imprint import imprint
from ..room.records import Opened, Record, Room
from ..store.chain import first, link, sealed
from ..store.rows import kinds_of
from .judge import Wrong, check_cards
from .moments import events_of, records_in
from .people import judge_opening, judge_record
from .source import KeptBatch, KeptTable, Source

__all__ = ["JUDGED", "Fault", "Signed", "verify"]

JUDGED: Final = 1_000
"""Batches of a table that are judged by the rules, the last of them, unless all are."""

DUST: Final = 1e-6
"""Seconds by which a time may be rounded."""

Signed = Callable[[bytes, bytes], bool]
"""Whether the house has signed these bytes with this signature."""


class Fault(msgspec.Struct, frozen=True):
    """One thing that is not as it should be."""

    table: str
    batch: int
    """0: the table as a whole."""
    reason: str

    def __str__(self) -> str:
        if not self.batch:
            return named(self.table, self.reason)
        where = _("{table} batch {batch}", table=self.table, batch=self.batch)
        return named(where, self.reason)


def verify(
    source: Source,
    table: str | None = None,
    *,
    full: bool = False,
    signed: Signed | None = None,
) -> Iterator[Fault]:
    """Every fault of a store, or of one *table* in it.

    Args:
        full: Judge every batch by the rules, not only the newest thousand of each table.
        signed: Checks the house's signature; without it seals are only counted.
    """
    if table is None:
        yield from _damaged("house", _house(source))
    yield from _damaged("store", _tables(source, table, full, signed))


def _damaged(where: str, found: Iterator[Fault]) -> Iterator[Fault]:
    """*found*, and a fault where it could be read no further."""
    try:
        yield from found
    except Damaged as exc:
        yield Fault(where, 0, str(exc))


def _tables(
    source: Source, table: str | None, full: bool, signed: Signed | None
) -> Iterator[Fault]:
    for kept in source.tables():
        if table is None or kept.id == table:
            yield from _damaged(kept.id, _table(source, kept, full, signed))


def _house(source: Source) -> Iterator[Fault]:
    house: Mapping[str, object] = source.house()
    if house.get("format") != 1:
        yield Fault(
            "house",
            0,
            _("the store has the format {format}, not 1", format=repr(house.get("format"))),
        )
    at = house.get("at")
    if not isinstance(at, float) or not math.isfinite(at) or at < 0:
        yield Fault("house", 0, _("it is not known how long the house has been open"))
    if not isinstance(house.get("epoch"), int):
        yield Fault("house", 0, _("it is not known how often the house was opened"))


def _table(
    source: Source, kept: KeptTable, full: bool, signed: Signed | None
) -> Iterator[Fault]:
    account = _Account(kept.id, 0 if full else kept.seq - JUDGED)
    for batch in source.batches(kept.id):
        yield from account.take(batch)
    yield from account.end(kept)
    yield from _seals(source, account, signed)


class _Account:
    """What has been read of one table so far."""

    def __init__(self, table: str, judged_from: int) -> None:
        self.table = table
        self.heads: dict[int, bytes] = {}
        """The link after each batch."""
        self.scored: list[int] = []
        """Batches with which a deal was scored."""
        self._judged_from = judged_from
        self._seq = 0
        self._opened = ""
        self._head = first(table)
        self._at = 0.0
        self._room: Room | None = None
        self._lost = False
        """Whether it cannot be followed any further."""

    def take(self, batch: KeptBatch) -> Iterator[Fault]:
        self._seq += 1
        self._opened = self._opened or batch.day
        for reason in (*self._linked(batch), *self._stamped(batch), *self._read(batch)):
            yield Fault(self.table, batch.seq, reason)

    def end(self, kept: KeptTable) -> Iterator[Fault]:
        """What is wrong with the table as a whole."""
        if self._opened != kept.opened:
            yield Fault(self.table, 0, _("the store errs on when it was opened"))
        if self._seq != kept.seq:
            yield Fault(
                self.table,
                0,
                _("{count} batches are there of {most}", count=self._seq, most=kept.seq),
            )
        if self._head != kept.head:
            yield Fault(self.table, 0, _("the chain does not end where the store says"))
        closed = self._room is not None and self._room.stage == "closed"
        if closed != kept.closed and not self._lost:
            yield Fault(self.table, 0, _("the store errs on whether it is closed"))

    # --- the chain ------------------------------------------------------------------------

    def _linked(self, batch: KeptBatch) -> Iterator[str]:
        if batch.seq != self._seq:
            yield _("it stands where batch {seq} should", seq=self._seq)
        head = link(
            self._head,
            self.table,
            self._seq,
            batch.at,
            batch.day,
            batch.body,
            batch.imprint,
        )
        if head != batch.hash:
            yield _("the chain is broken: it is not what was written here")
        # What stands there, so that one fault is not told again for all that follow.
        self._head = batch.hash
        self.heads[batch.seq] = self._head

    def _stamped(self, batch: KeptBatch) -> Iterator[str]:
        if not math.isfinite(batch.at) or batch.at < self._at - DUST:
            yield _("the time of the house runs back")
        else:
            self._at = batch.at
        if batch.day and not _is_day(batch.day):
            yield _("its date is none")

    # --- the play -------------------------------------------------------------------------

    def _read(self, batch: KeptBatch) -> Iterator[str]:
        try:
            records = records_in(batch)
        except Damaged as exc:
            self._lost = True
            yield str(exc)
            return
        if kinds_of(records) != batch.kinds:
            yield _("it goes by another name than what is in it")
        if any(type(event).__name__ == "Scored" for r in records for event in events_of(r)):
            self.scored.append(batch.seq)
        if not self._lost:
            yield from self._followed(batch, records)

    def _followed(self, batch: KeptBatch, records: tuple[Record, ...]) -> Iterator[str]:
        try:
            if not records:
                yield _("there is nothing in it")
            for record in records:
                if batch.seq > self._judged_from:
                    yield from self._judged(record)
                self._room = follow(self._room, record)
            room = self._room
            if room is not None and imprint(room) != batch.imprint:
                yield _("the table does not come out as it stood")
            if room is not None and batch.seq > self._judged_from:
                check_cards(room)
        except Wrong as wrong:
            yield str(wrong)
        except Exception as exc:  # noqa: BLE001 the barrier: a forgery is told, and raises nothing
            self._lost = True
            yield _("the rules can make nothing of it ({error})", error=type(exc).__name__)

    def _judged(self, record: Record) -> Iterator[str]:
        try:
            self._judge(self._room, record)
        except Wrong as wrong:
            yield str(wrong)

    def _judge(self, room: Room | None, record: Record) -> None:
        if room is not None:
            judge_record(room, record)
        elif isinstance(record, Opened):
            judge_opening(record, self.table)
        else:
            raise Wrong(_("it does not begin with the opening of the table"))


def _is_day(told: str) -> bool:
    try:
        return datetime.fromisoformat(told).tzinfo is not None
    except ValueError:
        return False


# --- the seals ---------------------------------------------------------------------------


def _seals(source: Source, account: _Account, signed: Signed | None) -> Iterator[Fault]:
    found = {seal.seq: seal.signature for seal in source.seals(account.table)}
    if signed is None and not found:
        return  # a house without a key seals nothing
    for seq in account.scored:
        if seq not in found:
            yield Fault(
                account.table, seq, _("a deal was scored, and the house did not sign it")
            )
    for seq, signature in found.items():
        head = account.heads.get(seq)
        if seq not in account.scored or head is None:
            yield Fault(account.table, seq, _("the house signed where no deal was scored"))
        elif signed is not None and not signed(sealed(account.table, seq, head), signature):
            yield Fault(account.table, seq, _("this is not the signature of the house"))
