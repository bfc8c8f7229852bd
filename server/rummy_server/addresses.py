"""What the address of somebody tells: whether he is on this machine, and whose household it is.

Nothing is looked up, and nobody is counted in here.
"""

from __future__ import annotations

import ipaddress
from typing import Final

__all__ = ["is_loopback", "whose"]

_SUBNET: Final = 64
"""Bits of an IPv6 address by which one household is known; the rest it chooses itself."""


def is_loopback(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


def whose(address: str) -> str:
    """What *address* is counted under: an IPv4 address, or the network of an IPv6 one."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return address
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{int(found) >> 128 - _SUBNET:x}::/{_SUBNET}"
