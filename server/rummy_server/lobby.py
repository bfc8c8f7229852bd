"""All tables of a house: how one is opened, and how it is found."""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping
from functools import lru_cache
from typing import Any, Final, Protocol

from rummy_protocol.clean import skeleton
from rummy_protocol.codec import as_many_as_fit
from rummy_protocol.errors import Code, Declined
from rummy_protocol.messages import Create, TableLine
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Stage

from .addresses import is_loopback, whose
from .clock import Alarms
from .env import Env
from .faults import where
from .game.variants import PRESETS
from .journal import Damaged, Kept, RulesChanged, StorageFailed
from .lease import Lease
from .logbook import ERROR, INFO, WARNING, note
from .passwords import NO_WORDS, SALT_BYTES, TableWords
from .room.fold import follow
from .room.house import opened
from .room.records import Opened, Record, Room
from .settings import Settings
from .standing_tables import StandingTable, as_opened
from .table.restored import Restored, restore
from .table.table import Table
from .table.visitor import Visitor

__all__ = ["CODE_LETTERS", "Lobby", "Spawn"]

CODE_LETTERS: Final = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Nothing in a table's code can be taken for something else: no 0, O, 1 or I."""

NOTHING_KEPT: Final = Kept()
CODE_LENGTH: Final = 5
LONGEST_NAME: Final = 80
"""Characters of a name that are looked at; no table has so long a one."""
REOPENED: Final = 3
"""Faults after which a table is opened again, in the life of a server."""
LISTED: Final = 100
"""Tables shown in the lobby; those that can be joined come first."""


_shape: Final = lru_cache(4096)(skeleton)
"""Of the names of tables, which are compared by the thousand."""


class Spawn(Protocol):
    """Starts a task; a nursery's `start_soon`."""

    def __call__(self, call: Callable[..., Awaitable[Any]], /, *args: Any) -> None: ...


