"""The table and its people as everybody may see them. Nothing secret is within reach of it."""

from __future__ import annotations

from fractions import Fraction
from typing import Final

from rummy_protocol.messages import TableLine
from rummy_protocol.ruleset import the_same
from rummy_protocol.views import MatchResult, Presence, SeatKind, SeatView, Stage, TableView

from ..clock import Deadlines
from ..game.match import may_buy_in
from ..room.consent import consenting
from ..room.house import host_of
from ..room.records import Room
from .attendance import Attendance, out_of
from .play import NEXT, TURN

__all__ = ["counting", "hold_of", "onlookers", "table_line", "table_view"]

NAMES_SHOWN: Final = 20


def hold_of(since: int) -> str:
    """The name of the deadline until which a seat is held for its owner."""
    return f"hold-{since}"


def counting(people: Attendance, deadlines: Deadlines) -> bool:
    """Whether a countdown is part of the view, so that it is another one each time."""
    return bool(people.absent) or TURN in deadlines or NEXT in deadlines


def table_view(room: Room, people: Attendance, deadlines: Deadlines) -> TableView:
    match = room.match
    ended = match.ended if match is not None and room.stage is Stage.OVER else None
    return TableView(
        id=room.id,
        name=room.name,
        rules=the_same(room.ruleset),
        options=room.options,
        stage=room.stage,
        seats=tuple(_seat(room, people, deadlines, seat) for seat in range(len(room.seats))),
        host=host_of(room, people.away()),
        spectators=onlookers(people),
        watching=len(people.watching),
        clock=_milliseconds(deadlines.left(TURN)),
        next_deal=_milliseconds(deadlines.left(NEXT) or None),
        deals_played=0 if match is None else len(match.results),
        result=None if ended is None else MatchResult(ended.winners, ended.why),
        votes=tuple((who, whom, what) for (who, whom), what in sorted(people.votes.items())),
        consents=consenting(room.seats),
        open_hands=room.open_hands,
        open_deals=room.open_deals,
    )


def onlookers(people: Attendance) -> tuple[str, ...]:
    """The names of those who look on, as many as are told."""
    return tuple(visitor.name for visitor in people.watching[:NAMES_SHOWN])


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def _seat(room: Room, people: Attendance, deadlines: Deadlines, seat: int) -> SeatView:
    place = room.seats[seat]
    if place.kind is SeatKind.OPEN:
        return SeatView("", SeatKind.OPEN)
    totals = () if room.match is None else room.match.totals
    points = totals[seat] if seat < len(totals) else Fraction(0)
    out = seat in out_of(room)
    left = deadlines.left(hold_of(place.since)) if seat in people.absent else None
    return SeatView(
        name=place.name,
        kind=place.kind,
        points=(points.numerator, points.denominator),
        presence=_presence(room, people, seat, out),
        hold=None if left is None else round(left),
        ready=seat in people.ready,
        level=place.level,
        out=out,
        may_buy=out and may_buy(room, seat),
    )


def _presence(room: Room, people: Attendance, seat: int, out: bool) -> Presence:
    found = people.presence(room, seat)
    if out and found in (Presence.BOT, Presence.ASLEEP):
        # Nobody plays on for who is out of the match, and nobody waits for him.
        return Presence.LOST if seat in people.absent else Presence.HERE
    return found


def may_buy(room: Room, seat: int) -> bool:
    """Whether *seat* may buy itself in again now."""
    if room.stage is not Stage.SCORING or room.match is None:
        return False
    return may_buy_in(room.ruleset, room.match, seat)


def table_line(room: Room, people: Attendance) -> TableLine:
    """The table as the lobby shows it."""
    taken = [place for place in room.seats if place.kind is not SeatKind.OPEN]
    return TableLine(
        id=room.id,
        name=room.name,
        rules=room.ruleset,
        options=room.options,
        stage=room.stage,
        taken=len(taken),
        humans=sum(place.owned for place in taken),
        watching=len(people.watching),
        deals_played=0 if room.match is None else len(room.match.results),
    )
