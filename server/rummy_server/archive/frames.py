"""A game as one viewer was sent it: the same frames, made by the same code.

Left out is what no journal tells: who was connected, who looked on, and the clocks. A deal
that still runs is shown to everybody as to somebody who looks on, the owners of its hands
included.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from rummy_protocol.codec import decode_from_server
from rummy_protocol.framing import PREFIX
from rummy_protocol.messages import Update

from ..clock import Alarms, Deadlines
from ..game.match import Match, rules_played
from ..game.rules import Rules
from ..game.view import Bystander, Seat, Viewer
from ..room.records import Room
from ..table.attendance import Attendance
from ..table.shown import Shown
from ..table.view import table_view
from .games import Game, State
from .moments import moments
from .source import Source

__all__ = ["Frame", "frames", "updates"]


class Frame(msgspec.Struct, frozen=True):
    """What was sent when a batch had been kept."""

    batch: int
    day: str
    data: bytes
    """The whole frame, its length in front."""

    @property
    def update(self) -> Update:
        said = decode_from_server(self.data[PREFIX:])
        assert isinstance(said, Update), "tables show nothing else"
        return said


def frames(source: Source, game: Game, viewer: Viewer) -> Iterator[Frame]:
    """Everything that *viewer* may see of *game*, moment by moment, the equal ones once."""
    screen, last = _Screen(), b""
    for moment in moments(source, game.table):
        if moment.seq < game.first:
            continue
        if moment.seq > game.last:
            return
        screen.show(moment.after)
        data = screen.shown.frame(_seat(game, moment.after, viewer))
        if data != last:
            yield Frame(moment.seq, moment.day, data)
        last = data


def updates(source: Source, game: Game, viewer: Viewer) -> Iterator[tuple[Frame, Update]]:
    """The same, unpacked again."""
    for frame in frames(source, game, viewer):
        yield frame, frame.update


class _Screen:
    """What a table shows while nobody comes or goes and no clock runs."""

    def __init__(self) -> None:
        self.shown = Shown()
        self._nobody = Attendance()
        self._no_clock = Deadlines(Alarms(lambda: 0.0), lambda rang: None)
        self._rules: tuple[tuple[int, int], Rules] | None = None

    def show(self, room: Room) -> None:
        self.shown.set_table(table_view(room, self._nobody, self._no_clock))
        self.shown.set_match(room.seq, self._rules_of(room, room.match), room.match)

    def _rules_of(self, room: Room, match: Match | None) -> Rules | None:
        """One object for a deal, by which what was shown of it is known again."""
        if match is None:
            return None
        deal = (match.number, len(match.deal.seats) if match.deal else match.players)
        if self._rules is None or self._rules[0] != deal:
            self._rules = deal, rules_played(room.ruleset, match)
        return self._rules[1]


def _seat(game: Game, room: Room, viewer: Viewer) -> int | None:
    """The seat whose hand may be shown; ``None``: nobody's."""
    match viewer:
        case Bystander():
            return None
        case Seat(number):
            return None if _runs(game, room) else number


def _runs(game: Game, room: Room) -> bool:
    """Whether the deal that is shown is still being played."""
    number = 0 if room.match is None else room.match.number
    return game.state is State.RUNNING and number > game.scored
