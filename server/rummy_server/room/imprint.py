"""A hash of how a table stands, by which two accounts of it can be compared.

It is made from a list of plain facts that is written out here, so that a field added to some
class later changes no imprint of an old game: what is new is added to the list only where it
says something. Clocks and who is connected have no part in it.
"""

from __future__ import annotations

import hashlib
from typing import Any, Final

import msgspec

from ..game.match import Match, Result
from ..game.state import Deal, Meld, Play, Turn
from .consent import consenting
from .records import Place, Room

__all__ = ["imprint"]

_pack: Final = msgspec.msgpack.Encoder().encode


def imprint(room: Room) -> bytes:
    """SHA-256 over everything that *room* would have to be after a restart."""
    facts: tuple[Any, ...] = (
        room.id,
        room.stage,
        room.seq,
        room.generation,
        room.fences,
        [_place(place) for place in room.seats],
        None if room.match is None else _match(room.match),
    )
    if room.orders:
        facts = (*facts, room.orders)
    consents = consenting(room.seats)
    if consents or room.open_deals or room.open_hands:
        facts = (*facts, "open", consents, room.open_deals, room.open_hands)
    if room.shown_out:
        facts = (*facts, "out", room.shown_out)
    return hashlib.sha256(_pack(facts)).digest()


def _place(place: Place) -> tuple[Any, ...]:
    answer = place.last_answer
    return (
        place.kind,
        place.name,
        place.level,
        place.key,
        place.current,
        place.spent,
        place.generation,
        place.since,
        place.left,
        place.revoked,
        place.last_id,
        None if answer is None else type(answer).__name__,
    )


def _match(match: Match) -> tuple[Any, ...]:
    ended = match.ended
    return (
        match.players,
        match.dealer,
        match.number,
        [str(points) for points in match.totals],
        match.out,
        match.bought,
        None if match.deal is None else _deal(match.deal),
        len(match.history),
        _result(match.results[-1]) if match.results else None,
        None if ended is None else (ended.winners, ended.why),
    )


def _result(result: Result) -> tuple[Any, ...]:
    return (
        result.number,
        result.dealer,
        result.hands,
        [str(points) for points in result.points],
        [str(points) for points in result.totals],
    )


def _deal(deal: Deal) -> tuple[Any, ...]:
    outcome = deal.outcome
    return (
        deal.dealer,
        deal.seats,
        deal.hands,
        deal.stock,
        deal.discards,
        deal.phase,
        _turn(deal.turn),
        [_meld(meld) for meld in deal.melds],
        deal.opened,
        deal.played,
        deal.next_meld,
        deal.turns,
        deal.recycles,
        None if outcome is None else (outcome.out, outcome.rummy, outcome.why),
    )


def _turn(turn: Turn) -> tuple[Any, ...]:
    return (
        turn.seat,
        turn.fresh,
        turn.locked,
        [_play(play) for play in turn.plays],
        turn.laid_before,
        turn.opened_before,
        turn.must,
        turn.must_open,
        turn.owed,
    )


def _play(play: Play) -> tuple[Any, ...]:
    before = None if play.before is None else play.before.id
    return (play.cards, play.meld.id, before, play.gained, play.opens)


def _meld(meld: Meld) -> tuple[Any, ...]:
    return (meld.id, meld.owner, meld.cards, meld.stands, meld.credit)
