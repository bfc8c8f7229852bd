"""One session as ssh sees it: a channel on which the game is asked for, and nothing else.

asyncssh calls the methods above the line, a visit those below it; both live in one thread.
What is typed and what is shown is not looked at in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import asyncssh
import trio

from ..screen import Size

__all__ = ["Caller", "clamped"]

PLAIN: Final = "plain"
"""The one command there is: to play by lines."""
_USUAL: Final = Size(80, 24)
_LARGEST: Final = Size(240, 70)
_TYPED_AHEAD: Final = 2048
"""Signs that may wait to be looked at before no more are read."""


class Caller(asyncssh.SSHServerSession[str]):
    """The channel of one session."""

    def __init__(
        self, begin: Callable[[Caller], None], changed: Callable[[], None], unsent_bytes: int
    ) -> None:
        """Wait for what is asked for.

        Args:
            begin: called when a game can begin.
            changed: called when the session is gone, or stalls, or goes on.
            unsent_bytes: with more than this unsent the session stalls.
        """
        self._begin = begin
        self._changed = changed
        self._unsent_bytes = unsent_bytes
        self._channel: asyncssh.SSHServerChannel[str] | None = None
        self._asked_plain = False
        self._typed = ""
        self._more = trio.Event()
        self._ended = False
        """Whether nothing more will be typed."""
        self._full: set[str] = set()
        self.began = False
        self.gone = False
        self.scope = trio.CancelScope()
        """Of the visit; cancelled when the channel is gone."""
        self.resized: Callable[[], None] = lambda: None
        self.readable: Callable[[], None] = lambda: None
        """Called when the other side reads again."""

    # --- what asyncssh calls ---------------------------------------------------------------

    def connection_made(self, chan: asyncssh.SSHServerChannel[str]) -> None:
        self._channel = chan
        chan.set_write_buffer_limits(self._unsent_bytes, self._unsent_bytes // 4)

    def pty_requested(self, *told: object) -> bool:
        return True

    def shell_requested(self) -> bool:
        return True

    def exec_requested(self, command: str) -> bool:
        self._asked_plain = command.strip() == PLAIN
        return self._asked_plain

    def subsystem_requested(self, subsystem: str) -> bool:
        return False

    def session_started(self) -> None:
        self.began = True
        self._begin(self)

    def data_received(self, data: str, datatype: int | None) -> None:
        self._typed += data
        if len(self._typed) > _TYPED_AHEAD and self._channel is not None:
            self._channel.pause_reading()
        self._more.set()

    def eof_received(self) -> bool:
        self._ended = True
        self._more.set()
        return True

    def terminal_size_changed(
        self, width: int, height: int, pixwidth: int, pixheight: int
    ) -> None:
        self.resized()

    def pause_writing(self) -> None:
        self.fill("channel")

    def resume_writing(self) -> None:
        self.drain("channel")

    def connection_lost(self, exc: Exception | None) -> None:
        self.gone = True
        self.scope.cancel()
        self._changed()

    # --- what a visit calls ----------------------------------------------------------------

    def fill(self, why: str) -> None:
        """The other side reads no more, there or there."""
        self._full.add(why)
        self._changed()

    def drain(self, why: str) -> None:
        """It reads again."""
        self._full.discard(why)
        self._changed()
        if not self._full:
            self.readable()

    @property
    def full(self) -> bool:
        """Whether what is written now would only wait."""
        return bool(self._full)

    @property
    def by_lines(self) -> bool:
        """Whether the person plays by lines: as he asked, or for want of a screen."""
        return self._asked_plain or self.term in ("", "dumb")

    @property
    def echoes(self) -> bool:
        """Whether the person sees what he types only if it is sent back."""
        return self._channel is not None and self._channel.get_terminal_type() is not None

    @property
    def term(self) -> str:
        """What the terminal is called; empty if there is none."""
        found = self._channel.get_terminal_type() if self._channel is not None else None
        return found[:64] if found is not None and found.isprintable() else ""

    @property
    def size(self) -> Size:
        """Of the terminal."""
        if self._channel is None:
            return _USUAL
        width, height, *_ = self._channel.get_terminal_size()
        return clamped(width, height)

    def variables(self) -> Mapping[str, str]:
        """What a client would find in the environment; no more was kept than it needs.

        A terminal of which nothing is said is taken for one of today, with UTF-8.
        """
        sent = dict(self._channel.get_environment()) if self._channel is not None else {}
        told = {name: value for name, value in sent.items() if value.isprintable()}
        if not any(told.get(name) for name in ("LANG", "LC_ALL", "LC_CTYPE")):
            told["LC_CTYPE"] = "C.UTF-8"
        return {"TERM": self.term, **told}

    async def typed(self, most: int) -> str:
        """What has been typed, at most so much of it; empty: there will be no more."""
        while not self._typed and not self._ended:
            self._more = trio.Event()
            await self._more.wait()
        told, self._typed = self._typed[:most], self._typed[most:]
        if len(self._typed) <= _TYPED_AHEAD and self._channel is not None:
            self._channel.resume_reading()
        return told

    @property
    def waiting(self) -> bool:
        """Whether something has been typed that was not looked at yet."""
        return bool(self._typed)

    def write(self, text: str) -> None:
        """Show *text*, unless nobody is there any more."""
        if self._channel is not None and not self.gone:
            try:
                self._channel.write(text)
            except OSError:
                self.gone = True

    def leave(self, status: int) -> None:
        """End the session as a program does that ends with *status*."""
        if self._channel is not None and not self.gone:
            try:
                self._channel.exit(status)
            except OSError:
                self.gone = True


def clamped(width: int, height: int) -> Size:
    """A size that can be drawn: some clients send nothing, and others more than there is."""
    if not width or not height:
        return _USUAL
    return Size(min(width, _LARGEST.columns), min(height, _LARGEST.rows))
