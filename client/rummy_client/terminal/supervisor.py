"""The parent process that puts the terminal back after every ending of the client.

A client that is killed, or that crashes in the interpreter, cannot clean up after itself.
This process does nothing but wait for it. It is forked before anything heavy is imported, so
nothing but the standard library may be imported here.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import termios
from collections.abc import Callable
from types import FrameType
from typing import Any, Final, NamedTuple

__all__ = ["RESET", "Sayings", "supervised"]


class Sayings(NamedTuple):
    """What a client is not there to say itself any more, in the language of its player."""

    killed: Callable[[str], str] = "The client was ended by {}.".format
    """Is given the name of a signal."""
    failed: Callable[[str], str] = "An error of ours ended the client: {}".format
    """Is given an error in ASCII."""


RESET: Final = (
    "\x1b[?1049l"  # the ordinary screen
    "\x1b[?25h"  # the cursor is shown
    "\x1b[?1004l"  # whether it is looked at is not reported
    "\x1b[23;2t"  # the title from before, where it was put aside
    "\x1b[?2004l"  # pasted text is not bracketed
    "\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1006l\x1b[?1015l"  # no mouse reports
    "\x1b[?1l\x1b>"  # ordinary cursor keys and keypad
    "\x1b[0m\r"
)
"""Undoes all that a full-screen program may have switched on."""

_FORWARDED: Final = (signal.SIGTERM, signal.SIGHUP)


def supervised(client: Callable[[int | None], int], sayings: Sayings | None = None) -> int:
    """Run *client* in a child process, put the terminal back when it ends; its exit status.

    *client* gets a file descriptor that becomes readable when this process is no more, or
    ``None`` where there is no terminal to look after; then it runs in this very process.
    """
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return client(None)
    sayings = sayings or Sayings()
    terminal = sys.stdin.fileno()
    saved = termios.tcgetattr(terminal)
    lifeline, held = os.pipe()
    sys.stdout.flush()
    sys.stderr.flush()
    child = os.fork()
    if child == 0:
        os.close(held)
        _end(client, lifeline, sayings)
    os.close(lifeline)
    status = _wait_for(child)
    _put_back(terminal, saved, os.WIFSIGNALED(status))
    if not os.WIFSIGNALED(status):
        return os.WEXITSTATUS(status)
    number = os.WTERMSIG(status)
    name = signal.Signals(number).name
    sys.stderr.write(f"rummy: {sayings.killed(name)}\n")
    return 128 + number


def _end(client: Callable[[int | None], int], lifeline: int, sayings: Sayings) -> None:
    """The whole life of the child."""
    status = 70
    try:
        status = client(lifeline)
    except SystemExit as wanted:
        status = wanted.code if isinstance(wanted.code, int) else int(wanted.code is not None)
    except KeyboardInterrupt:
        status = 130
    except Exception as error:  # noqa: BLE001 - client barrier: a line, not silence
        what = f"{type(error).__name__}: {error}".encode("ascii", "backslashreplace").decode()
        sys.stderr.write(f"rummy: {sayings.failed(what)}\n")
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(status)


def _wait_for(child: int) -> int:
    """The status with which *child* ends. What is meant for it is handed on to it."""

    def forward(number: int, frame: FrameType | None) -> None:
        with contextlib.suppress(ProcessLookupError):  # it may just have ended
            os.kill(child, number)

    for number in _FORWARDED:
        signal.signal(number, forward)
    # A key that means an interrupt reaches both of us; the child answers it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGQUIT, signal.SIG_IGN)
    return os.waitpid(child, 0)[1]


def _put_back(terminal: int, saved: list[Any], abrupt: bool) -> None:
    # A process in the background that touches the terminal is stopped, unless it says so.
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)
    try:
        # Whoever left the line discipline changed has put nothing back.
        if abrupt or termios.tcgetattr(terminal) != saved:
            os.write(sys.stdout.fileno(), RESET.encode())
        termios.tcsetattr(terminal, termios.TCSADRAIN, saved)
    except (OSError, termios.error):
        pass  # the terminal itself is gone
