"""The data folder of a house: who may look into it, and that one server has it at a time.

It holds everything that a house keeps: hidden cards, seats, the key by which it is known. So
it belongs to one person and is open to nobody else, or the server does not start.
"""

from __future__ import annotations

import errno
import fcntl
import os
import stat
from pathlib import Path
from typing import Final

import platformdirs

from rummy_protocol.text import _

__all__ = ["DataFolder", "FolderRefused", "default_data_folder"]

PRIVATE_FOLDER: Final = 0o700
PRIVATE_FILE: Final = 0o600
WIDER: Final = 0o077
"""What nobody but the owner may do."""


class FolderRefused(Exception):
    """The folder cannot be used. The one line says why, and what to do."""


def default_data_folder() -> Path:
    """Where a house keeps its games when nobody says else."""
    return platformdirs.user_data_path("rummy-tables", appauthor=False)


class DataFolder:
    """A data folder that this process has to itself, from `open` to `close`."""

    def __init__(self, path: Path, lock: int, umask: int) -> None:
        self.path: Final = path
        self._lock: int | None = lock
        self._umask = umask

    @classmethod
    def open(cls, path: Path) -> DataFolder:
        """Take *path*, which is made if it is not there.

        From now on whatever this process writes is for its owner alone.

        Raises:
            FolderRefused: it is open to others, belongs to somebody else, is in use, or
                cannot be had at all.
        """
        umask = os.umask(WIDER)
        lock: int | None = None
        try:
            path = path.absolute()
            path.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
            _check_folder(path)
            for found in sorted(path.iterdir()):
                _check_file(found)
            lock = _locked(path / "lock")
        except OSError as exc:
            raise FolderRefused(
                _("Cannot use {file}: {why}.", file=str(path), why=str(exc.strerror or exc))
            ) from exc
        finally:
            if lock is None:
                os.umask(umask)
        return cls(path, lock, umask)

    @property
    def database(self) -> Path:
        return self.path / "tables.sqlite"

    @property
    def socket(self) -> Path:
        return self.path / "admin.sock"

    @property
    def identity(self) -> Path:
        return self.path / "identity.pem"

    def close(self) -> None:
        """Let another server have it."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None
            os.umask(self._umask)


def _check_folder(path: Path) -> None:
    found = path.stat()
    if not stat.S_ISDIR(found.st_mode):
        raise FolderRefused(_("{file} is no folder.", file=str(path)))
    _check_owner(path, found)
    if found.st_mode & WIDER:
        raise FolderRefused(
            _(
                "{file} is open to others, and would hold hidden cards. "
                "Close it: chmod 700 {file}",
                file=str(path),
            )
        )


def _check_file(path: Path) -> None:
    found = path.lstat()
    if stat.S_ISLNK(found.st_mode):
        raise FolderRefused(
            _("{file} is a link; what a house keeps lies in its own folder.", file=str(path))
        )
    _check_owner(path, found)
    if found.st_mode & WIDER:
        raise FolderRefused(
            _(
                "{file} is open to others, and may hold hidden cards or keys. "
                "Close it: chmod go= {file}",
                file=str(path),
            )
        )


def _check_owner(path: Path, found: os.stat_result) -> None:
    if found.st_uid != os.geteuid():
        raise FolderRefused(_("{file} belongs to somebody else.", file=str(path)))


def _locked(path: Path) -> int:
    """A lock that lasts as long as the process, however it ends."""
    opened = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, PRIVATE_FILE)
    try:
        fcntl.flock(opened, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as exc:
        os.close(opened)
        if exc.errno in (errno.EWOULDBLOCK, errno.EACCES):
            raise FolderRefused(
                _(
                    "Another server has its games in {folder}. "
                    "End that one, or name another folder with --data.",
                    folder=str(path.parent),
                )
            ) from exc
        raise
    return opened
