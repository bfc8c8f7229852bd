"""A table as its journal leaves it: the room, and what of its clocks is left.

Who was connected is not in the journal, since nobody is after a restart.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from .absence import FORGET
from .imprint import imprint
from .journal import Batch, Damaged, replayed
from .play import TURN, decision
from .records import DeadlineSet, Room, SeatClaimed, SeatTaken, follow
from .tableview import hold_of

__all__ = ["Restored", "restore"]


class Restored(msgspec.Struct, frozen=True):
    room: Room
    kept: int
    """Batches in the journal."""
    clocks: Mapping[str, float]
    """For each deadline that still holds, the seconds that were left of it when the house
    closed; none or fewer: it was due."""


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
        raise Damaged("nothing is kept")
    room = replayed([record for batch in batches for record in batch.records])
    if imprint(room) != batches[-1].imprint:
        raise Damaged(f"table {room.id} does not come out as it stood")
    return Restored(room, len(batches), _clocks(batches, closed_at))


def _clocks(batches: Sequence[Batch], closed_at: float) -> dict[str, float]:
    """What is left of each deadline that still means what it meant when it was set."""
    due: dict[str, tuple[float, object]] = {}
    room: Room | None = None
    for batch in batches:
        for record in batch.records:
            room = follow(room, record)
            match record:
                case DeadlineSet(what=what, seconds=seconds):
                    about = decision(room) if what == TURN else None
                    due[what] = batch.at + seconds, about
                case SeatTaken(seat=seat) | SeatClaimed(seat=seat):
                    due.pop(hold_of(room.seats[seat].since), None)
                    due.pop(FORGET, None)
                case _:
                    pass
    assert room is not None, "there are batches"
    open_now = decision(room)
    return {
        what: at - closed_at
        for what, (at, about) in due.items()
        if about is None or about == open_now
    }
