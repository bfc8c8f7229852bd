"""What the table's feed is made of: the log, what people said, and their coming and going.

Values and pure functions; how a line of it is worded and drawn is not in here.
"""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise
from typing import TypeAlias

import msgspec

from rummy_protocol.choices import Seen
from rummy_protocol.messages import Update
from rummy_protocol.news import Dealt, Discarded, Entry, TookDiscard
from rummy_protocol.views import DealView, Points, Presence, SeatKind, SeatView, TableView

__all__ = [
    "Aside",
    "Away",
    "Change",
    "FeedItem",
    "HouseSaid",
    "Place",
    "Spoken",
    "changes_of_people",
    "feed",
    "first_gap",
    "merged",
    "same_deal",
]

Place: TypeAlias = tuple[int, int]
"""A deal, and the entry of its log after which something belongs."""


class Spoken(msgspec.Struct, frozen=True):
    """Somebody said something."""

    place: Place
    seat: int | None
    """``None``: a spectator, who speaks to spectators only."""
    name: str
    text: str


class HouseSaid(msgspec.Struct, frozen=True):
    """Whoever runs the house has said something, or done something at this table."""

    place: Place
    text: str


class Change(StrEnum):
    """What became of a seat."""

    SAT = "sat"
    BACK = "back"
    LOST = "lost"
    BOT = "bot"
    LEFT = "left"
    ASLEEP = "asleep"
    FREED = "freed"
    HOST = "host"
    AGREES = "agrees"
    """That those who watch see all hands."""
    DISAGREES = "disagrees"


class Aside(msgspec.Struct, frozen=True):
    """Somebody came, went, or came back. No part of the game's log."""

    place: Place
    seat: int
    name: str
    change: Change


FeedItem: TypeAlias = Entry | Spoken | Aside | HouseSaid


class Away(msgspec.Struct, frozen=True):
    """The part of the log that was written while we were away."""

    after: int
    upto: int = 0
    """The last entry of it; 0 until the first view after our return."""
    deal: int = 0
    before: tuple[Points, ...] = ()
    """Everybody's points when we last saw the table; empty if we never did."""

    @property
    def nothing(self) -> bool:
        """Whether it is known that nothing was written in the log meanwhile."""
        return 0 < self.upto <= self.after

    def until(self, update: Update, table: TableView | None) -> Away:
        """The same, closed by the first *update* after our return; *table* was seen last."""
        if self.upto or update.deal is None:
            return self
        last = update.deal.log[-1].n if update.deal.log else 0
        before = tuple(seat.points for seat in table.seats) if table is not None else ()
        return Away(self.after, last, update.deal.number, before)


def same_deal(old: DealView | None, new: DealView) -> bool:
    """Whether *new* shows a later moment of the deal that *old* shows.

    Deals are numbered within a match, so the first deal of a rematch may bear the number of
    the last deal of the match before; it shows by what has not happened in it yet.
    """
    if old is None or old.number != new.number:
        return False
    begun_anew = old.result is not None and new.result is None
    return not begun_anew and _last(old) <= _last(new)


def _last(deal: DealView) -> int:
    return deal.log[-1].n if deal.log else 0


def merged(log: tuple[Entry, ...], update: Update) -> tuple[Entry, ...]:
    """*log* with what *update* tells, and without what nobody may look up any more (E09)."""
    if update.deal is None:
        return ()
    known = {entry.n: entry for entry in log} | {entry.n: entry for entry in update.deal.log}
    whole = tuple(entry for _, entry in sorted(known.items()))
    hidden = update.table.rules.discard_visible is Seen.TOP and update.deal.result is None
    return _covered(whole, update.deal) if hidden else whole


def _covered(log: tuple[Entry, ...], deal: DealView) -> tuple[Entry, ...]:
    """*log* without the faces of discards that have been covered for more than a round."""
    later, told = 0, list[Entry]()
    for entry in reversed(log):
        told.append(_faceless(entry) if later >= len(deal.hands) else entry)
        later += isinstance(entry, Discarded)
    return tuple(reversed(told))


def _faceless(entry: Entry) -> Entry:
    match entry:
        case Discarded():
            return Discarded(entry.n, entry.seat, None)
        case TookDiscard():
            return TookDiscard(entry.n, entry.seat, (None,) * len(entry.cards))
        case Dealt():
            return Dealt(entry.n, entry.seat, entry.each)
        case _:
            return entry


def first_gap(log: tuple[Entry, ...]) -> int | None:
    """The number of the entry after which one is missing inside *log*, if one is."""
    for one, other in pairwise(log):
        if other.n != one.n + 1:
            return one.n
    return None


def feed(
    log: tuple[Entry, ...], spoken: tuple[Spoken | Aside | HouseSaid, ...], deal: int
) -> tuple[FeedItem, ...]:
    """Everything in the order in which it happened, as far as that is known."""
    placed: list[tuple[tuple[int, int, int], FeedItem]]
    placed = [((deal, entry.n, 0), entry) for entry in log]
    placed += [((*item.place, 1), item) for item in spoken]
    return tuple(item for _, item in sorted(placed, key=lambda pair: pair[0]))


def changes_of_people(old: TableView | None, new: TableView, place: Place) -> tuple[Aside, ...]:
    """What became of the people at the table between two views of it."""
    if old is None or old.id != new.id or len(old.seats) != len(new.seats):
        return ()
    told = []
    for number, (was, now) in enumerate(zip(old.seats, new.seats, strict=True)):
        change = _change(was, now)
        if change is not None:
            told.append(Aside(place, number, now.name or was.name, change))
    if new.host is not None and old.host is not None and new.host != old.host:
        told.append(Aside(place, new.host, new.seats[new.host].name, Change.HOST))
    for number in sorted({*old.consents} ^ {*new.consents}):
        change = Change.AGREES if number in new.consents else Change.DISAGREES
        told.append(Aside(place, number, new.seats[number].name, change))
    return tuple(told)


_OF_PRESENCE = {
    Presence.LOST: Change.LOST,
    Presence.BOT: Change.BOT,
    Presence.LEFT: Change.LEFT,
    Presence.ASLEEP: Change.ASLEEP,
}


def _change(was: SeatView, now: SeatView) -> Change | None:
    if now.kind is SeatKind.OPEN:
        return Change.FREED if was.kind is not SeatKind.OPEN else None
    if was.kind is SeatKind.OPEN or (was.name, was.kind) != (now.name, now.kind):
        return Change.SAT
    if was.presence is now.presence:
        return None
    return _OF_PRESENCE.get(now.presence, Change.BACK)
