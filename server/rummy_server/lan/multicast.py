"""The house as a service of multicast DNS, on every interface, over IPv4 and IPv6.

The library answers in a thread of its own. What takes it long, like asking whether anybody
else has our name, is waited for in threads, too; what it raises is the caller's to stop.
"""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from functools import partial
from ipaddress import ip_address
from typing import TYPE_CHECKING, Final

import trio

from rummy_protocol.lan import SERVICE, Notice, properties

from .interfaces import Interface

if TYPE_CHECKING:
    from zeroconf import ServiceInfo, Zeroconf

__all__ = ["announced_by_multicast"]

CLOSING: Final = 3
"""Seconds that it may take to say goodbye."""
_MOST_LABEL: Final = 48
"""Bytes of the house's name in the name of the service, which holds its code as well."""


@asynccontextmanager
async def announced_by_multicast(
    notice: Notice, bind: str, here: tuple[Interface, ...]
) -> AsyncIterator[None]:
    """While this lasts, everybody who looks for houses on the networks of *here* finds it."""
    here = tuple(_only(bind, here))
    zeroconf = await trio.to_thread.run_sync(_speaking, here)
    try:
        register = partial(zeroconf.register_service, allow_name_change=True)
        info = _service(notice, here)
        await trio.to_thread.run_sync(register, info, abandon_on_cancel=True)
        yield
    finally:
        with trio.CancelScope(shield=True), trio.move_on_after(CLOSING):
            await trio.to_thread.run_sync(zeroconf.close, abandon_on_cancel=True)


def _only(bind: str, here: Iterable[Interface]) -> Iterable[Interface]:
    """The interfaces, with those addresses alone at which a server bound to *bind* hears."""
    if bind in ("", "*", "::"):
        yield from here
        return
    for one in here:
        v4 = one.v4 if bind == "0.0.0.0" else tuple(ip for ip in one.v4 if ip[0] == bind)
        v6 = tuple(ip for ip in one.v6 if ip[0] == bind)
        if v4 or v6:
            yield Interface(one.name, one.index, v4, v6)


def _speaking(here: tuple[Interface, ...]) -> Zeroconf:
    from zeroconf import IPVersion, Zeroconf

    four = [ip for one in here for ip, _ in one.v4]
    six = [ip for one in here for ip, _ in one.v6]
    alone = IPVersion.V4Only if four else IPVersion.V6Only
    version = IPVersion.All if four and six else alone
    return Zeroconf(interfaces=[*four, *six], ip_version=version)


def _service(notice: Notice, here: tuple[Interface, ...]) -> ServiceInfo:
    from zeroconf import ServiceInfo

    label = notice.name.replace(".", " ").encode()[:_MOST_LABEL].decode(errors="ignore").strip()
    told = [ip for one in here for ip, _ in (*one.v4, *one.v6)]
    wide = [ip for ip in told if not ip_address(ip).is_link_local]
    return ServiceInfo(
        SERVICE,
        f"{label} {notice.code}.{SERVICE}".lstrip(),
        port=notice.port,
        addresses=[_packed(ip) for ip in wide or told],
        properties=properties(notice),
        # The addresses of all who have the same name are thrown together by those who look.
        server=f"rummy-{notice.code.lower()}.local.",
    )


def _packed(ip: str) -> bytes:
    family = socket.AF_INET6 if ":" in ip else socket.AF_INET
    return socket.inet_pton(family, ip)
