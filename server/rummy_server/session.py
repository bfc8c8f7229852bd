"""One connection: it reads, asks the tables, and watches over limits and signs of life.

A session has one task, which reads. What is sent goes out through the outbox from wherever
it arises; what has to happen at a certain time is an alarm. Sessions know no rules, and they
lift no seals.
"""

from __future__ import annotations

import hmac
from contextlib import suppress

import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.clean import clean
from rummy_protocol.codec import encode
from rummy_protocol.connection import ServerEnd, goodbye
from rummy_protocol.errors import Code, Declined, ProtocolViolation
from rummy_protocol.limits import TO_SERVER
from rummy_protocol.messages import (
    Act,
    Create,
    FromClient,
    GameList,
    Games,
    Goodbye,
    Hello,
    Join,
    ListTables,
    Ping,
    Refused,
    Request,
    Resume,
    Say,
    Tables,
    Watch,
    Welcome,
)
from rummy_protocol.views import Stage

from . import __version__
from .bucket import Bucket
from .clock import Alarms
from .door import Door
from .env import Time
from .faults import where
from .lobby import Lobby, Spawn
from .logbook import ERROR, INFO, Field, note
from .outbox import Outbox
from .pipe import Pipe
from .room.house import NAME_CELLS, NOBODYS, as_join, asks_word, claim
from .settings import Settings
from .table.table import Asked, Enters, Gone, Table
from .table.visitor import Visitor, refused

__all__ = ["Session"]


