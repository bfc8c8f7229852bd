"""Puts what looks after a house beside it: the socket for errands, the pulse, the numbers."""

from __future__ import annotations

from pathlib import Path

import trio

from ..app import Beside, Server
from .counted import Counted
from .hatch import Hatch
from .lines import Lines
from .numbers import numbers_of
from .office import Office, Shelf
from .pulse import Pulse
from .window import Window

__all__ = ["looking_after"]


def looking_after(
    socket: Path,
    shelf: Shelf,
    counted: Counted,
    lines: Lines,
    port: int | None = None,
) -> Beside:
    """What is to run beside a server.

    Args:
        socket: Where errands are taken.
        shelf: Where the house keeps what is played.
        counted: The same, as the server sees it.
        lines: The log.
        port: Where on this machine metrics are shown; nowhere without one.
    """

    async def run(
        server: Server, *, task_status: trio.TaskStatus[None] = trio.TASK_STATUS_IGNORED
    ) -> None:
        pulse = Pulse(server.now)
        office = Office(server, shelf, pulse)
        pulse.each += [office.close_when_done, lines.settle]

        def health() -> tuple[int, str, bytes]:
            state = office.state()
            words = f"{'healthy' if state.healthy else 'not healthy'}: store {state.store}\n"
            return (200 if state.healthy else 503), "text/plain", words.encode()

        def metrics() -> tuple[int, str, bytes]:
            from .metrics import CONTENT_TYPE, exposition

            healthy = office.state().healthy
            numbers = numbers_of(server, counted, pulse, healthy, lines.counts)
            return 200, CONTENT_TYPE, exposition(numbers)

        async with trio.open_nursery() as nursery:
            nursery.start_soon(pulse.run)
            await nursery.start(Hatch(socket, office).run)
            if port is not None:
                window = Window(port, {"/metrics": metrics, "/health": health})
                await nursery.start(window.run)
            task_status.started()

    return run
