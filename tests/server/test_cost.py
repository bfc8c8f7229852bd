"""What a house can carry rests on counts that no machine changes: they are held here (P25).

How fast it all is, the benches measure.
"""

from __future__ import annotations

from collections import Counter

import pytest
import trio.testing

from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.messages import Accepted, ListTables
from rummy_server.room.records import Acted
from rummy_server.table import shown


@pytest.fixture
def packed(monkeypatch):
    """How often each part of a view was packed."""
    counted = Counter()
    pack = shown.encode_part

    def counting(view):
        counted[type(view).__name__] += 1
        return pack(view)

    monkeypatch.setattr(shown, "encode_part", counting)
    return counted


def turn_of(clients):
    return next(client for client in clients if client.update.you.may)


async def test_a_move_is_packed_once_for_all_and_once_for_who_moved(open_house, packed):
    house = await open_house()
    players = await house.four()
    for name in ("Eve", "Fay", "Gil"):
        await (await house.client(name)).watch(house.table.id)
    mover = turn_of(players)
    packed.clear()

    await mover.act(DrawStock())
    after_draw = dict(packed)
    packed.clear()
    await mover.act(Discard(mover.update.you.hand[0]))

    assert after_draw == {"DealView": 1, "You": 1}
    # With the discard the turn passes on: who is next sees other choices.
    assert dict(packed) == {"DealView": 1, "You": 2}


async def test_tables_of_one_game_show_one_rule_set(open_house):
    house = await open_house()
    for name in ("Ann", "Bob"):
        await (await house.client(name)).create(changes={"target": 77})

    one, other = (table.shown.table for table in house.tables.values())

    assert one.rules.target == 77
    assert one.rules is other.rules


async def test_a_move_is_one_batch_in_the_journal_its_clock_included(open_house):
    house = await open_house()
    players = await house.four(turn_seconds=60)
    mover = turn_of(players)
    kept = house.journal.kept[house.table.id]
    before = len(kept)

    assert isinstance(await mover.act(DrawStock()), Accepted)

    assert len(kept) == before + 1
    kinds = [type(record).__name__ for record in house.journal.records(house.table.id)[-2:]]
    assert kinds == [Acted.__name__, "DeadlineSet"]


async def test_a_client_that_is_here_costs_one_task_and_one_alarm(open_house):
    house = await open_house()
    await house.client("Ann")
    await trio.testing.wait_all_tasks_blocked()
    tasks = trio.lowlevel.current_statistics().tasks_living
    alarms = house.server.alarms.waiting

    others = [await house.client(f"P{number}") for number in range(20)]
    assert all([isinstance(await one.ask(ListTables), object) for one in others])
    await trio.testing.wait_all_tasks_blocked()

    assert trio.lowlevel.current_statistics().tasks_living - tasks == 20
    assert house.server.alarms.waiting - alarms == 20