class Session:
    """Serves one connection from its first byte to its last."""

    def __init__(
        self,
        pipe: Pipe,
        address: str,
        lobby: Lobby,
        door: Door,
        alarms: Alarms,
        time: Time,
        settings: Settings,
        spawn: Spawn,
    ) -> None:
        self._pipe = pipe
        self._lobby = lobby
        self._door = door
        self._alarms = alarms
        self._settings = settings
        self._now = time.now
        self._end = ServerEnd()
        self._scope = trio.CancelScope()
        self.outbox = Outbox(pipe, settings, time.now, spawn, self._give_up, door.backlog)
        self._visitor = Visitor("", address, self.outbox, self._scope.cancel)
        self.greeted = False
        """Whether the client has said who it is."""
        self.number = 0
        """By this whoever runs the house names it."""
        self._heard = self._asked = self._now()
        self._partial_since: float | None = None
        self._entering: Table | None = None
        self._actions = Bucket(settings.actions_per_second, settings.action_burst, self._now)
        self._requests = Bucket(settings.requests_per_second, settings.request_burst, self._now)
        self._lines = Bucket(1 / settings.chat_seconds, settings.chat_burst, self._now)
        self._frames = Bucket(settings.frames_per_second, settings.frame_burst, self._now)
        self._noted = False
        self._alarm = alarms.after(settings.greet_seconds, self._look)

    async def run(self) -> None:
        """Serve the connection until one side has had enough. Raises nothing."""
        try:
            with self._scope:
                await self._converse()
                self._note_mark()
        except ProtocolViolation as exc:
            self._note(INFO, "protocol-broken", code=exc.code)
            self._say_goodbye(goodbye(exc))
        except (OSError, trio.ClosedResourceError):
            self._note_mark()
        except Exception as exc:  # noqa: BLE001 the barrier: a broken connection ends alone
            self._note(ERROR, "connection-fault", where=where(exc))
            self._say_goodbye(Goodbye(Code.FAULT))
        finally:
            self._shut()

    @property
    def visitor(self) -> Visitor:
        """The connection as the tables see it."""
        return self._visitor

    @property
    def heard_at(self) -> float:
        """When a whole frame was last heard."""
        return self._heard

    def stop(self, back_in: int = 0) -> None:
        """The server stops: say so, and when it will be back, and hang up."""
        self._say_goodbye(Goodbye(Code.SHUTDOWN, {"seconds": back_in} if back_in else {}))
        if self.outbox.empty:
            self._scope.cancel()

    def kick(self) -> None:
        """Whoever runs the house wants this connection to end. A seat is kept, as always."""
        self._give_up(Code.KICKED)

    def turn_out(self) -> None:
        """Others are waiting to come in, and this one has not even said who it is."""
        self._door.waits_no_more(self)
        self._give_up(Code.CROWDED)

    def _note(self, level: int, event: str, **fields: Field) -> None:
        """Log it, unless something is logged of this connection already."""
        if not self._noted:
            self._noted = True
            note(level, event, session=self.number, **fields)

    async def _converse(self) -> None:
        while data := await self._pipe.receive_some():
            messages = self._end.receive(data)
            now = self._now()
            if messages:
                self._heard = self._visitor.heard_at = now
                self._note_mark()
            if not self._end.partial:
                self._partial_since = None
            elif messages or self._partial_since is None:
                self._partial_since = now
            for message in messages:
                if not self._frames.take():
                    await trio.sleep(self._frames.wait())
                    self._frames.take()
                await self._hear(message)
            if self._end.fault is not None:
                raise self._end.fault

    def _note_mark(self) -> None:
        """What has been shown up to now, this client may have seen."""
        at = self._visitor.at
        if at is not None:
            self._visitor.read_to = at.table.mark

    async def _hear(self, message: FromClient) -> None:
        match message:
            case Act():
                await self._act(message)
            case Ping():
                pass
            case Hello():
                self._greet(message)
            case _:
                await self._ask(message)

    def _greet(self, hello: Hello) -> None:
        name = clean(hello.name, NAME_CELLS).strip()
        if not name:
            raise ProtocolViolation(Code.BAD_NAME)
        self.greeted = True
        self._door.waits_no_more(self)
        self._visitor.name = name
        self._visitor.tell(
            Welcome(
                protocol=PROTOCOL,
                server=self._settings.name,
                build=__version__,
                name=name,
                frame_limit=TO_SERVER.frame,
                actions_per_second=self._settings.actions_per_second,
                plain=self._pipe.plain,
            )
        )
        self._look()

    # --- requests -------------------------------------------------------------------------

    async def _act(self, act: Act) -> None:
        at = self._visitor.at
        if at is None or at.seat is None:
            code = Code.NOT_SEATED if at is None else Code.SPECTATOR
            self._visitor.tell(Refused(act.id, code))
            return
        # An action beyond the limit is not refused, it waits, and with it all that this
        # client sends after it: the numbers of its actions stay without a gap.
        if not self._actions.take():
            await trio.sleep(self._actions.wait())
            self._actions.take()
        await self._pass_on(at.table, act)

    async def _ask(self, request: Request) -> None:
        self._asked = self._now()
        bucket = self._lines if isinstance(request, Say) else self._requests
        try:
            if not bucket.take():
                raise Declined(Code.TOO_FAST)
            match request:
                case ListTables():
                    self._visitor.tell(Tables(request.id, self._lobby.lines()))
                case Games():
                    self._visitor.tell(GameList(request.id, self._lobby.games))
                case Create() | Join() | Resume() | Watch():
                    await self._enter(request)
                case _:
                    if self._visitor.at is None:
                        raise Declined(Code.NOT_SEATED)
                    await self._pass_on(self._visitor.at.table, request)
        except Declined as no:
            self._visitor.tell(refused(request.id, no))

    async def _pass_on(self, table: Table, request: Request) -> None:
        if not await table.inbox.put(Asked(self._visitor, request)):
            if table.room.stage is Stage.CLOSED:
                self._visitor.tell(Refused(request.id, Code.TABLE_CLOSED))
            else:
                # It broke; when it is there again the same may be asked under the same number.
                self._visitor.end(Code.FAULT)

    async def _enter(self, request: Create | Join | Resume | Watch) -> None:
        """Have a table seat this client or let it look on, and wait until it has answered."""
        visitor, before = self._visitor, self._visitor.at
        table = await self._table_for(request)
        if before is not None and before.seat is not None and self._elsewhere(request, table):
            raise Declined(Code.ALREADY_SEATED)
        if isinstance(request, Create):
            request = as_join(request, table.id)
        await self._go_in(request, table)
        if (
            before is not None
            and visitor.at is not None
            and visitor.at.table is not before.table
        ):
            before.table.inbox.post(Gone(visitor, only_watching=True))

    def _keep_pace(self, table: Table) -> None:
        """Actions are counted by the seat: who comes back finds them counted as they were."""
        at = self._visitor.at
        if at is not None and at.table is table and at.seat is not None:
            self._actions = self._door.pace_of(table.room.seats[at.seat].key)

    async def _go_in(self, request: Join | Resume | Watch, table: Table) -> None:
        """Ask at the door of *table*, and count what proves wrong."""
        visitor, door = self._visitor, self._door
        wrong = visitor.wrong_guesses
        if isinstance(request, Resume):
            await self._ask_in(request, table, b"")
            if visitor.wrong_guesses > wrong:
                door.claimed_wrongly(visitor.address)
        elif not asks_word(table.room, request) or self._has_seat(request, table):
            await self._ask_in(request, table, b"")
        else:
            door.guesses(visitor.address, table.id)
            try:
                word = await self._lobby.digest(request.password, table)
                await self._ask_in(request, table, word)
            finally:
                door.guessed(visitor.address, table.id, wrong=visitor.wrong_guesses > wrong)

    def _has_seat(self, request: Join | Watch, table: Table) -> bool:
        """Whether *request* is about a seat that its key names already."""
        return isinstance(request, Join) and self._lobby.with_key(request.key) is table

    async def _ask_in(self, request: Join | Resume | Watch, table: Table, word: bytes) -> None:
        """Have *table* answer, and wait until it has."""
        done = trio.Event()
        self._entering = table
        if not await table.inbox.put(Enters(self._visitor, request, word, done)):
            closed = table.room.stage is Stage.CLOSED
            raise Declined(Code.TABLE_CLOSED if closed else Code.BUSY)
        await done.wait()
        self._entering = None
        self._keep_pace(table)

    async def _table_for(self, request: Create | Join | Resume | Watch) -> Table:
        match request:
            case Create():
                at = self._visitor.at
                if (
                    at is not None
                    and at.seat is not None
                    and self._elsewhere(request, at.table)
                ):
                    raise Declined(Code.ALREADY_SEATED)
                if self._door.burdened and self._lobby.with_key(request.key) is None:
                    raise Declined(Code.TOO_MANY_TABLES)
                return await self._lobby.create(request, self._visitor)
            case Join() | Watch():
                watches = isinstance(request, Watch)
                return self._lobby.find(request.table, to_watch=watches)
            case Resume():
                found = self._lobby.with_key(request.key)
                if found is None:
                    claim(NOBODYS, request)  # it costs the same as a wrong secret
                    self._door.claimed_wrongly(self._visitor.address)
                    raise Declined(Code.SEAT_LOST)
                return found

    def _elsewhere(self, request: Create | Join | Resume | Watch, table: Table) -> bool:
        """Whether *request* is about anything but the seat that this client has."""
        at = self._visitor.at
        if isinstance(request, Watch) or at is None or at.seat is None:
            return True
        if table is not at.table:
            return True
        return not hmac.compare_digest(table.room.seats[at.seat].key, request.key)

    # --- signs of life --------------------------------------------------------------------

    def _look(self) -> None:
        try:
            self._look_after_it()
        except Exception as exc:  # noqa: BLE001 the barrier: the clock rings for everybody
            self._note(ERROR, "connection-fault", where=where(exc))
            self._scope.cancel()

    def _look_after_it(self) -> None:
        """See whether the client is alive, say that we are, and look again in time."""
        self._alarm.stop()
        settings, now = self._settings, self._now()
        why = self._overdue(now)
        if why is not None:
            self._give_up(why)
            return
        said_at = self.outbox.sent_at
        if now >= said_at + settings.ping_seconds:
            # While something waits to be sent, a ping behind it would say nothing more.
            if self.outbox.empty:
                self._visitor.tell(Ping())
            said_at = now
        again = [self._heard + settings.dead_seconds, said_at + settings.ping_seconds]
        if self._partial_since is not None:
            again.append(self._partial_since + settings.frame_seconds)
        self._alarm = self._alarms.at(min(again), self._look)

    def _overdue(self, now: float) -> Code | None:
        settings = self._settings
        # Written like the times of the alarms, so that rounding cannot tell them apart.
        if not self.greeted or now >= self._heard + settings.dead_seconds:
            return Code.SILENT
        partial = self._partial_since
        if partial is not None and now >= partial + settings.frame_seconds:
            return Code.SLOW
        if self._visitor.at is not None:
            self._asked = now  # whoever is at a table wants something; so it counts from there
        elif now - self._asked >= settings.idle_seconds:
            return Code.SILENT
        return None

    # --- endings --------------------------------------------------------------------------

    def _give_up(self, why: Code) -> None:
        if why is not Code.BYE:
            self._note(INFO, "given-up", code=why)
        self._say_goodbye(Goodbye(why))
        self._scope.cancel()

    def _say_goodbye(self, words: Goodbye) -> None:
        if not self.outbox.closed:
            self.outbox.send(encode(words))

    def _shut(self) -> None:
        """Leave nothing behind. What a later connection of the same seat has stays its own."""
        self._alarm.stop()
        at = self._visitor.at
        for table in dict.fromkeys((at.table if at is not None else None, self._entering)):
            if table is not None:
                table.inbox.post(Gone(self._visitor))
        self.outbox.close()
        with suppress(OSError):
            self._pipe.close()
