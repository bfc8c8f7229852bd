"""Numbered actions: carried out once, answered as often as they are asked (U34, P11, P12)."""

from __future__ import annotations

import pytest

from rummy_protocol.actions import Discard, DrawStock, LayMeld, TakeDiscard
from rummy_protocol.codec import encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Act, History, Page, Refused


async def turn(house, **fields):
    """The one whose turn it is, and the other."""
    ann, bob = await house.playing(**fields)
    seat = ann.update.deal.waiting[0].seat
    return (ann, bob) if ann.seated.seat == seat else (bob, ann)


async def test_a_repeated_action_gets_the_same_bytes_and_counts_once(open_house):
    house = await open_house()
    player, _ = await turn(house)
    request = player.act_request(DrawStock())
    player.send(request)
    first = await player.answer(request.id)
    seq = house.table.room.seq

    for _ in range(5):
        player.send(request)
        assert encode(await player.answer(request.id)) == encode(first)

    assert house.table.room.seq == seq


async def test_a_refusal_is_numbered_and_repeated_like_any_answer(open_house):
    house = await open_house()
    player, other = await turn(house)

    refused = await other.act(DrawStock())
    other.send(Act(1, other.update.seq, DrawStock()))
    again = await other.answer(1)

    assert (type(refused), refused.code) == (Refused, Code.NOT_YOUR_TURN)
    assert again == refused
    await player.act(DrawStock())
    await player.act(Discard(player.update.you.hand[0]))
    await other.see(lambda update: "draw" in update.you.may)
    assert isinstance(await other.act(DrawStock()), Accepted)


async def test_a_gap_is_refused_and_not_fatal(open_house):
    house = await open_house()
    player, _ = await turn(house)
    player.send(Act(3, player.update.seq, DrawStock()))

    answer = await player.answer(3)

    assert (type(answer), answer.code) == (Refused, Code.GAP)
    assert isinstance(await player.act(DrawStock()), Accepted)


async def test_an_older_number_is_forgotten(open_house):
    house = await open_house()
    player, _ = await turn(house)
    await player.act(DrawStock())
    await player.act(Discard(player.update.you.hand[0]))
    player.send(Act(1, player.update.seq, DrawStock()))

    answer = await player.answer(1)

    assert (type(answer), answer.code) == (Refused, Code.FORGOTTEN)


@pytest.mark.parametrize("id", [0, -1, 2**40])
async def test_strange_numbers_are_refused(open_house, id):
    house = await open_house()
    player, _ = await turn(house)
    player.send(Act(id, player.update.seq, DrawStock()))

    answer = await player.answer(id)

    assert answer.code in (Code.GAP, Code.FORGOTTEN)
    assert isinstance(await player.act(DrawStock()), Accepted)


async def test_an_action_for_an_older_view_is_refused_if_another_acted_since(open_house):
    house = await open_house()
    player, other = await turn(house)
    old = other.update.seq
    await player.act(DrawStock())
    await player.act(Discard(player.update.you.hand[0]))
    await other.see(lambda update: "draw" in update.you.may)

    stale = await other.act(DrawStock(), seq=old)

    assert (type(stale), stale.code) == (Refused, Code.STALE)
    assert isinstance(await other.act(DrawStock()), Accepted)


async def test_ones_own_actions_make_nothing_stale(open_house):
    house = await open_house()
    player, _ = await turn(house)
    seq = player.update.seq
    hand = player.update.you.hand

    player.send(Act(1, seq, DrawStock()), Act(2, seq, Discard(hand[0])))

    assert isinstance(await player.answer(1), Accepted)
    assert isinstance(await player.answer(2), Accepted)


async def test_a_view_of_the_future_is_refused(open_house):
    house = await open_house()
    player, _ = await turn(house)

    answer = await player.act(DrawStock(), seq=player.update.seq + 1)

    assert answer.code == Code.STALE


async def test_people_coming_and_going_make_nothing_stale(open_house):
    house = await open_house()
    player, _ = await turn(house)
    watcher = await house.client("Walt")
    await watcher.watch(house.table.id)
    watcher.pipe.cut()
    seq = player.update.seq

    await player.see(lambda update: update.table.watching == 0)

    assert house.table.room.seq == seq
    assert isinstance(await player.act(DrawStock(), seq=seq), Accepted)


async def test_a_refusal_leaves_no_trace_with_others(open_house):
    """I20: neither a view nor a number tells that somebody tried."""
    house = await open_house()
    player, other = await turn(house)
    seq = house.table.room.seq
    heard = len(other.heard)

    hand = player.update.you.hand
    refused = await player.act(LayMeld(hand[:3]))
    await other.stay(1)

    assert isinstance(refused, Refused)
    assert len(other.heard) == heard
    assert house.table.room.seq == seq


async def test_a_refusal_carries_code_rule_and_values(open_house):
    house = await open_house()
    player, _ = await turn(house)
    await player.act(TakeDiscard())
    taken = player.update.you.locked

    refused = await player.act(Discard(taken))

    assert refused.code == Code.JUST_TAKEN
    assert refused.rule == "R35"


async def test_the_order_of_one_client_is_kept(open_house):
    house = await open_house()
    player, _ = await turn(house)
    player.send(History(101), Act(1, player.update.seq, DrawStock()), History(102))
    first = await player.answer(101)
    await player.answer(1)
    second = await player.answer(102)

    assert isinstance(first, Page)
    assert len(second.entries) == len(first.entries) + 1


async def test_the_number_of_an_answer_is_the_view_that_shows_it(open_house):
    house = await open_house()
    player, other = await turn(house)
    request = player.act_request(DrawStock())
    player.send(request)
    answer = await player.answer(request.id)
    update = await player.see(lambda update: update.seq >= answer.seq)

    assert update.seq == answer.seq
    assert (await other.see(lambda update: update.seq >= answer.seq)).seq == answer.seq


async def test_each_seat_and_number_is_in_the_journal_once(open_house):
    """I4, over repeats and returns."""
    house = await open_house()
    player, other = await turn(house)
    for _ in range(3):
        for one in (player, other):
            request = one.act_request(DrawStock())
            one.send(request, request, request)
            for _ in range(3):
                await one.answer(request.id)
    again = await house.client(player.name, player.keys)
    await again.resume()
    again.send(request)
    await again.stay(1)

    acted = [r for r in house.journal.records(house.table.id) if type(r).__name__ == "Acted"]
    numbers = [(record.seat, record.answer.id) for record in acted]
    assert len(numbers) == len(set(numbers))
    for seat in (0, 1):
        mine = [number for who, number in numbers if who == seat]
        assert mine == list(range(1, len(mine) + 1))
