"""A program on a real pseudo-terminal, whose output a terminal emulator reads."""

from __future__ import annotations

import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import termios
import time
from contextlib import suppress
from tempfile import TemporaryDirectory

import pyte

from rummy_client.terminal.frames import BEGIN, END

from ...patience import PATIENCE
from ...processes import children_of

KEPT = ("PATH", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
"""What the program is told of the environment of the tests."""


class PtyTerm:
    """One terminal with one program in it; the terminal outlives the program.

    Its screen shows whole frames, as synchronized output has them: half a picture is never
    seen, however slowly it comes in.
    """

    helping = 65536
    """Bytes that are read at once."""

    def __init__(self, command, columns=80, rows=24, env=None):
        self.master, self.slave = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self.raw = bytearray()
        self._shown = 0
        self._stream = pyte.ByteStream(self.screen)
        self.set_size(columns, rows)
        self.cooked = termios.tcgetattr(self.slave)
        variables = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        variables |= {name: os.environ[name] for name in KEPT if name in os.environ}
        self._home = TemporaryDirectory(ignore_cleanup_errors=True)
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=variables | {"HOME": self._home.name} | (env or {}),
            preexec_fn=self._own_the_terminal,
        )

    @staticmethod
    def _own_the_terminal():
        os.setsid()
        fcntl.ioctl(0, termios.TIOCSCTTY, 0)

    def set_size(self, columns, rows):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        self.set_size(columns, rows)

    def type(self, text):
        os.write(self.master, text.encode())

    def read(self, seconds):
        if not select.select([self.master], [], [], seconds)[0]:
            return False
        self.raw += os.read(self.master, self.helping)
        since = max(0, self._shown - len(BEGIN))
        begun, ended = (self.raw.rfind(mark.encode(), since) for mark in (BEGIN, END))
        self._show(begun if begun > ended else len(self.raw))
        return True

    def _show(self, until):
        """Show what has come in, as far as it is whole."""
        if until <= self._shown:
            return
        new = bytes(self.raw[self._shown : until])
        self._shown = until
        self._stream.feed(new)
        if b"\x1b[6n" in new:  # a terminal says where its cursor stands
            self.type(f"\x1b[1;{self.answer_column}R")

    answer_column = 2

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, what):
        """Read until *what*, a text or a test of the text, is on the screen."""
        met = what if callable(what) else lambda shown: what in shown
        end = time.monotonic() + PATIENCE
        seen = None
        while seen == self._shown or not met(self.text):
            seen = self._shown  # nothing new can be seen before that has grown
            more = self.read(0.1)
            gone = self.process.poll() is not None and not more
            assert not gone, f"the program ended without {what!r}:\n{self.text}"
            assert time.monotonic() < end, f"no {what!r} on the screen:\n{self.text}"
        return self.text

    def wait_end(self):
        """Read until the program has ended; its exit status."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            self.read(0.1)
            assert time.monotonic() < end, f"it goes on and on:\n{self.text}"
        while self.read(0):
            pass
        self._show(len(self.raw))
        return self.process.returncode

    def taken(self):
        """Wait until the program has read all that was typed."""
        end = time.monotonic() + PATIENCE
        while any(fcntl.ioctl(self.slave, termios.FIONREAD, bytes(4))):
            self.read(0.01)
            assert time.monotonic() < end, f"it does not listen:\n{self.text}"

    def settled(self):
        """Read until the program has answered to all that was typed and to its size.

        Whatever is typed after it is answered after it: the line for commands is opened, and
        dropped again. It is for tables at which a key means something.
        """
        self.type(":")
        self.wait_for(lambda shown: _last(shown).startswith(" :"))
        self.type("\x1b")
        self.wait_for(lambda shown: shown.strip() and not _last(shown).startswith(" :"))

    def children(self):
        """The processes that the program started, by their numbers."""
        return children_of(self.process.pid)

    def left_alone(self):
        """What of the terminal is as it was before the program came, by name."""

        def last(on, off):
            return self.raw.rfind(off) >= self.raw.rfind(on)

        return {
            "line discipline": termios.tcgetattr(self.slave) == self.cooked,
            "screen": last(b"\x1b[?1049h", b"\x1b[?1049l"),
            "cursor": last(b"\x1b[?25l", b"\x1b[?25h"),
            "paste": last(b"\x1b[?2004h", b"\x1b[?2004l"),
            "focus": last(b"\x1b[?1004h", b"\x1b[?1004l"),
            "title": last(b"\x1b[22;2t", b"\x1b[23;2t"),
        }

    def close(self):
        for number in self.children() if self.process.poll() is None else ():
            with suppress(ProcessLookupError):  # it may end by itself
                os.kill(number, signal.SIGKILL)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)
        self._home.cleanup()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()


def _last(shown):
    """The last line of a screen, in which a line that is typed stands."""
    return shown.rpartition("\n")[2]
