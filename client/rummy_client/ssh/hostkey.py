"""The key by which ssh clients know this door again: made once, and kept with the house.

It is not the key of the house itself: that one is for TLS, and known by its pin.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import asyncssh

from rummy_protocol.text import _

from ..private import openness

__all__ = ["HostKeyFault", "host_key", "own_folder"]

FILE: Final = "host_key"


class HostKeyFault(Exception):
    """The key cannot be trusted, read or written; the text says what to do."""


def host_key(folder: Path) -> asyncssh.SSHKey:
    """The key in *folder*; it is made if there is none.

    Raises:
        HostKeyFault: others could have read or changed it, or it cannot be kept.
    """
    path = folder / FILE
    try:
        own_folder(folder)
        if not path.exists():
            _write(path, asyncssh.generate_private_key("ssh-ed25519", comment="rummy"))
        _check(path)
        return asyncssh.read_private_key(path)
    except OSError as exc:
        raise HostKeyFault(
            _("cannot use {file}: {why}", file=str(path), why=str(exc.strerror))
        ) from None
    except asyncssh.KeyImportError:
        raise HostKeyFault(
            _("{file} is spoilt; restore it, or remove it for a new one", file=str(path))
        ) from None


def own_folder(folder: Path) -> None:
    """Make *folder* for us alone.

    Raises:
        HostKeyFault: it is open to others.
        OSError: it cannot be made.
    """
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    _check(folder)


def _check(path: Path) -> None:
    wrong = openness(path)
    if wrong:
        raise HostKeyFault(wrong)


def _write(path: Path, key: asyncssh.SSHKey) -> None:
    """Put the key in its place whole, or not at all."""
    draft = path.with_suffix(".new")
    handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
    with os.fdopen(handle, "wb") as file:
        file.write(key.export_private_key("openssh"))
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
