"""Tables that were opened, left and dropped by the thousand, and what of them is left."""

from __future__ import annotations

import gc

import trio
import trio.testing

from rummy_protocol.messages import Leave, Ready
from rummy_server.botseat import BotSeat
from rummy_server.clock import Alarm
from rummy_server.journal import MemoryJournal
from rummy_server.outbox import Outbox
from rummy_server.session import Session
from rummy_server.table.table import Table
from rummy_server.table.visitor import Visitor

KINDS = (Session, Visitor, Table, Outbox, Alarm, BotSeat)


async def opens_and_leaves(house, names):
    ann = await house.client(names("Ann"))
    await ann.create(bots=("easy",))
    await ann.ask(Leave)
    ann.pipe.close()


async def plays_and_drops(house, names):
    ann, bob = await house.client(names("Ann")), await house.client(names("Bob"))
    table = (await ann.create(seats=2, hold_seconds=5)).table
    await bob.join(table)
    await ann.ask(Ready)
    await bob.ask(Ready)
    await ann.see(lambda update: update.deal is not None)
    ann.pipe.cut()
    bob.pipe.close()


async def drops_and_comes_back_and_leaves(house, names):
    ann = await house.client(names("Ann"))
    await ann.create(seats=3, password="word", bots=("easy", "easy"))
    ann.pipe.cut()
    again = await house.client(ann.name, ann.keys)
    await again.resume()
    await again.ask(Leave)
    again.pipe.cut()


async def drops_in_the_lobby(house, names):
    ann = await house.client(names("Ann"))
    await ann.create(hold_seconds=5)
    ann.pipe.swallow()
    ann.pipe.other.swallow()


CYCLES = (
    opens_and_leaves,
    plays_and_drops,
    drops_and_comes_back_and_leaves,
    drops_in_the_lobby,
)


def living():
    gc.collect()
    found = dict.fromkeys(KINDS, 0)
    for one in gc.get_objects():
        if type(one) in found:
            found[type(one)] += 1
    return {kind.__name__: count for kind, count in found.items()}


def held(house):
    """Everything of which there is one for each table, seat, connection or guest."""
    server, lobby, door = house.server, house.server.lobby, house.server.door
    return {
        "tables": len(lobby.tables),
        "keys": len(lobby._by_key),
        "openers": len(lobby._openers),
        "sessions": len(server.sessions),
        "addresses": len(door._inside),
        "strangers": door.ungreeted,
        "guesses": len(door._guesses) + len(door._guesses_at),
        "unsent": door.backlog.bytes,
        "deadlines": server.alarms.waiting,
        "tasks": trio.lowlevel.current_statistics().tasks_living,
        **living(),
    }


async def test_u32_tables_that_came_and_went_leave_nothing_behind(open_house, proof):
    """U32: no table, task, deadline, key, bucket, session or object too many."""
    cycles = 10_000 if proof == "full" else 80
    house = await open_house(
        env={"store": MemoryJournal()}, forget_seconds=20, connections=200, bot_pause_ms=500
    )
    await trio.testing.wait_all_tasks_blocked()  # what only opens it has done so
    before = held(house)
    for number in range(cycles):
        await CYCLES[number % len(CYCLES)](house, lambda name, n=number: f"{name} {n}")
        house.network.pipes.clear()
        if number % 40 == 39:
            await trio.sleep(100)
    await trio.sleep(200)

    after = held(house)
    assert after == before
    assert len(house.server.door._paces) <= 400
    assert len(house.server.alarms._heap) <= 10