class Lobby:
    """Knows every table. Used by sessions, and by tables to say what has become of them."""

    def __init__(
        self,
        env: Env,
        settings: Settings,
        alarms: Alarms,
        spawn: Spawn,
        kept: Kept = NOTHING_KEPT,
    ) -> None:
        self._env = env
        self._kept = kept
        self._lease = Lease(kept, env.time.now)
        self._world = env, settings, alarms, self, self._lease
        """What every table needs of the house."""
        self._reopened: Counter[str] = Counter()
        """How often each table was opened again after a fault."""
        self._spent = set(kept.past)
        """Codes of tables that are closed, or cannot be opened again."""
        self._settings = settings
        self._alarms = alarms
        self._spawn = spawn
        self.tables: dict[str, Table] = {}
        self._ended: dict[str, Table] = {}
        """Those that are closed, and whose end is still to be seen by some."""
        self.draining = False
        """Whether the house takes nobody new, and lets no match begin."""
        self._by_key: dict[bytes, Table] = {}
        self._openers: dict[str, str] = {}
        """The address from which each table was opened, this machine's left out."""
        self._standing: dict[str, StandingTable] = {}
        if not kept.live:
            self._stand_all()

    async def take_over(self) -> None:
        """Open the tables again that an earlier server has left, and those of the house."""
        for code in self._kept.live:
            restored = await self._restored(code, self._kept.at)
            if restored is None:
                self._spent.add(code)
            else:
                self._recognise(self._take_over(restored))
        self._stand_all()
        self._spawn(self._take_up_ended)

    async def _take_up_ended(self) -> None:
        """See to tables that were closed a short time ago, and not to the end for everybody."""
        for code in self._kept.ended:
            if not await self._was_late(code):
                continue
            restored = await self._restored(code, self._kept.at)
            if restored is not None:
                table = Table(restored.room, *self._world)
                self._ended[code] = table
                self._spawn(table.run_rest, restored)

    async def _was_late(self, code: str) -> bool:
        """Whether spectators of the table *code* were behind; its first record tells."""
        try:
            batches = await self._env.store.read(code)
        except Damaged:
            return False
        opened = batches[0].records[0] if batches else None
        return isinstance(opened, Opened) and opened.options.delay != 0

    async def _keeps(self, code: str) -> bool:
        """Whether anything at all is kept of a table: some houses keep nothing."""
        try:
            return bool(await self._env.store.read(code))
        except Damaged:
            return True

    async def _restored(self, code: str, at: float) -> Restored | None:
        """The table *code* out of the journal; ``None`` if it cannot be opened again."""
        try:
            return restore(await self._env.store.read(code), at)
        except StorageFailed:
            raise
        except (Damaged, RulesChanged) as exc:
            note(ERROR, "table-damaged", table=code, why=str(exc))
        except Exception as exc:  # noqa: BLE001 the barrier: one table keeps no other closed
            note(ERROR, "table-damaged", table=code, where=where(exc))
        return None

    def _take_over(self, restored: Restored) -> Table:
        table = self._table(restored.room)
        note(INFO, "table-taken-over", table=table.id)
        for place in restored.room.seats:
            if place.owned:
                self.add_key(place.key, table)
        self._spawn(table.run_again, restored)
        return table

    def _recognise(self, table: Table) -> None:
        """See whether *table* is one of the house's own."""
        for standing in self._settings.standing:
            same = (standing.name, standing.rules) == (table.room.name, table.room.ruleset)
            if same and standing not in self._standing.values():
                self._standing[table.id] = standing

    def _stand_all(self) -> None:
        for standing in self._settings.standing:
            if standing not in self._standing.values():
                self.stand(standing)

    def house_time(self) -> float:
        """As in `Lease`."""
        return self._lease.house_time()

    async def create(self, create: Create, visitor: Visitor) -> Table:
        """Open the table that *create* asks for; the same one again if it was opened.

        Raises:
            Declined: its rules or options do not do, or there are too many tables.
        """
        words = NO_WORDS
        if (create.password or create.watch_code) and create.key not in self._by_key:
            self._check_room(visitor.address)
            words = await self._words(create)
        found = self._by_key.get(create.key)
        if found is not None:
            return found
        self._check_room(visitor.address)
        code = self._code()
        first, *more = opened(create, visitor.name, code, self._settings, words)
        assert isinstance(first, Opened), "a room begins with that"
        table = self._open(first, *more)
        self.add_key(create.key, table)
        visitor.brought = create.key
        if not is_loopback(visitor.address):
            self._openers[table.id] = whose(visitor.address)
        return table

    async def _words(self, create: Create) -> TableWords:
        """What is kept of the password and the watch code of *create*."""
        salt, digest = self._env.entropy(SALT_BYTES), self._env.passwords.digest
        password = await digest(create.password, salt) if create.password else b""
        coded = create.watch_code and create.spectators
        watch_code = await digest(create.watch_code, salt) if coded else b""
        # The same word twice is a password, for those who look on as well.
        same = hmac.compare_digest(watch_code, password)
        return TableWords(salt, password, b"" if same else watch_code)

    def _check_room(self, address: str) -> None:
        """See whether whoever is at *address* may open a table now."""
        if self.draining:
            raise Declined(Code.CLOSING)
        settings = self._settings
        if len(self.tables) + len(self._ended) >= settings.tables:
            raise Declined(Code.TOO_MANY_TABLES, most=settings.tables)
        if Counter(self._openers.values())[whose(address)] >= settings.tables_per_address:
            raise Declined(Code.TOO_MANY_TABLES, most=settings.tables_per_address)
        if not self._env.store.has_room():
            note(WARNING, "disk-full")
            raise Declined(Code.TOO_MANY_TABLES, most=len(self.tables))

    async def digest(self, password: str, table: Table) -> bytes:
        """What *password* comes to at *table*. It may take a while."""
        return await self._env.passwords.digest(password, table.room.salt)

    def stand(self, standing: StandingTable) -> None:
        """Open a table that is to be there as long as the house is."""
        first = as_opened(standing, self._code(), self._settings.bot_pause_ms)
        self._standing[first.id] = standing
        self._open(first)

    def _open(self, first: Opened, *more: Record) -> Table:
        table = self._table(follow(None, first))
        note(INFO, "table-opened", table=table.id, game=first.ruleset.preset)
        self._spawn(table.run, first, *more)
        return table

    def _table(self, room: Room) -> Table:
        table = Table(room, *self._world)
        self.tables[table.id] = table
        return table

    def find(self, wanted: str, *, to_watch: bool = False) -> Table:
        """The table with that code, or with that name if only one has it.

        Raises:
            Declined: there is none, or there are several.
        """
        found = _named(self.tables, wanted)
        if not found and to_watch:
            found = _named(self._ended, wanted)
        if len(found) != 1:
            raise Declined(Code.NO_SUCH_TABLE, name=wanted[:40], count=len(found))
        return found[0]

    def with_key(self, key: bytes) -> Table | None:
        """The table at which the owner of *key* has a seat."""
        return self._by_key.get(key)

    @property
    def games(self) -> tuple[RuleSet, ...]:
        """The games that can be played here, the plainest first."""
        return tuple(
            {**PRESETS, **{game.preset: game for game in self._settings.games}}.values()
        )

    def lines(self) -> tuple[TableLine, ...]:
        """What the lobby shows."""
        tables = sorted(self.tables.values(), key=_listed_first)
        return as_many_as_fit([table.line for table in tables[:LISTED]])

    # What tables say.

    def add_key(self, key: bytes, table: Table) -> None:
        self._by_key[key] = table

    def drop_key(self, key: bytes) -> None:
        self._by_key.pop(key, None)

    def keeps(self, table: Table) -> bool:
        return table.id in self._standing

    def closed(self, table: Table) -> None:
        note(INFO, "table-closed", table=table.id)
        self.tables.pop(table.id, None)
        self._spent.add(table.id)
        if table.gallery.lags:
            self._ended[table.id] = table
        standing = self._standing.pop(table.id, None)
        if standing is not None:
            self.stand(standing)

    def over(self, table: Table) -> None:
        self._ended.pop(table.id, None)
        self._openers.pop(table.id, None)

    def lost(self, table: Table) -> None:
        self.tables.pop(table.id, None)
        for place in table.room.seats:
            self.drop_key(place.key)

    def broke(self, table: Table) -> None:
        self._spawn(self._open_again, table)

    async def _open_again(self, table: Table) -> None:
        """Take a table that a fault has ended out of its journal again, a few times.

        Who has a seat there finds it as it was when the last thing was kept. If that does not
        help, the seats are held until the house is opened anew, by a program without the fault.
        """
        self._reopened[table.id] += 1
        if not await self._keeps(table.id):
            for place in table.room.seats:
                self.drop_key(place.key)
            self.closed(table)
            return
        restored = None
        if self._reopened[table.id] <= REOPENED:
            restored = await self._restored(table.id, self.house_time())
        if restored is None:
            note(ERROR, "table-out-of-order", table=table.id)
            self.tables.pop(table.id, None)
        else:
            self._take_over(restored)

    def _code(self) -> str:
        while True:
            drawn = self._env.entropy(CODE_LENGTH)
            code = "".join(CODE_LETTERS[byte % len(CODE_LETTERS)] for byte in drawn)
            if code not in self.tables and code not in self._spent:
                return code


def _named(tables: Mapping[str, Table], wanted: str) -> list[Table]:
    """The one of *tables* with that code, or all with that name."""
    found = tables.get(wanted.strip().upper())
    if found is not None:
        return [found]
    shape = skeleton(wanted.strip()[:LONGEST_NAME])
    return [one for one in tables.values() if _shape(one.room.name) == shape]


def _listed_first(table: Table) -> tuple[bool, str]:
    return table.room.stage is not Stage.GATHERING, table.id
