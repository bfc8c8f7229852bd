"""Who sat down, left and came back, judged once more by the rules of the house."""

from __future__ import annotations

from typing import Final, assert_never

from rummy_protocol.clean import clean, skeleton
from rummy_protocol.errors import Declined
from rummy_protocol.messages import Accepted
from rummy_protocol.text import _
from rummy_protocol.views import SeatKind, Stage

from ..bots import LEVELS
from ..game.variants import rules_for
from ..room.house import HASH_BYTES, KEY_BYTES, NAME_CELLS, free_seats
from ..room.orders import hand_at
from ..room.records import (
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
from ..table.play import NEXT, TURN, decision
from .judge import Wrong, judge_events, judge_move

__all__ = ["judge_opening", "judge_record"]

_WAITS: Final = (NEXT, "hold-", "sleep", "forget")


def judge_opening(opened: Opened, table: str) -> None:
    """Judge the first record of *table*.

    Raises:
        Wrong: no table is opened so.
    """
    if opened.id != table:
        raise Wrong(_("it is the journal of {id}", id=repr(opened.id[:20])))
    if opened.rules_hash and opened.rules_hash != opened.ruleset.rules_hash():
        raise Wrong(_("it was written when the same words meant another game"))
    asked = bool(opened.password), bool(opened.watch_code)
    if asked != (opened.options.password, opened.options.watch_code):
        raise Wrong(_("it is not clear whether it asks for a password"))
    try:
        rules_for(opened.ruleset.for_deal(1), opened.options.seats)
    except Declined as no:
        raise Wrong(_("there is no such game: {code}", code=no.code)) from None


def judge_record(room: Room, record: Record) -> None:
    """Judge whether *record* can have been kept of a table that stands like *room*.

    Raises:
        Wrong: it cannot.
    """
    if room.stage is Stage.CLOSED:
        raise Wrong(_("something happens at a table that is closed"))
    match record:
        case Acted():
            _acted(room, record)
        case Happened():
            judge_events(room, record.events)
        case Arranged():
            _arranged(room, record)
        case Consented():
            _consented(room, record)
        case SeatTaken() | BotSat():
            _sat(room, record)
        case SeatFreed() | SeatLeft() | SeatClaimed() | SeatRevoked():
            _changed(room, record)
        case DeadlineSet():
            _deadline(room, record)
        case Settled():
            _settled(room, record)
        case Opened():
            raise Wrong(_("the table is opened a second time"))
        case ShownOut() | LetIn() | Closed():
            pass
        case _:
            assert_never(record)


def _consented(room: Room, record: Consented) -> None:
    place = _place(room, record.seat)
    if not place.owned:
        raise Wrong(_("nobody holds seat {seat}, and consents from it", seat=record.seat))
    if place.consents is record.given:
        raise Wrong(_("seat {seat} consents to what it has said already", seat=record.seat))


def _acted(room: Room, record: Acted) -> None:
    place, answer = _place(room, record.seat), record.answer
    if not place.owned:
        raise Wrong(_("nobody holds seat {seat}, and somebody acts from it", seat=record.seat))
    if answer.id != place.last_id + 1:
        raise Wrong(
            _(
                "action {id} of seat {seat} follows {last_id}",
                id=answer.id,
                seat=record.seat,
                last_id=place.last_id,
            )
        )
    if not isinstance(answer, Accepted):
        if record.events:
            raise Wrong(_("an action was refused, and something came of it"))
        return
    if answer.seq != room.seq + len(record.events):
        raise Wrong(_("the answer counts other events than happened"))
    judge_move(room, record.seat, record.events)


def _arranged(room: Room, record: Arranged) -> None:
    if not _place(room, record.seat).owned:
        raise Wrong(_("nobody holds seat {seat}, and its hand is laid anew", seat=record.seat))
    hand = hand_at(room.match, record.seat)
    laid = sorted(face for group in record.order for face in group)
    if not all(record.order) or (record.order and laid != list(hand)):
        raise Wrong(_("seat {seat} lays out other cards than it holds", seat=record.seat))


def _sat(room: Room, record: SeatTaken | BotSat) -> None:
    free = free_seats(room)
    if record.seat not in free:
        raise Wrong(_("seat {seat} is taken while it is not free", seat=record.seat))
    if record.name != clean(record.name, NAME_CELLS).strip() or not record.name:
        raise Wrong(_("nobody can be called so at seat {seat}", seat=record.seat))
    names = [place.name for seat, place in enumerate(room.seats) if seat != record.seat]
    if skeleton(record.name) in {skeleton(name) for name in names if name}:
        raise Wrong(_("two at the table are called {name}", name=record.name))
    if isinstance(record, BotSat):
        if record.level not in LEVELS:
            raise Wrong(_("there is no bot like that at seat {seat}", seat=record.seat))
        if not _gathering(room):
            raise Wrong(_("a bot sits down during a match"))
    elif (len(record.key), len(record.hash)) != (KEY_BYTES, HASH_BYTES):
        raise Wrong(_("seat {seat} has a secret of the wrong length", seat=record.seat))


def _changed(room: Room, record: SeatFreed | SeatLeft | SeatClaimed | SeatRevoked) -> None:
    place = _place(room, record.seat)
    if isinstance(record, SeatFreed):
        if place.kind is SeatKind.OPEN:
            raise Wrong(_("seat {seat} is freed, and nobody had it", seat=record.seat))
        bot_goes = room.stage is Stage.OVER and place.kind is SeatKind.BOT
        if room.stage is not Stage.GATHERING and not bot_goes:
            raise Wrong(_("seat {seat} is freed during a match", seat=record.seat))
        return
    if not place.owned:
        raise Wrong(_("nobody holds seat {seat}", seat=record.seat))
    if isinstance(record, SeatClaimed):
        if len(record.next) != HASH_BYTES:
            raise Wrong(_("seat {seat} has a secret of the wrong length", seat=record.seat))
    elif room.stage is Stage.GATHERING:
        raise Wrong(_("seat {seat} is given up before a match", seat=record.seat))


def _settled(room: Room, record: Settled) -> None:
    if not _place(room, record.seat).owned:
        raise Wrong(
            _(
                "nobody holds seat {seat}, and it is settled what becomes of it",
                seat=record.seat,
            )
        )


def _deadline(room: Room, record: DeadlineSet) -> None:
    if record.what == TURN:
        if record.seconds != room.options.turn_seconds or not record.seconds:
            raise Wrong(_("the clock gives another time than the table does"))
        if not decision(room)[2]:
            raise Wrong(_("a clock is set, and nobody has to decide"))
    elif not record.what.startswith(_WAITS) or not 0 <= record.seconds < 1e9:
        raise Wrong(_("there is no such deadline"))


def _gathering(room: Room) -> bool:
    return room.stage in (Stage.GATHERING, Stage.OVER)


def _place(room: Room, seat: int) -> Place:
    if not 0 <= seat < len(room.seats):
        raise Wrong(_("there is no seat {seat}", seat=seat))
    return room.seats[seat]
