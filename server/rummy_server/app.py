"""The server as a whole: it listens, lets people in, and stops cleanly when it is told to."""

from __future__ import annotations

import errno
import signal
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from typing import Final, Protocol

import msgspec
import trio

from rummy_protocol.codec import encode
from rummy_protocol.messages import Goodbye

from .clock import Alarms
from .collector import seldom_collecting
from .descriptors import OWN, make_room
from .door import Door
from .env import Env, real_env
from .journal import Kept, StorageFailed
from .lobby import Lobby, Spawn
from .logbook import DEBUG, ERROR, INFO, WARNING, note
from .pipe import Listener, Pipe
from .session import Session
from .settings import Settings

__all__ = [
    "Address",
    "Beside",
    "Server",
    "Settings",
    "StartAgain",
    "real_env",
    "serve",
    "serve_until_stopped",
]

SPENT: Final = (errno.EMFILE, errno.ENFILE, errno.ENOBUFS, errno.ENOMEM)
"""There is no room for another connection just now."""
BROKEN: Final = (errno.EBADF, errno.EINVAL, errno.ENOTSOCK, errno.EOPNOTSUPP)
"""The listener itself is gone; going on would be a loop without an end."""

PAUSE: Final = 0.1


class Address(msgspec.Struct, frozen=True):
    """Where the server can be reached."""

    host: str
    port: int


class StartAgain(Exception):
    """The house has closed, and whatever looks after it shall start it again."""


class Beside(Protocol):
    """Something that runs beside a server, from its opening to its end."""

    async def __call__(self, server: Server, *, task_status: trio.TaskStatus[None]) -> None: ...


