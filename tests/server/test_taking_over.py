"""A second server begins with what the first has left: its tables, seats and clocks."""

from __future__ import annotations

import pytest
import trio
import trio.testing

from rummy_protocol.actions import DrawStock
from rummy_protocol.messages import Accepted, Leave, Seated
from rummy_protocol.views import Presence
from rummy_server.journal import MemoryJournal


@pytest.fixture
async def two_lives(open_house):
    """Opens a house, and opens it anew on the same journal when it has been shut hard."""
    store = MemoryJournal(keep=True)

    async def begin(**settings):
        house = await open_house(env={"store": store}, **settings)
        await trio.testing.wait_all_tasks_blocked()
        return house

    return begin


async def shut(house):
    """End the server at once, without telling anybody anything."""
    house.scope.cancel()
    await house.stopped.wait()


async def back(house, client):
    """The same person on a new connection to *house*, in the seat again."""
    again = house.connect(client.name, client.keys)
    await again.greet()
    seated = await again.resume()
    assert isinstance(seated, Seated), seated
    await again.see(lambda update: True)
    return again


def turn_of(*clients):
    return next(client for client in clients if client.update.you.may)


async def test_the_table_stands_as_it_stood(two_lives):
    house = await two_lives()
    ann, bob = await house.playing()
    before = turn_of(ann, bob)
    assert isinstance(await before.act(DrawStock()), Accepted)
    room, hands = house.table.room, {c.name: c.update.you.hand for c in (ann, bob)}
    await shut(house)

    house = await two_lives()
    assert house.table.room == room
    ann, bob = await back(house, ann), await back(house, bob)

    assert {c.name: c.update.you.hand for c in (ann, bob)} | hands == hands
    assert turn_of(ann, bob).name == before.name
    assert house.table.room.seats[0].generation > room.seats[0].generation


async def test_an_action_that_was_answered_is_answered_the_same_once_more(two_lives):
    """P11: the number of an action outlives the server."""
    house = await two_lives()
    ann, bob = await house.playing()
    mover = turn_of(ann, bob)
    answer = await mover.act(DrawStock())
    await shut(house)

    house = await two_lives()
    again = house.connect(mover.name, mover.keys)
    await again.greet()
    seated = await again.resume()

    assert (seated.last_id, seated.last_answer) == (answer.id, answer)


async def test_time_while_the_house_was_shut_is_nobodys(two_lives):
    house = await two_lives(beat_seconds=1)
    ann, bob = await house.playing(turn_seconds=60)
    await house.wait(20, ann, bob)
    await shut(house)
    await trio.sleep(10_000)

    house = await two_lives()
    left = house.table.deadlines.left("turn")
    assert 38 <= left <= 41
    ann, bob = await back(house, ann), await back(house, bob)
    assert ann.update.table.clock <= 41_000


async def test_nor_is_the_time_between_two_later_lives(two_lives):
    house = await two_lives(beat_seconds=1)
    await house.playing(turn_seconds=60)
    for _ in range(3):
        await trio.sleep(2.5)
        await shut(house)
        await trio.sleep(10_000)
        house = await two_lives(beat_seconds=1)

    left = house.table.deadlines.left("turn")
    assert 50 <= left <= 55


async def test_who_was_away_has_what_was_left_of_his_hold(two_lives):
    house = await two_lives(beat_seconds=1)
    ann, bob = await house.playing(hold_seconds=100)
    bob.pipe.cut()
    await house.wait(30, ann)
    await shut(house)

    house = await two_lives()
    seats = house.table.room.seats
    holds = [house.table.deadlines.left(f"hold-{place.since}") for place in seats]

    assert holds[0] == 100
    assert 68 <= holds[1] <= 71
    ann = await back(house, ann)
    assert ann.update.table.seats[1].presence is Presence.LOST


async def test_a_hold_that_had_run_out_has_run_out(two_lives):
    house = await two_lives(beat_seconds=1)
    ann, bob = await house.playing(hold_seconds=10)
    bob.pipe.cut()
    await house.wait(30, ann)
    await shut(house)

    house = await two_lives()
    ann = await back(house, ann)

    await ann.see(lambda update: update.table.seats[1].presence is Presence.BOT)


async def test_a_table_that_was_closed_is_not_there_and_its_code_is_not_given_again(two_lives):
    house = await two_lives()
    ann, bob = await house.pair()
    code = house.table.id
    await bob.ask(Leave)
    await ann.ask(Leave)
    await shut(house)

    house = await two_lives()

    assert house.tables == {}
    assert code in house.server.lobby._spent


async def test_a_journal_that_comes_out_otherwise_opens_no_table(two_lives, caplog):
    house = await two_lives()
    await house.playing()
    code, store = house.table.id, house.journal
    await shut(house)
    imprints = store._stamps[code]
    imprints[-1] = (b"another", *imprints[-1][1:])

    house = await two_lives()

    assert house.tables == {}
    assert "table-damaged" in caplog.text
    assert code in caplog.text


async def test_a_table_to_which_nobody_comes_back_is_forgotten(two_lives):
    house = await two_lives(forget_seconds=50)
    ann, _ = await house.pair()
    await shut(house)

    house = await two_lives(forget_seconds=50)
    await trio.sleep(130)

    assert house.tables == {}
    assert ann.keys.key not in house.server.lobby._by_key
