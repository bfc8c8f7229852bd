"""Floods are arithmetic: what is let through at each instant, and that it recovers (P21, T19).

All of it in virtual time, so every figure is exact.
"""

from __future__ import annotations

import pytest
import trio
import trio.testing

from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Goodbye,
    History,
    ListTables,
    Ping,
    Refused,
    Say,
    Tables,
)

FAR = "192.0.2.7"


async def through(house, client, kind, count, *args):
    """How many of *count* requests at one instant are let through."""
    answers = [await client.ask(kind, *args) for _ in range(count)]
    assert all(one.code == Code.TOO_FAST for one in answers if isinstance(one, Refused))
    return sum(not isinstance(one, Refused) for one in answers)


async def test_requests_are_twenty_and_then_two_a_second_for_ever(open_house):
    house = await open_house()
    client = await house.client("Ann")
    passed, due = (
        [await through(house, client, ListTables, 22)],
        [20, 0, 1, 1, 2, 4, 10, 20, 20],
    )
    for seconds, most in zip((0.25, 0.25, 0.5, 1, 2, 5, 20, 60), due[1:], strict=True):
        await client.stay(seconds)
        passed.append(await through(house, client, ListTables, most + 2))

    assert passed == due


async def test_lines_of_chat_are_five_and_then_one_in_two_seconds(open_house):
    house = await open_house()
    ann, bob = await house.pair()
    passed = [await through(house, ann, Say, 8, "hello")]
    for seconds in (1, 1, 2, 4, 10, 100):
        await house.wait(seconds, ann, bob)
        passed.append(await through(house, ann, Say, 8, "hello"))

    assert passed == [5, 0, 1, 1, 2, 5, 5]
    assert await through(house, bob, Say, 3, "hello") == 3


async def test_actions_are_counted_by_the_seat_over_all_its_connections(open_house):
    """Who comes back on a new connection has no new burst."""
    house = await open_house()
    ann, _ = await house.playing()
    for _ in range(20):
        ann.send(ann.act_request(DrawStock()))
    await ann.answer(20)
    ann.pipe.close()
    again = house.connect("Ann", ann.keys)
    await again.greet()
    await again.resume()
    began = trio.current_time()
    again.update = ann.update
    times = []
    for number in range(21, 26):
        again.send(again.act_request(DrawStock()))
        await again.answer(number)
        times.append(trio.current_time() - began)

    assert times == pytest.approx([0.2 * n for n in range(1, 6)])


async def test_frames_that_nobody_answers_are_counted_too(open_house):
    """Pings at the rate of the network: after the burst they wait, and what is behind them."""
    house = await open_house()
    ann, bob = await house.playing()
    burst, rate = house.settings.frame_burst, house.settings.frames_per_second
    await house.wait(60, ann, bob)
    began = trio.current_time()
    ann.send(*[Ping()] * (burst - 2), ListTables(900))
    await ann.answer(900)
    assert trio.current_time() == began
    ann.send(*[Ping()] * 30, ListTables(901))
    await ann.answer(901)

    assert trio.current_time() - began == pytest.approx(30 / rate, abs=2 / rate)
    at = trio.current_time()
    await bob.ask(History)
    assert trio.current_time() == at


async def test_connections_of_one_address_are_thirty_two_a_minute(open_house):
    house = await open_house(connections_per_address=1000)

    async def let_in(count):
        inside = 0
        for number in range(count):
            client = house.connect(f"N{number}", address=FAR)
            await trio.testing.wait_all_tasks_blocked()
            inside += not client.pipe.other.closed
            client.pipe.close()
        return inside

    passed = [await let_in(40)]
    for seconds in (15, 30, 60, 600):
        await trio.sleep(seconds)
        passed.append(await let_in(40))

    assert passed == [32, 8, 16, 32, 32]
    assert await house.client("from this machine")


async def test_connections_in_all_have_a_limit_that_refills(open_house):
    house = await open_house(connects_per_second=10, connect_burst=20, ungreeted=1000)

    async def let_in(count, net):
        inside = 0
        for number in range(count):
            client = house.connect(f"N{number}", address=f"{net}.{number}")
            await trio.testing.wait_all_tasks_blocked()
            inside += not client.pipe.other.closed
        return inside

    passed = [await let_in(30, "192.0.2")]
    for seconds, net in ((0.5, "198.51.100"), (1, "203.0.113"), (60, "10.0.0")):
        await trio.sleep(seconds)
        passed.append(await let_in(30, net))

    assert passed == [20, 5, 10, 20]


async def test_a_crowd_of_mute_strangers_makes_room_for_one_who_speaks(open_house):
    """T17: the one that has waited longest goes; who has greeted stays."""
    house = await open_house(ungreeted=8)
    ann = await house.client("Ann")
    mute = []
    for number in range(30):
        mute.append(house.connect(f"M{number}", address=f"192.0.2.{number}"))
        await trio.testing.wait_all_tasks_blocked()
    began = trio.current_time()

    bob = await house.client("Bob")

    assert trio.current_time() == began
    assert isinstance(await bob.ask(ListTables), Tables)
    assert isinstance(await ann.ask(ListTables), Tables)
    assert [client.pipe.other.closed for client in mute] == [True] * 23 + [False] * 7
    assert await mute[0].ended() == Goodbye(Code.CROWDED)


async def test_a_flood_at_one_table_leaves_the_next_one_its_turns(open_house):
    """The honest table's answers come in the instant in which they are asked for."""
    house = await open_house()
    ann, bob = await house.playing()
    cleo, dan = await house.client("Cleo"), await house.client("Dan")
    seated = await cleo.create()
    await dan.join(seated.table)
    for _ in range(60):
        cleo.send(cleo.act_request(DrawStock()))
        dan.send(Ping(), Ping())
    waits = []
    for _ in range(6):
        turn = ann if "draw" in ann.update.you.may else bob
        at = trio.current_time()
        assert isinstance(await turn.act(DrawStock()), Accepted)
        card = next(c for c in turn.update.you.hand if c != turn.update.you.locked)
        assert isinstance(await turn.act(Discard(card)), Accepted)
        waits.append(trio.current_time() - at)
        await (bob if turn is ann else ann).see(lambda u, s=turn.update.seq: u.seq == s)

    assert waits == [0] * 6
