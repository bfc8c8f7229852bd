"""A planned restart of a real house: all are told, and all are back by themselves (P24)."""

from __future__ import annotations

import json
import re
import signal

import pytest

from rummy_client.cli.running import START_AGAIN

from ..e2e.conftest import start

__all__ = ["start"]

AWAY = "The house closes for a moment and keeps your seat. It should be open again in 1 s."
BACK = "You are back in your seat, number"


async def hand_of(person):
    await person.say("hand", "help quit")
    (hand,) = [line for line in await person.until("^quit: ") if line.startswith("Your hand")]
    return hand


async def admin(start, *words):
    """What an errand is answered, and its exit status."""
    run = await start("admin", *words, person="host")
    lines = await run.until(".")
    return lines[0], await run.ends()


@pytest.mark.slow
async def test_everybody_is_told_and_comes_back_to_the_same_cards(start):
    house, host = await start.house("--back-in", "1")
    port = re.search(r":(\d+)(/|$|\?|#)", host)[1]
    ann = await start("join", host, "--plain", "--name", "Ann", person="ann")
    await ann.say("create friday seats=2")
    await ann.until("You are the host")
    bob = await start(
        "join", host, "--plain", "--name", "Bob", "--table", "friday", person="bob"
    )
    await bob.until("You have seat")
    await ann.say("start")
    for person in (ann, bob):
        await person.until("dealt")
    hands = [await hand_of(person) for person in (ann, bob)]

    house.process.send_signal(signal.SIGTERM)
    for person in (ann, bob):
        assert (await person.until("^The house"))[-1] == AWAY
    assert await house.ends() == 0
    house, _ = await start.house("--back-in", "1", port=port)
    for person in (ann, bob):
        await person.until(BACK)
    assert [await hand_of(person) for person in (ann, bob)] == hands

    word, status = await admin(start, "sessions", "--format", "json")
    assert status == 0
    assert sorted(one["name"] for one in json.loads(word)["sessions"]) == ["Ann", "Bob"]
    assert await admin(start, "restart") == ("The house closes, to be started again.", 0)
    for person in (ann, bob):
        assert (await person.until("^The house"))[-1] == AWAY
    assert await house.ends() == START_AGAIN


@pytest.mark.slow
async def test_where_no_house_is_open_an_errand_says_so_in_one_line(start):
    word, status = await admin(start, "health", "--format", "json")

    assert status == 1
    assert json.loads(word)["is"] == "failed"
