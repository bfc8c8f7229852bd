"""What addresses this machine has, and under which of them others can reach it.

Asked anew each time: laptops wander. Loopback is left out, and what is only ever inside this
machine, like the bridges of containers, comes last.
"""

from __future__ import annotations

import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, ip_address
from typing import Final

import ifaddr
import msgspec

__all__ = ["EVERYWHERE", "Interface", "interfaces", "is_loopback_host", "reachable"]

EVERYWHERE: Final = ("", "*", "0.0.0.0", "::")
"""What one listens at to be reached under all addresses."""
_INSIDE: Final = ("docker", "br-", "veth", "virbr", "vboxnet", "vmnet", "lxc", "podman", "cni")


class Interface(msgspec.Struct, frozen=True):
    """One interface with its addresses, each with the length of its network's prefix."""

    name: str
    index: int
    v4: tuple[tuple[str, int], ...] = ()
    v6: tuple[tuple[str, int], ...] = ()

    @property
    def inside(self) -> bool:
        """Whether it leads to containers and the like on this machine."""
        return self.name.startswith(_INSIDE)


def interfaces() -> tuple[Interface, ...]:
    """The interfaces that have an address beside those of loopback."""
    found = list[Interface]()
    for adapter in ifaddr.get_adapters():
        v4, v6 = list[tuple[str, int]](), list[tuple[str, int]]()
        for ip in adapter.ips:
            told = ip.ip if isinstance(ip.ip, str) else str(ip.ip[0])
            if ip_address(told).is_loopback:
                continue
            (v4 if ip.is_IPv4 else v6).append((told, ip.network_prefix))
        if v4 or v6:
            index = adapter.index or 0
            found.append(Interface(adapter.nice_name, index, tuple(v4), tuple(v6)))
    return tuple(sorted(found, key=lambda one: one.inside))


def reachable(bind: str, found: Iterable[Interface] | None = None) -> tuple[str, ...]:
    """The addresses that others may type for a server that listens at *bind*, likeliest first.

    None of them is one that makes sense on one link only; with no network at all there is
    only this machine.
    """
    if bind not in EVERYWHERE:
        return (bind,)
    here = tuple(interfaces() if found is None else found)
    four = [ip for one in here for ip, _ in one.v4 if not IPv4Address(ip).is_link_local]
    six = [ip for one in here for ip, _ in one.v6 if not IPv6Address(ip).is_link_local]
    first = _outward()
    told = [first] if first in four else []
    wanted = [*told, *four, *(six if bind != "0.0.0.0" else ())]
    return tuple(dict.fromkeys(wanted)) or ("127.0.0.1",)


def is_loopback_host(host: str) -> bool:
    """Whether *host* can be reached from this machine only."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _outward() -> str:
    """The address from which this machine would speak to others; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return ""
        return str(probe.getsockname()[0])
