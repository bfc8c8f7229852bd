"""What becomes of seats whose owners are not there (U13), and of tables without people.

A lost connection is held for a while; then the table's policy decides, or before that a vote.
Who leaves on purpose is gone for this match.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final, assert_never

from rummy_protocol.views import Absence, Presence, SeatKind, Stage

from .attendance import out_of
from .play import TURN
from .records import DeadlineSet, Place, SeatFreed
from .tableview import hold_of

if TYPE_CHECKING:
    from .table import Table

__all__ = [
    "FORGET",
    "HOLD",
    "SLEEP",
    "apply",
    "back",
    "check_company",
    "hold_ran_out",
    "lost",
    "take_up",
]

HOLD: Final = "hold-"
SLEEP: Final = "sleep"
FORGET: Final = "forget"


async def lost(table: Table, seat: int, mark: tuple[int, int]) -> None:
    """The connection of *seat* is gone: hold the seat."""
    table.people.loses(seat, *mark)
    table.touch()
    waits: list[tuple[str, float]] = [
        (hold_of(table.room.seats[seat].since), table.room.options.hold_seconds)
    ]
    if not table.people.seated:
        table.deadlines.set(SLEEP, table.settings.sleep_seconds)
        waits.append((FORGET, table.settings.forget_seconds))
    for what, seconds in waits:
        table.deadlines.set(what, seconds)
    await table.commit(*(DeadlineSet(what=what, seconds=seconds) for what, seconds in waits))


def back(table: Table, seat: int) -> None:
    """The owner of *seat* is here: every deadline of his absence is void, at once (U07)."""
    table.deadlines.stop(hold_of(table.room.seats[seat].since))
    table.deadlines.stop(SLEEP)
    table.deadlines.stop(FORGET)
    table.sleeping = False
    table.play.dismiss_bot(seat)
    table.touch()


def take_up(table: Table, clocks: Mapping[str, float]) -> None:
    """Wait for the owners of all seats, after a restart: nobody is here.

    Who was here when the house closed has all the time that a lost connection has; who was
    gone already, what was left of his. A hold that had run out runs out again at once.
    """
    for seat, place in enumerate(table.room.seats):
        if place.owned:
            hold = hold_of(place.since)
            table.people.misses_all(seat)
            table.deadlines.set(hold, clocks.get(hold, table.room.options.hold_seconds))
    if table.people.absent:
        table.deadlines.set(FORGET, clocks.get(FORGET, table.settings.forget_seconds))
        table.deadlines.set(SLEEP, table.settings.sleep_seconds)
    if TURN in clocks:
        table.play.start_clock(clocks[TURN])


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
