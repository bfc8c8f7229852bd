"""One connection: who comes, what he is let into, and when he has to go.

A key is an identity, and proves itself; whoever has none is a guest. Everything that ssh can do
but a session is refused. asyncssh calls this from its loop, in the thread of all of us.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Awaitable, Callable
from typing import NamedTuple

import asyncssh
import trio
from asyncssh.auth import KbdIntChallenge, KbdIntResponse

from .caller import Caller
from .limits import Bucket, Doorway
from .wire import Wire, keep_few

__all__ = ["Gate", "Person", "Visitor"]


class Person(NamedTuple):
    """Who plays."""

    login: str
    """What he called himself to ssh."""
    key: str
    """The SHA-256 of his public key, in hexadecimal; empty: a guest."""
    address: str


class Gate(NamedTuple):
    """What a connection needs of the gateway."""

    start: Callable[[Callable[[], Awaitable[None]]], None]
    later: Callable[[float, Callable[[], None]], None]
    welcome: Callable[[Caller, Person], None]


class Visitor(asyncssh.SSHServer):
    """One connection. `watch` runs for as long as it lasts."""

    def __init__(self, doorway: Doorway, gate: Gate) -> None:
        self._doorway = doorway
        self._gate = gate
        self._connection: asyncssh.SSHServerConnection | None = None
        self._callers: list[Caller] = []
        self._shown = ""
        """The key of the last attempt to get in."""
        self._login = ""
        self._let_in = False
        self._full = False
        self._full_since = math.inf
        self._alone_since = trio.current_time()
        self._changed = trio.Event()
        self._scope = trio.CancelScope()
        self.person: Person | None = None
        self.address = ""

    # --- the connection --------------------------------------------------------------------

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        self._connection = conn
        self.address = str((conn.get_extra_info("peername") or ("",))[0])
        self._let_in = self._doorway.enter(self.address)
        if not self._let_in:
            conn.abort()
            return
        limits = self._doorway.limits
        bucket = Bucket(limits.received_per_second, limits.received_burst, trio.current_time)
        Wire(conn, bucket, self._gate.later, self._stalled)
        self._gate.start(self.watch)

    def connection_lost(self, exc: Exception | None) -> None:
        if self._let_in:
            self._doorway.leave(self.address)
        self._scope.cancel()

    async def watch(self) -> None:
        """End the connection when nothing begins in it, or nothing is taken off it."""
        with self._scope:
            while trio.current_time() < (deadline := self._deadline()):
                self._changed = trio.Event()
                with trio.move_on_at(deadline):
                    await self._changed.wait()
            self.abort()

    def abort(self) -> None:
        """End the connection at once."""
        if self._connection is not None:
            self._connection.abort()

    def _deadline(self) -> float:
        limits = self._doorway.limits
        begun = any(caller.began and not caller.gone for caller in self._callers)
        alone = math.inf if begun else self._alone_since
        return min(alone + limits.enter_seconds, self._full_since + limits.stall_seconds)

    def _stalled(self, full: bool) -> None:
        """The line is full, or is free again: so it is for all who play over it."""
        self._full = full
        for caller in self._callers:
            if full:
                caller.fill("line")
            else:
                caller.drain("line")
        self._look()

    def _look(self) -> None:
        """Something has changed with a session: see when the connection has to end."""
        now = trio.current_time()
        if any(caller.gone for caller in self._callers):
            self._callers = [caller for caller in self._callers if not caller.gone]
            self._alone_since = now
        full = self._full or any(caller.full for caller in self._callers)
        self._full_since = min(self._full_since, now) if full else math.inf
        self._changed.set()

    # --- who it is -------------------------------------------------------------------------

    def begin_auth(self, username: str) -> bool:
        self._login = username
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        # Also asked about a key that is only named, with nothing to prove it: what counts is
        # which attempt succeeds, and each of them says anew who it is.
        self._login = username
        self._shown = hashlib.sha256(key.public_data).hexdigest()
        return True

    def password_auth_supported(self) -> bool:
        return False

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(
        self, username: str, lang: str, submethods: str
    ) -> KbdIntChallenge:
        return "", "", "", ()

    def validate_kbdint_response(
        self, username: str, responses: KbdIntResponse
    ) -> KbdIntChallenge:
        self._login, self._shown = username, ""
        return True

    def auth_completed(self) -> None:
        self.person = Person(self._login, self._shown, self.address)

    # --- what he may do --------------------------------------------------------------------

    def session_requested(
        self,
    ) -> tuple[asyncssh.SSHServerChannel[str], asyncssh.SSHServerSession[str]] | bool:
        connection, limits = self._connection, self._doorway.limits
        if self.person is None or connection is None:
            return False
        if len(self._callers) >= limits.sessions_per_connection:
            return False
        channel = connection.create_server_channel("utf-8", "replace")
        keep_few(channel)
        caller = Caller(self._began, self._look, limits.unsent_bytes)
        if self._full:
            caller.fill("line")
        self._callers.append(caller)
        return channel, caller

    def _began(self, caller: Caller) -> None:
        assert self.person is not None, "nobody is asked in before he has said who he is"
        self._look()
        self._gate.welcome(caller, self.person)
