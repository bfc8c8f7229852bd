"""What a monitor on this machine may read over HTTP: ``/metrics`` and ``/health``.

It listens on the loopback address only and answers two questions; it serves no files, takes no
orders and knows nothing of who asks.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import h11
import trio

from rummy_protocol.text import _

from .callers import Callers
from .hatch import Blocked

__all__ = ["Page", "Window"]

HOST: Final = "127.0.0.1"
AT_ONCE: Final = 16
PATIENCE: Final = 10.0
"""Seconds that one question and its answer may take."""
CHUNK: Final = 4096

Page = Callable[[], tuple[int, str, bytes]]
"""Makes a page: status, content type, body."""


class Window:
    """A small HTTP server on a port of this machine."""

    def __init__(self, port: int, pages: dict[str, Page]) -> None:
        self._port = port
        self._pages = pages
        self._callers = Callers(AT_ONCE, self._converse)
        self.address: tuple[str, int] = (HOST, port)

    async def run(
        self, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        """Serve until cancelled.

        Raises:
            Blocked: the port cannot be had.
        """
        listener = trio.socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        with listener:
            try:
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
                await listener.bind((HOST, self._port))
                listener.listen(AT_ONCE)
            except OSError as exc:
                why = str(exc.strerror or exc)
                told = _(
                    "Cannot show metrics at port {port}: {why}. Choose another with --metrics.",
                    port=self._port,
                    why=why,
                )
                raise Blocked(told) from exc
            self.address = listener.getsockname()
            await self._callers.receive(listener, task_status=task_status)

    async def _converse(self, stream: trio.SocketStream) -> None:
        with trio.move_on_after(PATIENCE):
            await self._answer(stream)

    async def _answer(self, stream: trio.SocketStream) -> None:
        """Take one question, answer it, and hang up."""
        asker, head_only = h11.Connection(h11.SERVER), False
        try:
            asked = await _asked(asker, stream)
            if asked is None:
                return
            status, kind, body = self._page(asked)
            head_only = asked.method == b"HEAD"
        except h11.RemoteProtocolError:
            status, kind, body = 400, "text/plain", b"That was no question.\n"
        headers = [
            ("content-type", kind),
            ("content-length", str(len(body))),
            ("connection", "close"),
        ]
        with suppress(h11.LocalProtocolError):  # what it said leaves no answer open
            head = h11.Response(status_code=status, headers=headers)
            parts = (head, h11.Data(data=b"" if head_only else body), h11.EndOfMessage())
            await stream.send_all(b"".join(asker.send(part) or b"" for part in parts))
            await stream.send_eof()

    def _page(self, asked: h11.Request) -> tuple[int, str, bytes]:
        if asked.method not in (b"GET", b"HEAD"):
            return 405, "text/plain", b"This is only for reading.\n"
        path = asked.target.partition(b"?")[0].decode("ascii", "replace")
        page = self._pages.get(path)
        if page is None:
            return 404, "text/plain", b"There is /metrics, and /health.\n"
        return page()


async def _asked(asker: h11.Connection, stream: trio.SocketStream) -> h11.Request | None:
    """The head of a question; what comes behind it is not read."""
    while True:
        event = asker.next_event()
        if isinstance(event, h11.Request):
            return event
        if event is h11.NEED_DATA:
            asker.receive_data(await stream.receive_some(CHUNK))
        else:
            return None
