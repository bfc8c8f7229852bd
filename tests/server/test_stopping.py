"""The end of the server: everybody is told, soon, and nothing is left (P24)."""

from __future__ import annotations

import os
import signal

import pytest
import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.connection import ClientEnd
from rummy_protocol.errors import Code
from rummy_protocol.messages import Create, Goodbye, Hello
from rummy_server.app import Server, serve_until_stopped
from rummy_server.env import seeded_env
from rummy_server.journal import MemoryJournal, StorageFailed
from rummy_server.memory import MemoryNetwork
from rummy_server.settings import Settings


class Failing(MemoryJournal):
    """Has had enough after the first few batches."""

    def __init__(self):
        super().__init__(keep=True)
        self._failed = trio.Event()

    async def append(self, table, expected, epoch, batch):
        if expected >= 1:
            self._failed.set()
            raise StorageFailed("the disk is gone")
        await super().append(table, expected, epoch, batch)

    async def broken(self):
        await self._failed.wait()
        raise StorageFailed("the disk is gone")


class Stuck(MemoryJournal):
    """Notes no time any more, as a disk does that hangs."""

    async def beat(self, at):
        await trio.sleep_forever()


async def test_everybody_is_told_and_let_go(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    cleo = await house.client("Cleo")
    await cleo.watch(house.table.id)
    dan = house.connect("Dan")
    await trio.sleep(0.1)
    began = trio.current_time()

    house.scope.cancel()
    for one in (ann, bob, cleo, dan):
        assert await one.ended() == Goodbye(Code.SHUTDOWN, {"seconds": 5})
    await house.stopped.wait()

    assert trio.current_time() == began
    assert not house.server.sessions
    assert all(table.inbox.closed for table in house.tables.values())


async def test_a_house_that_keeps_nothing_says_that_it_is_for_good(open_house):
    house = await open_house(back_seconds=0)
    ann = await house.client("Ann")

    house.scope.cancel()

    assert await ann.ended() == Goodbye(Code.SHUTDOWN)


async def test_when_it_is_back_may_be_said_at_the_last_moment(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    house.server.back_in = 90

    house.scope.cancel()

    assert await ann.ended() == Goodbye(Code.SHUTDOWN, {"seconds": 90})


async def test_a_failing_store_is_no_end_for_good(nursery):
    """It is started anew by whatever looks after it, and the games are kept."""
    network = MemoryNetwork()
    server = Server(seeded_env(1, network, Failing()), Settings())
    ended = []

    async def watch(task_status):
        with pytest.RaisesGroup(StorageFailed):
            await server.run(network, task_status=task_status)
        ended.append(trio.current_time())

    await nursery.start(watch)
    pipe = network.connect()
    end = ClientEnd()
    pipe.send_now(end.send(Hello(PROTOCOL, "Ann")))
    pipe.send_now(end.send(Create(1, "", b"k" * 16, b"h" * 32)))
    heard = []
    while data := await pipe.receive_some():
        heard += end.receive(data)

    assert heard[-1] == Goodbye(Code.SHUTDOWN, {"seconds": 5})
    await trio.sleep(5)
    assert ended


def test_the_last_words_take_five_seconds_at_most():
    assert Settings().goodbye_seconds <= 5


async def test_one_who_takes_nothing_delays_the_end_for_a_moment_only(open_house):
    house = await open_house()
    house.network._room = 600
    ann, bob = await house.playing()
    for one in (ann, bob):
        one.pipe.other.send_now(b"x" * 600)
    began = trio.current_time()

    house.scope.cancel()
    await house.stopped.wait()

    assert 0 < trio.current_time() - began <= 5


async def test_a_store_that_does_not_answer_delays_the_end_for_a_moment_only(open_house):
    house = await open_house(env={"store": Stuck(keep=True)}, beat_seconds=1000)
    await house.playing()
    began = trio.current_time()

    house.scope.cancel()
    with trio.fail_after(100):
        await house.stopped.wait()

    assert 0 < trio.current_time() - began <= 5


async def test_nobody_is_let_in_any_more(open_house):
    house = await open_house()
    house.scope.cancel()
    await house.stopped.wait()

    with pytest.raises(ConnectionRefusedError):
        house.connect("Ann")


async def test_it_stops_while_people_come_and_act(open_house):
    house = await open_house(bot_pause_ms=0, scoring_seconds=0.1)
    clients = []
    for number in range(10):
        client = await house.client(f"N{number}")
        await client.create(seats=2, bots=("easy",), turn_seconds=5)
        clients.append(client)
    house.connect("late")

    house.scope.cancel()
    await house.stopped.wait()

    assert all(table.inbox.closed for table in house.tables.values())
    for client in clients:
        assert await client.ended() == Goodbye(Code.SHUTDOWN, {"seconds": 5})


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_stops_it(nursery, number):
    network = MemoryNetwork()
    stopped = trio.Event()

    async def run(task_status):
        await serve_until_stopped(seeded_env(1, network), Settings(), task_status=task_status)
        stopped.set()

    await nursery.start(run)
    os.kill(os.getpid(), number)

    await stopped.wait()

    assert network.closed
