"""The link to a server: it connects, keeps the connection alive, and comes back when cut.

It knows streams and time, and nothing of the game or of a screen; what is said, and the seat,
is the business of `dialogue`. All that it learns goes to one callback; all that a person wants
comes in through `Link.ask`, which never waits, so that the binding of a key can call it.
"""

from __future__ import annotations

import math
import secrets
from collections.abc import Awaitable, Callable, Iterable
from pathlib import Path
from typing import Final, TypeAlias

import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.connection import ClientEnd
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.messages import Goodbye, Hello, Ping, Request
from rummy_protocol.text import _

from .dialogue import Cut, Dialogue, Ending, Heard, Over
from .linkstate import UNREACHABLE, Connecting, Ended, Lost
from .seatfile import Entropy, HeldSeat

__all__ = ["Connect", "Hear", "Link", "Refusal", "pause", "reason", "tcp"]

Connect: TypeAlias = Callable[[], Awaitable[trio.abc.Stream]]
Hear: TypeAlias = Callable[[Heard], None]

QUIET_SECONDS: Final = 10
"""After so long without sending anything a ping is sent."""
DEAD_SECONDS: Final = 25
"""A server that sends no whole frame for so long is dead."""
TLS_ALERT: Final = b"\x15\x03"
"""How a server that encrypts answers one that does not; no frame of ours is so long."""
CONNECT_SECONDS: Final = 10
FAREWELL_SECONDS: Final = 1
STEADY_SECONDS: Final = 10
"""A connection that held for so long was a good one: the next loss starts counting anew."""


class Refusal(Exception):
    """What answers is not to be spoken with, now or later."""

    def __init__(self, goodbye: Goodbye) -> None:
        super().__init__(goodbye.code)
        self.goodbye = goodbye


def pause(attempt: int, elapsed: float) -> float:
    """Seconds to wait before the try after *attempt* failed ones, *elapsed* since the loss."""
    if elapsed >= 60:
        return 10.0
    return min(0.2 * 2.0 ** min(attempt, 10), 2.0)


def reason(error: BaseException) -> str:
    """What the operating system says of *error*, which may be one of several, or wrapped."""
    while not (isinstance(error, OSError) and error.strerror):
        inner = (
            error.exceptions[0] if isinstance(error, BaseExceptionGroup) else error.__cause__
        )
        if inner is None:
            return str(error) or type(error).__name__
        error = inner
    # Some put the address before it: "Error connecting to ('192.0.2.7', 7866): Connection..."
    return error.strerror.rpartition("): ")[2]


def tcp(host: str, port: int) -> Connect:
    """Connections to a server over the network."""

    async def connect() -> trio.abc.Stream:
        return await trio.open_tcp_stream(host, port)

    return connect


