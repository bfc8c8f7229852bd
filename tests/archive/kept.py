"""A store in memory that the archive can read, made from a journal or batch by batch."""

from __future__ import annotations

import hashlib
import hmac

import msgspec

from rummy_server.journal import read_records, write_records
from rummy_server.room.fold import follow
from rummy_server.room.imprint import imprint
from rummy_server.room.records import Closed
from rummy_server.store.chain import first, link, sealed
from rummy_server.store.rows import KeptBatch, KeptTable, kinds_of

KEY = b"the house's key, in tests"


class Seal(msgspec.Struct, frozen=True):
    seq: int
    signature: bytes


def sign(data):
    return hmac.digest(KEY, data, hashlib.sha256)


def signed(data, signature):
    return hmac.compare_digest(sign(data), signature)


class Shelf:
    """Tables with their batches and seals. What a test changes is what is read."""

    def __init__(self):
        self.rows = {}
        self.kept = {}
        self.seal_rows = {}
        self.house_row = {"format": 1, "at": 0.0, "epoch": 1}

    # --- as a source ----------------------------------------------------------------------

    def tables(self):
        yield from self.kept.values()

    def batches(self, table):
        yield from self.rows.get(table, ())

    def seals(self, table):
        yield from self.seal_rows[table]

    def house(self):
        return self.house_row

    # --- writing --------------------------------------------------------------------------

    def put(self, table, batches):
        """Chain and seal *batches*: records, imprint, at and day of each."""
        rows, head = [], first(table)
        for seq, (body, stamp, at, day) in enumerate(batches, 1):
            head = link(head, table, seq, at, day, body, stamp)
            kinds = kinds_of(read_records(body))
            rows.append(
                KeptBatch(
                    seq=seq, at=at, day=day, kinds=kinds, body=body, imprint=stamp, hash=head
                )
            )
        self.keep(table, rows, _closed(rows))
        self.seal(table)

    def keep(self, table, rows, closed=False):
        self.rows[table] = rows
        opened = rows[0].day if rows else ""
        head = rows[-1].hash if rows else first(table)
        self.kept[table] = KeptTable(table, opened, 1, len(rows), head, closed)
        self.seal_rows.setdefault(table, [])

    def seal(self, table):
        self.seal_rows[table] = [
            Seal(row.seq, sign(sealed(table, row.seq, row.hash)))
            for row in self.rows[table]
            if "Scored" in row.kinds.split()
        ]

    def copy(self):
        other = Shelf()
        other.rows = {table: list(rows) for table, rows in self.rows.items()}
        other.kept = dict(self.kept)
        other.seal_rows = {table: list(seals) for table, seals in self.seal_rows.items()}
        other.house_row = dict(self.house_row)
        return other

    def records(self, table):
        return [read_records(row.body) for row in self.rows[table]]

    def forge(self, table, batches, stamped=True):
        """Put *batches* of records in the place of a table's, everything but the seals anew.

        Args:
            stamped: whether the imprints are made anew as well.
        """
        old = self.rows[table]
        rows, room = [], None
        for seq, records in enumerate(batches):
            row = old[min(seq, len(old) - 1)]
            stamp = row.imprint
            try:
                for record in records:
                    room = follow(room, record)
                stamp = imprint(room) if stamped else stamp
            except (AssertionError, ValueError, LookupError, TypeError, StopIteration):
                stamped = False
            rows.append((write_records(records), stamp, row.at, row.day))
        seals = self.seal_rows[table]
        self.put(table, rows)
        self.seal_rows[table] = seals


def _closed(rows):
    return any(isinstance(record, Closed) for row in rows for record in read_records(row.body))


def shelf_of(journal):
    """What a `MemoryJournal` holds."""
    shelf = Shelf()
    for table, bodies in journal.kept.items():
        stamps = journal._stamps[table]
        shelf.put(
            table,
            [(body, *stamp) for body, stamp in zip(bodies, stamps, strict=True)],
        )
    shelf.house_row["at"] = journal._at
    return shelf
