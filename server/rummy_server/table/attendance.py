"""Who is at a table now, and for how long the seats of the others are held.

Nothing of this outlives the process: after a restart everybody is absent and comes back.
Plain bookkeeping; what follows from it the table decides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import msgspec

from rummy_protocol.errors import Code, Declined
from rummy_protocol.views import Absence, Presence, SeatKind, Stage

from ..room.records import Room
from .visitor import Visitor

__all__ = ["Absent", "Attendance", "out_of"]


def out_of(room: Room) -> tuple[int, ...]:
    """Seats that have dropped out of the match that is played or about to be scored."""
    running = room.stage in (Stage.PLAYING, Stage.SCORING)
    return room.match.out if running and room.match is not None else ()


class Absent(msgspec.Struct, frozen=True):
    """A seat whose owner is not connected."""

    presence: Presence
    deal: int
    """The deal that was being played when he was last heard, and"""
    read_to: int
    """the entries of its log that he may have seen."""


class Attendance:
    """The people of one table. Only the table itself may use it."""

    def __init__(self) -> None:
        self.seated: dict[int, Visitor] = {}
        self.watching: list[Visitor] = []
        self.absent: dict[int, Absent] = {}
        self.votes: dict[tuple[int, int], Absence] = {}
        """What a seat (first) wants to become of another one."""
        self.ready: set[int] = set()
        self.missed: Counter[int] = Counter()
        """Turns in a row that ended by the clock."""
        self.idle: set[int] = set()
        """Seats whose owners are connected and let the clock decide all the time."""

    def everybody(self) -> Iterator[Visitor]:
        yield from self.seated.values()
        yield from self.watching

    # --- coming and going -----------------------------------------------------------------

    def sits(self, visitor: Visitor, seat: int) -> Visitor | None:
        """*visitor* has the seat from now on; whoever had it before."""
        before = self.seated.get(seat)
        self.seated[seat] = visitor
        self.absent.pop(seat, None)
        self.acts(seat)
        self._forget_votes_about(seat)
        return before if before is not visitor else None

    def loses(self, seat: int, deal: int, read_to: int) -> None:
        """The connection of *seat* is gone; its owner may be back."""
        del self.seated[seat]
        self.absent[seat] = Absent(Presence.LOST, deal, read_to)
        self.acts(seat)
        self.ready.discard(seat)

    def misses_all(self, seat: int) -> None:
        """Nobody has been connected to *seat* since the server began."""
        self.absent[seat] = Absent(Presence.LOST, 0, 0)

    def have_read(self, seats: Iterable[int], deal: int, entries: int) -> None:
        """The owners of *seats*, if nothing else is known, had seen the log to *entries*."""
        for seat in self.absent.keys() & set(seats):
            self.absent[seat] = Absent(self.absent[seat].presence, deal, entries)

    def frees(self, seat: int) -> None:
        """*seat* has no owner any more."""
        self.seated.pop(seat, None)
        self.absent.pop(seat, None)
        self.acts(seat)
        self.ready.discard(seat)
        self._forget_votes_about(seat)
        self.votes = {votes: what for votes, what in self.votes.items() if votes[0] != seat}

    def acts(self, seat: int) -> bool:
        """The owner does something himself; whether a bot had played for him."""
        self.missed.pop(seat, None)
        before = seat in self.idle
        self.idle.discard(seat)
        return before

    def misses(self, seat: int, most: int) -> None:
        """The clock decided for *seat*; after *most* times in a row a bot does."""
        self.missed[seat] += 1
        if self.missed[seat] >= most:
            self.idle.add(seat)

    def renumber(self, new: Callable[[int], int | None]) -> None:
        """Seats have other numbers now, or (``None``) are gone."""
        self.seated = {n: o for s, o in self.seated.items() if (n := new(s)) is not None}
        self.absent = {n: o for s, o in self.absent.items() if (n := new(s)) is not None}
        for seat, visitor in self.seated.items():
            assert visitor.at is not None, "who is seated is here"
            visitor.at = msgspec.structs.replace(visitor.at, seat=seat)
        self.votes.clear()
        self.ready.clear()
        self.missed.clear()
        self.idle.clear()

    # --- presence -------------------------------------------------------------------------

    def presence(self, room: Room, seat: int) -> Presence:
        place = room.seats[seat]
        if place.left or place.revoked:
            return Presence.LEFT
        found = self.absent.get(seat)
        if found is not None:
            return found.presence
        return Presence.BOT if seat in self.idle else Presence.HERE

    def turns(self, seat: int, presence: Presence) -> None:
        """Note what became of an absent seat."""
        self.absent[seat] = msgspec.structs.replace(self.absent[seat], presence=presence)

    def played_by_bot(self, room: Room, seat: int) -> bool:
        """Whether a bot decides for *seat*."""
        place = room.seats[seat]
        if place.kind is SeatKind.BOT or place.left or place.revoked:
            return True
        if seat in self.idle:
            return True
        found = self.absent.get(seat)
        return found is not None and found.presence is Presence.BOT

    def bot_seats(self, room: Room) -> tuple[int, ...]:
        """The seats of the match for which bots decide; who is out of it decides nothing."""
        left = () if room.match is None else room.match.left
        return tuple(seat for seat in left if self.played_by_bot(room, seat))

    def asleep(self, room: Room) -> bool:
        """Whether the table waits for somebody without a limit."""
        return any(
            one.presence is Presence.ASLEEP and seat not in out_of(room)
            for seat, one in self.absent.items()
        )

    def away(self) -> set[int]:
        """Seats whose hold has run out."""
        return {seat for seat, one in self.absent.items() if one.presence is not Presence.LOST}

    # --- agreeing -------------------------------------------------------------------------

    def deciding(self, room: Room) -> set[int]:
        """Seats whose owners are here and have a say in how the match goes on.

        Those who are out of it have none, unless nobody else is here.
        """
        return self.seated.keys() - set(out_of(room)) or set(self.seated)

    def all_ready(self, room: Room) -> bool:
        """Whether all who are here and have a say have said that they are ready."""
        return bool(self.seated) and self.ready >= self.deciding(room)

    def votes_for(self, room: Room, voter: int, seat: int, choice: Absence) -> bool:
        """Count a vote; whether most of those present now agree on *choice*.

        Raises:
            Declined: nobody is waited for at that seat.
        """
        if not 0 <= seat < len(room.seats):
            raise Declined(Code.NO_SUCH_SEAT)
        if seat not in self.absent or seat in out_of(room):
            raise Declined(Code.NOT_NOW)
        voters = self.deciding(room)
        self.votes[voter, seat] = choice
        agreed = sum(
            what is choice
            for (who, about), what in self.votes.items()
            if about == seat and who in voters
        )
        return 2 * agreed > len(voters)

    def settles(self, seat: int) -> None:
        """What becomes of *seat* is decided; those votes are spent."""
        self._forget_votes_about(seat)

    def _forget_votes_about(self, seat: int) -> None:
        self.votes = {votes: what for votes, what in self.votes.items() if votes[1] != seat}
