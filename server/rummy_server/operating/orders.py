"""What whoever runs the house may do at a table, run by the table in its own order of things.

Each of these is shown to the people of the table: nothing is done to them in silence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_protocol.codec import encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import Announced, Announcement
from rummy_protocol.views import Stage

from ..room.records import SeatFreed, SeatLeft
from ..table.absence import check_company
from ..table.visitor import Visitor

if TYPE_CHECKING:
    from ..table.table import Table

__all__ = ["close", "remove", "tell"]


async def tell(table: Table, announcement: Announcement) -> None:
    """Let everybody at *table* know."""
    frame = encode(announcement)
    for visitor in table.people.everybody():
        visitor.outbox.send(frame)


def tell_players(table: Table, announcement: Announcement) -> None:
    """Let those who sit at *table* know, and those who look on where they see it live."""
    frame = encode(announcement)
    for visitor in table.people.seated.values():
        visitor.outbox.send(frame)
    if not table.room.options.delay:
        for visitor in table.people.watching:
            visitor.outbox.send(frame)


async def close(table: Table, why: str) -> None:
    """End *table*, whatever is being played at it."""
    await tell(table, Announcement(Announced.CLOSES, {"text": why} if why else {}))
    await table.close()


async def remove(table: Table, visitor: Visitor) -> None:
    """Take *visitor* from his seat, as if he had left it himself, and end his connection.

    Who has lost the seat meanwhile is let alone.
    """
    seat = table.seat_of(visitor)
    if seat is None:
        return
    name = table.room.seats[seat].name
    gathering = table.room.stage is Stage.GATHERING
    await table.commit(SeatFreed(seat=seat) if gathering else SeatLeft(seat=seat))
    table.people.frees(seat)
    visitor.end(Code.KICKED, seat=seat)
    tell_players(table, Announcement(Announced.REMOVED, {"name": name}))
    await check_company(table)
