"""The course of one run: warm-up, chaos, heal, drain, and what must have become of it all.

In the warm-up people come and sit down; in the chaos everything goes wrong that the seed has
drawn; then nothing goes wrong any more, and every match has to come to its end, everybody
has to agree with the server, and in the end nothing may be left.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable

import msgspec
import trio
import trio.testing

from rummy_protocol import codec
from rummy_server.session import Session
from rummy_server.table.table import Table

from .chance import run_seeded
from .house import Life
from .players import Plan
from .projection import agrees
from .trace import Trace, Violation
from .weather import storm
from .world import World

__all__ = ["Outcome", "simulate"]

DRAIN_SECONDS = 6_000.0
LAST_SECONDS = 120.0
LOOKED_THROUGH = 16
"""In one seed of so many the memory is looked through, which takes a while."""


class Outcome(msgspec.Struct, frozen=True):
    """What became of a seed."""

    seed: int
    events: int
    seconds: float
    hash: str
    hits: dict[str, int]
    promise: str = ""
    words: str = ""
    event: int = 0
    at: float = 0.0
    lives: int = 0
    batches: int = 0
    matches: int = 0
    kept: dict[str, str] = {}
    """By the name of each table, a hash over how it stood after each of its batches."""

    @property
    def failed(self) -> bool:
        return bool(self.promise)


def simulate(
    seed: int,
    *,
    until: int | None = None,
    tell: Callable[[str], None] | None = None,
    without: frozenset[str] = frozenset(),
    people: int | None = None,
    plans: list[Plan] | None = None,
) -> Outcome:
    """Run *seed* to its end, or to the event *until*.

    Args:
        tell: Gets every event as a line.
        without: Kinds of faults that shall not strike.
        people: At most so many come.
        plans: The tables, instead of those that the seed would have; nobody has whims then.
    """
    strict = codec._WALKED[0]
    codec.be_strict(False)
    collecting = gc.isenabled()
    gc.disable()
    try:
        return run_seeded(seed, _main(seed, until, tell, without, people, plans))
    finally:
        codec.be_strict(strict)
        if collecting:
            gc.enable()


def _main(
    seed: int,
    until: int | None,
    tell: Callable[[str], None] | None,
    without: frozenset[str],
    people: int | None,
    plans: list[Plan] | None,
) -> Callable[[trio.testing.MockClock], object]:
    async def main(clock: trio.testing.MockClock) -> Outcome:
        trace = Trace(until, tell)
        before = _in_memory() if seed % LOOKED_THROUGH == 0 else []
        world = World(seed, trace, clock, without, people, plans)
        world.before = frozenset(map(id, before))
        stop_listening = world.listen_to_log()
        try:
            with trace.scope:
                await _course(world)
        finally:
            stop_listening()
        return _outcome(world)

    return main


def _outcome(world: World) -> Outcome:
    trace = world.trace
    failed = trace.failed or Violation("", "")
    return Outcome(
        world.seed,
        trace.events,
        trio.current_time(),
        trace.hash,
        dict(Counter(world.faults.hits)),
        failed.promise,
        failed.words,
        *trace.failed_at,
        lives=world.house.lives,
        batches=sum(ledger.batches for ledger in world.ledgers.values()),
        matches=sum(ledger.matches_ended for ledger in world.ledgers.values()),
        kept={ledger.name: ledger.course.hexdigest() for ledger in world.ledgers.values()},
    )


async def _course(world: World) -> None:
    async with trio.open_nursery() as nursery:
        world.nursery = nursery
        nursery.start_soon(world.alarms.run)
        nursery.start_soon(world.house.keep_open)
        nursery.start_soon(world.audit.look_around)
        for person in list(world.people):
            nursery.start_soon(person.live)
            nursery.start_soon(person.have_whims)
        for rogue in world.rogues:
            nursery.start_soon(rogue.live)
        chance = world.streams("course")
        await trio.sleep(chance.uniform(4, 12))
        await _chaos(world, chance.uniform(20, 90))
        await _drain(world)
        await _empty(world)
        nursery.cancel_scope.cancel()


async def _chaos(world: World, seconds: float) -> None:
    world.trace.note("chaos")
    world.busy = world.faults.on = True
    with trio.move_on_after(seconds):
        await storm(world)
    world.busy = world.faults.on = False
    world.kill_at("never")
    world.trace.note("heal", sorted(world.faults.hits.items()))
    world.network.heal()


async def _drain(world: World) -> None:
    """I22: every match ends, and everybody comes to see the same."""
    until = trio.current_time() + DRAIN_SECONDS
    while trio.current_time() < until:
        await trio.sleep(2)
        if world.house.serving and not _running(world) and not _behind(world):
            break
    else:
        world.trace.fail("I22", f"not over: {_running(world)}; not agreed: {_behind(world)}")
    await trio.sleep(30)
    behind = _behind(world)
    world.trace.check(not behind, "I22", f"{behind} do not agree with the server")


def _running(world: World) -> list[str]:
    """Tables at which a match is played, and what they wait for."""
    found = []
    for ledger in world.ledgers.values():
        life = world.house.serving
        table = None if life is None else life.server.lobby.tables.get(ledger.id)
        if not ledger.running:
            continue
        found.append(ledger.id)
        if table is not None:
            seats = [table.people.presence(table.room, n) for n in range(len(ledger.seats))]
            found += [f"{ledger.stage} {ledger.turn} {table.sleeping} {seats}"]
            found += [f"{sorted(table.deadlines._set)}"]
            found += [person.told for person in world.people if person.seen[0] == ledger.id]
    return found


def _behind(world: World) -> list[str]:
    """Those who are at a table, or think so, and do not see it as it is."""
    return [
        f"{person.name} {person.seen} {person.online}"
        for person in world.people
        if person.online
        and person.view is not None
        and not agrees(world.ledger(person.view.table.id), person.view)
    ]


async def _empty(world: World) -> None:
    """I9, I23: when all have gone, nothing of them is left."""
    for person in world.people:
        person.leave_for_good()
    await trio.sleep(LAST_SECONDS + world.settings.forget_seconds + 90)
    life = world.house.serving
    if life is None:
        world.trace.fail("I22", "no server is there in the end")
        return
    _nothing_left(world, life)
    _nothing_told(world)
    if world.seed % LOOKED_THROUGH == 0:
        _nothing_in_memory(world)
    world.house.closing = True
    await world.house.stop()


def _nothing_left(world: World, life: Life) -> None:
    server, check = life.server, world.trace.check
    check(not server.sessions, "I9", f"{len(server.sessions)} sessions are left")
    check(not server.lobby.tables, "I9", f"tables are left: {list(server.lobby.tables)}")
    check(not server.lobby._by_key, "I9", "keys of seats are left")
    waiting = server.alarms.waiting
    check(not waiting, "I9", f"{waiting} deadlines are left")
    check(not server.door.ungreeted, "I9", f"{server.door.ungreeted} strangers at the door")
    check(not server.door._inside.total(), "I9", "addresses are counted still")
    check(not world.disk.pending, "I9", "something waits for the disk")


def _nothing_told(world: World) -> None:
    """I18: no secret is in anything that the server has sent or logged."""
    log = "\n".join(world.logged).encode()
    for secret in world.secrets():
        told = secret in world.said or secret in log or secret.hex().encode() in log
        world.trace.check(not told, "I18", f"a secret was told: {secret!r}")


def _in_memory() -> list[Session | Table]:
    gc.collect()
    return [one for one in gc.get_objects() if isinstance(one, Session | Table)]


def _nothing_in_memory(world: World) -> None:
    """I23: no session and no table of any life is to be found."""
    found = [one for one in _in_memory() if id(one) not in world.before]
    kinds = Counter(type(one).__name__ for one in found)
    world.trace.check(not found, "I23", f"left in memory: {dict(kinds)}")
