"""A house is found again where its key is, when it is not where it was."""

from __future__ import annotations

from functools import cache

import pytest
import trio

from rummy_client.houses.found import Looked, Sighted
from rummy_client.houses.homeward import HEAD_START, ONE_IN, Homeward
from rummy_client.link import Refusal
from rummy_client.linkstate import WRONG_KEY
from rummy_protocol import lan
from rummy_protocol.lan import Notice
from rummy_protocol.messages import Goodbye

join_code = cache(lan.join_code)
"""It is meant to take its time."""
PIN, OTHER = "p" * 43, "q" * 43
OLD, NEW = ("10.0.0.5", 7866), ("10.0.0.9", 7900)


class Network:
    """Who answers where, and what is heard by whoever looks around."""

    def __init__(self, heard=(), **answers):
        self.heard = heard
        self.answers = {OLD: answers.get("old"), NEW: answers.get("new", PIN)}
        self.told = []
        self.looks = 0
        self.way = Homeward(OLD, PIN, self.moved, self.looking, self.to)

    def moved(self, house):
        self.told.append((house.places[0], house.name))

    async def looking(self, hear, last):
        self.looks += 1
        for event in self.heard:
            hear(event)
        await trio.sleep_forever()

    def to(self, host, port, pin):
        async def connect():
            await trio.lowlevel.checkpoint()
            there = self.answers[host, port]
            if isinstance(there, float):
                await trio.sleep(there)
            elif there is None:
                raise ConnectionRefusedError
            elif there != pin:
                raise Refusal(Goodbye(WRONG_KEY))
            return host, port

        return connect


def seen(place, pin, code=None):
    told, shown = join_code(PIN), code or join_code(pin)
    return Sighted(Notice(told, "Den", place[1]), place), Looked(place, shown, pin, "Den")


MOVED = seen(NEW, PIN)


async def test_a_house_that_is_where_it_was_is_not_looked_for() -> None:
    network = Network(MOVED, old=PIN)

    assert await network.way() == OLD
    assert (network.looks, network.told) == (0, [])


@pytest.mark.parametrize("old", [None, OTHER, 3600.0], ids=["nobody", "another", "silence"])
async def test_a_house_that_has_moved_is_found_by_its_key(old) -> None:
    network = Network(MOVED, old=old)

    assert await network.way() == NEW
    assert network.told == [(NEW, "Den")]
    assert await network.way() == NEW
    assert network.looks == 1, "it is known from now on"


NOT_IT = {
    "nobody": (),
    "a pretender": seen(NEW, OTHER),
    "another with the same code": seen(NEW, OTHER, join_code(PIN)),
}


@pytest.mark.parametrize("heard", NOT_IT.values(), ids=list(NOT_IT))
async def test_where_it_is_not_found_it_is_as_if_nobody_had_looked(heard) -> None:
    with pytest.raises(ConnectionRefusedError):
        await Network(heard).way()
    with pytest.raises(Refusal):
        await Network(heard, old=OTHER).way()

    slow = Network(heard, old=HEAD_START + 1)
    assert await slow.way() == OLD
    assert slow.told == []


async def test_one_in_so_many_tries_looks_around_and_not_the_first_after_a_loss() -> None:
    network = Network()
    looked = []
    for _ in range(2 * ONE_IN):
        with pytest.raises(ConnectionRefusedError):
            await network.way()
        looked.append(network.looks)
    assert looked == [1] * ONE_IN + [2] * ONE_IN

    network.answers[OLD] = PIN
    assert await network.way() == OLD
    network.answers[OLD] = None
    network.heard, before = MOVED, network.looks
    for _ in range(ONE_IN - 1):
        with pytest.raises(ConnectionRefusedError):
            await network.way()
    assert network.looks == before
    assert await network.way() == NEW
