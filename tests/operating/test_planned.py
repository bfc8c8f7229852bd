"""A planned stop: what is under way is kept, and the next house has it all, soon."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol.actions import DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Goodbye
from rummy_server.app import Server, StartAgain, serve
from rummy_server.env import seeded_env
from rummy_server.journal import MemoryJournal
from rummy_server.memory import MemoryNetwork
from rummy_server.settings import Settings


class Slow(MemoryJournal):
    """Takes a second over each batch once it is told to."""

    slow = False

    async def append(self, table, expected, epoch, batch):
        await super().append(table, expected, epoch, batch)
        if self.slow:
            with trio.CancelScope(shield=True):
                await trio.sleep(1)


async def test_an_action_that_is_being_kept_when_the_house_closes_counts(open_house):
    store = Slow(keep=True)
    house = await open_house(env={"store": store})
    ann, bob = await house.playing()
    one = ann if ann.update.you.may else bob
    store.slow = True
    act = one.act_request(DrawStock())
    one.send(act)
    await trio.sleep(0.1)
    began = trio.current_time()

    house.scope.cancel()
    told = await one.ended()
    await house.stopped.wait()

    assert told == Goodbye(Code.SHUTDOWN, {"seconds": 5})
    assert trio.current_time() - began <= 5
    store.slow = False
    again = await open_house(after=house)
    back = await again.client(one.name, one.keys)
    seated = await back.resume()
    assert seated.last_id == act.id
    assert isinstance(seated.last_answer, Accepted)


async def test_all_come_back_to_the_same_cards_and_the_same_turn(open_house):
    house = await open_house(back_seconds=7)
    ann, bob = await house.playing()
    before = {one.name: (one.update.you, one.update.deal) for one in (ann, bob)}

    house.scope.cancel()
    waits = [(await one.ended()).args["seconds"] for one in (ann, bob)]
    await house.stopped.wait()
    await trio.sleep(max(waits))
    again = await open_house(after=house)

    for one in (ann, bob):
        back = await again.client(one.name, one.keys)
        await back.resume()
        await back.see(lambda update: update.deal is not None)
        assert (back.update.you, back.update.deal) == before[one.name]


async def run_beside(*beside):
    network = MemoryNetwork()
    await serve(seeded_env(1, network), Settings(), beside)


async def test_a_house_that_is_to_be_started_again_says_so_to_its_starter():
    async def leave(server, *, task_status):
        task_status.started()
        server.leave(back_in=9, again=True)

    with pytest.RaisesGroup(StartAgain, flatten_subgroups=True):
        await run_beside(leave)


async def test_a_house_that_is_told_to_leave_ends_like_any_other():
    seen = []

    async def leave(server, *, task_status):
        task_status.started()
        seen.append(server)
        server.leave(back_in=9)

    await run_beside(leave)

    assert isinstance(seen[0], Server)
    assert seen[0].back_in == 9


async def test_nobody_is_let_in_before_those_who_look_after_the_house_are_there():
    network = MemoryNetwork()

    async def late(server, *, task_status):
        await trio.sleep(30)
        network.connect()
        await trio.sleep(30)
        assert not server.sessions
        task_status.started()
        server.leave()

    await serve(seeded_env(1, network), Settings(), [late])
