"""Which face of the client fits the terminal, decided before anything heavy is loaded.

A full-screen client runs under a parent that puts the terminal back; that parent is to stay
small, so nothing but the standard library may be imported here.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper

from ..terminal.supervisor import Sayings, supervised

__all__ = ["Face", "by_lines", "in_terminal", "write_what_can_be_shown"]

Face = Callable[[int | None], int]
"""Runs a client; it is given the lifeline of its supervisor, and gives its exit status."""


def by_lines(plain: bool) -> bool:
    """Whether the client speaks in lines: it was asked to, or no screen can be had here."""
    screen = sys.stdin.isatty() and sys.stdout.isatty()
    return plain or not screen or os.environ.get("TERM", "dumb") == "dumb"


def in_terminal(plain: bool, client: Face, sayings: Sayings) -> int:
    """Run *client* in the way that suits the terminal; its exit status."""
    return client(None) if by_lines(plain) else supervised(client, sayings)


def write_what_can_be_shown() -> None:
    """Put a question mark for each sign that this terminal's encoding lacks."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")
