"""The inbox of a table."""

from __future__ import annotations

import trio

from rummy_server.table.inbox import Inbox


async def test_what_was_said_first_is_taken_first():
    inbox: Inbox[int] = Inbox(10)
    for number in range(5):
        await inbox.put(number)

    assert [await inbox.take() for _ in range(5)] == [0, 1, 2, 3, 4]


async def test_taking_waits_until_something_is_said(nursery):
    inbox: Inbox[str] = Inbox(10)

    async def say_later():
        await trio.sleep(3)
        await inbox.put("word")

    nursery.start_soon(say_later)

    assert await inbox.take() == "word"


async def test_those_who_ask_wait_for_room_and_the_table_itself_does_not(nursery):
    inbox: Inbox[int] = Inbox(2)
    await inbox.put(1)
    await inbox.put(2)
    with trio.move_on_after(1) as waited:
        await inbox.put(3)
    assert waited.cancelled_caught

    inbox.post(4)

    assert len(inbox) == 3
    nursery.start_soon(inbox.put, 5)
    taken = [await inbox.take(), await inbox.take(), await inbox.take()]
    await trio.sleep(0.1)
    assert [*taken, await inbox.take()] == [1, 2, 4, 5]


async def test_a_cancelled_take_loses_nothing():
    inbox: Inbox[int] = Inbox(2)
    with trio.move_on_after(1):
        await inbox.take()
    await inbox.put(1)

    assert await inbox.take() == 1


async def test_a_closed_inbox_takes_nothing_and_lets_everybody_go(nursery):
    inbox: Inbox[int] = Inbox(1)
    await inbox.put(1)
    told = []

    async def ask():
        told.append(await inbox.put(2))

    nursery.start_soon(ask)
    await trio.sleep(1)

    assert inbox.close() == [1]
    await trio.sleep(1)
    assert told == [False]
    assert await inbox.put(3) is False
    assert len(inbox) == 0
