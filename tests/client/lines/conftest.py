"""A plain client at two real pipes, in front of a real house in memory."""

from __future__ import annotations

import os
from contextlib import aclosing, asynccontextmanager

import pytest
import trio

from rummy_client.link import Link
from rummy_client.plain.client import printer, run_plain, typed_lines
from rummy_server.app import serve
from rummy_server.env import seeded_env
from rummy_server.memory import MemoryNetwork
from rummy_server.settings import Settings

from ...patience import PATIENCE

NAMES = ("Ann", "Bob", "Eve")


class Way(trio.abc.Stream):
    """A pipe of the house in the shape that a link wants."""

    def __init__(self, pipe):
        self._pipe = pipe

    async def send_all(self, data):
        while data:
            data = data[self._pipe.send_now(data) :]
            await self._pipe.wait_writable()

    async def wait_send_all_might_not_block(self):
        await self._pipe.wait_writable()

    async def receive_some(self, max_bytes=None):
        return await self._pipe.receive_some()

    async def aclose(self):
        self._pipe.close()
        await trio.lowlevel.checkpoint()


class Terminal:
    """What lies at the other end of the pipes: it types, and reads all that is put out."""

    def __init__(self, network, name, folder, **options):
        self.network = network
        self.bytes = b""
        self.lines = []
        self.goodbye = None
        self._link = Link(self._connect, name, where=("den", 1), folder=folder)
        self._options = options
        self._input, self._typed = os.pipe()
        self._output, self._told = os.pipe()
        self._unread = []

    async def _connect(self):
        await trio.lowlevel.checkpoint()
        return Way(self.network.connect())

    async def run(self):
        with os.fdopen(self._told, "w", encoding="utf-8") as paper:
            async with aclosing(typed_lines(self._input)) as lines:
                self.goodbye = await run_plain(
                    self._link, lines, printer(paper), **self._options
                )

    def type(self, text):
        """Type *text* as it is, whole lines or a part of one."""
        os.write(self._typed, text.encode())

    def say(self, *lines):
        self.type("".join(f"{line}\n" for line in lines))

    async def next(self):
        """The next line; ``None`` after the last."""
        while not self._unread:
            with trio.move_on_after(PATIENCE) as waiting:
                await trio.lowlevel.wait_readable(self._output)
            assert not waiting.cancelled_caught, f"nothing more is told: {self.lines[-15:]}"
            data = os.read(self._output, 65536)
            if not data:
                return None
            whole = len(self.bytes.rpartition(b"\n")[0])
            self.bytes += data
            new = self.bytes[whole:].rpartition(b"\n")[0].decode()
            self._unread = [line for line in new.split("\n") if line]
        self.lines.append(self._unread.pop(0))
        return self.lines[-1]

    async def until(self, part):
        """The lines up to the first that has *part* in it."""
        told = []
        while (line := await self.next()) is not None:
            told.append(line)
            if part in line:
                return told
        raise AssertionError(f"{part!r} was never told; last: {self.lines[-15:]}")

    async def asked(self, *words):
        """What is told from now until *words* have been answered."""
        self.say(*words, "help quit")
        return (await self.until("quit: "))[:-1]

    def close(self):
        for one in (self._input, self._typed, self._output):
            os.close(one)


@asynccontextmanager
async def a_house():
    network = MemoryNetwork()
    settings = Settings(bot_pause_ms=0, request_burst=1000, action_burst=1000)
    async with trio.open_nursery() as nursery:
        await nursery.start(serve, seeded_env(7, network), settings)
        yield network
        nursery.cancel_scope.cancel()


@pytest.fixture
def at_pipes(tmp_path):
    """A house, and a terminal at it; several if they are asked for."""

    @asynccontextmanager
    async def open_terminals(count=1, **options):
        # There is one of each signal: several who heed it would not give it back in turn.
        options.setdefault("signals", count == 1)
        async with a_house() as network, trio.open_nursery() as nursery:
            terminals = [
                Terminal(network, name, tmp_path / name, **options) for name in NAMES[:count]
            ]
            for terminal in terminals:
                nursery.start_soon(terminal.run)
            yield terminals[0] if count == 1 else terminals
            nursery.cancel_scope.cancel()
        for terminal in terminals:
            terminal.close()

    return open_terminals
