"""A table: one task that owns one room, so that nothing in it needs a lock.

The order is always: decide, append to the journal, follow, answer, show; between judging and
showing nothing is waited for but the journal. Sessions wait for tables, never the other way.
What is said to it `hearing` passes on.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final, Protocol

from rummy_protocol.errors import Code
from rummy_protocol.messages import Refused, TableLine
from rummy_protocol.views import Stage

from ..clock import Alarms, Deadlines
from ..env import Env
from ..faults import where
from ..journal import Batch, Fenced, StorageFailed
from ..lease import Lease
from ..logbook import ERROR, note
from ..room.fold import follow
from ..room.imprint import imprint
from ..room.records import (
    Acted,
    Arranged,
    Closed,
    Opened,
    Record,
    Room,
    SeatFreed,
    SeatLeft,
    SeatRevoked,
    SeatTaken,
)
from ..settings import Settings
from .absence import check_company, take_up
from .afterwards import let_come_and_see, let_see_the_rest
from .attendance import Attendance
from .gallery import Gallery
from .hearing import hear
from .inbox import Inbox
from .play import Play
from .restored import Restored
from .said import Asked, Enters, Gone, Ruled, Said
from .shown import Shown
from .view import counting, table_view
from .visitor import Visitor

__all__ = ["Asked", "Enters", "Gone", "Register", "Ruled", "Said", "Table"]


class Register(Protocol):
    """Where a table is found by those who look for it."""

    def add_key(self, key: bytes, table: Table) -> None: ...
    def drop_key(self, key: bytes) -> None: ...
    def closed(self, table: Table) -> None: ...
    def over(self, table: Table) -> None:
        """Nobody is at *table* any more, and nobody can come to it."""

    def broke(self, table: Table) -> None:
        """A fault has ended *table*, which its journal may still have whole."""

    def lost(self, table: Table) -> None:
        """*table* is run by another server from now on."""

    def keeps(self, table: Table) -> bool:
        """Whether *table* is to be there even if nobody is."""

    @property
    def draining(self) -> bool:
        """Whether the house takes nobody new, and lets no match begin."""


class Table:
    """Owns a room. Others reach it only through its inbox."""

    def __init__(
        self,
        room: Room,
        env: Env,
        settings: Settings,
        alarms: Alarms,
        register: Register,
        lease: Lease,
    ) -> None:
        self.id: Final = room.id
        self.settings: Final = settings
        self.inbox: Final[Inbox[Said]] = Inbox(settings.inbox)
        self.people: Final = Attendance()
        self.deadlines: Final = Deadlines(alarms, self.inbox.post)
        self.shown: Final = Shown()
        self.play: Final = Play(self, env, settings)
        self.room: Room = room
        self.gallery: Final = Gallery(self)
        self.sleeping = False
        """Nobody has been here for long: no bot moves and no clock runs."""
        self.mark = (0, 0)
        """The deal that is shown and how many entries its log has."""
        self._store = env.store
        self._time = env.time
        self._lease = lease
        self.now: Final = env.time.now
        self._kept = 0
        self._register = register
        self.changed = True
        """Whether people here have to be shown something."""
        self._table_changed = True
        self._bot_seats: tuple[int, ...] = ()
        self._parted = False
        """Whether it is closed for all but those who still look on."""
        self.entering: Enters | None = None
        """Who is being let in, and not answered yet."""

    async def run(self, opened: Opened, *more: Record) -> None:
        """Keep the first records of a new table, and serve it until it is closed."""
        async with self._barrier():
            await self._append((opened,), self.room)
            await self.commit(*more)
            await self._serve()

    async def run_again(self, restored: Restored) -> None:
        """Serve a table that an earlier server has left, until it is closed."""
        async with self._barrier():
            self._kept = restored.kept
            self.gallery.remember(restored.course)
            were_here = await take_up(self, restored)
            if not self._register.keeps(self):
                await check_company(self)
            await self.play.follow_up()
            self._show()
            self.people.have_read(were_here, *self.mark)
            await self._serve()

    async def run_rest(self, restored: Restored) -> None:
        """Let those see the end of a table, closed by an earlier server, who are behind it."""
        async with self._barrier():
            self._parted = True
            self.gallery.remember(restored.course)
            self.shown.set_table(table_view(self.room, self.people, self.deadlines))
            await let_come_and_see(self)

    async def _serve(self) -> None:
        while self.room.stage is not Stage.CLOSED:
            await hear(self, await self.inbox.take())
            if self.changed:
                await self.play.follow_up()
                self._show()
        if self.gallery.lags:
            self._part_with_players()
            await let_see_the_rest(self)

    @asynccontextmanager
    async def _barrier(self) -> AsyncIterator[None]:
        """Let a fault of this table end this table alone."""
        broke = False
        try:
            yield
        except StorageFailed:
            note(ERROR, "table-stopped", table=self.id)
        except Fenced:
            note(ERROR, "table-fenced", table=self.id)
            self._register.lost(self)
            self._end_all()
        except Exception as exc:  # noqa: BLE001 the barrier: a broken table ends alone
            broke = self.room.stage is not Stage.CLOSED
            note(ERROR, "table-fault", table=self.id, where=where(exc))
            self._end_all()
        finally:
            self._shut()
        if broke:
            self._register.broke(self)

    def _end_all(self) -> None:
        for visitor in tuple(self.people.everybody()):
            visitor.end(Code.FAULT)

    @property
    def draining(self) -> bool:
        return self._register.draining

    @property
    def line(self) -> TableLine:
        return self.gallery.line()

    # --- what those who work for the table use --------------------------------------------

    async def commit(self, *records: Record) -> None:
        """Keep *records*, and let them count; with them the clock that they start."""
        rooms = [self.room]
        for record in records:
            rooms.append(follow(rooms[-1], record))
        clock = self.play.clock_due(rooms[-1])
        if clock is not None:
            # In one with the play that opens the decision: neither is kept without the other.
            records += (clock,)
            rooms.append(rooms[-1])
        if not records:
            return
        await self._append(records, rooms[-1])
        for before, record, self.room in zip(rooms, records, rooms[1:], strict=False):
            if type(record) is Arranged:
                continue  # nobody else may see that, or how, one sorts
            self.changed = True
            if type(record) is not Acted:
                self._table_changed = True
                self._index(before, record)
            elif before.stage is not self.room.stage:
                self._table_changed = True
        if clock is not None:
            self.play.start_clock(clock.what, clock.seconds)

    async def _append(self, records: tuple[Record, ...], room: Room) -> None:
        """Have *records*, which lead to *room*, kept before anybody hears of them."""
        stands, day = b"", ""
        if self._store.lasting:
            stands, day = imprint(room), self._time.wall().isoformat(timespec="seconds")
        batch = Batch(records, stands, self._lease.house_time(), day)
        await self._store.append(self.id, self._kept, self._lease.epoch, batch)
        self._kept += 1

    def touch(self) -> None:
        """Something about the people here has changed that everybody may see."""
        self.changed = self._table_changed = True

    def keeps_quiet(self) -> bool:
        """Show nobody that somebody was refused, unless the table has changed besides."""
        if not self._table_changed:
            self.changed = False
        return not self.changed

    def _index(self, before: Room, record: Record) -> None:
        """Have seats found by the keys of their owners."""
        match record:
            case SeatTaken():
                self._register.add_key(record.key, self)
            case SeatFreed() | SeatLeft() | SeatRevoked():
                self._register.drop_key(before.seats[record.seat].key)
            case _:
                pass

    async def close(self) -> None:
        await self.commit(Closed())

    # --- its people -----------------------------------------------------------------------

    def seat_of(self, visitor: Visitor) -> int | None:
        """The seat that *visitor* holds: nothing that is older than its generation does."""
        at = visitor.at
        if at is None or at.table is not self or at.seat is None:
            return None
        if self.room.seats[at.seat].generation != at.generation:
            return None
        return at.seat

    def looks_away(self, visitor: Visitor) -> None:
        """*visitor* is no spectator here any more, if it was one."""
        if visitor in self.people.watching:
            self.people.watching.remove(visitor)
            self.touch()

    # --- showing --------------------------------------------------------------------------

    def _show(self) -> None:
        """Show everybody here how the table stands."""
        self.changed = False
        room, people, shown = self.room, self.people, self.shown
        if self._table_changed:
            self._bot_seats = people.bot_seats(room)
        if self._table_changed or counting(people, self.deadlines):
            shown.set_table(table_view(room, people, self.deadlines))
            self._table_changed = False
        shown.set_match(room.seq, self.play.rules, room.match, room.orders)
        self.mark = (room.match.number if room.match else 0, shown.entries)
        now = self.now()
        for seat, visitor in people.seated.items():
            visitor.outbox.show(shown.frame(seat), now)
        self.gallery.show(now)
        if self._bot_seats or self.play.has_bots:
            self.play.let_bots_look(shown, self._bot_seats)

    def _part_with_players(self) -> None:
        """The table is closed: nobody has a seat at it, and nobody finds it, any more."""
        self._parted = True
        for visitor in self.people.seated.values():
            visitor.at = None
        self.people.seated.clear()
        for place in self.room.seats:
            self._register.drop_key(place.key)
        self._register.closed(self)

    def _shut(self) -> None:
        """Leave nothing behind: no deadline, and nobody who waits for an answer."""
        self.deadlines.stop_all()
        for visitor in self.people.everybody():
            visitor.at = None
        closed = self.room.stage is Stage.CLOSED
        code = Code.TABLE_CLOSED if closed else Code.BUSY
        for said in (self.entering, *self.inbox.close()):
            if isinstance(said, Enters):
                said.visitor.tell(Refused(said.request.id, code))
                said.done.set()
            elif isinstance(said, Asked) and closed:
                said.visitor.tell(Refused(said.request.id, code))
        if closed:
            if not self._parted:
                self._part_with_players()
            self._register.over(self)
