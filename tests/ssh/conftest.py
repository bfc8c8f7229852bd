"""A house with a door for ssh, and people who come through it, all in one process.

The house, the gateway and the ssh clients share one Trio run, as the gateway does with its
visits. What a visitor sees is a pyte screen.
"""

from __future__ import annotations

import asyncio
import math
import re
from contextlib import aclosing, asynccontextmanager, suppress
from functools import partial

import asyncssh
import pyte
import pytest
import trio

from rummy_client.link import Link
from rummy_client.plain.client import run_plain
from rummy_client.secure import sealed
from rummy_client.ssh.errand import Errand, House
from rummy_client.ssh.gateway import open_gateway
from rummy_client.ssh.limits import Limits
from rummy_client.terminal import guest
from rummy_server.app import Server
from rummy_server.env import seeded_env
from rummy_server.identity import Identity
from rummy_server.pipe import TcpNetwork
from rummy_server.settings import Settings
from rummy_server.tls import TlsNetwork

from ..patience import PATIENCE, come_true

YOUR_TURN = r"(It is your turn|You may).*\n|Deal \d+ is over.*\n"


class NoKey(asyncssh.SSHClient):
    """A client that answers as OpenSSH does when it is asked nothing."""

    def kbdint_auth_requested(self):
        return ""

    def kbdint_challenge_received(self, name, instructions, lang, prompts):
        return [] if not prompts else None


class Screen:
    """A session on a terminal at the far end."""

    def __init__(self, process, columns, rows):
        self.process = process
        self.screen = pyte.Screen(columns, rows)
        self.raw = ""
        self.ended = False
        self._stream = pyte.Stream(self.screen)

    @property
    def text(self):
        return "\n".join(line.rstrip() for line in self.screen.display)

    async def read(self):
        some = await guest.aio(self.process.stdout.read(65_536))
        self.ended = not some
        self.raw += some
        self._stream.feed(some)

    async def until(self, pattern):
        """Look at the screen until *pattern* stands on it."""
        with trio.move_on_after(PATIENCE):
            while not re.search(pattern, self.text):
                if self.ended:
                    break
                await self.read()
            else:
                return self.text
        raise AssertionError(f"{pattern!r} was not shown:\n{self.text}")

    async def press(self, keys, pattern=None):
        self.process.stdin.write(keys)
        return await self.until(pattern) if pattern else None

    def resize(self, columns, rows):
        self.screen.resize(rows, columns)
        self.process.change_terminal_size(columns, rows)

    async def leave(self):
        """Leave as a player does, who is asked whether he means it; the exit status."""
        await self.press("qy")
        return await self.end()

    async def end(self):
        """Read to the end; the exit status."""
        with trio.fail_after(PATIENCE):
            while not self.ended:
                await self.read()
            await guest.aio(self.process.wait_closed())
        return self.process.exit_status


class Lines:
    """A session by lines at the far end."""

    def __init__(self, process):
        self.process = process
        self.heard = ""

    def say(self, *lines):
        for line in lines:
            self.process.stdin.write(f"{line}\n")

    async def read(self):
        return await guest.aio(self.process.stdout.read(65_536))

    async def until(self, pattern):
        """All that has been heard since the last time, up to what *pattern* fits."""
        with trio.move_on_after(PATIENCE):
            while not (found := re.search(pattern, self.heard)):
                some = await self.read()
                if not some:
                    break
                self.heard += some
            else:
                told, self.heard = self.heard[: found.end()], self.heard[found.end() :]
                return told
        raise AssertionError(f"{pattern!r} was not heard:\n{self.heard}")

    async def play_deal(self):
        """Play as a sensible player would, until the deal is over."""
        while "is over" not in await self.until(YOUR_TURN):
            self.say("hint")
            hint = await self.until("Hint: .*\n|is over.*\n")
            if "is over" in hint:
                break
            self.say(hint.rpartition("Hint: ")[2].strip())

    async def end(self):
        with trio.fail_after(PATIENCE):
            while some := await self.read():
                self.heard += some
            await guest.aio(self.process.wait_closed())
        return self.process.exit_status


