"""A server process that is killed and started again, always on the same folder and port."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import trio

__all__ = ["House", "free_port"]


def free_port() -> int:
    with closing(socket.socket()) as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


class House:
    """One house, in as many lives as it takes."""

    def __init__(self, folder: Path, port: int, log: Path) -> None:
        self.folder = folder
        self.port = port
        self.lives = 0
        self._log = log
        self._process: trio.Process | None = None

    def command(self) -> Iterator[str]:
        yield from (sys.executable, "-m", "rummy_client.cli", "serve", "--bind", "127.0.0.1")
        yield from ("--port", str(self.port), "--pause", "0", "--data", str(self.folder))

    async def start(self) -> None:
        """Start a server; it may still be reading its journal when this comes back."""
        self.lives += 1
        with self._log.open("ab") as log:
            self._process = await trio.lowlevel.open_process(
                list(self.command()), stdout=subprocess.DEVNULL, stderr=log
            )

    async def kill(self) -> None:
        """SIGKILL: nothing is said, nothing is flushed."""
        assert self._process is not None, "it was started"
        os.kill(self._process.pid, signal.SIGKILL)
        await self._process.wait()

    async def stop(self) -> int:
        """SIGTERM; the exit status."""
        assert self._process is not None, "it was started"
        self._process.terminate()
        return await self._process.wait()

    @property
    def ended(self) -> int | None:
        """The exit status, if it has ended by itself."""
        return None if self._process is None else self._process.poll()
