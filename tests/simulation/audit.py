"""What must hold inside the server, looked at from outside while it runs.

Who sits where, what waits to be sent, which clocks run, and what a new life has made of what
the one before it left.
"""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any, Final

import trio

from rummy_server.room.imprint import imprint
from rummy_server.table.play import TURN, decision

from .store import LONG_COMMIT

if TYPE_CHECKING:
    from rummy_server.table.table import Table

    from .house import Life
    from .world import World

__all__ = ["Audit"]

FRAME: Final = 65_540
DUST: Final = 1e-6
SHORT_COMMIT: Final = 1.0
LOOK_SECONDS: Final = 3.0


class Audit:
    """Looks into the server of a world."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._generations: dict[str, int] = {}
        self._clocks: dict[str, tuple[float, float, Any]] = {}
        """By table: what was left of the turn, when, and for which decision."""
        self.excused: set[str] = set()
        """Faults that a run has planted itself."""

    def _check(self, holds: bool, promise: str, words: str) -> None:
        self._world.trace.check(holds, promise, words)

    # --- while it runs --------------------------------------------------------------------

    def table(self, id: str) -> None:
        """Look at one table, whenever something of it was kept."""
        life = self._world.house.serving
        table = None if life is None else life.server.lobby.tables.get(id)
        if life is None or table is None:
            return
        generation = table.room.generation
        before = self._generations.get(id, 0)
        self._check(generation >= before, "I6", f"table {id}: generation {generation}")
        self._generations[id] = generation
        self._one_session_a_seat(life, table)
        left = table.deadlines.left(TURN)
        if left is None:  # it is over, or sleeps: whoever wakes the table has his whole time
            self._clocks.pop(id, None)
        else:
            self._clocks[id] = left, self._world.now(), decision(table.room)

    async def look_around(self) -> None:
        """P19, I8: look at all connections and seats now and then."""
        world = self._world
        while True:
            await trio.sleep(LOOK_SECONDS)
            self._look()
            world.house.paused = 0.0

    def _look(self) -> None:
        world = self._world
        life = world.house.serving
        if life is None or life.listener is None:
            return
        patience = world.settings.stall_seconds + LOOK_SECONDS + world.house.paused
        for connection in life.listener.accepted:
            full = not connection.server.closed and connection.down.space <= 0
            since = world.now() - connection.down.full_since
            late = full and not connection.broken and since > patience
            self._check(not late, "P19", f"{connection.number} takes nothing for {since} s")
        for session in life.server.sessions:
            self._at_his_seat(session)

    def _at_his_seat(self, session: Any) -> None:
        """I8: who was told that he has a seat, and has not lost it, is registered there."""
        visitor = session._visitor
        at = visitor.at
        if at is None or at.seat is None or at.table.room.stage == "closed":
            return
        seats = at.table.room.seats
        if at.seat < len(seats) and seats[at.seat].generation == at.generation:
            there = at.table.people.seated.get(at.seat) is visitor
            self._check(there, "I8", f"{visitor.name} is not known at seat {at.seat}")

    def _one_session_a_seat(self, life: Life, table: Table) -> None:
        """I6, I12: at most one live session has a seat, and none has a heap of frames."""
        settings = self._world.settings
        holding: set[int] = set()
        for session in life.server.sessions:
            unsent = session.outbox.unsent
            self._check(unsent <= settings.unsent_bytes + FRAME, "I12", f"{unsent} unsent")
            at = session._visitor.at
            if at is None or at.table is not table or at.seat is None:
                continue
            if at.seat >= len(table.room.seats):
                continue
            if table.room.seats[at.seat].generation != at.generation:
                continue
            self._check(at.seat not in holding, "I6", f"two sessions have seat {at.seat}")
            holding.add(at.seat)

    # --- restarts -------------------------------------------------------------------------

    def begun(self, life: Life) -> None:
        """I15, I16: a new life has every table as it was kept, and no clock has run."""
        world = self._world
        tables = life.server.lobby.tables
        for id, ledger in world.ledgers.items():
            if ledger.stage == "closed" or not ledger.batches:
                continue
            table = tables.get(id)
            if table is None:
                self._check(False, "I15", f"table {id} is not there after a restart")
                continue
            if table._kept == ledger.batches:
                same = imprint(table.room) == ledger.imprint
                self._check(same, "I15", f"table {id} stands otherwise after a restart")
            if table._kept == ledger.batches or not life.store.appends:
                self._compare(table, ledger)

    def _compare(self, table: Table, ledger: Any) -> None:
        room = table.room
        self._check(room.seq >= ledger.seq, "I16", f"table {room.id} is at {room.seq}")
        keys = [place.key if place.owned else b"" for place in room.seats]
        if room.seq == ledger.seq:
            kept = [b"" if seat.left else seat.key for seat in ledger.seats]
            self._check(keys == kept, "I15", f"table {room.id}: other people in the seats")
            last = [place.last_id for place in room.seats]
            ids = [seat.last_id for seat in ledger.seats]
            self._check(last == ids, "I16", f"table {room.id}: acts {last}, kept {ids}")
            deal = room.match.deal if room.match is not None else None
            if deal is not None and room.match.ended is None and ledger.hands:
                hands = [sorted(hand) for hand in deal.hands]
                own = [sorted(ledger.hands.get(n, ())) for n in range(len(deal.hands))]
                self._check(hands == own, "I15", f"table {room.id}: other hands")
                self._check(list(deal.stock) == ledger.stock, "I15", "another stock")
        self._clock(table)

    def _clock(self, table: Table) -> None:
        """I13: what is left of a turn is not more than it was, and time without a server is
        not taken off."""
        before = self._clocks.get(table.id)
        left = table.deadlines.left(TURN)
        if before is None or left is None or before[2] != decision(table.room):
            return
        ran = max(0.0, self._world.house.ended_at - before[1])
        # A clock is started when its batch is safe, and counts from when it was written.
        slow = LONG_COMMIT if "latency-spike" in self._world.faults else SHORT_COMMIT
        enough = left >= before[0] - ran - slow - DUST
        self._check(enough, "I13", f"{left} s left, it was {before[0]}, {ran} s before the end")
        slack = self._world.settings.beat_seconds + 6
        self._check(left <= before[0] + slack, "I13", f"{left} s left, it was {before[0]}")

    # --- the log --------------------------------------------------------------------------

    def logged(self, record: logging.LogRecord) -> None:
        """P22: no fault of ours, whatever goes wrong outside."""
        if record.levelno < logging.ERROR:
            return
        event = getattr(record, "event", record.getMessage())
        outside = {"store-failed", "table-stopped"}
        outside |= {"table-fenced"} if self._world.house.ghosts else set()
        self._check(event in outside, "P22", record.getMessage())
