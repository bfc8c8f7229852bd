"""What asyncssh leaves open on a connection, closed: how much is read, kept and written.

asyncssh goes on writing to those who do not read, reads as fast as others send, and keeps
every variable that it is sent. These few lines are the only ones that reach into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

import asyncssh

from .limits import Bucket

__all__ = ["KNOWN", "Wire", "keep_few"]

KNOWN: Final = (
    "LANG",
    "LANGUAGE",
    "LC_ALL",
    "LC_CTYPE",
    "LC_MESSAGES",
    "NO_COLOR",
    "COLORTERM",
)
"""Variables that a client may send."""
_VALUE_BYTES: Final = 64


class _Few(dict[bytes, bytes]):
    """Variables of a channel: those that are known, and short."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name.decode("ascii", "replace") in KNOWN and len(value) <= _VALUE_BYTES:
            super().__setitem__(name, value)


def keep_few(channel: asyncssh.SSHServerChannel[str]) -> None:
    """Have *channel* keep no variable but the few that a client needs."""
    channel._env = _Few()


class Wire:
    """One connection's bytes. Its visitor owns it; asyncio calls what is put in place here."""

    def __init__(
        self,
        connection: asyncssh.SSHServerConnection,
        bucket: Bucket,
        later: Callable[[float, Callable[[], None]], object],
        stalled: Callable[[bool], None],
    ) -> None:
        """Take hold of *connection*.

        Args:
            bucket: how fast it may send.
            later: calls something after some seconds.
            stalled: told when the other side reads no more, and when it reads again.
        """
        self._transport: Any = connection._transport
        self._bucket = bucket
        self._later = later
        self._stalled = stalled
        self._receive = connection.data_received
        self._reasons: set[str] = set()
        """Why nothing is read."""
        placed: Mapping[str, Any] = {
            "data_received": self._received,
            "pause_writing": self._full,
            "resume_writing": self._free,
        }
        for name, call in placed.items():
            setattr(connection, name, call)

    def _received(self, data: bytes, datatype: int | None = None) -> None:
        wait = self._bucket.spend(len(data))
        self._receive(data, datatype)
        if wait > 0:
            self._hold("rate")
            self._later(wait, lambda: self._let_go("rate"))

    def _full(self) -> None:
        # Whoever does not read could still ask for answers without an end.
        self._hold("full")
        self._stalled(True)

    def _free(self) -> None:
        self._let_go("full")
        self._stalled(False)

    def _hold(self, reason: str) -> None:
        if not self._reasons and not self._transport.is_closing():
            self._transport.pause_reading()
        self._reasons.add(reason)

    def _let_go(self, reason: str) -> None:
        self._reasons.discard(reason)
        if not self._reasons and not self._transport.is_closing():
            self._transport.resume_reading()
