"""What those who sit at a table may ask besides playing: leaving, starting, bots, votes, talk.

One function for each request; it gives the answer or raises `Declined`. All of them run in
the table's task.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from rummy_protocol.codec import encode
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import (
    Accepted,
    Advice,
    Advise,
    Arrange,
    Bot,
    BuyIn,
    Chat,
    Consent,
    FromServer,
    History,
    Leave,
    Ready,
    Rematch,
    Say,
    ShowOut,
    Start,
    Vote,
)
from rummy_protocol.own_order import merged
from rummy_protocol.views import SeatKind, Stage

from ..bots import suggest
from ..room.house import bot_records, host_of
from ..room.orders import hand_at, order_of
from ..room.records import Arranged, Consented, LetIn, SeatFreed, SeatLeft, ShownOut
from ..room.unwanted import whence, without
from .absence import apply, check_company
from .play import NEXT
from .spoken import page_of, spoken
from .visitor import Visitor

if TYPE_CHECKING:
    from .table import Table

__all__ = ["SEATED"]

Answer: TypeAlias = Callable[["Table", Visitor, int, Any], Awaitable[FromServer]]


async def leave(table: Table, visitor: Visitor, seat: int, ask: Leave) -> FromServer:
    """Give the seat up on purpose. During a match a bot plays it to the end (E40)."""
    if table.room.stage is Stage.GATHERING:
        await table.commit(SeatFreed(seat=seat))
    else:
        await table.commit(SeatLeft(seat=seat))
    table.people.frees(seat)
    visitor.at = None
    await check_company(table)
    return Accepted(ask.id, table.room.seq)


async def ready(table: Table, visitor: Visitor, seat: int, ask: Ready) -> FromServer:
    """Be ready for the start or the next deal; when all are, it begins."""
    room, people = table.room, table.people
    if room.stage is Stage.PLAYING:
        raise Declined(Code.NOT_NOW)
    if room.stage is Stage.OVER:
        return await rematch(table, visitor, seat, Rematch(ask.id))
    people.ready.add(seat) if ask.ready else people.ready.discard(seat)
    table.touch()
    if people.all_ready(room):
        if room.stage is Stage.SCORING:
            table.deadlines.set(NEXT, 0)
        elif all(place.kind is not SeatKind.OPEN for place in room.seats):
            await table.play.start()
    return Accepted(ask.id, table.room.seq)


async def start(table: Table, visitor: Visitor, seat: int, ask: Start) -> FromServer:
    """Begin with those who are seated. It may have begun already, when all were ready."""
    _check_host(table, seat)
    match = table.room.match
    if table.room.stage is Stage.GATHERING:
        await table.play.start()
    elif match is None or table.room.stage is not Stage.PLAYING or match.number > 1:
        raise Declined(Code.ALREADY_STARTED)
    return Accepted(ask.id, table.room.seq)


async def rematch(table: Table, visitor: Visitor, seat: int, ask: Rematch) -> FromServer:
    """Ask for another match. Those who are here decide; the seats stay as they are."""
    if table.room.stage is not Stage.OVER:
        raise Declined(Code.NOT_OVER)
    low = table.room.ruleset.players_min
    if sum(place.plays_on for place in table.room.seats) < low:
        raise Declined(Code.TOO_FEW_PLAYERS, low=low)
    table.people.ready.add(seat)
    table.touch()
    if table.people.all_ready(table.room):
        await table.play.start()
    return Accepted(ask.id, table.room.seq)


async def bot(table: Table, visitor: Visitor, seat: int, ask: Bot) -> FromServer:
    if table.room.stage not in (Stage.GATHERING, Stage.OVER):
        raise Declined(Code.ALREADY_STARTED)
    _check_host(table, seat)
    wanted = bot_records(table.room, ask)
    await table.commit(SeatFreed(seat=wanted) if isinstance(wanted, int) else wanted)
    return Accepted(ask.id, table.room.seq)


async def buy_in(table: Table, visitor: Visitor, seat: int, ask: BuyIn) -> FromServer:
    """Come back into the match between two deals, where the game lets one."""
    await table.play.buy_in(seat)
    return Accepted(ask.id, table.room.seq)


async def vote(table: Table, visitor: Visitor, seat: int, ask: Vote) -> FromServer:
    if table.room.stage not in (Stage.PLAYING, Stage.SCORING):
        raise Declined(Code.NOT_STARTED)
    agreed = table.people.votes_for(table.room, seat, ask.seat, ask.choice)
    table.touch()
    if agreed:
        await apply(table, ask.seat, ask.choice)
    return Accepted(ask.id, table.room.seq)


async def advise(table: Table, visitor: Visitor, seat: int, ask: Advise) -> FromServer:
    if table.room.stage is not Stage.PLAYING:
        return Advice(ask.id)
    return Advice(ask.id, suggest(table.room.ruleset, table.shown.update(seat)))


async def arrange(table: Table, visitor: Visitor, seat: int, ask: Arrange) -> FromServer:
    """Lay the own hand in another order. It is kept like a move, and shown to nobody else."""
    hand = hand_at(table.room.match, seat)
    if not hand:
        raise Declined(Code.NOT_NOW)
    order = merged(ask.groups, hand) if ask.groups else ()
    if order != order_of(table.room.orders, seat):
        await table.commit(Arranged(seat=seat, order=order))
    return Accepted(ask.id, table.room.seq)


async def say(table: Table, visitor: Visitor, seat: int, ask: Say) -> FromServer:
    """Speak to those who sit here; nobody else hears it."""
    frame = encode(Chat(seat, table.room.seats[seat].name, spoken(ask)))
    for other in table.people.seated.values():
        other.outbox.send(frame)
    return Accepted(ask.id, table.room.seq)


async def turn_page(table: Table, visitor: Visitor, seat: int, ask: History) -> FromServer:
    return page_of(table.play.rules, table.room.match, ask)


async def consent(table: Table, visitor: Visitor, seat: int, ask: Consent) -> FromServer:
    """Agree that spectators see all hands, or no longer; it counts from the next deal on."""
    if table.room.seats[seat].consents is not ask.given:
        await table.commit(Consented(seat=seat, given=ask.given))
    return Accepted(ask.id, table.room.seq)


async def show_out(table: Table, visitor: Visitor, seat: int, ask: ShowOut) -> FromServer:
    """Have those go who look on under a name, and keep them out; or let them in again."""
    _check_host(table, seat)
    if ask.out:
        found = [one for one in table.people.watching if one.name == ask.name]
        if not found:
            raise Declined(Code.NO_SUCH_SPECTATOR)
        origins = dict.fromkeys(whence(table.id, one.address) for one in found)
        await table.commit(*(ShownOut(name=ask.name, whence=origin) for origin in origins))
        for one in found:
            one.end(Code.SHOWN_OUT)
            table.looks_away(one)
        return Accepted(ask.id, table.room.seq)
    if without(table.room.shown_out, ask.name) == table.room.shown_out:
        raise Declined(Code.NO_SUCH_SPECTATOR, shown="out")
    await table.commit(LetIn(name=ask.name))
    return Accepted(ask.id, table.room.seq)


def _check_host(table: Table, seat: int) -> None:
    if host_of(table.room, table.people.away()) != seat:
        raise Declined(Code.NOT_THE_HOST)


SEATED: Final[Mapping[type, Answer]] = {
    Leave: leave,
    Ready: ready,
    Start: start,
    Bot: bot,
    BuyIn: buy_in,
    Rematch: rematch,
    Vote: vote,
    Advise: advise,
    Arrange: arrange,
    Say: say,
    Consent: consent,
    ShowOut: show_out,
    History: turn_page,
}
"""What may be asked from a seat, actions apart."""
