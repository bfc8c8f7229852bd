"""An evening at a table in memory, the same each time, and what one of the players heard.

Ann and 김철수 play with two bots, each by the hints of the house; somebody looks on. The pages
about the program are illustrated with it.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import trio

from rummy_client.linkstate import Online
from rummy_protocol.actions import Discard
from rummy_protocol.messages import Advise, Games, ListTables, Ready, Refused, Say, Start
from rummy_protocol.views import Stage
from rummy_server.env import seeded_env
from rummy_server.settings import Settings

from ...server.conftest import House, Lines
from ...simulation.chance import run_seeded

__all__ = ["Evening", "evening"]

SEED = 5
DEALS = 3
LINES = ("Hello from Seoul!", "Hello! Your deal.", "That king was mine, you know.")


class Evening(NamedTuple):
    """What was heard, message by message, each after the state of the link."""

    ann: tuple[object, ...]
    watcher: tuple[object, ...]
    lobby: tuple[object, ...]


class Person:
    """Somebody who plays as the house would."""

    def __init__(self, client) -> None:
        self.client = client

    async def play(self, deals: int) -> None:
        client = self.client
        while True:
            update = client.update
            if update.table.deals_played >= deals or update.table.stage is Stage.OVER:
                return
            if update.table.stage is Stage.SCORING and not _ready(update):
                await client.ask(Ready)
            elif update.you is not None and update.you.may:
                await self._turn()
            else:
                await client.receive()

    async def _turn(self) -> None:
        client = self.client
        await trio.sleep(1)
        advice = await client.ask(Advise)
        action = advice.action or Discard(client.update.you.hand[0])
        client.send(request := client.act_request(action))
        answer = await client.answer(request.id)
        await client.see(lambda update: update.seq >= getattr(answer, "seq", 0))


def _ready(update) -> bool:
    return update.table.seats[update.you.seat].ready


async def _evening(clock) -> Evening:
    network = Lines()
    house = House(network, seeded_env(SEED, network), Settings(name="den", bot_pause_ms=900))
    async with trio.open_nursery() as nursery:
        await nursery.start(_open, house)
        ann, kim = await house.client("Ann"), await house.client("김철수")
        await ann.ask(Games)
        await ann.create(name="kitchen", seats=4, bots=("sharp", "easy"))
        seat = await kim.join(ann.seated.table)
        eve = await house.client("Eve")
        await eve.watch(seat.table)
        dan = await house.client("Dan")
        await dan.create(name="parlour", seats=6, preset="romme_40", password="x")
        mia = await house.client("Mia")
        await mia.create(name="window seat", preset="rummy_500", bots=("steady",))
        await mia.ask(Start)
        await ann.stay(1)
        zoe = await house.client("Zoë")
        await zoe.ask(Games)
        await zoe.ask(ListTables)
        await kim.ask(Say, LINES[0])
        await ann.ask(Say, LINES[1])
        await ann.ask(Start)
        async with trio.open_nursery() as table:
            table.start_soon(Person(kim).play, DEALS)
            table.start_soon(_watch, eve)
            await Person(ann).play(DEALS)
            table.cancel_scope.cancel()
        nursery.cancel_scope.cancel()
    return Evening(*(_told(one) for one in (ann, eve, zoe)))


async def _open(house, task_status) -> None:
    listener = await house.network.listen("", 0)
    with house.scope:
        await house.server.run(listener, task_status=task_status)


async def _watch(client) -> None:
    while True:
        await client.receive()


def _told(client) -> tuple[object, ...]:
    """What *client* heard; what it asked for in vain no player of the program would ask."""
    welcome, *rest = client.heard
    return (Online(), welcome, *(said for said in rest if not isinstance(said, Refused)))


@cache
def evening() -> Evening:
    """The evening; it takes a second and is had once in a process."""
    return run_seeded(SEED, _evening)
