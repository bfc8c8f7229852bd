"""The gateway: it listens for ssh clients, and runs a visit for each session.

One thread and one Trio run for all of them, with asyncssh and the terminal library beneath.
It knows the house by its address and pin only, as any client does.
"""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from datetime import UTC, datetime
from itertools import chain, count
from pathlib import Path
from typing import Final

import asyncssh
import trio
from prompt_toolkit.application.current import get_app_or_none

from rummy_protocol.clean import clean
from rummy_protocol.text import _

from ..terminal import guest
from .caller import Caller
from .easel import Easel
from .errand import Errand, Opened
from .hostkey import host_key, own_folder
from .limits import Doorway
from .seats import tidy
from .visit import Visit, Way
from .visitor import Gate, Person, Visitor

__all__ = ["Gateway", "open_gateway", "run_gateway"]

_log: Final = logging.getLogger("rummy.ssh")

_NAME_CELLS: Final = 20
"""Of a name that ssh told; there is room for a number behind it."""
_FAREWELL: Final = 2
"""Seconds that last words may take."""


class Gateway:
    """The connections and visits that there are. Only its own tasks and asyncssh call it."""

    def __init__(self, errand: Errand, nursery: trio.Nursery) -> None:
        self._nursery = nursery
        self.doorway = Doorway(errand.limits, trio.current_time)
        seats = Path(errand.folder) / "seats"
        self._way = Way(errand.house, seats, self.doorway, Easel(guest.soon), trio.Lock())
        self.opened = Opened()
        self.visits: set[Visit] = set()
        self._names: set[str] = set()
        self._slots: set[int] = set()
        self._gate = Gate(self._nursery.start_soon, self._later, self._welcome)
        self._one_fewer = trio.Event()

    def visitor(self) -> Visitor:
        """Somebody has come to the door."""
        return Visitor(self.doorway, self._gate)

    def _later(self, seconds: float, call: Callable[[], None]) -> None:
        async def wait() -> None:
            await trio.sleep(seconds)
            call()

        self._nursery.start_soon(wait)

    def _welcome(self, caller: Caller, person: Person) -> None:
        self._nursery.start_soon(self._receive, caller, person)

    async def _receive(self, caller: Caller, person: Person) -> None:
        with self._named(person.login) as name, self._placed() as slot:
            visit = Visit(caller, person, name, slot, self._way)
            self.visits.add(visit)
            try:
                await visit.run()
            finally:
                self.visits.discard(visit)
                self._one_fewer.set()

    async def close(self) -> None:
        """Say to everybody that the house is closed, and wait until they have heard it."""
        for visit in self.visits:
            visit.over(_("The house is closed."))
        with trio.move_on_after(_FAREWELL, shield=True):
            while self.visits:
                self._one_fewer = trio.Event()
                await self._one_fewer.wait()
            await trio.sleep(0.05)

    @contextmanager
    def _named(self, login: str) -> Iterator[str]:
        """A name that nobody else here has."""
        told = clean(login, _NAME_CELLS).strip() or "Player"
        numbered = (f"{told} {n}" for n in count(2))
        name = next(one for one in chain([told], numbered) if one not in self._names)
        self._names.add(name)
        try:
            yield name
        finally:
            self._names.discard(name)

    @contextmanager
    def _placed(self) -> Iterator[int]:
        slot = next(n for n in count() if n not in self._slots)
        self._slots.add(slot)
        try:
            yield slot
        finally:
            self._slots.discard(slot)


@asynccontextmanager
async def open_gateway(errand: Errand) -> AsyncIterator[Gateway]:
    """An open gateway, inside `guest.run`; everybody has to go when the block ends.

    Raises:
        OSError: nothing can listen there.
        HostKeyFault: the key cannot be used.
    """
    folder = Path(errand.folder)
    key = host_key(folder)
    own_folder(folder / "seats")
    tidy(folder / "seats", datetime.now(UTC).timestamp())
    guest.on_loop_error(_failed)
    async with trio.open_nursery() as nursery:
        gateway = Gateway(errand, nursery)
        acceptor = await guest.aio(_listen(gateway, errand, key))
        gateway.opened = Opened(acceptor.get_port(), key.get_fingerprint())
        try:
            yield gateway
        finally:
            acceptor.close()
            await gateway.close()
            nursery.cancel_scope.cancel()


async def run_gateway(
    errand: Errand,
    opened: Callable[[Opened], None],
    stopped: Callable[[], Awaitable[None]],
) -> None:
    """Serve, inside `guest.run`, until *stopped* returns."""
    async with open_gateway(errand) as gateway:
        opened(gateway.opened)
        await stopped()


def _listen(
    gateway: Gateway, errand: Errand, key: asyncssh.SSHKey
) -> Awaitable[asyncssh.SSHAcceptor]:
    limits = errand.limits
    return asyncssh.create_server(
        gateway.visitor,
        "" if errand.bind == "*" else errand.bind,
        errand.port,
        config=[],
        server_host_keys=[key],
        server_version="Rummy",
        login_timeout=limits.enter_seconds,
        keepalive_interval=limits.silent_seconds,
        keepalive_count_max=2,
        compression_algs=["none"],
        gss_host=None,
        host_based_auth=False,
        password_auth=False,
        authorized_client_keys=None,
        agent_forwarding=False,
        x11_forwarding=False,
        allow_scp=False,
        sftp_factory=None,
        line_editor=False,
        rdns_lookup=False,
        window=32_768,
        max_pktsize=16_384,
    )


def _failed(error: BaseException) -> None:
    """Something went wrong in a callback: it ends the visit to which it belongs."""
    app = get_app_or_none()
    if app is not None and app.is_running and app.future is not None and not app.future.done():
        app.exit(exception=error)
    else:
        _log.error("ssh callback failed: %s", type(error).__name__, exc_info=error)
