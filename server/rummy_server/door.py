"""Who is let in at all: how many connections there may be, and from one address how many.

Limits by address do not hold for this machine itself, where all players of a house may be.
"""

from __future__ import annotations

import ipaddress
from collections import Counter
from collections.abc import Callable

from rummy_protocol.errors import Code

from .bucket import Bucket
from .settings import Settings

__all__ = ["Door", "is_loopback"]


def is_loopback(address: str) -> bool:
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    mapped = getattr(found, "ipv4_mapped", None)
    return (mapped or found).is_loopback


class Door:
    """Counts connections and guesses. One for a server."""

    def __init__(self, settings: Settings, now: Callable[[], float]) -> None:
        self._settings = settings
        self._now = now
        self._inside: Counter[str] = Counter()
        self._connects: dict[str, Bucket] = {}
        self._guesses: dict[str, Bucket] = {}
        self.ungreeted = 0
        """Connections that have not said who they are."""

    def enter(self, address: str) -> Code | None:
        """Let a connection in, or say why not."""
        settings = self._settings
        crowded = (
            self._inside.total() >= settings.connections or self.ungreeted >= settings.ungreeted
        )
        if not crowded and not is_loopback(address):
            per_minute = settings.connects_per_minute
            crowded = (
                self._inside[address] >= settings.connections_per_address
                or not self._bucket(self._connects, address, per_minute).take()
            )
        if crowded:
            return Code.CROWDED
        self._inside[address] += 1
        self.ungreeted += 1
        return None

    def leave(self, address: str, greeted: bool) -> None:
        self._inside[address] -= 1
        if not self._inside[address]:
            del self._inside[address]
        if not greeted:
            self.ungreeted -= 1

    def may_guess(self, address: str) -> bool:
        """Whether another password or secret of *address* will be looked at."""
        return is_loopback(address) or self._guesses_of(address).wait() == 0

    def guessed_wrong(self, address: str) -> None:
        if not is_loopback(address):
            self._guesses_of(address).take()

    def _guesses_of(self, address: str) -> Bucket:
        return self._bucket(self._guesses, address, self._settings.guesses)

    def _bucket(self, kept: dict[str, Bucket], address: str, per_minute: int) -> Bucket:
        found = kept.get(address)
        if found is None:
            if len(kept) >= self._settings.connections:
                self._sweep(kept)
            found = kept[address] = Bucket(per_minute / 60, per_minute, self._now)
        return found

    @staticmethod
    def _sweep(kept: dict[str, Bucket]) -> None:
        """Forget those who have done nothing for so long that nothing is held against them."""
        for address in [one for one, bucket in kept.items() if bucket.full]:
            del kept[address]
