"""Everything of one simulated run in one place, and where its parts tell each other.

The world has the disk, the network, the server's lives, the people, and the second accounts
that are kept of it all. The course of a run is `course`'s business.
"""

from __future__ import annotations

import logging
import random
from collections.abc import Callable
from contextlib import suppress

import trio
import trio.testing

from rummy_protocol.messages import Accepted, Refused, Update
from rummy_server.clock import Alarms
from rummy_server.faults import where
from rummy_server.journal import Batch

from .audit import Audit
from .chance import Streams
from .faults import Faults
from .house import House
from .ledger import Ledger
from .net import Connection, SimNetwork
from .players import Person, Plan
from .projection import judge_update
from .rogues import Rogue
from .setting import plans_of, settings_of
from .store import Disk
from .tap import Tap
from .trace import Trace

__all__ = ["World"]

NEVER = 1e9

SECRET = 32
"""Bytes of a seat's secret."""


class World:
    """One run's server, people and faults."""

    def __init__(
        self,
        seed: int,
        trace: Trace,
        clock: trio.testing.MockClock,
        without: frozenset[str] = frozenset(),
        people: int | None = None,
        plans: list[Plan] | None = None,
    ) -> None:
        self.seed = seed
        self.trace = trace
        self.before: frozenset[int] = frozenset()
        """What was in memory before it began, and is none of its own."""
        self.streams = Streams(seed)
        self.now = trio.current_time
        self.faults = Faults(self.streams("faults"), without)
        self.alarms = Alarms(trio.current_time)
        self.tap = Tap(self)
        self.audit = Audit(self)
        self.network = SimNetwork(self.streams("net"), self.faults, self.alarms, self)
        self.settings = settings_of(self.streams("settings"))
        self.house = House(
            seed,
            trace,
            self.faults,
            self.network,
            self.streams("house"),
            self.settings,
            clock,
        )
        self.disk = self.house.disk = Disk(self.streams("store"), self.faults, self)
        self.house.on_begin = self.audit.begun
        self.ledgers: dict[str, Ledger] = {}
        self.order: dict[int, int] = {}
        """The highest count of events that anybody at a table was answered with."""
        self.said = bytearray()
        """All that the server has sent."""
        self.logged: list[str] = []
        chance = self.streams("people")
        self.plans = plans_of(chance) if plans is None else plans
        self.calm = chance.choice((5.0, 20.0, 60.0)) if plans is None else NEVER
        """Seconds between whims, on an average."""
        self.matches = chance.choice((1, 1, 1, 2))
        """So many are played at a table, at most."""
        self.busy = False
        """Whether people do what people do; at the beginning and the end they only play."""
        self.people: list[Person] = []
        self.stolen: set[bytes] = set()
        """Keys of seats of which somebody else has a secret."""
        self._deadly = ""
        self._drawn: list[bytes] = []
        self._people(chance, people)
        self.rogues = [Rogue(self, number) for number in range(chance.choice((0, 0, 1, 2, 2)))]
        self.nursery: trio.Nursery

    # --- people ---------------------------------------------------------------------------

    def _people(self, chance: random.Random, most: int | None) -> None:
        for plan in self.plans:
            seats = plan.create["seats"] - len(plan.create["bots"])
            for number in range(seats):
                self.people.append(Person(self, self.next_number(), plan, opens=not number))
            for _ in range(chance.choice((0, 0, 0, 1, 2))):
                self.people.append(Person(self, self.next_number(), plan, looks_on=True))
        if most is not None:
            openers = [person for person in self.people if person.opens]
            others = [person for person in self.people if not person.opens]
            self.people = (openers + others)[:most]

    def next_number(self) -> int:
        return len(self.people) + 1

    def add(self, person: Person) -> None:
        """Let *person* come in while the run goes on."""
        self.people.append(person)
        self.nursery.start_soon(person.live)
        self.nursery.start_soon(person.have_whims)

    def secrets(self) -> list[bytes]:
        """I18: what the server must never say: secrets of seats, and words of tables."""
        words = [plan.create.get("password", "").encode() for plan in self.plans]
        return [one for one in (*self._drawn, *words) if one]

    def address(self, chance: random.Random) -> str:
        return chance.choice(("127.0.0.1", "127.0.0.1", "192.0.2.1", "192.0.2.2"))

    def entropy(self, name: str) -> Callable[[int], bytes]:
        chance = self.streams(name)

        def draw(count: int) -> bytes:
            drawn = chance.randbytes(count)
            if count == SECRET:
                self._drawn.append(drawn)
            return drawn

        return draw

    # --- what the parts tell --------------------------------------------------------------

    def ledger(self, table: str) -> Ledger:
        found = self.ledgers.get(table)
        if found is None:
            found = self.ledgers[table] = Ledger(table, self.trace.fail)
        return found

    def durable(self, table: str, batch: Batch) -> None:
        """A batch has become safe."""
        try:
            self._account(table, batch)
        except Exception as exc:  # noqa: BLE001 the barrier: the account is at fault, or cannot be
            self.trace.fail("SIM", f"table {table} cannot be followed: {where(exc)} {exc}")

    def _account(self, table: str, batch: Batch) -> None:
        ledger = self.ledger(table)
        self.trace.note("kept", table, ledger.batches + 1, batch.imprint.hex()[:8])
        before = ledger.seq
        ledger.add(batch.records, batch.imprint)
        for record in batch.records:
            if type(record).__name__ == "Acted":
                key = ledger.key_of_last_act
                self.tap.acted(table, key, record.answer.id)
                if not record.events:
                    ledger.refused = self.now(), ledger.batches
        self.trace.check(ledger.seq >= before, "I3", "the count of events went back")
        self.audit.table(table)

    def storage_failed(self) -> None:
        self.trace.note("storage-failed")

    def may_die(self, where: str) -> bool:
        life = self.house.life
        if life is None or not life.alive or life.why == "ghost":
            return False
        if self._deadly == where:
            self._deadly = ""
        elif not self.faults.strikes("kill-at-call", 0.004):
            return False
        self.trace.note("dies", where)
        self.house.kill()
        return True

    def kill_at(self, where: str) -> None:
        """Kill the server now, or (unless *where* is empty) at the next call of that kind."""
        self._deadly = where
        if not where:
            self.house.kill()

    def server_sends(self, connection: Connection, data: bytes) -> None:
        self.tap.server_sends(connection, data)

    def server_reads(self, connection: Connection, data: bytes) -> None:
        self.tap.server_reads(connection, data)

    def shown(self, person: Person, update: Update) -> None:
        """A client was shown how its table stands."""
        judge_update(self, person, update)

    def answered(self, person: Person, answer: Accepted | Refused, floor: int) -> None:
        """A client knows the answer to an action of its own."""
        if isinstance(answer, Accepted):
            number = person.plan.number
            # I5: what was answered to anybody before he asked lies before it.
            self.trace.check(
                answer.seq > floor, "I5", f"{person.name}: {answer.seq} after {floor}"
            )
            self.order[number] = max(self.order.get(number, 0), answer.seq)

    # --- the log --------------------------------------------------------------------------

    def listen_to_log(self) -> Callable[[], None]:
        """Keep what the server logs; the call that ends it."""
        world, logger = self, logging.getLogger("rummy_server")

        class Keep(logging.Handler):
            def emit(self, record: logging.LogRecord) -> None:
                with suppress(Exception):
                    world.logged.append(record.getMessage())
                world.audit.logged(record)

        handler, before = Keep(), logger.propagate
        logger.addHandler(handler)
        logger.propagate = False

        def end() -> None:
            logger.removeHandler(handler)
            logger.propagate = before

        return end