class Server:
    """A running server: its tables, its sessions, and what they share."""

    def __init__(self, env: Env, settings: Settings, beside: Sequence[Beside] = ()) -> None:
        self._env = env
        self._settings = settings
        self._beside = beside
        self._left = trio.Event()
        self._again = False
        self.let_in = 0
        """Connections so far; each is known by its number."""
        self.now = env.time.now
        self.turned_away: Counter[str] = Counter()
        """Connections that were not let in, by why."""
        self.alarms = Alarms(env.time.now)
        self.door = Door(settings, env.time.now)
        self.lobby: Lobby
        self.sessions: set[Session] = set()
        self.back_in = settings.back_seconds
        """After so many seconds those shall come back who are here when it stops; 0: never."""
        self._spawn: Spawn
        self._one_fewer = trio.lowlevel.ParkingLot()

    async def run(
        self,
        listener: Listener,
        *,
        task_status: trio.TaskStatus[Address] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Serve whoever comes to *listener*, until cancelled."""
        kept = await self._env.store.begin()
        async with trio.open_nursery() as nursery:
            inside = await nursery.start(self._run_inside, kept)
            try:
                await self.lobby.take_over()
                for one in self._beside:
                    await nursery.start(partial(one, self))
                nursery.start_soon(self._leave_when_told, nursery.cancel_scope)
                nursery.start_soon(self._watch_store)
                nursery.start_soon(self._beat)
                note(INFO, "open", tables=len(self.lobby.tables))
                task_status.started(Address(*listener.address))
                await self.accept_from(listener)
            finally:
                listener.close()
                try:
                    with trio.CancelScope(shield=True):
                        await self.stop(self.back_in)
                finally:
                    inside.cancel()

    def leave(self, back_in: int | None = None, *, again: bool = False) -> None:
        """Close the house soon.

        Args:
            back_in: after how many seconds people shall come back, if not as usual.
            again: whether it shall be started again; then `run` raises `StartAgain`.
        """
        self.back_in = self.back_in if back_in is None else back_in
        self._again = again
        self._left.set()

    async def _leave_when_told(self, scope: trio.CancelScope) -> None:
        await self._left.wait()
        if self._again:
            raise StartAgain
        scope.cancel()

    async def _watch_store(self) -> None:
        try:
            await self._env.store.broken()
        except StorageFailed as exc:
            note(ERROR, "store-failed", why=str(exc))
            raise

    async def _beat(self) -> None:
        """Note now and then that the house is open, so that clocks know how long it was."""
        while True:
            await trio.sleep(self._settings.beat_seconds)
            await self._env.store.beat(self.lobby.house_time())

    async def _run_inside(
        self, kept: Kept, *, task_status: trio.TaskStatus[trio.CancelScope]
    ) -> None:
        """Tables, sessions and alarms: a cancelled server stops these itself, and last."""
        with trio.CancelScope(shield=True) as inside:
            async with trio.open_nursery() as nursery:
                self._spawn = nursery.start_soon
                self.lobby = Lobby(self._env, self._settings, self.alarms, self._spawn, kept)
                nursery.start_soon(self.alarms.run)
                task_status.started(inside)
                await trio.sleep_forever()

    async def accept_from(self, listener: Listener) -> None:
        """Let everybody in, whatever the network says meanwhile."""
        spent = False
        while True:
            # However many are waiting: those who are inside have their turn between any two.
            await trio.lowlevel.checkpoint()
            try:
                pipe, address = await listener.accept()
            except OSError as exc:
                if exc.errno in BROKEN:
                    raise
                if exc.errno in SPENT:
                    if not spent:
                        note(WARNING, "no-room", errno=exc.errno)
                    spent = True
                    await trio.sleep(PAUSE)
                continue
            spent = False
            self._receive(pipe, address)

    def _receive(self, pipe: Pipe, address: str) -> None:
        why = self.door.enter(address)
        if why is not None:
            self.turned_away[why] += 1
            with suppress(OSError):
                pipe.send_now(encode(Goodbye(why)))
                pipe.close()
            return
        try:
            session = Session(
                pipe,
                address,
                self.lobby,
                self.door,
                self.alarms,
                self._env.time,
                self._settings,
                self._spawn,
            )
        except Exception:  # noqa: BLE001 the barrier: nothing that comes in ends the loop
            note(ERROR, "not-received")
            self.door.leave(address)
            pipe.close()
            return
        self.let_in += 1
        session.number = self.let_in
        self.sessions.add(session)
        note(DEBUG, "connected", session=session.number, address=address)
        kept_waiting = self.door.waits(session)
        if kept_waiting is not None:
            kept_waiting.turn_out()
        self._spawn(self._serve, session, address)

    async def _serve(self, session: Session, address: str) -> None:
        try:
            await session.run()
        finally:
            self.sessions.discard(session)
            self._one_fewer.unpark()
            self.door.waits_no_more(session)
            self.door.leave(address)

    async def stop(self, back_in: int = 0) -> None:
        """Tell everybody, and give them a moment to take it in.

        Args:
            back_in: after how many seconds they shall come back; 0: it is for good.
        """
        note(INFO, "closing", sessions=len(self.sessions), back_in=back_in)
        for session in sorted(self.sessions, key=lambda session: session.number):
            session.stop(back_in)
        with trio.move_on_after(self._settings.goodbye_seconds):
            while self.sessions:
                await self._one_fewer.park()
        # To the second: whoever is behind a table comes back to the same place behind it. A
        # store that does not answer any more is not waited for.
        with trio.move_on_after(self._settings.goodbye_seconds), suppress(StorageFailed):
            await self._env.store.beat(self.lobby.house_time())


async def serve(
    env: Env,
    settings: Settings,
    beside: Sequence[Beside] = (),
    *,
    task_status: trio.TaskStatus[Address] = trio.TASK_STATUS_IGNORED,
) -> None:
    """Host tables until cancelled. Then everybody is told, and nothing is left behind.

    Raises:
        StartAgain: in a group: it was not cancelled, but told to.
    """
    # With a few descriptors to spare people are turned away in words, and the store and the
    # listener never go without.
    room = max(1, make_room(settings.connections) - OWN)
    settings = msgspec.structs.replace(settings, connections=min(settings.connections, room))
    listener = await env.network.listen(settings.host, settings.port)
    with seldom_collecting():
        await Server(env, settings, beside).run(listener, task_status=task_status)


async def serve_until_stopped(
    env: Env,
    settings: Settings,
    *,
    task_status: trio.TaskStatus[Address] = trio.TASK_STATUS_IGNORED,
) -> None:
    """The same, until SIGTERM or SIGINT says that it is enough."""
    with trio.open_signal_receiver(signal.SIGTERM, signal.SIGINT) as signals:
        async with trio.open_nursery() as nursery:
            task_status.started(await nursery.start(serve, env, settings))
            await anext(signals)
            nursery.cancel_scope.cancel()
