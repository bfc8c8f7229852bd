"""Puts a server on one core and its load on another. It decides no figures."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

from measures import pin, resident_kib

__all__ = ["Contender", "contender", "server"]

HERE = Path(__file__).parent


@contextmanager
def _child(core: int, *command: str) -> Iterator[subprocess.Popen[str]]:
    """A Python program of this folder on *core*, killed in the end."""
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=HERE,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        preexec_fn=lambda: pin(core),
    )
    try:
        yield process
    finally:
        process.kill()
        process.wait()
        for pipe in (process.stdin, process.stdout):
            if pipe is not None:
                pipe.close()


def _line(process: subprocess.Popen[str]) -> str:
    assert process.stdout is not None
    line = process.stdout.readline()
    if not line:
        raise RuntimeError(f"{process.args} ended without an answer")
    return line


@contextmanager
def server(*command: str) -> Iterator[tuple[int, int]]:
    """A server of this folder that says READY; yields its process id and port."""
    with _child(0, *command) as process:
        word, port = _line(process).split()
        if word != "READY":
            raise RuntimeError(f"{command} said {word}")
        yield process.pid, int(port)


class Contender:
    """A server with its tables and the process that plays at them."""

    def __init__(self, name: str, pid: int, empty: int, load: subprocess.Popen[str]) -> None:
        self.name = name
        self.pid = pid
        self.empty_kib = empty
        self._load = load
        self.opened: dict[str, Any] = json.loads(_line(load))

    def ask(self, words: str) -> dict[str, Any]:
        """One line for the load, and its answer."""
        assert self._load.stdin is not None
        self._load.stdin.write(words + "\n")
        self._load.stdin.flush()
        answer: dict[str, Any] = json.loads(_line(self._load))
        return answer

    def grown_kib(self) -> int:
        """What the server's memory has grown by since it had no tables."""
        return _settled(self.pid) - self.empty_kib


def _settled(pid: int) -> int:
    """Resident memory after the server has collected its garbage."""
    for _ in range(2):
        os.kill(pid, signal.SIGUSR2)
        time.sleep(0.4)
    return resident_kib(pid)


@contextmanager
def contender(
    name: str, player: str, tables: int, command: list[str], *options: str
) -> Iterator[Contender]:
    """Start a server by *command*, and open *tables* tables with *player* at them."""
    with ExitStack() as stack:
        pid, port = stack.enter_context(server(*command))
        empty = _settled(pid)
        words = ["load.py", player, "--port", str(port), "--server", str(pid)]
        words += ["--tables", str(tables)]
        for option in options:
            words += ["--option", option]
        load = stack.enter_context(_child(1, *words))
        yield Contender(name, pid, empty, load)
