"""The border at which what a server sent is made safe to draw, or refused.

Whoever runs the server can put anything into a string and any number into a field. In here
every string is cleaned and every number that is used as a place, a card or a divisor is
checked, once, so that nothing behind this border has to. It does not know the rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

import msgspec

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.clean import clean
from rummy_protocol.errors import Code, ProtocolViolation
from rummy_protocol.messages import Advice, Chat, FromServer, Page, Seated, Update
from rummy_protocol.news import Entry
from rummy_protocol.views import DealView, TableView, You

__all__ = ["NAME_CELLS", "received"]

NAME_CELLS: Final = 24
TEXT_CELLS: Final = 400
"""What one string may fill. Names are cut to `NAME_CELLS` where they are drawn in columns."""


def received(message: FromServer) -> FromServer:
    """*message* with every string cleaned.

    Raises:
        ProtocolViolation: a card, a seat or a divisor in it cannot be one.
    """
    match message:
        case Update():
            _check_update(message)
        case Page():
            _check_faces(_faces_of_log(message.entries))
        case Advice():
            _check_faces(_faces_in(message.action))
        case Seated() | Chat():
            _check_seats((message.seat,), 64)
        case _:
            pass
    safe: FromServer = _cleaned(message)
    return safe


def _cleaned(value: Any) -> Any:
    # By exact type: members of an enumeration are strings too, and are known to be harmless.
    if type(value) is str:
        harmless = value.isascii() and value.isprintable()
        return value if harmless else clean(value, TEXT_CELLS)
    if isinstance(value, msgspec.Struct):
        return _cleaned_struct(value)
    if type(value) is tuple:
        parts = tuple(map(_cleaned, value))
        same = all(new is old for new, old in zip(parts, value, strict=True))
        return value if same else parts
    if type(value) is dict:
        return {_cleaned(key): _cleaned(part) for key, part in value.items()}
    return value


def _cleaned_struct(value: msgspec.Struct) -> msgspec.Struct:
    changes = {}
    for field in value.__struct_fields__:
        old = getattr(value, field)
        if type(old) is not int and old is not None:
            new = _cleaned(old)
            if new is not old:
                changes[field] = new
    return msgspec.structs.replace(value, **changes) if changes else value


def _check(sound: bool, what: str) -> None:
    if not sound:
        raise ProtocolViolation(Code.BAD_MESSAGE, what=what)


def _check_faces(faces: Iterable[Face | None]) -> None:
    _check(all(face is None or 0 <= face <= JOKER for face in faces), "card")


def _check_seats(seats: Iterable[int | None], count: int) -> None:
    _check(all(seat is None or 0 <= seat < count for seat in seats), "seat")


def _check_update(update: Update) -> None:
    count = len(update.table.seats)
    _check_table(update.table, count)
    if update.deal is not None:
        _check_deal(update.deal, count)
    if update.you is not None:
        _check_seats((update.you.seat,), count)
        _check_faces(_faces_of_you(update.you))
    for hand in () if update.hands is None else update.hands.hands:
        _check_seats((hand.seat,), count)
        _check_faces(_faces_of_you(hand))


def _check_table(table: TableView, count: int) -> None:
    _check_seats((table.host, *(table.result.winners if table.result else ())), count)
    _check_seats((seat for who, whom, _ in table.votes for seat in (who, whom)), count)
    _check(all(seat.points[1] > 0 for seat in table.seats), "points")


def _check_deal(deal: DealView, count: int) -> None:
    _check(len(deal.hands) == count, "hands")
    _check_seats((deal.dealer, *(waiting.seat for waiting in deal.waiting)), count)
    _check_faces(deal.top)
    for meld in deal.melds:
        _check_faces((*meld.cards, *meld.stands))
        _check(len(meld.stands) in (0, len(meld.cards)), "stands")
        _check_seats((meld.owner, *meld.credit), count)
    _check_seats((*deal.opened, *(entry.seat for entry in deal.log)), count)
    _check_faces(_faces_of_log(deal.log))
    if deal.result is not None:
        _check(len(deal.result.seats) == count, "result")
        _check_seats((deal.result.out,), count)
        for line in deal.result.seats:
            _check_faces((*line.hand, *(face for face, _ in line.laid)))
            _check(line.points[1] > 0 and line.total[1] > 0, "points")


def _faces_of_you(you: You) -> Iterator[Face | None]:
    yield from you.hand
    yield from you.deadwood
    yield from (you.fresh, you.locked)
    yield from you.duty_cards
    for meld in you.split:
        yield from meld
    for lay in you.can_meld:
        yield from (*lay.cards, *lay.stands)
    for fit in (*you.fits, *you.swaps):
        yield fit.card


def _faces_of_log(entries: Iterable[Entry]) -> Iterator[Face | None]:
    for entry in entries:
        yield from _faces_in(entry)
        yield getattr(entry, "upcard", None)


def _faces_in(holder: object) -> Iterator[Face | None]:
    yield from getattr(holder, "cards", ())
    yield from getattr(holder, "stands", ())
    yield getattr(holder, "card", None)
