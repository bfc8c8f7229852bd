"""A house that is killed, and opened again: everybody is back, and nothing has changed."""

from __future__ import annotations

import re

import trio


async def hand_of(program):
    """What a player is told of his hand."""
    await program.say("hand", "help quit")
    (hand,) = [line for line in await program.until("^quit: ") if line.startswith("Your hand")]
    return hand


async def test_four_come_back_by_themselves_after_the_server_was_killed(start, player):
    house, host = await start.house()
    names = ("Ann", "Bob", "Cid", "Dan")
    people = [
        await start("join", host, "--plain", "--name", name, person=name.lower())
        for name in names
    ]
    await people[0].say("create friday seats=4 deals=1 max_turns_per_deal=30")
    await people[0].until("You are the host")
    for person in people[1:]:
        await person.say("join friday")
        await person.until("You have seat")
    await people[0].say("start")
    # The first to move draws, and is in the middle of his turn when it happens.
    mover, _ = await first_to(people, "^It is your turn")
    await mover.say("draw")
    await mover.until("^You may")
    hands = [await hand_of(person) for person in people]

    house.kill()
    await house.ends()
    for person in people:
        await person.until("connection (was )?(lost|broke|cut)|Trying again")
    await start.house(port=re.search(r":(\d+)(/|$)", host)[1])

    for person in people:
        await person.until("You are back in your seat")
    assert [await hand_of(person) for person in people] == hands
    await mover.say("table", "help quit")
    told = await mover.until("^quit: ")
    assert any(re.search("You may|your turn", line) for line in told), told
    await player(mover).finish_turn()


async def first_to(people, pattern):
    """The one of *people* who hears a line that *pattern* fits, and the line."""
    found = []

    async def listen(person, scope):
        line = (await person.until(pattern))[-1]
        found.append((person, line))
        scope.cancel()

    async with trio.open_nursery() as nursery:
        for person in people:
            nursery.start_soon(listen, person, nursery.cancel_scope)
    return found[0]
