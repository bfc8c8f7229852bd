"""Which games are kept. A game is one match at one table, and is called after both: the first
match at the table K7Q2M is the game K7Q2M-1."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum

import msgspec
from msgspec.structs import replace

from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import _, plural
from rummy_protocol.views import MatchResult, Points, SeatKind, Stage

from ..game.events import MatchBegan, MatchEnded
from ..journal import Damaged
from ..room.records import Room
from .moments import Moment, moments
from .source import Source

__all__ = ["Game", "NoSuchGame", "Player", "State", "find", "games"]


class NoSuchGame(Exception):
    """No game is called so, or no player of it."""


class State(StrEnum):
    RUNNING = "running"
    FINISHED = "finished"
    BROKEN_OFF = "broken off"
    """The table was closed before it was decided."""


class Player(msgspec.Struct, frozen=True):
    name: str
    bot: bool = False
    left: bool = False
    """Whether the owner went away for good during the match."""


class Game(msgspec.Struct, frozen=True, kw_only=True):
    """One match. Nothing in here is hidden from anybody."""

    table: str
    number: int
    """From 1, at this table."""
    name: str
    """Of the table."""
    ruleset: RuleSet
    state: State
    began: str
    """Date and time, UTC."""
    ended: str = ""
    """Empty while it runs."""
    players: tuple[Player, ...]
    totals: tuple[Points, ...] = ()
    scored: int = 0
    """Deals that were played and scored."""
    result: MatchResult | None = None
    first: int
    """The batch with which it begins, and"""
    last: int
    """the last one, so far, that belongs to it."""

    @property
    def code(self) -> str:
        return f"{self.table}-{self.number}"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(player.name for player in self.players)

    def seat_of(self, name: str) -> int:
        """The seat of the player *name*, however he writes it, or of the number *name*.

        Raises:
            NoSuchGame: nobody in it is called so.
        """
        wanted = name.strip().casefold()
        for seat, player in enumerate(self.players):
            if player.name.casefold() == wanted:
                return seat
        if wanted.isdecimal() and 1 <= int(wanted[:3]) <= len(self.players):
            return int(wanted[:3]) - 1
        raise NoSuchGame(
            _("Nobody called {name} played in {game}.", name=repr(name[:40]), game=self.code)
        )


def games(source: Source, damaged: Callable[[str], None] | None = None) -> list[Game]:
    """All games, the newest first.

    Args:
        damaged: Told of each table that cannot be read, which is then passed over.

    Raises:
        Damaged: a table cannot be read, and nobody is to be told.
    """
    found = list[Game]()
    for table in source.tables():
        try:
            found += _games_at(source, table.id)
        except Damaged as exc:
            if damaged is None:
                raise
            damaged(str(exc))
    return sorted(found, key=lambda game: (game.began, game.code), reverse=True)


def find(source: Source, code: str) -> Game:
    """The game that is called *code*; a table's code alone means its only game.

    Raises:
        NoSuchGame: there is none, or the table has several.
    """
    table, dash, number = code.strip().upper().partition("-")
    found = _games_at(source, table)
    named = [game for game in found if not dash or not number or str(game.number) == number]
    if len(named) == 1:
        return named[0]
    if named:
        raise NoSuchGame(
            plural(
                "There is {n} game at the table {table}: say which, like {game}.",
                "There are {n} games at the table {table}: say which, like {game}.",
                len(named),
                table=table,
                game=named[0].code,
            )
        )
    raise NoSuchGame(
        _("No game {code} is kept; rummy games lists those that are.", code=repr(code[:20]))
    )


def _games_at(source: Source, table: str) -> list[Game]:
    return list(_matches(moments(source, table)))


def _matches(passing: Iterable[Moment]) -> Iterator[Game]:
    game: Game | None = None
    number = 0
    for moment in passing:
        events = moment.events
        if any(isinstance(event, MatchBegan) for event in events):
            number += 1
            game = _begun(moment, number)
        if game is None:
            continue
        game = _followed(game, moment)
        ended = any(isinstance(event, MatchEnded) for event in events)
        if ended or moment.after.stage is Stage.CLOSED:
            yield _over(game, moment)
            game = None
    if game is not None:
        yield game


def _begun(moment: Moment, number: int) -> Game:
    room = moment.after
    return Game(
        table=room.id,
        number=number,
        name=room.name,
        ruleset=room.ruleset,
        state=State.RUNNING,
        began=moment.day,
        players=(),
        first=moment.seq,
        last=moment.seq,
    )


def _followed(game: Game, moment: Moment) -> Game:
    """The game with what *moment* changed of its players and points."""
    room = moment.after
    match = room.match
    assert match is not None, "it has begun"
    return replace(
        game,
        players=_players(room, match.players),
        totals=tuple((points.numerator, points.denominator) for points in match.totals),
        scored=len(match.results),
        last=moment.seq,
    )


def _players(room: Room, count: int) -> tuple[Player, ...]:
    return tuple(
        Player(place.name, place.kind is SeatKind.BOT, place.left)
        for place in room.seats[:count]
    )


def _over(game: Game, moment: Moment) -> Game:
    match = moment.after.match
    ended = None if match is None else match.ended
    if ended is None:
        return replace(game, state=State.BROKEN_OFF, ended=moment.day)
    result = MatchResult(ended.winners, ended.why)
    return replace(game, state=State.FINISHED, ended=moment.day, result=result)
