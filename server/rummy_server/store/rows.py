"""What the rows of the store have to look like, and whether those of a table hang together.

Pure, but for the types: rows in, values out. Where the rows come from is not known here.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from rummy_protocol.errors import Declined
from rummy_protocol.text import _

from ..game.events import DealEnded, Dealt, MatchBegan, MatchEnded, Scored
from ..game.sealed import Sealed
from ..journal import Batch, Damaged, read_records
from ..room.records import Acted, Happened, Record
from .chain import first, link

__all__ = [
    "BATCHES",
    "TABLES",
    "KeptBatch",
    "KeptTable",
    "as_batch",
    "as_table",
    "check_names",
    "kinds_of",
    "text_or_bytes",
    "verified",
]

TABLES: Final = "SELECT id, opened, epoch, seq, head, closed FROM gametable"
BATCHES: Final = (
    "SELECT seq, at, day, kinds, body, imprint, hash FROM batch"
    " WHERE gametable = ? ORDER BY seq"
)

STAGE_EVENTS: Final = frozenset({MatchBegan, Dealt, DealEnded, Scored, MatchEnded})
"""Events that one looks for: where a match, a deal or a score sheet begins and ends."""


class KeptTable(msgspec.Struct, frozen=True):
    """What the store knows of a table as a whole."""

    id: str
    opened: str
    """The day of its first batch."""
    epoch: int
    seq: int
    """How many batches it has."""
    head: bytes
    closed: bool


class KeptBatch(Sealed, frozen=True):
    """A batch as it lies in the store."""

    seq: int
    at: float
    day: str
    kinds: str
    body: bytes
    imprint: bytes
    hash: bytes

    def records(self) -> tuple[Record, ...]:
        """What it tells.

        Raises:
            Damaged: it is not what was written.
        """
        try:
            return read_records(self.body)
        except (msgspec.MsgspecError, ValueError, RecursionError, Declined) as exc:
            raise Damaged(
                _("batch {number} cannot be read: {why}", number=self.seq, why=str(exc))
            ) from exc

    def batch(self) -> Batch:
        return Batch(self.records(), self.imprint, self.at, self.day)


def kinds_of(records: tuple[Record, ...]) -> str:
    """The names by which a batch of *records* is found."""
    names: list[str] = []
    for record in records:
        names.append(type(record).__name__)
        if type(record) is Acted or type(record) is Happened:
            for event in record.events:
                if type(event) in STAGE_EVENTS:
                    names.append(type(event).__name__)  # noqa: PERF401 a list a move costs more
    return " ".join(names)


def text_or_bytes(data: bytes) -> str | bytes:
    """What a text column holds; spoilt text stays bytes, and is then no text of ours."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


def as_table(row: tuple[Any, ...]) -> KeptTable:
    """A row of the tables: id, opened, epoch, seq, head, closed."""
    match row:
        case (str(), str(), int(), int(), bytes(), int()) if row[5] in (0, 1):
            return KeptTable(row[0], row[1], row[2], row[3], row[4], bool(row[5]))
        case _:
            raise Damaged(_("the row of a table is not one that was written"))


def as_batch(row: tuple[Any, ...]) -> KeptBatch:
    """A row of the batches: seq, at, day, kinds, body, imprint, hash."""
    match row:
        case (int(), float(), str(), str(), bytes(), bytes(), bytes()):
            return KeptBatch(
                seq=row[0],
                at=row[1],
                day=row[2],
                kinds=row[3],
                body=row[4],
                imprint=row[5],
                hash=row[6],
            )
        case _:
            raise Damaged(_("the row of a batch is not one that was written"))


def verified(table: KeptTable, found: list[KeptBatch]) -> tuple[Batch, ...]:
    """The batches of *table*, if they are all there as they were written.

    Raises:
        Damaged: something is missing, changed or put in.
    """
    before = first(table.id)
    for number, one in enumerate(found, 1):
        before = link(before, table.id, number, one.at, one.day, one.body, one.imprint)
        if one.seq != number or one.hash != before:
            raise Damaged(
                _(
                    "batch {number} of table {table} is not what was written",
                    number=number,
                    table=table.id,
                )
            )
    if len(found) != table.seq or before != table.head:
        raise Damaged(_("table {table} does not end where it ended", table=table.id))
    return tuple([one.batch() for one in found])


def check_names(table: KeptTable, found: list[KeptBatch]) -> None:
    """See whether *table* and its batches are called what they are; no game hangs on it.

    Raises:
        Damaged: one is not.
    """
    for one in found:
        if kinds_of(one.records()) != one.kinds:
            raise Damaged(
                _(
                    "batch {number} of table {table} goes by another name",
                    number=one.seq,
                    table=table.id,
                )
            )
    if found and table.opened != found[0].day:
        raise Damaged(_("table {table} was opened on another day", table=table.id))
    if table.closed != bool(found and "Closed" in found[-1].kinds.split()):
        raise Damaged(_("table {table} is closed and is not", table=table.id))
