"""All hands are open to spectators only where the owner of every seat has agreed (U20)."""

from __future__ import annotations

import pytest

from rummy_protocol.actions import Discard, DrawStock, EndDeal
from rummy_protocol.codec import encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Bot, Consent, Join, Leave, Ready, Start, Update
from rummy_protocol.views import DEAL_BEHIND, SeatKind, Stage
from rummy_server.room.fold import follow
from rummy_server.room.imprint import imprint
from rummy_server.room.records import Consented, Place, SeatRevoked, SeatTaken

SHORT = {"max_recycles": 0}
"""A deal ends when the stock is used up."""


async def turn(house, *players):
    (waiting,) = players[0].update.deal.waiting
    player = next(one for one in players if one.seated.seat == waiting.seat)
    if isinstance(await player.act(DrawStock()), Accepted):
        await player.act(Discard(player.update.you.hand[0]))
    else:
        assert isinstance(await player.act(EndDeal()), Accepted)
    for other in players:
        await other.see(lambda update: update.seq == player.update.seq)


async def next_deal(house, *players):
    """Play the deal out, and begin another."""
    number = players[0].update.deal.number
    while players[0].update.table.stage is Stage.PLAYING:
        await turn(house, *players)
    for one in players:
        await one.ask(Ready)
    for one in players:
        await one.see(lambda update: update.deal.number == number + 1)


async def watched(open_house, *agree, **fields):
    """A table for two at which some agreed before the first deal, and one who looks on."""
    house = await open_house(actions_per_second=1_000, scoring_seconds=1_000_000)
    ann, bob = await house.pair(changes=SHORT, **fields)
    for one in (ann, bob):
        if one.name in agree:
            assert isinstance(await one.ask(Consent), Accepted)
    await ann.ask(Start)
    for one in (ann, bob):
        await one.see(lambda update: update.deal is not None)
    walt = await house.client("Walt")
    await walt.watch(house.table.id)
    return house, ann, bob, walt


async def test_u20_all_hands_are_shown_to_spectators_if_everybody_agreed(open_house):
    house, ann, bob, walt = await watched(open_house, "Ann", "Bob")
    for _ in range(4):
        await turn(house, ann, bob)
        await walt.see(lambda update: update.seq == ann.update.seq)

        assert [hand.hand for hand in walt.update.hands.hands] == [
            one.update.you.hand for one in (ann, bob)
        ]
        assert (walt.update.you, ann.update.hands, bob.update.hands) == (None, None, None)
    for one in (ann, bob, walt):
        assert (one.update.table.open_hands, one.update.table.open_deals) == (True, (1,))


@pytest.mark.parametrize("agree", [(), ("Ann",), ("Bob",)])
async def test_u20_none_is_shown_as_long_as_one_owner_has_not_agreed(open_house, agree):
    house, ann, bob, walt = await watched(open_house, *agree)
    for _ in range(4):
        await turn(house, ann, bob)
    await walt.stay(1)

    assert all(m.hands is None for m in walt.heard if isinstance(m, Update))
    assert (walt.update.table.open_hands, walt.update.table.open_deals) == (False, ())
    assert [walt.update.table.seats[seat].name for seat in walt.update.table.consents] == [
        *agree
    ]


async def test_u20_who_agrees_late_opens_no_deal_that_was_dealt_before(open_house):
    house, ann, bob, walt = await watched(open_house, "Ann")
    await bob.ask(Consent)
    await turn(house, ann, bob)
    await walt.see(lambda update: update.table.consents == (0, 1))
    assert walt.update.hands is None

    await next_deal(house, ann, bob)
    await walt.see(lambda update: update.deal.number == 2)
    assert walt.update.hands is not None
    assert walt.update.table.open_deals == (2,)


async def test_u20_who_withdraws_closes_the_next_deal_and_the_mark_stays(open_house):
    house, ann, bob, walt = await watched(open_house, "Ann", "Bob")
    assert isinstance(await bob.ask(Consent, False), Accepted)
    await turn(house, ann, bob)
    await walt.see(lambda update: update.seq == ann.update.seq)
    assert walt.update.hands is not None
    assert walt.update.table.consents == (0,)

    await next_deal(house, ann, bob)
    await walt.see(lambda update: update.deal.number == 2)
    assert walt.update.hands is None
    assert (walt.update.table.open_hands, walt.update.table.open_deals) == (False, (1,))


