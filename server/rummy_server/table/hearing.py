"""What a table does with each word in its inbox: to whom it is passed, and who is answered.

All of it runs in the table's task, one word after the other. What is judged, kept and shown
is the business of those to whom it is passed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, assert_never

from rummy_protocol.codec import encode
from rummy_protocol.errors import Declined
from rummy_protocol.messages import Act, FromServer, Refused, Request

from ..clock import Rang
from ..room.house import Numbered, number
from ..room.records import Acted
from .absence import FORGET, HOLD, SLEEP, back, hold_ran_out, lost
from .entrance import enter
from .floor import SEATED
from .gallery import BEHIND
from .play import BOT, NEXT, TURN
from .said import Asked, Enters, Gone, Ruled, Said
from .visitor import Visitor, refused

if TYPE_CHECKING:
    from .table import Table

__all__ = ["hear"]


async def hear(table: Table, said: Said) -> None:
    """Do what *said* asks for, and answer it."""
    match said:
        case Asked(visitor, request):
            if type(request) is Act:
                await _act(table, visitor, request)
            else:
                await _ask(table, visitor, request)
        case Enters(visitor, request, word, done):
            table.entering = said
            await enter(table, visitor, request, word)
            table.entering = None
            done.set()
        case Gone(visitor, only_watching):
            await _gone(table, visitor, only_watching)
        case Ruled(order, done):
            await order(table)
            done.set()
        case Rang():
            if table.deadlines.claim(said):
                await _due(table, said.what)
        case _:
            assert_never(said)


async def _act(table: Table, visitor: Visitor, act: Act) -> None:
    seat = table.seat_of(visitor)
    if seat is None:
        return  # superseded: whoever has the seat now will be answered
    place = table.room.seats[seat]
    due = number(place, act.id)
    if due is Numbered.REPEAT:
        assert place.last_answer is not None, "it was judged"
        visitor.tell(place.last_answer)
        return
    if isinstance(due, Refused):
        visitor.tell(due)
        return
    if table.people.acts(seat):
        back(table, seat)
    answer, events = table.play.judge(seat, act)
    await table.commit(Acted(seat=seat, answer=answer, events=events))
    visitor.outbox.put(encode(answer))
    if not events and table.keeps_quiet():
        visitor.outbox.flush()


async def _ask(table: Table, visitor: Visitor, request: Request) -> None:
    answer: FromServer
    seat = table.seat_of(visitor)
    try:
        if seat is not None:
            if table.people.acts(seat):
                back(table, seat)
            answer = await SEATED[type(request)](table, visitor, seat, request)
        elif visitor in table.people.watching:
            answer = table.gallery.answer(visitor, request)
        else:
            return
    except Declined as no:
        answer = refused(request.id, no)
    visitor.outbox.put(encode(answer))
    if not table.changed or visitor.at is None:
        visitor.outbox.flush()


async def _gone(table: Table, visitor: Visitor, only_watching: bool) -> None:
    table.looks_away(visitor)
    for seat, one in table.people.seated.items():
        # Who was replaced is found at no seat: his ending touches nobody.
        if one is visitor and not only_watching:
            await lost(table, seat, visitor.read_to)
            return


async def _due(table: Table, what: str) -> None:
    if what == TURN:
        await table.play.time_ran_out()
    elif what == NEXT:
        await table.play.deal()
    elif what == SLEEP:
        table.sleeping = True
        table.play.rest()
    elif what == FORGET:
        await table.close()
    elif what == BEHIND:
        table.gallery.show_due()
    elif what.startswith(BOT):
        await table.play.bot_moves(int(what.removeprefix(BOT)))
    elif what.startswith(HOLD):
        await hold_ran_out(table, int(what.removeprefix(HOLD)))
    else:
        raise AssertionError(what)
