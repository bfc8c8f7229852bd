"""How people come to a table: they sit down, take up their seat again, or look on.

All of it runs in the table's task. What proves a claim, `house` knows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from rummy_protocol.codec import encode
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import Join, Resume, Seated, Watch, Watching
from rummy_protocol.views import Stage

from ..logbook import WARNING, note
from ..room.house import Claim, check_watcher, claim, joined, seat_of_key
from ..room.records import SeatClaimed, SeatFreed, SeatRevoked
from ..room.unwanted import is_unwanted
from .absence import back, check_company
from .view import hold_of
from .visitor import At, Visitor, refused

if TYPE_CHECKING:
    from .table import Table

__all__ = ["enter"]


async def enter(
    table: Table, visitor: Visitor, request: Join | Resume | Watch, word: bytes
) -> None:
    """Seat *visitor* or let it look on, and answer it either way.

    *word* is the digest of the password that it said: a table waits for no hashing.
    """
    try:
        match request:
            case Join():
                await _join(table, visitor, request, word)
            case Resume():
                await _resume(table, visitor, request)
            case Watch():
                _watch(table, visitor, request, word)
    except Declined as no:
        if no.code in (Code.WRONG_PASSWORD, Code.SEAT_LOST, Code.REVOKED):
            visitor.wrong_guesses += 1
        visitor.tell(refused(request.id, no))


async def _join(table: Table, visitor: Visitor, join: Join, word: bytes) -> None:
    records, seat = joined(table.room, join, visitor.name, word, visitor.brought)
    if records and table.draining:
        raise Declined(Code.CLOSING)
    if records:
        visitor.brought = join.key
        table.people.frees(seat)
        table.play.dismiss_bot(seat)
    else:
        records = (SeatClaimed(seat=seat, next=table.room.seats[seat].current),)
    await table.commit(*records)
    _seat(table, visitor, seat, join.id)


async def _resume(table: Table, visitor: Visitor, resume: Resume) -> None:
    seat = seat_of_key(table.room, resume.key)
    if seat is None:
        raise Declined(Code.SEAT_LOST)
    match claim(table.room.seats[seat], resume):
        case Claim.WRONG:
            raise Declined(Code.SEAT_LOST)
        case Claim.STOLEN:
            await _revoke(table, seat)
            raise Declined(Code.REVOKED)
        case Claim.PROVEN | Claim.REPEATED:
            await table.commit(SeatClaimed(seat=seat, next=resume.next))
            _seat(table, visitor, seat, resume.id)


def _seat(table: Table, visitor: Visitor, seat: int, id: int) -> None:
    """*visitor* has proved to be the owner of *seat*: nobody else is, from now on."""
    missed = _missed_from(table, seat)
    table.looks_away(visitor)
    before = table.people.sits(visitor, seat)
    place = table.room.seats[seat]
    visitor.at = At(table, seat, place.generation)
    visitor.read_to = table.mark
    if before is not None:
        before.end(Code.REPLACED)
    back(table, seat)
    answer = Seated(id, table.id, seat, place.last_id, place.last_answer, missed)
    visitor.outbox.put(encode(answer))


def _missed_from(table: Table, seat: int) -> int:
    away, here = table.people.absent.get(seat), table.people.seated.get(seat)
    if away is not None:
        mark = away.deal, away.read_to
    elif here is not None:
        silent = table.now() - here.heard_at > table.settings.ping_seconds + 2
        mark = here.read_to if silent else table.mark
    else:
        return 0
    deal, entries = table.mark
    if mark == table.mark or not entries:
        return 0
    # Of a deal that began meanwhile even the first entry is new; nobody is told less
    # by hearing of it again, and it says no more than that the deal was dealt.
    return mark[1] if mark[0] == deal and mark[1] else 1


async def _revoke(table: Table, seat: int) -> None:
    """A spent secret was used: whoever has the seat now may be a thief (P8)."""
    note(WARNING, "spent-secret", table=table.id, seat=seat + 1)
    holder = table.people.seated.get(seat)
    gathering = table.room.stage is Stage.GATHERING
    table.deadlines.stop(hold_of(table.room.seats[seat].since))
    await table.commit(SeatFreed(seat=seat) if gathering else SeatRevoked(seat=seat))
    table.people.frees(seat)
    if holder is not None:
        holder.end(Code.REVOKED)
    await check_company(table)


def _watch(table: Table, visitor: Visitor, watch: Watch, word: bytes) -> None:
    check_watcher(table.room, word)
    if len(table.people.watching) >= table.settings.spectators:
        raise Declined(Code.TABLE_FULL)
    if is_unwanted(table.room, visitor.name, visitor.address):
        raise Declined(Code.SHOWN_OUT)
    table.gallery.comes(visitor)
    visitor.at = At(table, None)
    visitor.outbox.put(encode(Watching(watch.id, table.id)))
    table.touch()
