"""Those who look on at a table: what they are shown, and when, and what they may ask.

Where a table has a delay nothing of it reaches them before its time: not the view, not the
log, not a name, and not the moment at which something is sent (U26). Who else looks on they
see at once. Nothing of what players may see or do is decided in here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from rummy_protocol.codec import encode
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import (
    Accepted,
    Chat,
    FromServer,
    History,
    Leave,
    Request,
    Say,
    TableLine,
    Update,
)
from rummy_protocol.views import Stage, TableView

from ..clock import Alarms, Deadlines
from ..game.match import rules_played
from ..game.rules import Rules
from ..game.view import open_hands, public_view
from ..room.records import Place, Room
from .attendance import Attendance
from .behind import Behind, Moment
from .spoken import page_of, spoken
from .view import onlookers, table_line, table_view
from .visitor import Visitor

if TYPE_CHECKING:
    from .table import Table

__all__ = ["BEHIND", "Gallery"]

BEHIND: Final = "behind"
"""The deadline at which spectators see more of the table."""
MARGIN: Final = 0.001
"""So much later, in seconds, an alarm is set than it has to be: no rounding lets it ring
before its time."""


class Gallery:
    """The spectators of one table. Runs within the table's task."""

    def __init__(self, table: Table) -> None:
        self._table: Final = table
        delay = table.room.options.delay
        self._behind = Behind(delay) if delay else None
        self._seen: Moment | None = None
        """What they see now, where they are behind."""
        self._frame = b""
        self._told: object = None
        """Who they were last told looks on."""
        self._rules: tuple[object, Rules] | None = None

    def comes(self, visitor: Visitor) -> None:
        """*visitor* looks on from now on, and is shown what there is to be seen at once."""
        watching = self._table.people.watching
        if visitor not in watching:
            watching.append(visitor)
        self._told = None

    @property
    def lags(self) -> bool:
        """Whether somebody looks on who has not seen everything yet."""
        behind = self._behind
        return behind is not None and bool(self._table.people.watching) and behind.waiting

    @property
    def rest(self) -> float:
        """Seconds for which there is still something to be seen of a table that is closed."""
        behind = self._behind
        return 0.0 if behind is None else behind.all_seen - self._table.now()

    # --- what they see ----------------------------------------------------------------------

    def remember(self, course: tuple[tuple[float, Room], ...]) -> None:
        """Take up the moments that an earlier server has left, each with its age."""
        if self._behind is not None:
            now = self._table.now()
            for age, room in course:
                self._behind.add(now - age, Moment(room, None))

    def show(self, now: float) -> None:
        """Something at the table has changed, or somebody came to look on or went."""
        watching = self._table.people.watching
        if self._behind is not None:
            self._note(self._behind, now)
            if self._told != self._onlookers():
                self._watch(self._behind, now)
                self._show_all(now)
            self._wait(self._behind, now)
        elif watching:
            frame = self._live_frame()
            for visitor in watching:
                visitor.outbox.show(frame, now)

    def show_due(self) -> None:
        """It is time for those who are behind to see more."""
        now = self._table.now()
        behind = self._behind
        assert behind is not None, "nobody waits for what is live"
        if self._watch(behind, now):
            self._show_all(now)
        self._wait(behind, now)

    def _note(self, behind: Behind, now: float) -> None:
        """Keep how the table stands, if it is not as it was."""
        table, last = self._table, behind.newest
        view = replace(table.shown.table, spectators=(), watching=0)
        if last is None or last.room is not table.room or last.view != view:
            behind.add(now, Moment(table.room, view))

    def _watch(self, behind: Behind, now: float) -> bool:
        """Look what may be seen by *now*; whether it is something else."""
        seen = behind.seen(now)
        if seen is self._seen:
            return False
        self._seen, self._frame = seen, b""
        return True

    def _wait(self, behind: Behind, now: float) -> None:
        deadlines = self._table.deadlines
        looked_at = bool(self._table.people.watching)
        due = behind.next_after(self._seen, now) if looked_at else None
        if due is None:
            deadlines.stop(BEHIND)
        elif BEHIND not in deadlines:
            deadlines.set(BEHIND, due - now + MARGIN)

    def _show_all(self, now: float) -> None:
        told = self._onlookers()
        if not self._frame or told != self._told:
            self._told, self._frame = told, encode(self._update())
        for visitor in self._table.people.watching:
            visitor.outbox.show(self._frame, now)

    def _onlookers(self) -> object:
        return tuple(map(id, self._table.people.watching))

    def _live_frame(self) -> bytes:
        if self._table.room.open_hands:
            return encode(self._update_of(self._table.room, self._table.shown.table))
        return self._table.shown.frame(None)

    def _update(self) -> Update:
        """What those see who are behind: the table as it was, and who looks on now."""
        seen = self._seen
        room = _unoccupied(self._table.room) if seen is None else seen.room
        view = None if seen is None else seen.view
        return self._update_of(room, _as_nobody_saw(room) if view is None else view)

    def _update_of(self, room: Room, view: TableView) -> Update:
        people = self._table.people
        view = replace(view, spectators=onlookers(people), watching=len(people.watching))
        rules, match = self._rules_of(room), room.match
        if rules is None or match is None or match.deal is None:
            return Update(room.seq, view)
        hands = open_hands(rules, match) if room.open_hands else None
        return Update(room.seq, view, public_view(rules, match), None, hands)

    def _rules_of(self, room: Room) -> Rules | None:
        match = room.match
        if match is None:
            return None
        deal = (match.number, len(match.deal.seats) if match.deal else match.players)
        if self._rules is None or self._rules[0] != deal:
            self._rules = deal, rules_played(room.ruleset, match)
        return self._rules[1]

    @property
    def room(self) -> Room:
        """The table as those who look on know it."""
        if self._behind is None:
            return self._table.room
        if not self._table.people.watching:
            self._watch(self._behind, self._table.now())
        return _unoccupied(self._table.room) if self._seen is None else self._seen.room

    def line(self) -> TableLine:
        """The table as the lobby may show it to everybody."""
        room, people = self._table.room, self._table.people
        line, seen = table_line(room, people), self.room
        if self._behind is None or room.stage is Stage.GATHERING:
            return line
        if seen.stage is Stage.GATHERING:
            return replace(line, stage=Stage.PLAYING, deals_played=0)
        return table_line(seen, people)

    # --- what they ask ------------------------------------------------------------------------

    def answer(self, visitor: Visitor, request: Request) -> FromServer:
        """The answer to what one of them asked.

        Raises:
            Declined: it is not for those who look on.
        """
        room = self.room
        match request:
            case History():
                return page_of(self._rules_of(room), room.match, request)
            case Say():
                frame = encode(Chat(None, visitor.name, spoken(request)))
                for other in self._table.people.watching:
                    other.outbox.send(frame)
            case Leave():
                self._table.looks_away(visitor)
                visitor.at = None
            case _:
                raise Declined(Code.SPECTATOR)
        return Accepted(request.id, room.seq)


def _unoccupied(room: Room) -> Room:
    """The table of *room* as it stood before anybody had come."""
    return Room(
        id=room.id,
        name=room.name,
        ruleset=room.ruleset,
        options=room.options,
        salt=b"",
        password=b"",
        seats=(Place(),) * room.options.seats,
    )


def _as_nobody_saw(room: Room) -> TableView:
    """The view of a moment at which nobody was connected and no clock ran."""
    return table_view(room, Attendance(), Deadlines(Alarms(lambda: 0.0), lambda rang: None))
