"""What goes wrong in the middle of a run: one thing after another, as the seed has drawn.

Faults of single calls and connections strike by themselves, where they are made; these here
strike from outside, at any moment.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import trio

from .net import Connection

if TYPE_CHECKING:
    from .world import World

__all__ = ["storm"]


FROM_OUTSIDE = (
    "clog",
    "cut",
    "half-close",
    "half-open",
    "thaw",
    "swizzle-clog",
    "kill",
    "stale-epoch",
    "planned-stop",
    "wall-jump",
    "pause",
)


MOMENTS = ("", "send", *("appended",) * 5, "committed", "read", "begin")
"""Calls at the next of which the server is killed; none: where it stands."""


async def storm(world: World) -> None:
    """Do damage until cancelled."""
    chance = world.streams("weather")
    kinds = world.faults.some(*FROM_OUTSIDE)
    weights = [0.2 + world.faults.rates[kind] for kind in kinds]
    gap = chance.choice((0.7, 2.0, 6.0))
    while kinds:
        await trio.sleep(chance.expovariate(1 / gap))
        (kind,) = chance.choices(kinds, weights)
        if _strike(world, kind, chance):
            world.faults.hits[kind] += 1
    await trio.sleep_forever()


def _strike(world: World, kind: str, chance: random.Random) -> bool:
    world.trace.note("weather", kind)
    match kind:
        case "kill" if chance.random() < 0.8:
            world.kill_at(chance.choice(MOMENTS))
        case "stale-epoch" if chance.random() < 0.2:
            world.house.cut_off()
            return False
        case "planned-stop" if chance.random() < 0.3:
            world.nursery.start_soon(world.house.stop)
        case "wall-jump":
            world.house.jump_wall()
        case "pause" if chance.random() < 0.4:
            world.house.pause(chance.choice((0.5, 3, 12, 40)))
        case "kill" | "planned-stop" | "pause" | "stale-epoch":
            return False
        case _:
            return _harm(world, kind, chance)
    return True


def _harm(world: World, kind: str, chance: random.Random) -> bool:
    """Do something to a connection, or to all of them."""
    there = world.network.open
    if not there:
        return False
    now = trio.current_time()
    one: Connection = chance.choice(there)
    match kind:
        case "clog":
            one.clog(now + chance.choice((0.5, 5, 20, 40)))
        case "cut":
            one.cut()
        case "half-close":
            one.half_close()
        case "half-open":
            one.vanish()
        case "thaw":
            one.vanish()
            world.alarms.at(now + chance.choice((1, 10, 30, 60)), one.thaw)
        case _:
            world.nursery.start_soon(_swizzle, world, there, chance)
    return True


async def _swizzle(world: World, there: list[Connection], chance: random.Random) -> None:
    """Clog all connections one after another, and free them in another order."""
    order = list(there)
    chance.shuffle(order)
    for connection in order:
        connection.clog(trio.current_time() + 1_000)
        await trio.sleep(chance.uniform(0, 1))
    chance.shuffle(order)
    for connection in order:
        await trio.sleep(chance.uniform(0, 3))
        connection.unclog()
