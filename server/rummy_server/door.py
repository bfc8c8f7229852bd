"""Who is let in at all: how many connections there may be, and from one address how many.

Limits by address, and on how fast strangers come, do not hold for this machine itself, where
all players of a house may be. What is refused here is new; whoever is inside stays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from rummy_protocol.errors import Code, Declined

from .addresses import is_loopback, whose
from .bucket import Bucket, Buckets
from .guesses import Guesses
from .outbox import Backlog
from .settings import Settings

if TYPE_CHECKING:
    from .session import Session

__all__ = ["Door"]


class Door:
    """Counts connections and guesses. One for a server."""

    def __init__(self, settings: Settings, now: Callable[[], float]) -> None:
        self._settings = settings
        self._inside: Counter[str] = Counter()
        self._count = 0
        self._strangers: dict[Session, None] = {}
        """Those who have not said who they are, the one that has waited longest first."""
        room, guesses = settings.connections, settings.guesses
        per_minute = settings.connects_per_minute
        self._connects = Bucket(settings.connects_per_second, settings.connect_burst, now)
        self._connects_of: Buckets[str] = Buckets(per_minute / 60, per_minute, now, room)
        self._guesses = Guesses(guesses, now, room)
        self._guesses_at = Guesses(settings.table_guesses, now, room)
        rate, burst = settings.actions_per_second, settings.action_burst
        self._paces: Buckets[bytes] = Buckets(rate, burst, now, room)
        self.backlog = Backlog()
        """What all clients together have not taken yet."""

    @property
    def ungreeted(self) -> int:
        """Connections that have not said who they are."""
        return len(self._strangers)

    @property
    def inside(self) -> int:
        """Connections that there are."""
        return self._count

    @property
    def burdened(self) -> bool:
        """Whether so much waits to be taken that nothing new may be begun."""
        return self.backlog.bytes >= self._settings.unsent_bytes_in_all

    def enter(self, address: str) -> Code | None:
        """Let a connection in, or say why not."""
        if self._count >= self._settings.connections or self.burdened:
            return Code.CROWDED
        who = whose(address)
        if not is_loopback(address) and not self._may_connect(who):
            return Code.CROWDED
        self._inside[who] += 1
        self._count += 1
        return None

    def _may_connect(self, who: str) -> bool:
        # What one address is refused takes nothing from the others.
        return (
            self._inside[who] < self._settings.connections_per_address
            and self._connects_of.of(who).take()
            and self._connects.take()
        )

    def leave(self, address: str) -> None:
        who = whose(address)
        self._count -= 1
        self._inside[who] -= 1
        if not self._inside[who]:
            del self._inside[who]

    def waits(self, stranger: Session) -> Session | None:
        """*stranger* has still to say who it is; who has to make room for it, if any.

        A crowd that says nothing must not keep out the one who would.
        """
        self._strangers[stranger] = None
        if len(self._strangers) <= self._settings.ungreeted:
            return None
        return next(iter(self._strangers))

    def waits_no_more(self, stranger: Session) -> None:
        """*stranger* has said who it is, or is gone."""
        self._strangers.pop(stranger, None)

    def guesses(self, address: str, table: str) -> None:
        """A password that somebody at *address* has said is tried, until `guessed`.

        Raises:
            Declined: too many were wrong, of that address or at that table.
        """
        near, who = is_loopback(address), whose(address)
        if not self._guesses_at.may_try(table) or not (near or self._guesses.may_try(who)):
            raise Declined(Code.TOO_MANY_GUESSES)
        self._guesses_at.tries(table)
        if not near:
            self._guesses.tries(who)

    def guessed(self, address: str, table: str, *, wrong: bool) -> None:
        self._guesses_at.tried(table, wrong=wrong)
        if not is_loopback(address):
            self._guesses.tried(whose(address), wrong=wrong)

    def claimed_wrongly(self, address: str) -> None:
        """Somebody at *address* has come with a secret that is none.

        It counts against his passwords. Secrets themselves are too long to be guessed, and
        whoever has one is let in whatever others at his address may have tried.
        """
        if not is_loopback(address):
            self._guesses.tries(whose(address))
            self._guesses.tried(whose(address), wrong=True)

    def pace_of(self, key: bytes) -> Bucket:
        """The actions of the seat that *key* names, over any number of connections."""
        return self._paces.of(key)