async def test_bots_are_not_asked_and_neither_is_who_has_left_his_seat_to_one(open_house):
    house = await open_house(actions_per_second=1_000)
    ann, bob = await house.pair(seats=3)
    await ann.ask(Bot)
    await ann.ask(Consent)
    await ann.ask(Start)
    await ann.see(lambda update: update.deal is not None)
    assert not ann.update.table.open_hands

    await bob.ask(Leave)
    while ann.update.deal.number == 1:
        if ann.update.table.stage is Stage.PLAYING:
            if ann.update.you.may:
                await ann.act(DrawStock())
                await ann.act(Discard(ann.update.you.hand[0]))
            else:
                await ann.receive()
        else:
            await ann.ask(Ready)
            await ann.see(lambda update: update.table.stage is not Stage.SCORING)
    assert ann.update.table.open_deals == (2,)


async def test_a_new_owner_was_not_asked_so_the_hands_are_closed_at_once(open_house):
    house, _, bob, _ = await watched(open_house, "Ann", "Bob")
    room = house.table.room
    assert room.open_hands
    room = follow(room, SeatRevoked(seat=bob.seated.seat))
    assert room.open_hands
    room = follow(
        room, SeatTaken(seat=bob.seated.seat, name="Eve", key=bytes(16), hash=bytes(32))
    )

    assert not room.open_hands
    assert room.open_deals == (1,)
    assert not room.seats[bob.seated.seat].consents


async def test_what_a_seat_agreed_to_is_kept_and_said_once(open_house):
    house = await open_house()
    ann, bob = await house.pair()
    await ann.ask(Consent)
    await ann.ask(Consent)
    await bob.ask(Consent, False)

    said = [r for r in house.journal.records(house.table.id) if isinstance(r, Consented)]
    assert [(record.seat, record.given) for record in said] == [(0, True)]


async def test_u20_consent_and_mark_outlive_a_restart(open_house):
    house, ann, bob, _ = await watched(open_house, "Ann", "Bob")
    await turn(house, ann, bob)
    room = house.table.room
    await house.crash()
    house = await open_house(after=house)
    walt = await house.client("Walt")
    await walt.watch(house.table.id)

    assert house.table.room.open_deals == room.open_deals == (1,)
    assert walt.update.hands is not None
    assert walt.update.table.consents == (0, 1)


async def test_the_imprint_of_a_room_tells_open_deals_apart_and_changes_no_old_one(open_house):
    house, *_ = await watched(open_house)
    room = house.table.room
    agreed = follow(room, Consented(seat=0, given=True))

    assert imprint(agreed) != imprint(room)
    assert imprint(follow(agreed, Consented(seat=0, given=False))) == imprint(room)
    assert "consents" in Place.__struct_fields__


async def test_open_hands_are_as_late_as_everything_else(open_house):
    house, ann, bob, walt = await watched(open_house, "Ann", "Bob", delay=60)
    await turn(house, ann, bob)
    await house.wait(30, ann, bob, walt)
    assert not any(m.hands for m in walt.heard if isinstance(m, Update))

    await house.wait(40, ann, bob, walt)
    assert walt.update.hands is not None
    assert walt.update.seq == ann.update.seq


async def test_open_hands_a_deal_behind_are_those_of_the_deal_that_is_seen(open_house):
    house, ann, bob, walt = await watched(open_house, "Ann", "Bob", delay=DEAL_BEHIND)
    await bob.ask(Consent, False)
    await next_deal(house, ann, bob)
    await house.wait(5, ann, bob, walt)

    assert walt.update.deal.number == 1
    assert walt.update.hands is not None
    assert ann.update.table.open_hands is False


async def test_frames_of_open_hands_have_a_length_that_tells_nothing_of_them(open_house):
    house, ann, bob, walt = await watched(open_house, "Ann", "Bob")
    for _ in range(10):
        await turn(house, ann, bob)
    await walt.stay(0.1)

    assert len({len(encode(m)) for m in walt.heard if isinstance(m, Update)}) == 1


async def test_a_spectator_agrees_to_nothing_and_a_stranger_neither(open_house):
    house, _, _, walt = await watched(open_house)
    zoe = await house.client("Zoe")

    assert (await walt.ask(Consent)).code == Code.SPECTATOR
    assert (await zoe.ask(Consent)).code == Code.NOT_SEATED
    assert (await zoe.ask(Join, house.table.id, bytes(16), bytes(32))).code != ""
    assert house.table.room.seats[0].kind is SeatKind.HUMAN
