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

import pyte

from ...patience import PATIENCE

KEPT = ("PATH", "PYTHONPATH", "PYTHONDONTWRITEBYTECODE")
"""What the program is told of the environment of the tests."""


class PtyTerm:
    """One terminal with one program in it; the terminal outlives the program."""

    def __init__(self, command, columns=80, rows=24, env=None):
        self.master, self.slave = pty.openpty()
        self.screen = pyte.Screen(columns, rows)
        self.raw = bytearray()
        self._stream = pyte.ByteStream(self.screen)
        self.set_size(columns, rows)
        self.cooked = termios.tcgetattr(self.slave)
        variables = {"TERM": "xterm-256color", "LANG": "C.UTF-8"}
        variables |= {name: os.environ[name] for name in KEPT if name in os.environ}
        self.process = subprocess.Popen(
            command,
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=variables | {"HOME": "/nonexistent"} | (env or {}),
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
        data = os.read(self.master, 65536)
        self.raw += data
        self._stream.feed(data)
        if b"\x1b[6n" in data:  # a terminal says where its cursor stands
            self.type(f"\x1b[1;{self.answer_column}R")
        return True

    answer_column = 2

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait_for(self, what):
        """Read until *what*, a text or a test of the text, is on the screen."""
        met = what if callable(what) else lambda shown: what in shown
        end = time.monotonic() + PATIENCE
        while not met(self.text):
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
        return self.process.returncode

    def children(self):
        """The processes that the program started, by their numbers."""
        path = f"/proc/{self.process.pid}/task/{self.process.pid}/children"
        with open(path) as file:
            return [int(number) for number in file.read().split()]

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
            os.kill(number, signal.SIGKILL)
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()
