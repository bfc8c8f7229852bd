"""Processes as the system tells of them, which may be gone while they are asked about."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

__all__ = ["children_of", "runs"]


def _told(number: int, what: str) -> str:
    """What is told about a process; nothing about one that is gone."""
    with suppress(FileNotFoundError, ProcessLookupError):
        return Path(f"/proc/{number}/{what}").read_text()
    return ""


def runs(number: int) -> bool:
    """Whether there is such a process, and it has not ended."""
    state = _told(number, "stat").rpartition(")")[2].split()
    return bool(state) and state[0] != "Z"


def children_of(number: int) -> list[int]:
    """The processes that this one has started, whichever of its threads did it."""
    threads: list[str] = []
    with suppress(FileNotFoundError, ProcessLookupError):
        threads = sorted(os.listdir(f"/proc/{number}/task"), key=int)
    told = [_told(number, f"task/{thread}/children") for thread in threads]
    return [int(child) for children in told for child in children.split()]
