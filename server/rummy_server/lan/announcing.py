"""Keeps a house announced: on the interfaces that there are now, and those that come later."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import ExitStack
from functools import partial
from typing import Final, TypeAlias

import msgspec
import trio

from rummy_protocol.lan import Notice

from ..faults import where
from ..logbook import DEBUG, WARNING, note
from .beacon import hear_questions, listening_sockets, near
from .hearing import Hearing, hear_ourselves
from .interfaces import Interface, interfaces
from .multicast import announced_by_multicast

__all__ = ["Heard", "announce"]

Heard: TypeAlias = Callable[[Hearing], None]
"""Is told how a house has heard itself, once it has asked."""

LOOK_AGAIN: Final = 5
"""Seconds after which it is seen whether there are other interfaces."""


async def announce(notice: Notice, bind: str, heard: Heard) -> None:
    """Announce the house until cancelled. Nothing that goes wrong in it goes further.

    Args:
        notice: what is told.
        bind: where the server listens, as it was told: an address, or all of them.
        heard: called whenever the house has asked for itself on the interfaces there are.
    """
    try:
        with ExitStack() as sockets:
            async with trio.open_nursery() as nursery:
                ears = await listening_sockets(bind)
                for sock in ears.sockets:
                    sockets.enter_context(sock)
                    nursery.start_soon(hear_questions, sock, notice, near(bind))
                told = partial(_tell, heard, ears.taken)
                nursery.start_soon(_keep_announced, notice, bind, told)
    except Exception as exc:  # noqa: BLE001 the barrier: a house lives without being announced
        note(WARNING, "lan-fault", where=where(exc))


def _tell(heard: Heard, taken: bool, hearing: Hearing) -> None:
    heard(msgspec.structs.replace(hearing, taken=taken))


async def _keep_announced(notice: Notice, bind: str, heard: Heard) -> None:
    while True:
        here = interfaces()
        with trio.CancelScope() as scope:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(partial(_announce, notice, bind, here, heard))
                await _others_than(here)
                scope.cancel()


async def _others_than(here: tuple[Interface, ...]) -> None:
    """Wait until there are other interfaces, or other addresses on them."""
    while True:
        await trio.sleep(LOOK_AGAIN)
        if interfaces() != here:
            return


async def _announce(
    notice: Notice, bind: str, here: tuple[Interface, ...], heard: Heard
) -> None:
    """Announce the house on the interfaces *here*, as far as that is possible."""
    if not here:
        return
    try:
        async with announced_by_multicast(notice, bind, here):
            note(DEBUG, "lan-announced", interfaces=len(here))
            heard(await hear_ourselves(notice, here))
            await trio.sleep_forever()
    except Exception as exc:  # noqa: BLE001 the barrier: it is still found by broadcast
        note(WARNING, "lan-fault", where=where(exc))
    heard(await hear_ourselves(notice, here))
