"""Other processes of a load: started, asked one line at a time, and looked at from outside."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, TypeAlias

import trio

__all__ = ["Child", "ask", "child", "counts", "cpu_seconds", "resident_kib"]

Child: TypeAlias = subprocess.Popen[str]

HERE: Final = Path(__file__).parent
TICK: Final = os.sysconf("SC_CLK_TCK")


@contextmanager
def child(core: int, *command: str) -> Iterator[Child]:
    """A Python program of this folder on *core*, killed in the end."""
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=HERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: os.sched_setaffinity(0, {core % (os.cpu_count() or 1)}),
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()


async def ask(process: Child, line: str) -> str:
    """What *process* answers to *line*."""

    def exchange() -> str:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(line + "\n")
        process.stdin.flush()
        told = process.stdout.readline()
        if not told:
            raise RuntimeError(f"{process.args} ended without an answer to {line}")
        return told

    return await trio.to_thread.run_sync(exchange)


async def counts(process: Child, word: str) -> list[int]:
    """What *process* answers, as numbers."""
    return [int(part) for part in (await ask(process, word)).split()]


def resident_kib(pid: int, what: str = "VmRSS") -> int:
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith(what))


def cpu_seconds(pid: int) -> float:
    """Time of the processor that *pid* has used so far."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICK
