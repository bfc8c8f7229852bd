"""Finds the games that are kept, whether their server runs or not.

A server lets nobody else near its file. While one runs it is asked for a copy, which is
read instead and is gone afterwards.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import click
import trio

from rummy_server.archive.verify import Signed
from rummy_server.identity import FILE as KEY_FILE
from rummy_server.identity import Identity, IdentityFault, verify_signature
from rummy_server.journal import Damaged, JournalError
from rummy_server.operating.caller import NobodyThere, call
from rummy_server.operating.language import Backup, Failed
from rummy_server.store.folder import DataFolder, FolderRefused, default_data_folder
from rummy_server.store.reader import StoreReader
from rummy_server.store.sqlite import BackupFailed, SqliteJournal

from .words import _

__all__ = ["Kept", "copied", "kept"]

DATABASE = "tables.sqlite"
SOCKET = "admin.sock"


class Kept(NamedTuple):
    """What was found."""

    reader: StoreReader
    place: Path
    """For people: the folder, or the file."""
    signed: Signed | None
    """Checks the house's signature; ``None``: its key is not here."""


@contextmanager
def kept(data: Path | None, key: Path | None = None) -> Iterator[Kept]:
    """The games in the folder or the file *data*, or where they are kept by default.

    Args:
        key: The folder with the key of the house, if it is another.

    Raises:
        click.ClickException: there are none, or they cannot be read; in one line.
    """
    place = data or default_data_folder()
    try:
        with _database(place) as database, StoreReader(database) as reader:
            beside = place if place.is_dir() else place.parent
            yield Kept(reader, place, _signed(key or beside))
    except (JournalError, FolderRefused, IdentityFault, NobodyThere, OSError) as exc:
        damaged = isinstance(exc, Damaged)
        why = _("It is damaged: {why}", why=str(exc)) if damaged else str(exc)
        raise click.ClickException(why) from exc


@contextmanager
def _database(place: Path) -> Iterator[Path]:
    """The file to be read: that of a stopped server, or a copy from a running one."""
    if place.is_file():
        yield place
        return
    if not (place / DATABASE).exists():
        raise click.ClickException(_("No games are kept in {folder}.", folder=str(place)))
    with tempfile.TemporaryDirectory(prefix="rummy-") as folder:
        copy = Path(folder) / DATABASE
        yield copy if _asked_for(place, copy) else place / DATABASE


def _asked_for(folder: Path, to: Path) -> bool:
    """Whether a server runs on *folder* and has made a copy.

    Raises:
        click.ClickException: it runs, and will not.
    """
    if not (folder / SOCKET).exists():
        return False
    try:
        answer = call(folder / SOCKET, Backup(str(to.absolute())))
    except NobodyThere:
        return False  # a server that was killed leaves its socket behind
    if isinstance(answer, Failed):
        raise click.ClickException(answer.why)
    return True


def _signed(folder: Path) -> Signed | None:
    if not (folder / KEY_FILE).exists():
        return None
    spki = Identity.in_folder(folder).spki
    return lambda data, signature: verify_signature(spki, data, signature)


def copied(data: Path | None, to: Path) -> None:
    """Copy everything that is kept in the folder *data* into the new file *to*.

    Raises:
        click.ClickException: it cannot be done; in one line.
    """
    place = data or default_data_folder()
    if not (place / DATABASE).exists():
        raise click.ClickException(_("No games are kept in {folder}.", folder=str(place)))
    if to.exists():
        raise click.ClickException(
            _("{file} is there already; a backup goes into a new file.", file=str(to))
        )
    try:
        if not _asked_for(place, to.absolute()):
            folder = DataFolder.open(place)
            try:
                trio.run(_copy, folder, to.absolute())
            finally:
                folder.close()
    except (JournalError, FolderRefused, BackupFailed, OSError) as exc:
        raise click.ClickException(str(exc)) from exc


async def _copy(folder: DataFolder, to: Path) -> None:
    journal = SqliteJournal(folder)
    try:
        await journal.begin()
        await journal.backup(to)
    finally:
        await journal.close()
