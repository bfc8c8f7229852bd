"""A game as everybody may know it, one JSON object a line: deals, moves, points, the end.

Cards stand there as they are written, like ``7H``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, assert_never

import msgspec

from rummy_protocol.cards import Face, name
from rummy_protocol.messages import Update
from rummy_protocol.news import Entry
from rummy_protocol.views import DealView, SeatResult

from .course import DealBegan, DealScored, GameEnded, News, Passed, SeatChanged, course
from .filing import head, line_of
from .frames import Frame
from .games import Game
from .origins import came_from_pack

__all__ = ["public_lines"]

_CARDS = ("cards", "card", "upcard", "stands")
"""Fields of entries that hold cards."""


def public_lines(game: Game, sent: Iterable[tuple[Frame, Update]]) -> Iterator[str]:
    """The game from what those who looked on were sent."""
    yield line_of(head(game, "everybody"))
    deal = 0
    for told in course(sent):
        if isinstance(told.news, DealBegan):
            deal = told.news.deal.number
        where: dict[str, Any] = {"batch": told.batch, "day": told.day, "deal": deal}
        if deal in told.table.open_deals:
            # The mark of a deal that spectators saw with all hands: it stays with each line.
            where["open_hands"] = True
        what = _what(told.news)
        yield line_of({"line": what.pop("line"), **where, **what})


def _what(news: News) -> dict[str, Any]:
    match news:
        case DealBegan(deal=deal):
            return {"line": "deal", "dealer": deal.dealer, "dealt": list(deal.hands)}
        case Passed(entry=entry):
            return {"line": "move", **_entry(entry)}
        case DealScored():
            return {"line": "score", **_score(news)}
        case SeatChanged(seat=seat, name=who, left=left):
            return {"line": "seat", "seat": seat, "name": who, "left": left}
        case GameEnded(result=result):
            return {"line": "end", "winners": list(result.winners), "why": result.why}
        case _:
            assert_never(news)


def _entry(entry: Entry) -> dict[str, Any]:
    told = msgspec.to_builtins(entry)
    for field in _CARDS:
        if told.get(field) is not None:
            told[field] = _named(told[field])
    return {"what": told.pop("e"), **told}


def _named(cards: Any) -> Any:
    if isinstance(cards, int):
        return name(Face(cards))
    return [None if card is None else name(Face(card)) for card in cards]


def _score(scored: DealScored) -> dict[str, Any]:
    result = scored.result
    came = came_from_pack(scored.entries, result)
    return {
        "out": result.out,
        "rummy": result.rummy,
        "why": result.why,
        "melds": _melds(scored.deal),
        "seats": [_seat(seat) for seat in result.seats],
        "dealt_or_drawn": None if came is None else [_named(cards) for cards in came],
    }


def _melds(deal: DealView) -> list[dict[str, Any]]:
    return [
        {
            "meld": meld.id,
            "owner": meld.owner,
            "cards": _named(meld.cards),
            "stands": _named(meld.stands),
            "laid_by": list(meld.credit),
        }
        for meld in deal.melds
    ]


def _seat(seat: SeatResult) -> dict[str, Any]:
    return {
        "hand": _named(seat.hand),
        "held": seat.held,
        "points": list(seat.points),
        "total": list(seat.total),
        "played": seat.played,
    }
