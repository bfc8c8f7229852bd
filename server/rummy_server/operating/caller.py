"""The other end of the admin socket: one errand, one answer. For the command line."""

from __future__ import annotations

import socket
from pathlib import Path
from typing import Final

from rummy_protocol.text import _

from .language import Answer, Errand, NotUnderstood, read_answer, write_errand
from .nearby import nearby

__all__ = ["NobodyThere", "call"]

ANSWER: Final = 16 * 1024 * 1024
"""Bytes of the longest answer."""
SECONDS: Final = 600.0
"""A copy of everything may take long."""


class NobodyThere(Exception):
    """No house answers. The one line says where none does."""


def call(path: Path, errand: Errand, seconds: float = SECONDS) -> Answer:
    """What the house whose socket is at *path* answers to *errand*.

    Raises:
        NobodyThere: there is none, or it does not answer in time or in our language.
    """
    try:
        with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as house:
            house.settimeout(seconds)
            with nearby(path) as name:
                house.connect(name)
            house.sendall(write_errand(errand))
            return read_answer(_line(house))
    except NotUnderstood as exc:
        raise NobodyThere(
            _("What answers at {file} is no house of ours: {why}", file=str(path), why=str(exc))
        ) from exc
    except OSError as exc:
        raise NobodyThere(
            _(
                "No house answers at {file}: {why}. Start it, or name its folder with --data.",
                file=str(path),
                why=str(exc.strerror or exc),
            )
        ) from exc


def _line(house: socket.socket) -> bytes:
    line = bytearray()
    while not line.endswith(b"\n"):
        data = house.recv(65_536)
        if not data or len(line) > ANSWER:
            raise NotUnderstood(_("the answer has no end"))
        line += data
    return bytes(line)
