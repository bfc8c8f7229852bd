"""What is new in each update of a game: deals, entries of the log, score sheets, the end.

Everything that is told of a game, as text or as lines, is told from this, and this is made
from what one viewer was sent. So nothing can be told that he could not have seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeAlias

import msgspec

from rummy_protocol.messages import Update
from rummy_protocol.news import Entry
from rummy_protocol.views import DealResult, DealView, MatchResult, TableView, You

from .frames import Frame

__all__ = ["DealBegan", "DealScored", "GameEnded", "News", "Passed", "SeatChanged", "course"]


class DealBegan(msgspec.Struct, frozen=True):
    deal: DealView
    you: You | None
    """The viewer's hand as dealt, where he has one."""


class Passed(msgspec.Struct, frozen=True):
    """Something happened in the deal, with the viewer's own hand after it."""

    entry: Entry
    you: You | None


class DealScored(msgspec.Struct, frozen=True):
    deal: DealView
    result: DealResult
    entries: tuple[Entry, ...]
    """All that happened in the deal."""


class SeatChanged(msgspec.Struct, frozen=True):
    """Somebody else sits there now, or a bot plays for who has left."""

    seat: int
    name: str
    left: bool


class GameEnded(msgspec.Struct, frozen=True):
    result: MatchResult


News: TypeAlias = DealBegan | Passed | DealScored | SeatChanged | GameEnded


class Told(msgspec.Struct, frozen=True):
    """A piece of news, with the table as it was then and where it stands in the journal."""

    news: News
    table: TableView
    batch: int
    day: str


def course(sent: Iterable[tuple[Frame, Update]]) -> Iterator[Told]:
    """The news of a game, in order, from what a viewer of it was sent."""
    last: Update | None = None
    entries: tuple[Entry, ...] = ()
    for frame, update in sent:
        if _is_new_deal(last, update):
            entries = ()
        fresh = _fresh(entries, update)
        entries += fresh
        for news in _news(last, update, fresh, entries):
            yield Told(news, update.table, frame.batch, frame.day)
        last = update


def _is_new_deal(last: Update | None, update: Update) -> bool:
    before = None if last is None else last.deal
    return update.deal is not None and (before is None or before.number != update.deal.number)


def _fresh(known: tuple[Entry, ...], update: Update) -> tuple[Entry, ...]:
    newest = known[-1].n if known else 0
    return tuple(e for e in update.deal.log if e.n > newest) if update.deal is not None else ()


def _news(
    last: Update | None, update: Update, fresh: tuple[Entry, ...], entries: tuple[Entry, ...]
) -> Iterator[News]:
    if last is not None:
        yield from _seats(last.table, update.table)
    deal = update.deal
    if deal is not None:
        if _is_new_deal(last, update):
            yield DealBegan(deal, update.you)
        yield from (Passed(entry, update.you) for entry in fresh)
        scored = last is not None and last.deal is not None and last.deal.result is not None
        if deal.result is not None and (not scored or _is_new_deal(last, update)):
            yield DealScored(deal, deal.result, entries)
    ended = update.table.result
    if ended is not None and (last is None or last.table.result is None):
        yield GameEnded(ended)


def _seats(before: TableView, after: TableView) -> Iterator[SeatChanged]:
    pairs = zip(before.seats, after.seats, strict=False)
    for seat, (old, new) in enumerate(pairs):
        gone = new.presence is not old.presence
        if old.name != new.name or gone:
            yield SeatChanged(seat, new.name, gone and old.name == new.name)
