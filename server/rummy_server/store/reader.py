"""Reads what a house has kept, when no server runs: nothing here can change it.

A server that runs lets nobody else near its file; it is asked for a copy instead.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import msgspec

from rummy_protocol.text import _

from ..journal import Batch, Damaged, StorageFailed
from .chain import time_check
from .rows import (
    BATCHES,
    TABLES,
    KeptBatch,
    KeptTable,
    as_batch,
    as_table,
    check_names,
    text_or_bytes,
    verified,
)
from .schema import FAILURES, FORMAT, MARK

__all__ = ["KeptBatch", "KeptSeal", "KeptTable", "StoreReader"]

_STRAYS: Final = (
    "SELECT DISTINCT gametable FROM (SELECT gametable FROM batch UNION ALL"
    " SELECT gametable FROM seal) WHERE gametable NOT IN (SELECT id FROM gametable)"
)
LOG_VERSION: Final = 2
"""In byte 18 of a file whose changes may lie in a log beside it."""


class KeptSeal(msgspec.Struct, frozen=True):
    """The house's signature under the link of a batch after which a deal was scored."""

    seq: int
    signature: bytes


class StoreReader:
    """The file of a stopped server, or a copy of one. Use it in a ``with``.

    Raises:
        StorageFailed: it cannot be read, a server has it, or it is no store of ours.
    """

    def __init__(self, database: Path) -> None:
        self.path: Final = database
        try:
            self._connection = _open(database)
        except FAILURES as exc:
            raise StorageFailed(
                _("Cannot read {path}: {why}.", path=str(database), why=str(exc))
            ) from exc

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        exc: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._connection.close()

    def house(self) -> dict[str, Any]:
        """What is known of the house: ``format``, ``at``, ``epoch``.

        Raises:
            Damaged: it is not what was written.
        """
        known = dict(self._rows("SELECT key, value FROM house"))
        match known:
            case {"format": int(), "epoch": int(), "at": float() as at, "check": check}:
                if check == time_check(at):
                    return known
            case _:
                pass
        raise Damaged(_("what is kept of the house itself is not what was written"))

    def tables(self) -> Iterator[KeptTable]:
        """All tables that were ever opened, the oldest first.

        Raises:
            Damaged: the row of one is not what was written.
        """
        yield from map(as_table, self._rows(TABLES + " ORDER BY opened, id"))

    def table(self, id: str) -> KeptTable | None:
        """The table with that code.

        Raises:
            Damaged: its row is not what was written.
        """
        return next(map(as_table, self._rows(TABLES + " WHERE id = ?", id)), None)

    def batches(self, table: str) -> Iterator[KeptBatch]:
        """What lies there of *table*, in order; whether it hangs together is not asked.

        Raises:
            Damaged: a row is not what was written.
        """
        yield from map(as_batch, self._rows(BATCHES, table))

    def verified(self, table: KeptTable) -> tuple[Batch, ...]:
        """All batches of *table*.

        Raises:
            Damaged: something is missing, changed or put in.
        """
        found = list(self.batches(table.id))
        batches = verified(table, found)
        check_names(table, found)
        return batches

    def seals(self, table: str) -> Iterator[KeptSeal]:
        """The signatures of *table*, in order.

        Raises:
            Damaged: a row is not what was written.
        """
        for row in self._rows(_SEALS, table):
            match row:
                case (int() as seq, bytes() as signature):
                    yield KeptSeal(seq, signature)
                case _:
                    raise Damaged(_("the row of a signature is not one that was written"))

    def faults(self) -> list[str]:
        """What is wrong with the file as a whole; nothing, if all is well."""
        found = [str(line) for (line,) in self._rows("PRAGMA integrity_check")]
        strays = self._rows(_STRAYS)
        return [line for line in found if line != "ok"] + [
            _("there are batches of {table}, and no such table", table=table)
            for (table,) in strays
        ]

    def _rows(self, sql: str, *values: str) -> Iterator[tuple[Any, ...]]:
        try:
            yield from self._connection.execute(sql, values)
        except FAILURES as exc:
            raise Damaged(
                _("{path} cannot be read: {why}", path=str(self.path), why=str(exc))
            ) from exc


_SEALS: Final = "SELECT seq, signature FROM seal WHERE gametable = ? ORDER BY seq"


def _open(path: Path) -> sqlite3.Connection:
    """A connection that changes nothing that is kept.

    A server that was killed leaves a log beside its file, which has to be taken in first;
    that takes a lock, as a server's does. Without one the file is all there is.
    """
    with path.open("rb") as file:
        file.seek(18)
        logged = file.read(1) == bytes([LOG_VERSION])
    beside = path.with_name(path.name + "-wal")
    how = "mode=rw" if logged and beside.exists() else "immutable=1"
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?{how}",
        uri=True,
        isolation_level=None,
        timeout=0,
    )
    connection.text_factory = text_or_bytes
    try:
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        connection.execute("PRAGMA query_only = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA cell_size_check = ON")
        _check(connection, path)
    except (*FAILURES, StorageFailed):
        connection.close()
        raise
    return connection


def _check(connection: sqlite3.Connection, path: Path) -> None:
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    if mark != MARK:
        raise StorageFailed(_("{path} is not the store of a house.", path=str(path)))
    if form != FORMAT:
        raise StorageFailed(
            _(
                "{path} has form {form}; this program knows {known}.",
                path=str(path),
                form=form,
                known=FORMAT,
            )
        )
