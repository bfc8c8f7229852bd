"""The SQLite file of a house: its tables, and how it is opened. What is in it is not asked."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Final

from rummy_protocol.text import _

from ..journal import StorageFailed
from .rows import text_or_bytes

__all__ = ["FAILURES", "FORMAT", "MARK", "check_sqlite", "open_file", "prepare", "sync_folder"]

FAILURES: Final = (sqlite3.Error, OSError, UnicodeError)
"""What a call to the file may raise. `UnicodeError`: SQLite's own words about a spoilt file
quote what is in it."""
FORMAT: Final = 1
MARK: Final = 0x52554D59
"""Says that a file is ours: ``RUMY``."""
OLDEST: Final = (3, 35, 0)
PAGES_BETWEEN_CHECKPOINTS: Final = 2_000

# Batches lie in the order in which they came, whatever their table: a group that is kept
# together changes few pages. By table they would lie in one page for each, at twice the cost.
SCHEMA: Final = """
CREATE TABLE house(key TEXT PRIMARY KEY, value) WITHOUT ROWID;
CREATE TABLE gametable(
    id TEXT PRIMARY KEY, opened TEXT NOT NULL, epoch INT NOT NULL,
    seq INT NOT NULL, head BLOB NOT NULL, closed INT NOT NULL
) WITHOUT ROWID;
CREATE TABLE batch(
    gametable TEXT NOT NULL, seq INT NOT NULL, at REAL NOT NULL, day TEXT NOT NULL,
    kinds TEXT NOT NULL, body BLOB NOT NULL, imprint BLOB NOT NULL, hash BLOB NOT NULL,
    UNIQUE(gametable, seq)
);
CREATE TABLE seal(
    gametable TEXT NOT NULL, seq INT NOT NULL, signature BLOB NOT NULL,
    PRIMARY KEY(gametable, seq)
) WITHOUT ROWID;
"""


def check_sqlite(version: tuple[int, int, int] = sqlite3.sqlite_version_info) -> None:
    """Refuse a library that does not know what we write.

    Versions before 3.51.3 may spoil a file that two connections write (the fixes in 3.44.6
    and 3.50.7 apart); ours has one connection, which locks everybody else out, whatever the
    version.
    """
    if version < OLDEST:
        found, least = (".".join(map(str, one)) for one in (version, OLDEST))
        raise StorageFailed(
            _("SQLite {found} is too old; {least} at least is needed", found=found, least=least)
        )


def open_file(path: Path) -> sqlite3.Connection:
    """The one connection to the file at *path*, which is made if it is not there.

    Raises:
        sqlite3.Error, OSError: it cannot be had.
    """
    if not path.exists():
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, 0o600))
        sync_folder(path.parent)
    connection = sqlite3.connect(
        path,
        isolation_level=None,
        check_same_thread=False,
        timeout=0,
        cached_statements=512,
    )
    try:
        # Nobody else can even read: what keeps a second writer out, and the index of the
        # log in our own memory.
        connection.execute("PRAGMA locking_mode = EXCLUSIVE").fetchall()
        connection.text_factory = text_or_bytes
        connection.execute("PRAGMA cell_size_check = ON")
        connection.execute("PRAGMA trusted_schema = OFF")
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        if mode != "wal":
            raise sqlite3.OperationalError(f"the file cannot have a log beside it: {mode}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
        connection.execute("PRAGMA checkpoint_fullfsync = ON")
        connection.execute(f"PRAGMA wal_autocheckpoint = {PAGES_BETWEEN_CHECKPOINTS}")
    except FAILURES:
        connection.close()
        raise
    return connection


def sync_folder(path: Path) -> None:
    """Make sure that a file that was just made is still there after a power cut."""
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)


def prepare(connection: sqlite3.Connection) -> None:
    """Make our tables in a new file, or see that an old one is ours.

    Raises:
        StorageFailed: it is somebody else's, or of a later version.
    """
    (mark,) = connection.execute("PRAGMA application_id").fetchone()
    (form,) = connection.execute("PRAGMA user_version").fetchone()
    (tables,) = connection.execute("SELECT count(*) FROM sqlite_master").fetchone()
    if not tables:
        connection.execute("BEGIN IMMEDIATE")
        for statement in SCHEMA.split(";"):
            connection.execute(statement)
        connection.execute("INSERT INTO house VALUES ('format', ?), ('epoch', 0)", (FORMAT,))
        connection.execute(f"PRAGMA application_id = {MARK}")
        connection.execute(f"PRAGMA user_version = {FORMAT}")
        connection.execute("COMMIT")
    elif mark != MARK:
        raise StorageFailed(_("the file is not the store of a house"))
    elif form != FORMAT:
        raise StorageFailed(
            _(
                "the store has form {form}, and this program knows {known}",
                form=form,
                known=FORMAT,
            )
        )
