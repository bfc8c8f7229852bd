"""Those who connect to a socket beside the house: a few at once, and each of them ends alone.

What is said to them, and within which time, is the business of whoever has the socket.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Final

import trio

from ..faults import where
from ..logbook import ERROR, note

__all__ = ["Callers"]

RETRY: Final = 0.1


class Callers:
    """Lets callers in, and has each attended to in a task of its own."""

    def __init__(
        self, at_once: int, converse: Callable[[trio.SocketStream], Awaitable[None]]
    ) -> None:
        self._at_once = at_once
        self._converse = converse
        self._busy = 0

    async def receive(
        self,
        listener: trio.socket.SocketType,
        *,
        task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED,
    ) -> None:
        """Let in whoever comes to *listener*, until cancelled."""
        async with trio.open_nursery() as nursery:
            task_status.started()
            while True:
                await self._let_in(listener, nursery)

    async def _let_in(self, listener: trio.socket.SocketType, nursery: trio.Nursery) -> None:
        try:
            peer, _ = await listener.accept()
        except OSError:
            await trio.sleep(RETRY)  # no descriptor is left, say; the house goes on
            return
        if self._busy >= self._at_once:
            peer.close()
            return
        self._busy += 1
        nursery.start_soon(self._attend, peer)

    async def _attend(self, peer: trio.socket.SocketType) -> None:
        try:
            with peer:
                await self._converse(trio.SocketStream(peer))
        except (OSError, trio.BrokenResourceError, trio.ClosedResourceError):
            pass
        except Exception as exc:  # noqa: BLE001 the barrier: a broken errand ends alone
            note(ERROR, "errand-fault", where=where(exc))
        finally:
            self._busy -= 1
