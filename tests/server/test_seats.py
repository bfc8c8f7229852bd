"""What becomes of seats whose owners are robbed, move up, or are the last to go."""

from __future__ import annotations

import logging

import pytest
import trio

from rummy_protocol.actions import DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Leave, Refused, Rematch, Resume
from rummy_protocol.views import Absence, Presence, SeatKind


async def robbed(house, client):
    """Somebody uses a secret of *client*'s that was spent; the connection that had the seat."""
    spent = client.keys.current
    owner = await house.client(client.name, client.keys)
    await owner.resume()
    owner.pipe.cut()
    await trio.sleep(0.1)
    thief = await house.client("Eve")
    answer = await thief.ask(Resume, client.keys.key, spent, b"n" * 32)
    assert answer.code == Code.REVOKED
    return thief


async def test_those_who_move_up_for_another_match_can_play_on(open_house):
    """A seat that falls out of the match gives the ones behind it another number."""
    house = await open_house()
    ann, bob, cleo = await house.four("Ann Bob Cleo")
    await ann.ask(Leave)
    await house.table.play.end("ended")
    await bob.ask(Rematch)
    await cleo.ask(Rematch)
    for client in (bob, cleo):
        await client.see(lambda u: len(u.table.seats) == 2 and u.deal is not None)
    player = bob if bob.update.deal.waiting[0].seat == bob.update.you.seat else cleo

    assert (bob.update.you.seat, cleo.update.you.seat) == (0, 1)
    assert isinstance(await player.act(DrawStock()), Accepted)


@pytest.mark.parametrize("begun", [False, True])
async def test_the_hold_of_a_seat_that_was_revoked_is_void(open_house, begun, caplog):
    house = await open_house(bot_pause_ms=10_000)
    ann, bob = await (house.playing() if begun else house.pair())
    await robbed(house, ann)

    await bob.stay(300)

    assert not [one for one in caplog.records if one.levelno >= logging.ERROR]
    if begun:
        assert bob.update.table.seats[ann.seated.seat].presence is Presence.LEFT
    else:
        assert bob.update.table.seats[ann.seated.seat].kind is SeatKind.OPEN


async def test_a_table_whose_only_owner_was_robbed_is_forgotten_in_the_end(open_house):
    house = await open_house(forget_seconds=600, bot_pause_ms=10_000)
    ann = await house.client("Ann")
    await ann.create(seats=2, bots=("easy",))
    thief = await robbed(house, ann)

    assert not house.tables, "it had not begun, and nobody is left"
    assert isinstance(await thief.ask(Leave), Refused)


@pytest.mark.parametrize("how", ["robbed", "left"])
async def test_a_match_that_nobody_comes_back_to_is_forgotten(open_house, how):
    house = await open_house(forget_seconds=600, bot_pause_ms=10_000)
    ann, bob, cleo = await house.four("Ann Bob Cleo", absence=Absence.WAIT)
    cleo.pipe.cut()
    await house.wait(0.1, ann, bob)
    for client in (ann, bob):
        if how == "robbed":
            (await robbed(house, client)).pipe.cut()
        else:
            await client.ask(Leave)
            client.pipe.cut()

    await trio.sleep(599)
    assert house.tables
    await trio.sleep(2)
    assert not house.tables
