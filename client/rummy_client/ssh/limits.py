"""How much this door bears, and from one address how much. Counts only; nothing is read here.

As at the other door, limits by address do not hold for this machine itself.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable
from typing import Final

import msgspec

__all__ = ["Bucket", "Doorway", "Limits", "is_here", "whose"]

_SUBNET: Final = 64
"""Bits of an IPv6 address by which one household is known; the rest it chooses itself."""


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """All limits and times of the door. Times are in seconds."""

    connections: int = 256
    connections_per_address: int = 8
    """Of an IPv4 address, or of an IPv6 network of 64 bits."""
    connects_per_minute: int = 32
    """New connections of one address."""
    connects_per_second: int = 20
    """New connections in all, those from this machine not counted."""
    sessions_per_connection: int = 4
    enter_seconds: float = 20
    """A connection has this long until a game begins in it, and to begin another."""
    idle_seconds: float = 10_800
    """A session in which nothing is typed for so long ends."""
    silent_seconds: float = 10
    """So often somebody who says nothing is asked whether he is there; the second time that
    there is no answer, he is gone."""
    stall_seconds: float = 30
    """A connection that takes nothing off its line for so long ends."""
    unsent_bytes: int = 65_536
    """With more than this waiting for a session, nothing more is drawn for it."""
    received_per_second: int = 8_192
    """Bytes that are read from one connection; what is above waits unread."""
    received_burst: int = 131_072
    tables: int = 5
    """That are made from one address at once; after that one in ten minutes."""
    guesses: int = 5
    """Wrong passwords from one address within a minute."""


class Bucket:
    """So much at once, and so much a second."""

    def __init__(self, rate: float, burst: float, now: Callable[[], float]) -> None:
        self._rate = rate
        self._burst = burst
        self._now = now
        self._left = float(burst)
        self._at = now()

    def take(self, much: float = 1) -> bool:
        """Take *much* if there is so much."""
        if self.left < much:
            return False
        self._left -= much
        return True

    def spend(self, much: float) -> float:
        """Take *much* even if there is less; after how many seconds nothing is owed."""
        self._left = self.left - much
        return max(0.0, -self._left / self._rate)

    @property
    def left(self) -> float:
        now = self._now()
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        return self._left

    @property
    def full(self) -> bool:
        return self.left >= self._burst


class Doorway:
    """Counts who is inside, and what is asked for from where. One for a gateway."""

    def __init__(self, limits: Limits, now: Callable[[], float]) -> None:
        self.limits = limits
        self._now = now
        self._inside: Counter[str] = Counter()
        self._connects = Bucket(limits.connects_per_second, limits.connections, now)
        self._buckets: dict[tuple[str, str], Bucket] = {}

    @property
    def inside(self) -> int:
        """Connections that there are."""
        return self._inside.total()

    def enter(self, address: str) -> bool:
        """Whether a connection from *address* is let in; it is counted if it is."""
        who = whose(address)
        if self.inside >= self.limits.connections:
            return False
        if not is_here(address) and not self._may_connect(who):
            return False
        self._inside[who] += 1
        return True

    def _may_connect(self, who: str) -> bool:
        # What one address is refused takes nothing from the others.
        per_minute = self.limits.connects_per_minute
        return (
            self._inside[who] < self.limits.connections_per_address
            and self._bucket("connect", who, per_minute / 60, per_minute).take()
            and self._connects.take()
        )

    def leave(self, address: str) -> None:
        who = whose(address)
        self._inside[who] -= 1
        if not self._inside[who]:
            del self._inside[who]

    def may_make_table(self, address: str) -> bool:
        """Whether one more table may be made from *address*; it is counted if it may."""
        return is_here(address) or self._tables(address).take()

    def guessed_wrong(self, address: str) -> bool:
        """A password from *address* was wrong; whether there may be another."""
        if is_here(address):
            return True
        guesses = self.limits.guesses
        bucket = self._bucket("guess", whose(address), guesses / 60, guesses)
        return bucket.take() and bucket.left >= 1

    def _tables(self, address: str) -> Bucket:
        return self._bucket("table", whose(address), 1 / 600, self.limits.tables)

    def _bucket(self, what: str, who: str, rate: float, burst: float) -> Bucket:
        if len(self._buckets) > 16 * self.limits.connections:
            # Those that are full again say nothing that a new one would not.
            self._buckets = {key: one for key, one in self._buckets.items() if not one.full}
        return self._buckets.setdefault((what, who), Bucket(rate, burst, self._now))


def is_here(address: str) -> bool:
    """Whether *address* is this machine's own."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return bool((mapped or found).is_loopback)


def whose(address: str) -> str:
    """What *address* is counted under: an IPv4 address, or the network of an IPv6 one."""
    try:
        found = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    if found.ipv4_mapped is not None:
        return str(found.ipv4_mapped)
    return f"{int(found) >> 128 - _SUBNET:x}::/{_SUBNET}"
