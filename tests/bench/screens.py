"""A terminal for a program under measurement: 80 by 24, read back as text, with a clock."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import termios
import time
from collections.abc import Callable, Mapping
from typing import Final

import pyte
from measures import pin

__all__ = ["Terminal"]

COLUMNS: Final = 80
ROWS: Final = 24
ANSWERS: Final = (
    (re.compile(rb"\x1b\[6n"), b"\x1b[1;1R"),
    (re.compile(rb"\x1b\[0?c"), b"\x1b[?62;22c"),
)
"""What a program may ask a terminal, and what ours says."""


class Terminal:
    """Runs *command* on core 0 from the moment it is made; `close` kills it."""

    def __init__(self, command: list[str], env: Mapping[str, str]) -> None:
        self.began = time.perf_counter()
        self._pid, self._fd = pty.fork()
        if self._pid == 0:
            try:
                pin(0)
                os.execvpe(command[0], command, dict(env))
            finally:
                os._exit(127)
        size = struct.pack("HHHH", ROWS, COLUMNS, 0, 0)
        fcntl.ioctl(self._fd, termios.TIOCSWINSZ, size)
        self._screen = pyte.Screen(COLUMNS, ROWS)
        self._stream = pyte.ByteStream(self._screen)

    @property
    def lines(self) -> list[str]:
        return list(self._screen.display)

    def type(self, keys: str) -> None:
        os.write(self._fd, keys.encode())

    def read(self, timeout: float) -> bool:
        """Take in what the program wrote; whether there was anything."""
        if not select.select([self._fd], [], [], timeout)[0]:
            return False
        try:
            data = os.read(self._fd, 65536)
        except OSError:
            raise RuntimeError("the program ended:\n" + "\n".join(self.lines)) from None
        self._stream.feed(data)
        for question, answer in ANSWERS:
            for _ in question.finditer(data):
                os.write(self._fd, answer)
        return True

    def wait(self, seen: Callable[[list[str]], bool], limit: float) -> float:
        """Read until *seen* of the lines; the time at which it was so."""
        end = time.perf_counter() + limit
        while time.perf_counter() < end:
            if self.read(0.05) and seen(self.lines):
                return time.perf_counter()
        raise RuntimeError("this is all that was shown:\n" + "\n".join(self.lines))

    def close(self) -> None:
        os.kill(self._pid, signal.SIGKILL)
        os.waitpid(self._pid, 0)
        os.close(self._fd)
