"""Where the errands of whoever runs the house are carried out.

It looks at the house and leaves word with its tables; a table does what it is told in its own
order of things. Every errand that changes something is logged.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, Protocol, assert_never

import trio

from rummy_protocol.clean import clean
from rummy_protocol.messages import Announced, Announcement
from rummy_protocol.text import _
from rummy_protocol.views import SeatKind, Stage

from ..app import Server
from ..logbook import INFO, note
from ..session import Session
from ..store.sqlite import BackupFailed
from ..table.table import Ruled, Table
from . import language as say
from .counted import Store
from .orders import close, remove, tell
from .pulse import Pulse

__all__ = ["Office", "Shelf"]

TEXT_CELLS: Final = 200
PATIENCE: Final = 5.0
"""Seconds that a table has to do what it is told."""
LONGEST_BREAK: Final = 3600

Order = Callable[[Table], Awaitable[None]]


class Shelf(Store, Protocol):
    """A store that can be copied while it is in use."""

    async def backup(self, to: Path) -> None: ...


class _Refused(Exception):
    """An errand that cannot be done. Its words are the answer."""


class Office:
    """Knows the whole house. One for a server; only its hatch asks it."""

    def __init__(self, server: Server, shelf: Shelf, pulse: Pulse) -> None:
        self._server = server
        self._shelf = shelf
        self._pulse = pulse
        self._closing = False

    async def answer(self, errand: say.Errand) -> say.Answer:
        """Carry out *errand*."""
        try:
            return await self._done(errand)
        except _Refused as no:
            return say.Failed(str(no))

    async def _done(self, errand: say.Errand) -> say.Answer:
        match errand:
            case say.ListTables():
                return say.Tables(tuple(map(_table_line, self._tables())))
            case say.ListSessions():
                return self._sessions()
            case say.Health():
                return self.state()
            case say.Kick():
                words = await self._kick(errand)
            case say.Close():
                words = await self._close(errand)
            case say.Announce():
                words = await self._announce(errand)
            case say.Drain():
                words = self._drain(errand)
            case say.Restart():
                words = self._restart(errand)
            case say.Backup():
                words = await self._backup(errand)
            case _:
                assert_never(errand)
        return say.Done(words)

    # --- looking --------------------------------------------------------------------------

    def _tables(self) -> list[Table]:
        return sorted(self._server.lobby.tables.values(), key=lambda table: table.id)

    def _sessions(self) -> say.Sessions:
        now = self._server.now()
        found = sorted(self._server.sessions, key=lambda session: session.number)
        return say.Sessions(tuple(_session_line(session, now) for session in found))

    def state(self) -> say.State:
        """How the house is. It is well if its disk answers and has room for new tables."""
        store = "late" if self._shelf.late else "ok" if self._shelf.has_room() else "full"
        return say.State(
            healthy=store == "ok",
            store=store,
            lag_ms=round(self._pulse.lag * 1000),
            draining=self._server.lobby.draining,
            sessions=len(self._server.sessions),
            tables=len(self._server.lobby.tables),
            playing=sum(table.room.stage in _PLAYED for table in self._tables()),
        )

    # --- doing ----------------------------------------------------------------------------

    async def _kick(self, kick: say.Kick) -> str:
        found = [one for one in self._server.sessions if one.number == kick.session]
        if not found:
            raise _Refused(_("There is no session {session}.", session=kick.session))
        session = found[0]
        visitor, at = session.visitor, session.visitor.at
        seated = kick.seat and at is not None and at.seat is not None
        if seated and at is not None:
            await self._rule(at.table, lambda table: remove(table, visitor))
            note(INFO, "kicked", session=kick.session, table=at.table.id, seat=at.seat)
            return _(
                "Session {session} is gone, and its seat is given up.", session=kick.session
            )
        session.kick()
        note(INFO, "kicked", session=kick.session)
        return _("Session {session} is gone.", session=kick.session)

    async def _close(self, ask: say.Close) -> str:
        table = self._table(ask.table)
        why = clean(ask.why, TEXT_CELLS)
        await self._rule(table, lambda at: close(at, why))
        note(INFO, "closed-by-host", table=table.id)
        return _("Table {table} is closed.", table=table.id)

    async def _announce(self, ask: say.Announce) -> str:
        text = clean(ask.text, TEXT_CELLS)
        if not text:
            raise _Refused(_("There is nothing to say in it."))
        words = Announcement(Announced.SAYS, {"text": text})
        if ask.table:
            table = self._table(ask.table)
            await self._rule(table, lambda at: tell(at, words))
            note(INFO, "announced", table=table.id)
            return _("Table {table} has been told.", table=table.id)
        told = self._tell_all(words)
        note(INFO, "announced", sessions=told)
        return _("Told: {number}.", number=told)

    def _tell_all(self, announcement: Announcement) -> int:
        greeted = [session for session in self._server.sessions if session.greeted]
        for session in greeted:
            session.visitor.tell(announcement)
        return len(greeted)

    def _drain(self, ask: say.Drain) -> str:
        lobby = self._server.lobby
        self._closing = ask.stop and not ask.off
        if ask.off:
            lobby.draining = False
            note(INFO, "drained", off=True)
            return _("The house takes people again.")
        if not lobby.draining:
            lobby.draining = True
            self._tell_all(Announcement(Announced.DRAINS))
        note(INFO, "drained", stop=ask.stop)
        played = len(self._played())
        told = _("Nobody new is taken. Matches that are played: {number}.", number=played)
        return f"{told} {_('The house closes after them.')}" if ask.stop else told

    def _restart(self, ask: say.Restart) -> str:
        seconds = ask.seconds
        if seconds is not None and not 1 <= seconds <= LONGEST_BREAK:
            raise _Refused(
                _(
                    "People can be told to come back in 1 to {seconds} seconds.",
                    seconds=LONGEST_BREAK,
                )
            )
        note(INFO, "restart-asked", seconds=seconds or self._server.back_in)
        self._server.leave(back_in=seconds, again=True)
        return _("The house closes, to be started again.")

    async def _backup(self, ask: say.Backup) -> str:
        to = Path(ask.path)
        if not to.is_absolute() or not ask.path.isprintable():
            raise _Refused(_("The file has to be named by its whole path."))
        try:
            await self._shelf.backup(to)
        except BackupFailed as no:
            raise _Refused(str(no)) from None
        note(INFO, "backed-up")
        return _("Everything that is kept was copied to {file}.", file=str(to))

    # --- with tables ----------------------------------------------------------------------

    def _table(self, code: str) -> Table:
        found = self._server.lobby.tables.get(code.strip().upper())
        if found is None:
            raise _Refused(_("There is no table {table}.", table=clean(code, 40)))
        return found

    async def _rule(self, table: Table, order: Order) -> None:
        """Have *table* do what *order* says."""
        done = trio.Event()
        with trio.move_on_after(PATIENCE) as patience:
            if not await table.inbox.put(Ruled(order, done)):
                raise _Refused(_("Table {table} is closed.", table=table.id))
            await done.wait()
        if patience.cancelled_caught:
            raise _Refused(_("Table {table} does not answer.", table=table.id))

    def _played(self) -> list[Table]:
        """Tables at which somebody plays: a match that nobody is at keeps until next time."""
        return [
            table
            for table in self._tables()
            if table.room.stage in _PLAYED and table.people.seated
        ]

    def close_when_done(self) -> None:
        """Close the house if it shall and nobody plays any more. Called with each beat."""
        if self._closing and not self._played():
            self._closing = False
            note(INFO, "drained-to-the-end")
            self._server.leave()


_PLAYED: Final = (Stage.PLAYING, Stage.SCORING)


def _table_line(table: Table) -> say.TableLine:
    room, people = table.room, table.people
    return say.TableLine(
        code=table.id,
        name=room.name,
        game=room.ruleset.preset,
        stage=room.stage.value,
        seats=len(room.seats),
        people=sum(place.owned for place in room.seats),
        here=len(people.seated),
        bots=sum(place.kind is SeatKind.BOT for place in room.seats),
        watching=len(people.watching),
        deals=0 if room.match is None else len(room.match.results),
    )


def _session_line(session: Session, now: float) -> say.SessionLine:
    visitor = session.visitor
    at = visitor.at
    return say.SessionLine(
        number=session.number,
        name=visitor.name,
        address=visitor.address,
        table="" if at is None else at.table.id,
        seat=None if at is None or at.seat is None else at.seat + 1,
        silent=max(0, round(now - session.heard_at)),
        unsent=session.outbox.unsent,
    )
