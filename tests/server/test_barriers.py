"""What breaks in one connection stays there, whoever was about to use it (P22, T21)."""

from __future__ import annotations

import errno
import logging
from collections import Counter
from itertools import pairwise

import pytest
import trio

from rummy_protocol.actions import DrawStock
from rummy_protocol.codec import encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Goodbye, Hello, ListTables, Ping, Say, Tables
from rummy_server.app import Server
from rummy_server.clock import AT_ONCE, Alarms
from rummy_server.env import seeded_env
from rummy_server.memory import MemoryNetwork, memory_pipes
from rummy_server.settings import Settings

BUG = RuntimeError("the stock holds KH 7S")


def session_of(house, name):
    (found,) = [one for one in house.server.sessions if one._visitor.name == name]
    return found


def broken(*_):
    raise BUG


async def never_writable():
    raise BUG


@pytest.mark.parametrize("how", ["show", "answer", "drain"])
async def test_a_pipe_that_breaks_in_a_way_of_its_own_ends_that_connection_alone(
    open_house, how, caplog
):
    """The table was sending; it and everybody else at it go on."""
    house = await open_house()
    ann, bob = await house.playing()
    pipe = session_of(house, "Ann")._pipe
    if how == "drain":
        pipe.send_now = lambda data: 0
        pipe.wait_writable = never_writable
    else:
        pipe.send_now = broken
    if how == "answer":
        ann.send(ListTables(7))
    else:
        await bob.ask(Say, "hello")
    await bob.see(lambda update: update.table.seats[ann.seated.seat].hold is not None)

    assert isinstance(await bob.ask(ListTables), Tables)
    assert not house.table.inbox.closed
    assert "KH" not in caplog.text


async def test_a_bug_in_a_deadline_ends_that_connection_alone(open_house, caplog):
    """All deadlines of a house are rung by one task."""
    house = await open_house()
    ann, bob = await house.playing()
    session_of(house, "Ann")._overdue = broken

    await bob.see(lambda update: update.table.seats[ann.seated.seat].hold is not None)

    assert isinstance(await bob.ask(ListTables), Tables)
    assert [r.levelno for r in caplog.records].count(logging.ERROR) == 1
    assert "KH" not in caplog.text


async def test_a_pipe_that_cannot_even_be_closed_ends_alone(open_house):
    house = await open_house()
    ann, bob = await house.playing()

    def stuck():
        raise OSError(errno.EIO, "stuck")

    session_of(house, "Ann")._pipe.close = stuck
    ann.pipe.cut()

    await bob.see(lambda update: update.table.seats[ann.seated.seat].hold is not None)
    assert len(house.server.sessions) == 1


async def test_a_session_that_cannot_begin_is_not_counted(open_house, monkeypatch):
    house = await open_house()
    with monkeypatch.context() as patch:
        patch.setattr("rummy_server.app.Session", broken)
        client = house.connect("Ann")
        await trio.sleep(1)

    assert client.pipe.other.closed
    assert house.server.door.inside == 0
    assert house.server.door.ungreeted == 0
    assert await house.client("Bob")


# --- turns ----------------------------------------------------------------------------------


async def test_deadlines_that_come_together_let_others_have_their_turn():
    rung, between, began = [], [], trio.Event()
    alarms = Alarms(trio.current_time)
    alarms.after(1, began.set)
    for _ in range(1000):
        alarms.after(1, lambda: rung.append(None))

    async def other():
        while len(rung) < 1000:
            between.append(len(rung))
            await trio.lowlevel.checkpoint()

    async with trio.open_nursery() as nursery:
        nursery.start_soon(alarms.run)
        await began.wait()
        await other()
        nursery.cancel_scope.cancel()

    assert max(b - a for a, b in pairwise(between)) <= 2 * AT_ONCE
    assert len(between) > 10


class Throng:
    """A listener at which so many wait that none of them has to be waited for."""

    address = ("memory", 0)

    def __init__(self, count):
        self.left = count
        self.pipes = []

    async def accept(self):
        if not self.left:
            await trio.sleep_forever()
        self.left -= 1
        ours, theirs = memory_pipes()
        self.pipes.append(ours)
        return theirs, "127.0.0.1"

    def close(self):
        pass


async def test_a_throng_at_the_door_does_not_keep_those_inside_waiting():
    """An accept that never has to wait must not take all turns."""
    throng = Throng(2000)
    server = Server(seeded_env(1, MemoryNetwork()), Settings(ungreeted=5000))
    async with trio.open_nursery() as nursery:
        await nursery.start(server.run, throng)
        while not throng.pipes:
            await trio.lowlevel.checkpoint()
        ann = throng.pipes[0]
        ann.send_now(encode(Hello((1, 0), "Ann")) + encode(ListTables(1)))
        heard = b""
        while b"tables" not in heard:
            heard += await ann.receive_some()

        assert throng.left > 1900
        nursery.cancel_scope.cancel()


async def test_a_connection_is_logged_once_at_most(open_house, caplog):
    caplog.set_level(logging.INFO)
    house = await open_house()
    for number in range(50):
        client = house.connect(f"N{number}")
        if number % 2:
            await client.greet()
        client.pipe.send_now(b"\xff" * 5000)
        client.pipe.send_now(b"\x00" * 5000)
    await trio.sleep(60)

    told = Counter(r.fields["session"] for r in caplog.records if "session" in r.fields)
    assert len(told) == 50
    assert set(told.values()) == {1}
    assert not house.server.sessions


async def test_no_room_is_logged_once_until_there_is_room_again(open_house, caplog):
    house = await open_house()
    for _ in range(100):
        house.network.fail(errno.EMFILE)
    await house.client("Ann")
    for _ in range(100):
        house.network.fail(errno.ENFILE)
    await house.client("Bob")

    assert [r.event for r in caplog.records] == ["no-room", "no-room"]


async def test_the_table_of_a_broken_connection_takes_the_next_move(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    turn, other = (ann, bob) if "draw" in ann.update.you.may else (bob, ann)
    session_of(house, other.name)._pipe.send_now = broken

    assert isinstance(await turn.act(DrawStock()), Accepted)
    turn.send(Ping())
    assert not any(isinstance(said, Goodbye) and said.code == Code.FAULT for said in turn.heard)
