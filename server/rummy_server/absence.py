"""What becomes of seats whose owners are not there (U13), and of tables without people.

A lost connection is held for a while; then the table's policy decides, or before that a vote.
Who leaves on purpose is gone for this match.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, assert_never

from rummy_protocol.views import Absence, Presence, SeatKind, Stage

from .attendance import out_of
from .records import Place, SeatFreed
from .tableview import hold_of

if TYPE_CHECKING:
    from .table import Table

__all__ = ["FORGET", "HOLD", "SLEEP", "apply", "back", "check_company", "hold_ran_out", "lost"]

HOLD: Final = "hold-"
SLEEP: Final = "sleep"
FORGET: Final = "forget"


def lost(table: Table, seat: int, mark: tuple[int, int]) -> None:
    """The connection of *seat* is gone: hold the seat."""
    table.people.loses(seat, *mark)
    place = table.room.seats[seat]
    table.deadlines.set(hold_of(place.since), table.room.options.hold_seconds)
    table.touch()
    if not table.people.seated:
        table.deadlines.set(SLEEP, table.settings.sleep_seconds)
        table.deadlines.set(FORGET, table.settings.forget_seconds)


def back(table: Table, seat: int) -> None:
    """The owner of *seat* is here: every deadline of his absence is void, at once (U07)."""
    table.deadlines.stop(hold_of(table.room.seats[seat].since))
    table.deadlines.stop(SLEEP)
    table.deadlines.stop(FORGET)
    table.sleeping = False
    table.play.dismiss_bot(seat)
    table.touch()


async def hold_ran_out(table: Table, since: int) -> None:
    seat = next(n for n, place in enumerate(table.room.seats) if place.since == since)
    if table.room.stage is Stage.GATHERING:
        await table.commit(SeatFreed(seat=seat))
        table.people.frees(seat)
        await check_company(table)
        return
    await apply(table, seat, table.room.options.absence)


async def apply(table: Table, seat: int, choice: Absence) -> None:
    """Do with an absent seat what the policy or the vote says.

    Nobody waits for who is out of the match, and it does not end for him: what is chosen is
    kept for the next one.
    """
    table.deadlines.stop(hold_of(table.room.seats[seat].since))
    table.people.settles(seat)
    table.touch()
    match choice:
        case Absence.WAIT:
            table.people.turns(seat, Presence.ASLEEP)
            table.play.dismiss_bot(seat)
        case Absence.BOT:
            table.people.turns(seat, Presence.BOT)
        case Absence.END:
            table.people.turns(seat, Presence.ASLEEP)
            playing = table.room.stage in (Stage.PLAYING, Stage.SCORING)
            if playing and seat not in out_of(table.room):
                await table.play.end("ended")
        case _:
            assert_never(choice)


async def check_company(table: Table) -> None:
    """End the match when one player is left (E40), close the table when nobody is."""
    seats = table.room.seats
    if not any(place.kind is SeatKind.HUMAN and not place.left for place in seats):
        await table.close()
        return
    out = out_of(table.room)
    players = [n for n, place in enumerate(seats) if _plays(place) and n not in out]
    if len(players) == 1 and table.room.stage in (Stage.PLAYING, Stage.SCORING):
        await table.play.end("last-player", (players[0],))


def _plays(place: Place) -> bool:
    """Whether somebody's match is played there; a bot that stands in counts as its owner."""
    return place.kind is not SeatKind.OPEN and not place.left
