"""What one client has still to be sent.

Bytes are offered to the pipe at once, without waiting, from wherever they arise; only what
the pipe does not take stays here, and only then is there a task that waits for the pipe.
That rest is bounded: in it a newer `Update` takes the place of one of which no byte has been
sent yet, since it says all that the older one said. Answers are never dropped, and a frame
that was begun is finished; a client that lets too much pile up, or takes nothing for too
long, is given up. Nothing here knows what is in a frame.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import trio

from rummy_protocol.errors import Code

from .faults import where
from .logbook import ERROR, note
from .pipe import Pipe
from .settings import Settings

__all__ = ["Backlog", "Outbox", "Spawn"]

Spawn: TypeAlias = Callable[[Callable[[], Awaitable[None]]], None]
"""Starts a task; a nursery's `start_soon`."""


class Backlog:
    """What the clients of a house together have not taken yet."""

    __slots__ = ("bytes",)

    def __init__(self) -> None:
        self.bytes = 0


class Outbox:
    """The way out to one client. May be used by any task; nothing but `drain` waits."""

    __slots__ = (
        "_backlog",
        "_begun",
        "_draining",
        "_give_up",
        "_now",
        "_pipe",
        "_settings",
        "_spawn",
        "_unsent_bytes",
        "_update",
        "_waiting",
        "closed",
        "sent_at",
    )

    def __init__(
        self,
        pipe: Pipe,
        settings: Settings,
        now: Callable[[], float],
        spawn: Spawn,
        give_up: Callable[[Code], None],
        backlog: Backlog | None = None,
    ) -> None:
        """Make an empty outbox.

        Args:
            pipe: Where it all goes.
            spawn: Starts the task that waits for the pipe, when there has to be one.
            give_up: Called once when this client is given up, with the reason.
            backlog: Counts what waits here together with what waits elsewhere.
        """
        self._backlog = backlog or Backlog()
        self._pipe = pipe
        self._settings = settings
        self._now = now
        self._spawn = spawn
        self._give_up = give_up
        self._begun: bytes | memoryview = b""
        """The rest of a frame of which the other side has the beginning."""
        self._waiting: list[bytes] = []
        self._update: bytes | None = None
        """The `Update` among those that wait: it is the last of them or None waits."""
        self._unsent_bytes = 0
        self._draining = False
        self.closed = False
        self.sent_at = now()
        """When something was last sent."""

    def put(self, frame: bytes) -> None:
        """Add a frame that must arrive. It leaves with the next `flush`."""
        if self.closed:
            return
        self._waiting.append(frame)
        if self._draining:
            self._count(len(frame))
            self._check_limits()

    def show(self, frame: bytes, now: float) -> None:
        """Send an `Update`, and all that waits; the newest replaces one that is unsent."""
        if self._draining:
            self._replace(frame)
        elif self._waiting:
            self._waiting.append(frame)
            self._update = frame
            self.flush()
        elif not self.closed:
            # Nearly everything goes this way: one frame, nothing before it, all of it taken.
            try:
                taken = self._pipe.send_now(frame)
            except OSError:
                self._end(Code.BYE)
                return
            except Exception as exc:  # noqa: BLE001 the barrier: it is this connection's alone
                self._fail(exc)
                return
            self.sent_at = now
            if taken < len(frame):
                self._keep_alone(frame, taken)

    def flush(self) -> None:
        """Offer what waits to the pipe, in as few pieces as can be."""
        if self._waiting and not self._draining and not self.closed:
            self._offer()
            if (self._begun or self._waiting) and not self.closed:
                self._start_draining()

    def send(self, frame: bytes) -> None:
        """Add a frame that must arrive, and offer it to the pipe at once."""
        self.put(frame)
        self.flush()

    def close(self) -> None:
        """Take nothing more. What the pipe has not taken is lost."""
        self.closed = True
        self._waiting.clear()
        self._update = None
        self._begun = b""
        self._count(-self._unsent_bytes)

    @property
    def empty(self) -> bool:
        """Whether the pipe has taken everything."""
        return not self._waiting and not self._begun

    @property
    def unsent(self) -> int:
        """Bytes that wait."""
        return len(self._begun) + sum(map(len, self._waiting))

    async def drain(self) -> None:
        """Send what waits, as the pipe takes it, until nothing does."""
        try:
            while not self.closed and not self.empty:
                with trio.move_on_after(self._settings.stall_seconds) as patience:
                    await self._pipe.wait_writable()
                if self.closed:
                    return  # while we waited
                if patience.cancelled_caught:
                    self._end(Code.SLOW)
                    return
                self._offer()
        except (OSError, trio.ClosedResourceError):
            self._end(Code.BYE)
        except Exception as exc:  # noqa: BLE001 the barrier: it is this connection's alone
            self._fail(exc)
        finally:
            self._draining = False

    def _keep_alone(self, frame: bytes, taken: int) -> None:
        if taken:
            self._begun = memoryview(frame)[taken:]
        else:
            self._waiting.append(frame)
            self._update = frame
        self._start_draining()

    def _start_draining(self) -> None:
        self._draining = True
        self._count(self.unsent - self._unsent_bytes)
        self._check_limits()
        if not self.closed:
            self._spawn(self.drain)

    def _replace(self, frame: bytes) -> None:
        if self.closed:
            return
        if self._update is not None:
            # The older one may stand before answers that came later; they move up.
            place = next(n for n, one in enumerate(self._waiting) if one is self._update)
            del self._waiting[place]
            self._count(-len(self._update))
        self._waiting.append(frame)
        self._update = frame
        self._count(len(frame))
        self._check_limits()

    def _count(self, more: int) -> None:
        self._unsent_bytes += more
        self._backlog.bytes += more

    def _check_limits(self) -> None:
        settings = self._settings
        if (
            len(self._waiting) > settings.unsent_frames
            or self._unsent_bytes > settings.unsent_bytes
        ):
            self._end(Code.SLOW)

    def _offer(self) -> None:
        """Give the pipe all that waits, in one piece, and keep what it did not take."""
        pieces = [self._begun, *self._waiting] if self._begun else self._waiting
        data = b"".join(pieces) if len(pieces) > 1 else pieces[0]
        try:
            taken = self._pipe.send_now(data)
        except OSError:
            self._end(Code.BYE)
            return
        except Exception as exc:  # noqa: BLE001 the barrier: it is this connection's alone
            self._fail(exc)
            return
        if taken:
            self.sent_at = self._now()
        if taken == len(data):
            self._begun = b""
            self._waiting.clear()
            self._update = None
            if self._unsent_bytes:
                self._count(-self._unsent_bytes)
            return
        self._keep_after(taken)

    def _keep_after(self, taken: int) -> None:
        self._count(max(-taken, -self._unsent_bytes))
        if taken < len(self._begun):
            self._begun = memoryview(self._begun)[taken:]
            return
        taken -= len(self._begun)
        self._begun = b""
        gone = 0
        for frame in self._waiting:
            if taken < len(frame):
                break
            taken -= len(frame)
            gone += 1
        if taken:
            self._begun = memoryview(self._waiting[gone])[taken:]
            gone += 1
        if self._update is not None and not any(
            frame is self._update for frame in self._waiting[gone:]
        ):
            self._update = None
        del self._waiting[:gone]

    def _fail(self, exc: Exception) -> None:
        """A pipe broke in a way that no pipe should; whoever was sending must not suffer."""
        note(ERROR, "not-sent", where=where(exc))
        self._end(Code.BYE)

    def _end(self, why: Code) -> None:
        self.close()
        self._give_up(why)
