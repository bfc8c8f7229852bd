"""The houses that a person has been to, with the pin of each: one line of text for a house.

Like ssh's file of known hosts: what was seen the first time has to be seen again. It belongs
to the person and not to a profile. Nothing in here connects or asks.
"""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from ipaddress import ip_address
from pathlib import Path
from typing import Final

from rummy_protocol.text import _

from ..private import openness

__all__ = ["HousesFileError", "KnownHouses"]

FILE: Final = "known_houses"


class HousesFileError(Exception):
    """The file cannot be trusted or written; the text says in one line what to do."""


class KnownHouses:
    """The file in one folder, read anew each time: other clients write it too."""

    def __init__(self, folder: Path) -> None:
        self.path = folder / FILE

    def pin(self, host: str, port: int) -> str:
        """The pin of the house there; empty if it is not known.

        Raises:
            HousesFileError: the file is open to others, or cannot be read.
        """
        return self._read().get(_place(host, port), "")

    def knows(self, pin: str) -> bool:
        """Whether a house with *pin* is known, at whatever address.

        Raises:
            HousesFileError: the file is open to others, or cannot be read.
        """
        return pin in self._read().values()

    def keep(self, host: str, port: int, pin: str) -> None:
        """From now on the house there is known by *pin*.

        Raises:
            HousesFileError: that cannot be written down.
        """
        with self._locked():
            self._write({**self._read(), _place(host, port): pin})

    def forget(self, host: str, port: int) -> bool:
        """Know nothing of the house there any more; whether anything was known.

        Raises:
            HousesFileError: that cannot be written down.
        """
        with self._locked():
            known = self._read()
            found = known.pop(_place(host, port), None)
            if found is not None:
                self._write(known)
        return found is not None

    def _read(self) -> dict[str, str]:
        try:
            _safe(self.path)
            text = self.path.read_text("utf-8", "replace")
        except FileNotFoundError:
            return {}
        except OSError as exc:
            raise HousesFileError(
                _("cannot read {file}: {why}", file=str(self.path), why=str(exc.strerror))
            ) from None
        lines = (line.split() for line in text.splitlines() if not line.startswith("#"))
        return {one[0]: one[1] for one in lines if len(one) == 2}

    def _write(self, known: Mapping[str, str]) -> None:
        """Put a new file in the place of the old one: whole, or not at all."""
        draft = self.path.with_suffix(".new")
        try:
            handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.writelines(f"{place} {pin}\n" for place, pin in sorted(known.items()))
                file.flush()
                os.fsync(file.fileno())
            draft.replace(self.path)
        except OSError as exc:
            raise HousesFileError(
                _("cannot write {file}: {why}", file=str(self.path), why=str(exc.strerror))
            ) from None

    @contextmanager
    def _locked(self) -> Iterator[None]:
        """Keep other clients from writing between our reading and our writing."""
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = os.open(
                self.path.with_suffix(".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600
            )
        except OSError as exc:
            raise HousesFileError(
                _("cannot write {file}: {why}", file=str(self.path), why=str(exc.strerror))
            ) from None
        try:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        finally:
            os.close(lock)


def _place(host: str, port: int) -> str:
    """A house's address as it stands in the file: one way of writing for each."""
    try:
        host = ip_address(host).compressed
    except ValueError:
        host = host.lower().rstrip(".")
    return f"[{host}]:{port}"


def _safe(path: Path) -> None:
    """Refuse what others may write: they could let us trust anybody."""
    wrong = openness(path)
    if wrong:
        raise HousesFileError(wrong)
