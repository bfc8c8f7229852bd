"""The server under simulation, life after life on the same disk.

A life ends because it was killed, because it was asked to stop, or because nothing can be
kept any more; then, after a while, the next one begins. One that was only cut off may go on
as a ghost, which nobody hears.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import trio

from rummy_server.app import Server, Settings
from rummy_server.env import Env, SeededEntropy, SeededShuffle
from rummy_server.journal import StorageFailed
from rummy_server.passwords import QuickPasswords

from .faults import Faults
from .net import SimListener, SimNetwork
from .store import LONG_COMMIT, Disk, SimStore
from .trace import Trace

__all__ = ["House", "Life", "SimTime"]

STOP_SECONDS = 5.0 + 3 * LONG_COMMIT
"""So long a planned stop may take, and the disk with what is in hand still."""
DAY = 86_400.0


class SimTime:
    """The clock of the run, and a date that jumps when it is told to."""

    def __init__(self) -> None:
        self.shift = 0.0

    now = staticmethod(trio.current_time)

    def wall(self) -> datetime:
        return datetime(2000, 1, 1, tzinfo=UTC) + timedelta(seconds=self.now() + self.shift)


class Life:
    """One server from its start to its end."""

    def __init__(self, number: int, disk: Disk) -> None:
        self.number = number
        self.alive = True
        self.scope = trio.CancelScope()
        self.store = SimStore(disk, lambda: self.alive)
        self.server: Server
        self.listener: SimListener | None = None
        self.serving = False
        """Whether it has taken over what there was, and lets people in."""
        self.over = trio.Event()
        """Set when the next one may begin."""
        self.why = ""


class House:
    """Keeps a server running, and ends it where chance says so."""

    def __init__(
        self,
        seed: int,
        trace: Trace,
        faults: Faults,
        network: SimNetwork,
        chance: random.Random,
        settings: Settings,
        clock: trio.testing.MockClock,
    ) -> None:
        self._seed = seed
        self._trace = trace
        self._faults = faults
        self._network = network
        self._chance = chance
        self._settings = settings
        self._clock = clock
        self._nursery: trio.Nursery
        self.disk: Disk
        self.time = SimTime()
        self.life: Life | None = None
        self.lives = 0
        self.on_begin: Callable[[Life], None] = lambda life: None
        self.ghosts = 0
        """Lives that went on when another had begun."""
        self.closing = False
        self.paused = 0.0
        """Seconds for which the machine has stood still since somebody looked."""
        self.stood_still = 0.0
        """The same, in the whole run."""
        self.ended_at = 0.0
        """When the last life ended."""

    @property
    def serving(self) -> Life | None:
        """The life that lets people in, if there is one."""
        life = self.life
        return life if life is not None and life.serving and life.alive else None

    async def keep_open(self) -> None:
        """Run one life after another until cancelled."""
        async with trio.open_nursery() as self._nursery:
            while not self.closing:
                self.lives += 1
                life = self.life = Life(self.lives, self.disk)
                self._trace.note("life", life.number)
                self._nursery.start_soon(self._live, life)
                await life.over.wait()
                self._trace.note("over", life.number, life.why)
                if life.why != "closed":
                    await trio.sleep(self._chance.choice((0.0, 0.2, 2.0, 15.0)))
                if life.why == "ghost":
                    # Unheard as it is, it has the store until the next one takes it over.
                    self.ended_at = trio.current_time()

    async def _live(self, life: Life) -> None:
        listener = life.listener = await self._network.listen()
        env = Env(
            time=self.time,
            entropy=SeededEntropy(f"{self._seed}/{life.number}"),
            shuffle=SeededShuffle(f"{self._seed}/{life.number}"),
            store=life.store,
            network=self._network,
            passwords=QuickPasswords(),
        )
        life.server = Server(env, self._settings)
        try:
            with life.scope:
                async with trio.open_nursery() as nursery:
                    await nursery.start(life.server.run, listener)
                    life.serving = True
                    self.on_begin(life)
        except* StorageFailed:
            life.why = life.why or "storage"
        finally:
            life.serving = False
            self._end(life, "gone")

    def _end(self, life: Life, why: str) -> None:
        """*life* does nothing any more."""
        if not life.over.is_set():
            life.why = life.why or why
            self.ended_at = trio.current_time()
            life.over.set()
        if life.alive:
            life.alive = False
            self._bury(life, "fin")

    def _bury(self, life: Life, how: str) -> None:
        life.serving = False
        if life.listener is not None:
            life.listener.close()
            for connection in life.listener.accepted:
                if not connection.server.closed:
                    connection.server.die(how)
        if self.disk.epoch == life.store.epoch:
            self.disk.crash()
        life.store.die()
        life.scope.cancel()

    # --- how a life may end ---------------------------------------------------------------

    def kill(self, how: str = "") -> None:
        """End the server where it stands, without another word."""
        life = self.life
        if life is None or not life.alive:
            return
        self._trace.note("kill", life.number)
        life.alive = False
        life.why = "killed"
        self.ended_at = trio.current_time()
        self._bury(life, how or self._chance.choice(("fin", "reset", "silence")))
        life.over.set()

    async def stop(self) -> None:
        """Ask the server to stop, and see that it does in time."""
        life = self.life
        if life is None or not life.alive:
            return
        self._trace.note("stop", life.number)
        life.why = "closed" if self.closing else "stopped"
        life.scope.cancel()
        began, stood = trio.current_time(), self.stood_still
        await life.over.wait()
        took = trio.current_time() - began - (self.stood_still - stood)
        self._trace.check(took <= STOP_SECONDS, "P24", f"a planned stop took {took} s")

    def cut_off(self) -> None:
        """Take the server for dead while it goes on: nobody hears it any more."""
        life = self.life
        if life is None or not life.serving or life.listener is None:
            return
        self._trace.note("ghost", life.number)
        life.listener.close()
        for connection in life.listener.accepted:
            if connection.open:
                connection.vanish()
        life.why = "ghost"
        self.ghosts += 1
        self.ended_at = trio.current_time()
        life.serving = False
        life.over.set()
        self._nursery.start_soon(self._lay_to_rest, life)

    async def _lay_to_rest(self, life: Life) -> None:
        await trio.sleep(40)
        if life.alive:
            life.alive = False
            self._bury(life, "reset")

    def pause(self, seconds: float) -> None:
        """Let the machine stand still: whatever was due meanwhile is late, all at once."""
        self._trace.note("pause", round(seconds, 3))
        self.paused += seconds
        self.stood_still += seconds
        self._clock.jump(seconds)

    def jump_wall(self) -> None:
        self.time.shift += self._chance.uniform(-DAY, DAY)
