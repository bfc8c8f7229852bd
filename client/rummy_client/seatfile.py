"""The files by which a person comes back to a seat: one for each, readable by nobody else.

A seat is held by a secret that its client made. The secret is spent each time the seat is
taken up, and the one that follows is on disk before the server hears of it, so that there is
no instant at which a crash loses the seat. Nothing in here talks to a server.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from rummy_protocol.text import N_, _

from .private import openness

__all__ = ["HeldSeat", "Seat", "SeatFileError", "free_seats", "hold_seat", "new_seat"]

KEY_BYTES: Final = 16
SECRET_BYTES: Final = 32
_FOREIGN: Final = N_("{file} belongs to another user; choose another --profile")

Entropy = Callable[[int], bytes]


class SeatFileError(Exception):
    """A seat file or its folder cannot be trusted or written; the text says what to do."""


class Seat(msgspec.Struct, frozen=True, kw_only=True):
    """What is needed to take up a seat again."""

    host: str
    port: int
    key: bytes
    """By which the server knows the seat; no secret."""
    secret: bytes
    pending: bytes | None = None
    """The secret that was offered as the next one, as long as no answer has come."""
    table: str = ""
    """The table's code; empty until the server has confirmed the seat."""
    asked: str = ""
    """The table as the person called it."""
    name: str = ""
    """The display name under which the seat was taken."""
    plain: bool = False
    """Whether the person wanted the connections to the house unencrypted."""
    pin: str = ""
    """The pin of the house: its secret is for nobody else at the same address."""

    def __repr__(self) -> str:
        return f"<Seat {self.table or '?'} at {self.host}:{self.port}>"

    @property
    def hash(self) -> bytes:
        """What the server is told of the secret when the seat is first taken."""
        return hashlib.sha256(self.secret).digest()

    @property
    def next_hash(self) -> bytes:
        """What the server is told of the secret that shall be used next."""
        assert self.pending is not None
        return hashlib.sha256(self.pending).digest()


class HeldSeat:
    """A seat that this process alone may use; *folder* ``None`` keeps it in memory only.

    Only the link of the client that sits there may call these methods.
    """

    def __init__(self, seat: Seat, path: Path | None, lock: int | None) -> None:
        self.seat = seat
        self.path = path
        self._lock = lock

    def offer_next(self, entropy: Entropy) -> Seat:
        """The seat with a pending secret, which is on disk when this returns."""
        if self.seat.pending is None:
            self._keep(msgspec.structs.replace(self.seat, pending=entropy(SECRET_BYTES)))
        return self.seat

    def confirm(self, table: str) -> None:
        """The server took us in: the pending secret, if there is one, is the secret now."""
        secret = self.seat.pending or self.seat.secret
        told = msgspec.structs.replace(self.seat, secret=secret, pending=None, table=table)
        if told != self.seat:
            self._keep(told)

    def moved(self, host: str, port: int) -> None:
        """The house of the seat is at *host* now. What is held no more is left alone."""
        told = msgspec.structs.replace(self.seat, host=host, port=port)
        if told != self.seat and self._lock is not None:
            self._keep(told)

    def forget(self) -> None:
        """The seat is no more. A file that somebody else has written since is left alone."""
        if self.path is not None and _read(self.path) == self.seat:
            self.path.unlink(missing_ok=True)
            _lock_path(self.path).unlink(missing_ok=True)
        self.release()

    def release(self) -> None:
        """Let another process take up the seat."""
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    def _keep(self, seat: Seat) -> None:
        if self.path is not None:
            _write(self.path, seat)
        self.seat = seat


def new_seat(folder: Path | None, seat: Seat) -> HeldSeat:
    """Write down *seat*, which is being asked for, and hold it.

    Raises:
        SeatFileError: the folder is open to others, or cannot be written.
    """
    if folder is None:
        return HeldSeat(seat, None, None)
    _safe_folder(folder)
    path = folder / f"{seat.key.hex()}.seat"
    lock = _lock(path)
    assert lock is not None, "a key of sixteen random bytes is new"
    _write(path, seat)
    return HeldSeat(seat, path, lock)


def free_seats(folder: Path) -> tuple[Path, ...]:
    """The seat files that no live client uses, the newest first.

    Raises:
        SeatFileError: the folder or a file in it is open to others.
    """
    if not folder.exists():
        return ()
    _safe_folder(folder)
    found = sorted(folder.glob("*.seat"), key=_age, reverse=True)
    return tuple(path for path in found if _is_free(path))


def hold_seat(path: Path) -> HeldSeat | None:
    """Hold the seat in *path*; ``None`` if another client does, or if it is gone or spoilt.

    Raises:
        SeatFileError: the file is open to others.
    """
    lock = _lock(path)
    if lock is None:
        return None
    seat = _read(path)
    if seat is None:
        if not path.exists():
            _lock_path(path).unlink(missing_ok=True)
        os.close(lock)
        return None
    return HeldSeat(seat, path, lock)


def _safe_folder(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        _safe(folder)
    except OSError as exc:
        raise SeatFileError(
            _(
                "cannot use the folder {folder}: {why}",
                folder=str(folder),
                why=str(exc.strerror),
            )
        ) from None


def _safe(path: Path) -> None:
    """Refuse what others may read or write: whoever has the secret has the seat."""
    wrong = openness(path, _FOREIGN)
    if wrong:
        raise SeatFileError(wrong)


def _age(path: Path) -> int:
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _is_free(path: Path) -> bool:
    held = hold_seat(path)
    if held is None:
        return False
    held.release()
    return True


def _lock_path(path: Path) -> Path:
    # Not the seat file itself: that is replaced by each write, and its lock with it.
    return path.with_suffix(".lock")


def _lock(path: Path) -> int | None:
    lock = os.open(_lock_path(path), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        # The holder before us may have removed the file between our opening and locking it.
        if os.fstat(lock).st_ino == os.stat(_lock_path(path)).st_ino:
            return lock
    except OSError:
        pass
    os.close(lock)
    return None


def _read(path: Path) -> Seat | None:
    try:
        _safe(path)
        return msgspec.json.decode(path.read_bytes(), type=Seat)
    except FileNotFoundError:
        return None
    except msgspec.DecodeError:
        return None


def _write(path: Path, seat: Seat) -> None:
    draft = path.with_suffix(".new")
    try:
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "wb") as file:
            file.write(msgspec.json.encode(seat))
            file.flush()
            os.fsync(file.fileno())
        draft.replace(path)
        _sync_folder(path.parent)
    except OSError as exc:
        raise SeatFileError(
            _("cannot write {file}: {why}", file=str(path), why=str(exc.strerror))
        ) from None


def _sync_folder(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
