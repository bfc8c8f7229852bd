"""Real houses on this machine, each in a thread, and somebody on the wire who reads along."""

from __future__ import annotations

import threading
from contextlib import suppress

import pytest
import trio

from rummy_server.app import serve
from rummy_server.env import house_env
from rummy_server.identity import Identity
from rummy_server.journal import MemoryJournal
from rummy_server.pipe import TcpNetwork
from rummy_server.settings import Settings
from rummy_server.tls import TlsNetwork

from ...patience import PATIENCE
from ...ports import own_port


class InThread:
    """A Trio run of its own, so that a test may call what starts one itself."""

    def __init__(self):
        self._started = threading.Event()
        self._thread = threading.Thread(target=trio.run, args=(self._run,), daemon=True)
        self._thread.start()
        assert self._started.wait(PATIENCE)

    async def _run(self):
        self._token = trio.lowlevel.current_trio_token()
        with trio.CancelScope() as self._scope:
            await self.work(self._started.set)

    def end(self):
        with suppress(trio.RunFinishedError):
            self._token.run_sync_soon(self._scope.cancel)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


class House(InThread):
    """A server on a port of this machine; without an identity it encrypts nothing."""

    def __init__(self, identity, port=None):
        self.identity = identity
        self.port = port or own_port()
        super().__init__()

    async def work(self, started):
        network = TcpNetwork()
        if self.identity is not None:
            network = TlsNetwork(network, self.identity.server_context())
        settings = Settings(port=self.port, bot_pause_ms=0, goodbye_seconds=0.2)
        async with trio.open_nursery() as nursery:
            await nursery.start(serve, house_env(MemoryJournal(), network), settings)
            started()


class Wire(InThread):
    """Somebody between the clients and a port, who passes on all bytes and keeps them."""

    def __init__(self, port):
        self._to = port
        self.connections = []
        """Of each, what went there and what came back."""
        self._over = 0
        self._one_more = trio.lowlevel.ParkingLot()
        super().__init__()

    @property
    def there(self):
        return b"".join(there for there, _ in self.connections)

    @property
    def back(self):
        return b"".join(back for _, back in self.connections)

    async def work(self, started):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.port = listener.socket.getsockname()[1]
        started()
        async with trio.open_nursery() as nursery:
            await trio.serve_listeners(self._carry, [listener], handler_nursery=nursery)

    async def _carry(self, near):
        there, back = kept = bytearray(), bytearray()
        self.connections.append(kept)
        far = await trio.open_tcp_stream("127.0.0.1", self._to)
        async with near, far, trio.open_nursery() as nursery:
            nursery.start_soon(self._copy, near, far, there)
            nursery.start_soon(self._copy, far, near, back)
        self._over += 1
        self._one_more.unpark_all()

    def wait_until_all_is_over(self):
        """Until everything that was sent has come by here."""

        async def wait():
            with trio.fail_after(PATIENCE):
                while self._over < len(self.connections) or not self.connections:
                    await self._one_more.park()

        trio.from_thread.run(wait, trio_token=self._token)

    @staticmethod
    async def _copy(one, other, kept):
        with suppress(trio.BrokenResourceError, trio.ClosedResourceError):
            async for data in one:
                kept += data
                await other.send_all(data)
            await other.send_eof()


class Mute(InThread):
    """Takes connections, and says nothing on them."""

    async def work(self, started):
        (listener,) = await trio.open_tcp_listeners(0, host="127.0.0.1")
        self.port = listener.socket.getsockname()[1]
        started()
        await trio.serve_listeners(self._say_nothing, [listener])

    @staticmethod
    async def _say_nothing(stream):
        await trio.sleep_forever()


@pytest.fixture
def new_identity(tmp_path):
    """Makes the key of a house that was not there before."""
    made = []

    def make():
        folder = tmp_path / f"house {len(made)}"
        folder.mkdir()
        made.append(Identity.in_folder(folder))
        return made[-1]

    return make


@pytest.fixture
def started():
    """Starts houses and the like, and ends them after the test."""
    running = []

    def start(kind, *args):
        running.append(kind(*args))
        return running[-1]

    yield start
    for one in reversed(running):
        one.end()


@pytest.fixture
def open_house(started, new_identity):
    """Opens a house; unless it is *plain* it encrypts, with a new key if none is given."""

    def open_one(port=None, *, identity=None, plain=False):
        return started(House, None if plain else identity or new_identity(), port)

    return open_one


@pytest.fixture
def tap(started):
    """Somebody who listens on the way to *port*."""
    return lambda port: started(Wire, port)


@pytest.fixture
def mute(started):
    return started(Mute)
