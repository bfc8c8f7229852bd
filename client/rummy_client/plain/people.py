"""What is told of the people at a table: who came and went, who watches, votes and agrees.

Pure functions of the model before and after.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy_protocol import text
from rummy_protocol.text import N_, _, plural
from rummy_protocol.views import Absence, Presence, TableView

from ..feed import Aside, Change
from ..model import Model
from ..words import level_word, name_of

__all__ = ["people_lines"]


def people_lines(old: Model, new: Model) -> Iterator[str]:
    """Everything about people that is *new*, one sentence for each thing."""
    yield from _asides(old, new)
    if old.table is None or new.table is None or old.table.id != new.table.id:
        return
    yield from _watchers(old.table, new.table)
    yield from _ready(old.table, new)
    yield from _votes(old.table, new)
    yield from _consents(old.table, new)


def _asides(old: Model, new: Model) -> Iterator[str]:
    before = set(map(id, old.spoken))
    for item in new.spoken:
        if not isinstance(item, Aside) or id(item) in before or item.seat == new.seat:
            continue
        if item.change not in (Change.AGREES, Change.DISAGREES):
            yield _person(new, item)


def _person(model: Model, aside: Aside) -> str:
    assert model.table is not None, "an aside is about a table"
    seat, number = model.table.seats[aside.seat], aside.seat + 1
    name, level = aside.name, seat.level
    match aside.change:
        case Change.SAT if level:
            word = level_word(level)
            return _("{name} (bot, {level}) took seat {n}.", name=name, level=word, n=number)
        case Change.SAT:
            return _("{name} took seat {n}.", name=name, n=number)
        case Change.BACK:
            return _("{name} is back.", name=name)
        case Change.FREED:
            return _("{name} has left seat {n}.", name=name, n=number)
        case Change.HOST:
            return _("{name} is the host now.", name=name)
        case _:
            hold = seat.hold if seat.presence is Presence.LOST else None
            how = text.presence(seat.presence, hold)
            return _("{name}: {presence}.", name=name, presence=how)


def _watchers(old: TableView, new: TableView) -> Iterator[str]:
    came = [name for name in new.spectators if name not in old.spectators]
    went = [name for name in old.spectators if name not in new.spectators]
    if old.watching == new.watching:
        return
    if new.watching - old.watching != len(came) - len(went):
        # Not all of them are named.
        yield plural(
            "{n} person is watching now.", "{n} people are watching now.", new.watching
        )
        return
    yield from (_("{name} is watching now.", name=name) for name in came)
    yield from (_("{name} is no longer watching.", name=name) for name in went)


def _ready(old: TableView, new: Model) -> Iterator[str]:
    assert new.table is not None, "asked at a table"
    pairs = zip(old.seats, new.table.seats, strict=False)
    for seat, (one, other) in enumerate(pairs):
        if other.ready and not one.ready and seat != new.seat and other.name == one.name:
            yield _("{name} is ready.", name=name_of(new, seat))


_VOTES: Final = {
    Absence.WAIT: N_("{name} votes for waiting for {absent}."),
    Absence.BOT: N_("{name} votes for a bot to play for {absent}."),
    Absence.END: N_("{name} votes for ending the match, as {absent} is away."),
}


def _votes(old: TableView, new: Model) -> Iterator[str]:
    assert new.table is not None, "asked at a table"
    for who, whom, choice in new.table.votes:
        if (who, whom, choice) not in old.votes:
            yield _(_VOTES[choice], name=name_of(new, who), absent=name_of(new, whom))


def _consents(old: TableView, new: Model) -> Iterator[str]:
    table = new.table
    assert table is not None, "asked at a table"
    for seat in sorted({*table.consents} - {*old.consents}):
        name = name_of(new, seat)
        yield _("{name} agrees that those who watch see all hands.", name=name)
    for seat in sorted({*old.consents} - {*table.consents}):
        name = name_of(new, seat)
        yield _("{name} no longer agrees that those who watch see all hands.", name=name)
    if table.open_hands and not old.open_hands:
        yield _("In this deal those who watch see all hands.")
    if old.open_hands and not table.open_hands:
        yield _("Hands are shown to nobody any more.")
