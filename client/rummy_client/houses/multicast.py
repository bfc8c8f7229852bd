"""Hears of houses by multicast DNS, on every interface, over IPv4 and IPv6.

The library works in a thread of its own and is told in threads what it shall do. It is made for
networks that mean well: so many names are looked at and no more, and whatever goes wrong in it
only means that nothing is heard.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Final, TypeVar

import msgspec
import trio

from rummy_protocol.lan import SERVICE, Notice, from_properties

from .found import Gone

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, ServiceStateChange, Zeroconf

__all__ = ["Announced", "browse"]

T = TypeVar("T")

RESOLVE_MS: Final = 1500
"""A name that nobody explains after so long is nobody's."""
MOST_NAMES: Final = 64
AT_ONCE: Final = 8
"""Names that are asked about at the same time, each in a thread."""
CLOSING: Final = 2.0


class Announced(msgspec.Struct, frozen=True):
    """What a house tells of itself, and all its addresses."""

    notice: Notice
    hosts: tuple[str, ...]


async def browse(tell: trio.MemorySendChannel[Announced | Gone]) -> None:
    """*tell* what houses there are, come and go, until cancelled."""
    zeroconf = await _threaded(_listening)
    if zeroconf is None:
        return
    send, changes = trio.open_memory_channel[tuple[str, bool]](MOST_NAMES)
    try:
        token = trio.lowlevel.current_trio_token()
        if not await _threaded(partial(_start, zeroconf, token, send)):
            return
        async with trio.open_nursery() as nursery:
            threads, names = trio.CapacityLimiter(AT_ONCE), set[str]()
            async for name, there in changes:
                if not there:
                    _tell(tell, Gone(_code_in(name)))
                elif len(names) < MOST_NAMES:
                    names.add(name)
                    nursery.start_soon(_explain, zeroconf, name, tell, threads)
    finally:
        with trio.CancelScope(shield=True), trio.move_on_after(CLOSING):
            await _threaded(zeroconf.close)


async def _threaded(
    call: Callable[[], T], limiter: trio.CapacityLimiter | None = None
) -> T | None:
    """What *call* gives back in a thread of its own; ``None`` if the library fails."""
    try:
        return await trio.to_thread.run_sync(call, abandon_on_cancel=True, limiter=limiter)
    except Exception:  # noqa: BLE001 the barrier: houses are still heard of by broadcast
        return None


def _tell(tell: trio.MemorySendChannel[Announced | Gone], what: Announced | Gone) -> None:
    """*tell* it, unless so much is told already that it makes no difference."""
    with suppress(trio.WouldBlock, trio.BrokenResourceError):
        tell.send_nowait(what)


def _listening() -> Zeroconf | None:
    """The library, hearing whatever it can; ``None`` without any network."""
    from zeroconf import IPVersion, Zeroconf

    for version in (IPVersion.All, IPVersion.V4Only):
        with suppress(OSError):
            return Zeroconf(ip_version=version)
    return None


def _start(
    zeroconf: Zeroconf,
    token: trio.lowlevel.TrioToken,
    send: trio.MemorySendChannel[tuple[str, bool]],
) -> bool:
    from zeroconf import ServiceBrowser, ServiceStateChange

    def changed(name: str, there: bool) -> None:
        # In the thread of Trio, and outside of every task: nothing may be raised here.
        with suppress(trio.WouldBlock, trio.BrokenResourceError, trio.ClosedResourceError):
            send.send_nowait((name, there))

    def on_change(
        zeroconf: Zeroconf, service_type: str, name: str, state_change: ServiceStateChange
    ) -> None:
        with suppress(trio.RunFinishedError):
            token.run_sync_soon(changed, name, state_change is not ServiceStateChange.Removed)

    ServiceBrowser(zeroconf, SERVICE, handlers=[on_change])
    return True


async def _explain(
    zeroconf: Zeroconf,
    name: str,
    tell: trio.MemorySendChannel[Announced | Gone],
    threads: trio.CapacityLimiter,
) -> None:
    get = partial(zeroconf.get_service_info, SERVICE, name, timeout=RESOLVE_MS)
    info = await _threaded(get, threads)
    told = _read(info) if info is not None else None
    if told is not None:
        _tell(tell, told)


def _read(info: ServiceInfo) -> Announced | None:
    notice = from_properties(info.decoded_properties, info.port or 0)
    if notice is None:
        return None
    return Announced(notice, tuple(info.parsed_scoped_addresses()))


def _code_in(name: str) -> str:
    """The code of the house whose service is called *name*."""
    return name.removesuffix(f".{SERVICE}").rpartition(" ")[2]
