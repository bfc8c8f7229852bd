"""Ports for what has to come back to the place where it was.

A port that the system chose may be given to anybody as long as nobody listens at it: to another
test, or to either end of a connection. Those below its range are given to nobody.
"""

from __future__ import annotations

import os
import socket
from itertools import count
from typing import Final

__all__ = ["own_port"]

_FIRST: Final = 12_000
_SPAN: Final = 18_000
_STEP: Final = 32
"""Ports that a process takes before it comes to those of its neighbour."""
_NEXT: Final = count(os.getpid() * _STEP)


def own_port() -> int:
    """A port of this machine that nobody has, and that nobody else is given."""
    for _ in range(_SPAN):
        port = _FIRST + next(_NEXT) % _SPAN
        with socket.socket() as probe:
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
        return port
    raise AssertionError("all ports are taken")