class Link:
    """One client's way to its server, over any number of connections.

    `run` must be running for anything to happen; the other methods may be called from any
    plain function of the same thread.
    """

    def __init__(
        self,
        connect: Connect,
        name: str,
        *,
        where: tuple[str, int],
        folder: Path | None = None,
        seat: HeldSeat | None = None,
        patient: bool = False,
        plain: bool = False,
        pin: str = "",
        agent: str = "",
        entropy: Entropy = secrets.token_bytes,
    ) -> None:
        """Prepare a link.

        Args:
            connect: Makes a new connection, or raises `OSError` or `Refusal`.
            name: The display name of the person.
            where: Host and port, as they shall stand in the seat file.
            folder: Where seat files are kept; without one a seat ends with the process.
            seat: A seat to take up again. It is the link's from now on.
            patient: Whether to go on trying when not even the first connection comes about.
            plain: Whether the connections cross a network unencrypted, as the person wants it.
            pin: The pin of the house's key, as it shall stand in the seat file.
            agent: What program speaks.
            entropy: Gives unpredictable bytes.
        """
        self._connect = connect
        self._where = where
        self._patient = patient
        self._hello = Hello(PROTOCOL, name, agent)
        self._talk = Dialogue(name, where, folder, seat, entropy, plain, pin)
        self._hear: Hear = lambda said: None
        self._wake = trio.Event()
        self._hurry = trio.Event()
        self._closed = False
        self._running = trio.CancelScope()
        self._connection = trio.CancelScope()

    def ask(self, request: Request) -> int:
        """Send *request* as soon as may be; its number, by which the answer is known.

        `Create` and `Join` without a key are given one, with a secret that is kept.
        """
        number = self._talk.ask(request)
        if self._talk.ending is not None:
            self._connection.cancel()
        self._wake.set()
        return number

    def reconnect(self) -> None:
        """Doubt the connection that there is, or cut the waiting short: connect now."""
        self._hurry.set()
        self._connection.cancel()

    def close(self) -> None:
        """End the link; the seat is kept for another time."""
        self._running.cancel()

    async def run(self, hear: Hear) -> Goodbye:
        """Keep the link up until it is closed or ends for good; say why it ended.

        *hear* gets everything that the server says, and each `LinkState`; the last is `Ended`.
        """
        self._hear = hear
        goodbye = Goodbye(Code.BYE)
        try:
            with self._running:
                goodbye = await self._keep_up()
        finally:
            self._talk.release()
        hear(Ended(goodbye))
        return goodbye

    async def _keep_up(self) -> Goodbye:
        attempt, lost_at = 0, trio.current_time()
        while True:
            began = trio.current_time()
            self._hear(Connecting(attempt))
            ending = await self._one_connection()
            steady = self._talk.open and trio.current_time() - began >= STEADY_SECONDS
            self._hear_all(self._talk.disconnected())
            if isinstance(ending, Over):
                return ending.goodbye
            if not self._patient and not self._talk.greeted:
                host, port = self._where
                return Goodbye(UNREACHABLE, {"host": host, "port": port, "why": ending.why})
            if ending.seconds:
                await self._wait(ending.seconds, ending.why, planned=True)
                attempt, lost_at = 0, trio.current_time()
                continue
            if steady:
                attempt, lost_at = 0, trio.current_time()
            await self._wait(pause(attempt, trio.current_time() - lost_at), ending.why)
            attempt += 1

    async def _wait(self, seconds: float, why: str, *, planned: bool = False) -> None:
        """Let *seconds* pass visibly, unless somebody is in a hurry."""
        until = trio.current_time() + seconds
        while (left := until - trio.current_time()) > 1e-6 and not self._hurry.is_set():
            self._hear(Lost(left, why, planned))
            with trio.move_on_after(left - max(math.ceil(left) - 1, 0)):
                await self._hurry.wait()
        self._hurry = trio.Event()

    async def _one_connection(self) -> Ending:
        """Connect, and serve the connection until it is over."""
        with trio.CancelScope() as self._connection:
            try:
                with trio.fail_after(CONNECT_SECONDS):
                    stream = await self._connect()
            except trio.TooSlowError:
                return Cut(_("no answer"))
            except Refusal as no:
                return Over(no.goodbye)
            except OSError as exc:
                return Cut(reason(exc))
            try:
                return await self._converse(stream)
            finally:
                # An encrypted farewell has to be sent, and not every wire still takes it.
                with trio.move_on_after(FAREWELL_SECONDS):
                    await stream.aclose()
        return self._talk.ending or Cut(_("a new connection was asked for"))

    async def _converse(self, stream: trio.abc.Stream) -> Ending:
        end = ClientEnd()
        self._talk.connected()
        self._wake = trio.Event()
        ending: Ending = Cut(_("the connection broke"))
        async with trio.open_nursery() as nursery:
            nursery.start_soon(self._write, stream, end, nursery.cancel_scope)
            try:
                ending = await self._read(stream, end)
            except ProtocolViolation as wrong:
                ending = Over(Goodbye(wrong.code))
            nursery.cancel_scope.cancel()
        return ending

    async def _read(self, stream: trio.abc.Stream, end: ClientEnd) -> Ending:
        with trio.move_on_after(DEAD_SECONDS) as silence:
            while self._talk.ending is None:
                try:
                    data = await self.receive(stream)
                except trio.BrokenResourceError:
                    return Cut(_("the connection broke"))
                if not data:
                    return Cut(_("the server closed the connection"))
                if not self._talk.greeted and data.startswith(TLS_ALERT):
                    return Cut(_("it encrypts; leave out --insecure"))
                for message in end.receive(data):
                    # A frame is a sign of life; bytes that never become one are not.
                    silence.deadline = trio.current_time() + DEAD_SECONDS
                    self._hear_all(self._talk.heard(message))
                    self._wake.set()
                if end.fault is not None:
                    raise end.fault
        return self._talk.ending or Cut(_("the server fell silent"))

    async def receive(self, stream: trio.abc.Stream) -> bytes:
        """What has come in, as soon as it is to be heard; empty: there will be no more."""
        return bytes(await stream.receive_some())

    async def _write(
        self, stream: trio.abc.Stream, end: ClientEnd, scope: trio.CancelScope
    ) -> None:
        """The one task that sends on a connection."""
        data = end.send(self._hello) + self._due(end)
        quiet_until = 0.0
        try:
            while True:
                if data:
                    await stream.send_all(data)
                    quiet_until = trio.current_time() + QUIET_SECONDS
                # Only what we send counts: whatever wakes us does not put off the ping.
                with trio.move_on_at(quiet_until):
                    await self._wake.wait()
                self._wake = trio.Event()
                data = self._due(end)
                if not data and trio.current_time() >= quiet_until:
                    data = end.send(Ping())
        except (trio.BrokenResourceError, trio.ClosedResourceError):
            scope.cancel()

    def _due(self, end: ClientEnd) -> bytes:
        return b"".join(map(end.send, self._talk.due()))

    def _hear_all(self, messages: Iterable[Heard]) -> None:
        for message in messages:
            self._hear(message)
