"""A table as its journal leaves it: the room, and what of its clocks is left.

Who was connected is not in the journal, since nobody is after a restart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from rummy_protocol.text import _
from rummy_protocol.views import Absence

from ..journal import Batch, Damaged, replayed
from ..room.fold import follow
from ..room.imprint import imprint
from ..room.records import DeadlineSet, Record, Room, SeatClaimed, SeatTaken, Settled
from .absence import FORGET, SLEEP
from .play import NEXT, TURN, decision
from .view import hold_of

__all__ = ["Restored", "restore"]


class Restored(msgspec.Struct, frozen=True):
    room: Room
    kept: int
    """Batches in the journal."""
    clocks: Mapping[str, float]
    """For each deadline that still holds, the seconds that were left of it when the house
    closed; none or fewer: it was due."""
    settled: Mapping[int, Absence]
    """For each seat whose owner was given up for the time being, what was decided."""
    course: tuple[tuple[float, Room], ...] = ()
    """Where spectators are behind: how the table stood, each time with the seconds for which
    the house was open after that."""


def restore(batches: Sequence[Batch], closed_at: float) -> Restored:
    """What *batches* tell of a table.

    Args:
        batches: All there are of the table.
        closed_at: House time when the last server was last known to run.

    Raises:
        Damaged: they lead to another room than they say themselves.
        RulesChanged: they were written when the same words meant another game.
    """
    if not batches:
        raise Damaged(_("nothing is kept"))
    replayed(batches[0].records)  # refuses rules that have changed
    waits = _Waits(batches)
    room = waits.room
    assert room is not None, "there are batches"
    if imprint(room) != batches[-1].imprint:
        raise Damaged(_("table {table} does not come out as it stood", table=room.id))
    course = _course(batches, closed_at) if room.options.delay else ()
    return Restored(room, len(batches), waits.left(closed_at), waits.settled(), course)


def _course(batches: Sequence[Batch], closed_at: float) -> tuple[tuple[float, Room], ...]:
    """How the table stood after each batch: all that spectators have not seen is among it."""
    room: Room | None = None
    course: list[tuple[float, Room]] = []
    for batch in batches:
        for record in batch.records:
            room = follow(room, record)
        assert room is not None, "no batch is empty"
        age = max(0.0, closed_at - batch.at)
        if course and age > room.options.delay > 0:
            course.clear()
        course.append((age, room))
    return tuple(course)


class _Waits:
    """Follows a table for what is waited for, and for whom no longer."""

    def __init__(self, batches: Sequence[Batch]) -> None:
        self.room: Room | None = None
        self._due: dict[str, tuple[float, object]] = {}
        self._settled: dict[str, Absence] = {}
        for batch in batches:
            for record in batch.records:
                self.room = follow(self.room, record)
                self._note(self.room, record, batch.at)

    def _note(self, room: Room, record: Record, at: float) -> None:
        match record:
            case DeadlineSet(what=what, seconds=seconds):
                self._due[what] = at + seconds, _about(what, room)
                self._settled.pop(what, None)
            case Settled(seat=seat, choice=choice):
                hold = hold_of(room.seats[seat].since)
                self._due.pop(hold, None)
                self._settled[hold] = choice
            case SeatTaken(seat=seat) | SeatClaimed(seat=seat):
                hold = hold_of(room.seats[seat].since)
                self._settled.pop(hold, None)
                for what in (hold, SLEEP, FORGET):
                    self._due.pop(what, None)
            case _:
                pass

    def left(self, now: float) -> dict[str, float]:
        """What is left of each deadline that still means what it meant when it was set."""
        assert self.room is not None, "there are batches"
        return {
            what: at - now
            for what, (at, about) in self._due.items()
            if about == _about(what, self.room)
        }

    def settled(self) -> dict[int, Absence]:
        assert self.room is not None, "there are batches"
        return {
            seat: self._settled[hold_of(place.since)]
            for seat, place in enumerate(self.room.seats)
            if place.owned and hold_of(place.since) in self._settled
        }


def _about(what: str, room: Room) -> object:
    """What a clock of that name runs for, in *room*; it is void when that is over."""
    if what == TURN:
        return decision(room)
    if what == NEXT:
        return room.stage, 0 if room.match is None else room.match.number
    return None