class AtHome(Lines):
    """Somebody who has the client himself, and comes through the other door."""

    def __init__(self, house):
        super().__init__(None)
        self._say, self._said = trio.open_memory_channel(math.inf)
        self._write, self._written = trio.open_memory_channel(math.inf)
        where = (house.host, house.port)
        self._link = Link(sealed(*where, house.pin), "Cy", where=where, pin=house.pin)

    async def run(self):
        write = self._write.send_nowait
        async with aclosing(self._lines()) as lines:
            await run_plain(self._link, lines, write, signals=False)

    async def _lines(self):
        async for line in self._said:
            yield line

    def say(self, *lines):
        for line in lines:
            self._say.send_nowait(line)

    async def read(self):
        return f"{await self._written.receive()}\n"


class Evening:
    """An open house with a gateway, and whoever is told to come."""

    def __init__(self, server, gateway, house, nursery):
        self.nursery = nursery
        self.server = server
        self.gateway = gateway
        self.house = house
        self.port = gateway.opened.port
        self.connections = []

    async def connect(self, login="ada", key=None, **more):
        options = {
            "username": login,
            "client_keys": [key] if key is not None else [],
            "known_hosts": None,
            "config": None,
            "agent_path": None,
            "client_factory": NoKey,
            **more,
        }
        connection = await guest.aio(asyncssh.connect("127.0.0.1", self.port, **options))
        self.connections.append(connection)
        return connection

    async def screen(self, connection, columns=80, rows=24, term="xterm-256color", **more):
        size = (columns, rows)
        opening = connection.create_process(term_type=term, term_size=size, **more)
        return Screen(await guest.aio(opening), min(columns, 240) or 80, min(rows, 70) or 24)

    async def lines(self, connection, command="plain", **more):
        return Lines(await guest.aio(connection.create_process(command, **more)))

    def at_home(self):
        person = AtHome(self.house)
        self.nursery.start_soon(person.run)
        return person

    async def nobody(self):
        """Have everybody hang up, and wait until nothing is left of them."""
        for connection in self.connections:
            connection.close()
        await come_true(lambda: not self.left())

    def left(self):
        return [
            *self.gateway.visits,
            *range(self.gateway.doorway.inside),
            *self.server.sessions,
            *(task for task in asyncio.all_tasks() if "_host" not in repr(task)),
        ]


@asynccontextmanager
async def opened(folder, limits, seed, settings):
    settings = Settings(**{"host": "127.0.0.1", "port": 0, "bot_pause_ms": 0, **settings})
    identity = Identity.in_folder(folder)
    network = TlsNetwork(TcpNetwork(), identity.server_context())
    env = seeded_env(seed, network)
    server = Server(env, settings)
    async with trio.open_nursery() as nursery:
        listener = await network.listen(settings.host, settings.port)
        address = await nursery.start(partial(server.run, listener))
        house = House("127.0.0.1", address.port, identity.pin)
        errand = Errand(
            bind="127.0.0.1", port=0, house=house, folder=str(folder / "ssh"), limits=limits
        )
        async with open_gateway(errand) as gateway:
            evening = Evening(server, gateway, house, nursery)
            try:
                yield evening
            finally:
                for connection in evening.connections:
                    with suppress(Exception):
                        connection.abort()
        nursery.cancel_scope.cancel()


@pytest.fixture
def spend(tmp_path):
    """Runs a scenario, an async function of an evening, from beginning to end."""
    folder = tmp_path / "house"
    folder.mkdir(mode=0o700)

    def run(scenario, limits=None, seed=2, **settings):
        async def main():
            async with opened(folder, limits or Limits(), seed, settings) as evening:
                with trio.fail_after(2 * PATIENCE):
                    await scenario(evening)

        guest.run(main)

    run.folder = folder
    return run


@pytest.fixture(scope="session")
def keys():
    """Two people's keys."""
    return [asyncssh.generate_private_key("ssh-ed25519") for _ in range(2)]
