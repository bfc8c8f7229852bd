"""The admin socket: a file in the data folder through which whoever may open it gives errands.

Who that is the file system says: the folder is its owner's alone, and so is the socket. What
comes in is bounded, in bytes and in time, all the same, and a broken errand ends alone.
"""

from __future__ import annotations

import os
import socket
import stat
from contextlib import suppress
from pathlib import Path
from typing import Final

import trio

from rummy_protocol.text import _

from .callers import Callers
from .language import LINE, Failed, NotUnderstood, read_errand, write_answer
from .nearby import nearby
from .office import Office

__all__ = ["Blocked", "Hatch"]

AT_ONCE: Final = 8
"""Connections; further ones are sent away."""
PATIENCE: Final = 10.0
"""Seconds that a line, and the taking of an answer, may need."""


class Blocked(Exception):
    """A socket cannot be had. The one line says which, and why."""


class Hatch:
    """The socket of one house."""

    def __init__(self, path: Path, office: Office) -> None:
        self._path = path
        self._office = office
        self._callers = Callers(AT_ONCE, self._converse)

    async def run(
        self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Serve until cancelled. No socket is left behind.

        Raises:
            Blocked: there is no room for a socket there.
        """
        listener = self._opened()
        try:
            with listener:
                await self._callers.receive(listener, task_status=task_status)
        finally:
            with suppress(OSError):
                self._path.unlink()

    def _opened(self) -> trio.socket.SocketType:
        listener = trio.socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        raw = socket.socket(fileno=os.dup(listener.fileno()))
        try:
            # The lock on the folder is ours, so a socket that lies there belongs to nobody.
            with suppress(FileNotFoundError):
                if stat.S_ISSOCK(self._path.lstat().st_mode):
                    self._path.unlink()
            umask = os.umask(0o177)
            try:
                with nearby(self._path) as name:
                    raw.bind(name)
            finally:
                os.umask(umask)
            raw.listen(AT_ONCE)
        except OSError as exc:
            listener.close()
            raise Blocked(
                _(
                    "Cannot make {file}: {why}.",
                    file=str(self._path),
                    why=str(exc.strerror or exc),
                )
            ) from exc
        finally:
            raw.close()
        return listener

    async def _converse(self, stream: trio.SocketStream) -> None:
        rest = b""
        while True:
            line, rest = await _line(stream, rest)
            if line is None:
                return
            try:
                errand = read_errand(line)
            except NotUnderstood as no:
                await _send(
                    stream, write_answer(Failed(_("Not understood: {why}", why=str(no))))
                )
                return
            await _send(stream, write_answer(await self._office.answer(errand)))


async def _line(stream: trio.SocketStream, rest: bytes) -> tuple[bytes | None, bytes]:
    """The next line and what came behind it; ``None`` if none came, or a longer one."""
    with trio.move_on_after(PATIENCE):
        while b"\n" not in rest:
            if len(rest) > LINE:
                return b"", b""
            data = await stream.receive_some(LINE)
            if not data:
                return None, b""
            rest += data
        line, _, rest = rest.partition(b"\n")
        return line, rest
    return None, b""


async def _send(stream: trio.SocketStream, data: bytes) -> None:
    with trio.move_on_after(PATIENCE) as patience:
        await stream.send_all(data)
    if patience.cancelled_caught:
        raise trio.BrokenResourceError
