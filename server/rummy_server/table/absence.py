"""What becomes of seats whose owners are not there (U13), and of tables without people.

A lost connection is held for a while; then the table's policy decides, or before that a vote.
Who leaves on purpose is gone for this match.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from rummy_protocol.views import Absence, Presence, SeatKind, Stage

from ..room.records import DeadlineSet, Place, Record, SeatFreed, Settled
from .attendance import out_of
from .play import NEXT, TURN, ended
from .view import hold_of

if TYPE_CHECKING:
    from .restored import Restored
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

_BECOMES: Final[Mapping[Absence, Presence]] = {
    Absence.WAIT: Presence.ASLEEP,
    Absence.BOT: Presence.BOT,
    Absence.END: Presence.ASLEEP,
}


async def lost(table: Table, seat: int, mark: tuple[int, int]) -> None:
    """The connection of *seat* is gone: hold the seat."""
    table.people.loses(seat, *mark)
    table.touch()
    hold = hold_of(table.room.seats[seat].since)
    await _wait(table, {hold: table.room.options.hold_seconds} | _deserted(table))


def _deserted(table: Table) -> dict[str, float]:
    """The clocks that run while nobody is here."""
    if table.people.seated:
        return {}
    return {SLEEP: table.settings.sleep_seconds, FORGET: table.settings.forget_seconds}


async def _wait(table: Table, waits: Mapping[str, float]) -> None:
    for what, seconds in waits.items():
        table.deadlines.set(what, seconds)
    await table.commit(
        *(DeadlineSet(what=what, seconds=seconds) for what, seconds in waits.items())
    )


def back(table: Table, seat: int) -> None:
    """The owner of *seat* is here: every deadline of his absence is void, at once (U07)."""
    table.deadlines.stop(hold_of(table.room.seats[seat].since))
    table.deadlines.stop(SLEEP)
    table.deadlines.stop(FORGET)
    table.sleeping = False
    table.play.dismiss_bot(seat)
    table.touch()


async def take_up(table: Table, restored: Restored) -> tuple[int, ...]:
    """Wait for the owners of all seats, after a restart; the seats whose owners were here.

    Who was here when the house closed has all the time that a lost connection has; who was
    gone already, what was left of his. What has run out is due at once, sleep before all
    else. Clocks that begin anew are kept, so that another restart gives nothing on top.
    """
    clocks, people, here = restored.clocks, table.people, []
    waits: dict[str, float] = {}
    for seat, place in enumerate(table.room.seats):
        if not place.owned:
            continue
        people.misses_all(seat)
        hold = hold_of(place.since)
        if seat in restored.settled:
            people.turns(seat, _BECOMES[restored.settled[seat]])
            continue
        waits[hold] = table.room.options.hold_seconds
        if hold not in clocks:
            here.append(seat)
    await _go_on(table, _deserted(table) | waits, clocks)
    return tuple(here)


async def _go_on(table: Table, waits: Mapping[str, float], clocks: Mapping[str, float]) -> None:
    """Set the clocks as they stood, and those of *waits* that did not run anew."""
    for what, seconds in waits.items():
        table.deadlines.set(what, clocks.get(what, seconds))
    for what in (TURN, NEXT):
        if what in clocks:
            table.play.start_clock(what, clocks[what])
    await table.commit(
        *(DeadlineSet(what=what, seconds=waits[what]) for what in waits if what not in clocks)
    )


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
    table.people.turns(seat, _BECOMES[choice])
    table.touch()
    records: tuple[Record, ...] = (Settled(seat=seat, choice=choice),)
    playing = table.room.stage in (Stage.PLAYING, Stage.SCORING)
    if choice is Absence.WAIT:
        table.play.dismiss_bot(seat)
    elif choice is Absence.END and playing and seat not in out_of(table.room):
        records += (ended("ended"),)
    await table.commit(*records)


async def check_company(table: Table) -> None:
    """End the match when one player is left (E40), close the table when nobody is.

    A table to which somebody may come back, and nobody does, is forgotten in the end.
    """
    seats = table.room.seats
    if not any(place.kind is SeatKind.HUMAN and not place.left for place in seats):
        await table.close()
        return
    out = out_of(table.room)
    players = [n for n, place in enumerate(seats) if _plays(place) and n not in out]
    if len(players) == 1 and table.room.stage in (Stage.PLAYING, Stage.SCORING):
        await table.play.end("last-player", (players[0],))
    if FORGET not in table.deadlines:
        await _wait(table, _deserted(table))


def _plays(place: Place) -> bool:
    """Whether somebody's match is played there; a bot that stands in counts as its owner."""
    return place.kind is not SeatKind.OPEN and not place.left
