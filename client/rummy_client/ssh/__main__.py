"""The gateway's process: its errand comes in as one line of JSON, and it ends with its input.

It answers with one line: where it listens, or why it cannot. `rummy serve --ssh` starts it.
"""

from __future__ import annotations

import logging
import os
import signal
import sys

import msgspec
import trio

from ..terminal import guest
from .errand import Errand, Opened
from .gateway import run_gateway
from .hostkey import HostKeyFault

__all__ = ["main"]


def main() -> int:
    """Do the errand; the exit status."""
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s", level=logging.WARNING)
    logging.getLogger("asyncssh").setLevel(logging.ERROR)
    errand = msgspec.json.decode(sys.stdin.buffer.readline(), type=Errand)
    fault = Opened()
    try:
        guest.run(run_gateway, errand, _tell, _stopped)
    except* OSError as group:
        fault = _fault(group)
    except* HostKeyFault as group:
        fault = _fault(group)
    if fault.fault:
        _tell(fault)
    return 2 if fault.fault else 0


def _fault(error: BaseException) -> Opened:
    """Why it does not listen; an error that names no file is about the port."""
    while isinstance(error, BaseExceptionGroup):
        error = error.exceptions[0]
    if isinstance(error, OSError) and error.errno:
        return Opened(fault=os.strerror(error.errno), by_port=error.filename is None)
    return Opened(fault=str(error))


def _tell(opened: Opened) -> None:
    sys.stdout.buffer.write(msgspec.json.encode(opened) + b"\n")
    sys.stdout.buffer.flush()


async def _stopped() -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(_told, nursery.cancel_scope)
        nursery.start_soon(_orphaned, nursery.cancel_scope)


async def _told(scope: trio.CancelScope) -> None:
    with trio.open_signal_receiver(signal.SIGINT, signal.SIGTERM) as signals:
        async for _ in signals:
            scope.cancel()


async def _orphaned(scope: trio.CancelScope) -> None:
    await trio.lowlevel.wait_readable(sys.stdin.fileno())
    while os.read(sys.stdin.fileno(), 4096):
        await trio.lowlevel.wait_readable(sys.stdin.fileno())
    scope.cancel()


if __name__ == "__main__":
    sys.exit(main())
