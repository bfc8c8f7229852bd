"""How each record changes what a table remembers.

A room is the fold of its records: whoever has those has the table again as it was. Who may
have what recorded is not asked here; that is `house`'s business for people and the game's for
cards.
"""

from __future__ import annotations

import hmac
from typing import Final, assert_never

from msgspec.structs import replace

from rummy_protocol.views import SeatKind, Stage

from ..game.events import Dealt, Event, MatchBegan, MatchEnded, Scored
from ..game.match import follow as follow_match
from .consent import with_deal
from .orders import after_events, with_order
from .records import (
    SPENT_KEPT,
    Acted,
    Arranged,
    BotSat,
    Closed,
    Consented,
    DeadlineSet,
    Happened,
    LetIn,
    Opened,
    Place,
    Record,
    Room,
    SeatClaimed,
    SeatFreed,
    SeatLeft,
    SeatRevoked,
    SeatTaken,
    Settled,
    ShownOut,
)
from .unwanted import with_unwanted, without

__all__ = ["follow"]

_STAGES: Final = frozenset({MatchBegan, Dealt, Scored, MatchEnded})
"""Events with which a table passes to another stage."""


def follow(room: Room | None, record: Record) -> Room:
    """The room after *record*. There is none before `Opened`."""
    if room is None:
        assert isinstance(record, Opened), "a room begins with Opened"
        return _opened(record)
    match record:
        case Acted():
            return _acted(room, record)
        case Happened():
            return _played(room, room.seats, record.events, None)
        case SeatTaken() | BotSat() | SeatFreed() | SeatLeft() | SeatClaimed() | SeatRevoked():
            return _seated(room, record)
        case Arranged(seat=seat, order=order):
            return replace(room, orders=with_order(room.orders, seat, order))
        case DeadlineSet() | Settled():
            return room
        case Consented(seat=seat, given=given):
            place = replace(room.seats[seat], consents=given)
            return replace(room, seats=_put(room.seats, seat, place))
        case ShownOut(name=name, whence=whence):
            return replace(room, shown_out=with_unwanted(room.shown_out, name, whence))
        case LetIn(name=name):
            return replace(room, shown_out=without(room.shown_out, name))
        case Closed():
            return replace(room, stage=Stage.CLOSED)
        case Opened():
            return _opened(record)
    assert_never(record)


def _opened(record: Opened) -> Room:
    seats = record.options.seats
    return Room(
        id=record.id,
        name=record.name,
        ruleset=record.ruleset,
        options=record.options,
        salt=record.salt,
        password=record.password,
        watch_code=record.watch_code,
        seats=(Place(),) * seats,
        fences=(0,) * seats,
    )


def _seated(
    room: Room,
    record: SeatTaken | BotSat | SeatFreed | SeatLeft | SeatClaimed | SeatRevoked,
) -> Room:
    generation = room.generation + 1
    place = _place(room.seats[record.seat], record, generation)
    seats, orders = _put(room.seats, record.seat, place), room.orders
    if not isinstance(record, SeatClaimed):
        # Whoever gets the seat next has nothing to learn of how it was played.
        orders = with_order(orders, record.seat, ())
    # A new owner was not asked whether his cards may be seen.
    opened = room.open_hands and not isinstance(record, SeatTaken)
    return replace(room, seats=seats, generation=generation, orders=orders, open_hands=opened)


def _place(
    before: Place,
    record: SeatTaken | BotSat | SeatFreed | SeatLeft | SeatClaimed | SeatRevoked,
    generation: int,
) -> Place:
    match record:
        case SeatTaken():
            return Place(
                kind=SeatKind.HUMAN,
                name=record.name,
                key=record.key,
                current=record.hash,
                generation=generation,
                since=generation,
            )
        case BotSat():
            return Place(
                kind=SeatKind.BOT,
                name=record.name,
                level=record.level,
                generation=generation,
                since=generation,
            )
        case SeatFreed():
            return Place(generation=generation)
        case SeatLeft():
            return _ownerless(before, generation, left=True)
        case SeatClaimed():
            spent = before.spent
            if not hmac.compare_digest(record.next, before.current):
                spent = (*spent, before.current)[-SPENT_KEPT:]
            return replace(before, current=record.next, spent=spent, generation=generation)
        case SeatRevoked():
            return _ownerless(before, generation, revoked=True)
    assert_never(record)


def _ownerless(before: Place, generation: int, **why: bool) -> Place:
    gone = replace(before, current=b"", key=b"", consents=False, generation=generation)
    return replace(gone, **why)


def _acted(room: Room, record: Acted) -> Room:
    answer = record.answer
    place = replace(room.seats[record.seat], last_id=answer.id, last_answer=answer)
    seats = _put(room.seats, record.seat, place)
    if not record.events:
        return replace(room, seats=seats)
    return _played(room, seats, record.events, record.seat)


def _played(
    room: Room, seats: tuple[Place, ...], events: tuple[Event, ...], by: int | None
) -> Room:
    match, stage, opened = room.match, room.stage, (room.open_deals, room.open_hands)
    mine = by
    for event in events:
        match = follow_match(match, event)
        if type(event) not in _STAGES:
            continue
        if isinstance(event, MatchBegan):
            seats = tuple(place for place in seats if place.plays_on)
            stage, opened = Stage.PLAYING, ((), False)
        elif isinstance(event, Dealt):
            stage, mine = Stage.PLAYING, None
            opened = with_deal(opened[0], match, seats)
        elif isinstance(event, Scored):
            stage, mine = Stage.SCORING, None
        else:
            stage = Stage.OVER
            seats = (*seats, *(Place(),) * (room.options.seats - len(seats)))
    seq = room.seq + len(events)
    fences = [seq] * len(seats)
    if mine is not None:
        fences[mine] = room.fences[mine]
    return replace(
        room,
        match=match,
        stage=stage,
        seats=seats,
        seq=seq,
        fences=tuple(fences),
        open_deals=opened[0],
        open_hands=opened[1],
        orders=after_events(room.orders, events, match),
    )


def _put(seats: tuple[Place, ...], seat: int, place: Place) -> tuple[Place, ...]:
    return (*seats[:seat], place, *seats[seat + 1 :])
