"""The clock of a table: one result for each deadline, and nothing puts one off (U14-U17)."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol.actions import Discard, DrawStock, LayMeld, TakeBack
from rummy_protocol.codec import encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import Accepted, Act, History, Leave, Ready, Refused, Say
from rummy_protocol.views import Presence, Stage
from rummy_server.clock import Rang
from rummy_server.table.table import Asked


def seat(client):
    return client.seated.seat


async def on_turn(house, **fields):
    ann, bob = await house.playing(**{"turn_seconds": 10} | fields)
    waits = ann.update.deal.waiting[0].seat
    return (ann, bob) if seat(ann) == waits else (bob, ann)


async def test_u14_there_is_no_clock_unless_the_table_wants_one(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    seq = house.table.room.seq

    await house.wait(3600, ann, bob)

    assert house.table.room.seq == seq
    assert ann.update.table.clock is None


async def test_u14_the_time_left_is_shown_to_all(open_house):
    house = await open_house()
    player, other = await on_turn(house)
    assert (player.update.table.clock, other.update.table.clock) == (10_000, 10_000)
    await house.wait(4, player, other)

    watcher = await house.client("Walt")
    await watcher.watch(house.table.id)

    assert watcher.update.table.clock == 6_000


async def test_time_that_runs_out_draws_and_throws_away_what_was_drawn(open_house):
    """E29, and the turn is the next one's."""
    house = await open_house()
    player, other = await on_turn(house)
    hand = player.update.you.hand

    await house.wait(10.001, player, other)

    assert player.update.you.hand == hand
    assert other.update.deal.waiting[0].seat == seat(other)
    kinds = [type(entry).__name__ for entry in other.update.deal.log]
    assert kinds[-2:] == ["Drew", "Discarded"]


async def test_after_the_draw_there_is_time_anew_but_not_after_each_play(open_house):
    house = await open_house()
    player, other = await on_turn(house)
    await house.wait(6, player, other)
    await player.act(DrawStock())
    assert player.update.table.clock == 10_000
    await house.wait(6, player, other)

    refused = await player.act(LayMeld(player.update.you.hand[:3]))
    await player.act(TakeBack())
    watcher = await house.client("Walt")
    await watcher.watch(house.table.id)

    assert isinstance(refused, Refused)
    assert watcher.update.table.clock == 4_000


async def test_u16_no_request_puts_the_deadline_off(open_house):
    house = await open_house(action_burst=10_000, request_burst=10_000, chat_burst=1000)
    player, other = await on_turn(house)
    began = trio.current_time()
    seq = player.update.seq
    for number in range(99):
        await house.wait(0.1, player, other)
        player.send(Act(number + 1, seq, Discard(player.update.you.hand[0])))
        player.send(History(1000 + number), Ready(2000 + number), Say(3000 + number, "x"))
        if number % 10 == 0:
            again = await house.client(player.name, player.keys)
            await again.resume()
            player = again
    assert house.table.room.seq == seq

    await other.see(lambda update: update.seq > seq)

    assert trio.current_time() - began == pytest.approx(10)


async def test_u15_the_clock_runs_on_for_one_whose_connection_is_lost(open_house):
    house = await open_house()
    player, other = await on_turn(house)
    player.pipe.cut()

    await other.stay(10.001)

    assert other.update.deal.waiting[0].seat == seat(other)
    assert other.update.table.seats[seat(player)].presence is Presence.LOST


async def test_u15_the_clock_stands_while_the_table_waits_for_somebody(open_house):
    house = await open_house()
    player, other = await on_turn(house, hold_seconds=5, absence="wait")
    player.pipe.cut()
    await other.stay(500)
    assert other.update.deal.waiting[0].seat == seat(player)
    assert other.update.table.clock is None

    again = await house.client(player.name, player.keys)
    await again.resume()

    assert again.update.table.clock == 10_000


@pytest.mark.parametrize("microseconds", [-1000, -10, -1, 0, 1, 10, 1000])
async def test_u17_a_deadline_and_a_move_give_one_result(open_house, microseconds):
    """The last legal move at every side of the deadline: it counts, or the time did."""
    house = await open_house()
    player, other = await on_turn(house)
    seq = player.update.seq
    request = player.act_request(DrawStock())
    deadline = trio.current_time() + 10
    await house.wait(9, player, other)
    await trio.sleep_until(deadline + microseconds / 1e6)
    player.send(request)

    answer = await player.answer(request.id)
    await other.stay(1)

    log = [type(entry).__name__ for entry in other.update.deal.log if entry.n > 1]
    if isinstance(answer, Accepted):
        assert microseconds <= 0
        assert log == ["Drew"]
        assert other.update.deal.waiting[0].seat == seat(player)
    else:
        assert microseconds >= 0
        assert answer.code == Code.STALE
        assert log == ["Drew", "Discarded"]
        assert other.update.deal.waiting[0].seat == seat(other)
    assert house.table.room.seq > seq


@pytest.mark.parametrize("first", ["move", "deadline"])
async def test_u17_what_reaches_the_table_first_is_the_result(open_house, first):
    """Both in the inbox at once, in either order; the other one is void."""
    house = await open_house()
    player, other = await on_turn(house)
    table = house.table
    visitor = table.people.seated[seat(player)]
    act = player.act_request(DrawStock())
    number = table.deadlines._set["turn"][0]
    words = [Asked(visitor, act), Rang("turn", number)]
    for word in words if first == "move" else reversed(words):
        table.inbox.post(word)

    answer = await player.answer(act.id)
    await other.stay(1)

    assert isinstance(answer, Accepted) is (first == "move")
    turn_of = player if first == "move" else other
    assert other.update.deal.waiting[0].seat == seat(turn_of)


async def test_u17_a_discard_and_the_deadline_never_cost_two_turns(open_house):
    house = await open_house()
    player, other = await on_turn(house)
    await player.act(DrawStock())
    turns = house.table.room.match.deal.turns
    deadline = trio.current_time() + 10
    await house.wait(9.9, player, other)
    await trio.sleep_until(deadline)
    player.send(player.act_request(Discard(player.update.you.hand[0])))
    await house.wait(1, player, other)

    assert house.table.room.match.deal.turns == turns + 1
    assert other.update.table.clock is not None


async def test_after_three_turns_by_the_clock_a_bot_plays_until_the_owner_acts(open_house):
    """E29: the seat is not given away, and its owner takes it back by acting."""
    house = await open_house(missed_turns=3)
    player, other = await on_turn(house)
    for _ in range(3):
        assert other.update.table.seats[seat(player)].presence is Presence.HERE
        await house.wait(10.001, player, other)
        await other.act(DrawStock())
        await other.act(Discard(other.update.you.hand[0]))
    await house.wait(0.1, player, other)
    assert other.update.table.seats[seat(player)].presence is Presence.BOT

    player.send(player.act_request(DrawStock()))
    await house.wait(5, player, other)

    assert other.update.table.seats[seat(player)].presence is Presence.HERE
    assert other.update.deal.waiting[0].seat == seat(player)


# --- between deals -----------------------------------------------------------------------


async def to_the_score(house, *clients):
    while house.table.room.stage is not Stage.SCORING:
        await house.wait(5, *clients)


async def test_the_score_sheet_stays_until_all_are_ready(open_house):
    house = await open_house(scoring_seconds=30)
    ann, bob = await house.playing(turn_seconds=5)
    await to_the_score(house, ann, bob)
    number = ann.update.deal.number
    assert ann.update.deal.result is not None
    assert 0 < ann.update.table.next_deal <= 30_000

    await ann.ask(Ready)
    await house.wait(0.1, bob)
    assert bob.update.table.seats[seat(ann)].ready
    assert bob.update.deal.number == number
    await bob.ask(Ready)
    await ann.see(lambda update: update.deal.number == number + 1)

    assert not any(s.ready for s in ann.update.table.seats)


async def test_the_next_deal_begins_by_itself_after_the_pause(open_house):
    house = await open_house(scoring_seconds=30)
    ann, bob = await house.playing(turn_seconds=5)
    await to_the_score(house, ann, bob)
    left = house.table.deadlines.left("next")

    await house.wait(left - 0.01, ann, bob)
    assert house.table.room.stage is Stage.SCORING
    await house.wait(0.02, ann, bob)

    assert house.table.room.stage is Stage.PLAYING


async def test_a_match_that_ends_over_a_score_sheet_is_not_dealt_on(open_house):
    """The pause before the next deal ends with the match: found by simulation, seed 1306."""
    house = await open_house(scoring_seconds=30)
    ann, bob = await house.playing(turn_seconds=5)
    await to_the_score(house, ann, bob)

    await ann.ask(Leave)
    await bob.see(lambda update: update.table.stage is Stage.OVER)
    await house.wait(60, bob)

    assert house.table.room.stage is Stage.OVER
    assert not house.table.deadlines.named("next")
    dealt = house.table.room.match.number
    await house.table.play.deal()
    assert house.table.room.match.number == dealt


async def test_an_action_between_deals_is_refused(open_house):
    house = await open_house()
    ann, bob = await house.playing(turn_seconds=5)
    await to_the_score(house, ann, bob)

    assert (await ann.act(DrawStock())).code == Code.NOT_NOW


async def test_two_words_at_once_deal_one_deal(open_house):
    house = await open_house()
    ann, bob = await house.playing(turn_seconds=5)
    await to_the_score(house, ann, bob)
    number = house.table.room.match.number
    await house.wait(house.table.deadlines.left("next") - 1, ann, bob)
    await trio.sleep(1)
    ann.send(Ready(1), Ready(2))
    bob.send(Ready(1), Ready(2))
    await house.wait(1, ann, bob)

    assert house.table.room.match.number == number + 1


async def test_leaving_between_deals_holds_up_nobody(open_house):
    house = await open_house()
    ann, bob, cleo = await house.four("Ann Bob Cleo", turn_seconds=5)
    await to_the_score(house, ann, bob, cleo)
    number = house.table.room.match.number
    await ann.ask(Leave)
    await bob.ask(Ready)

    await cleo.ask(Ready)
    await house.wait(0.1, bob, cleo)

    assert cleo.update.deal.number == number + 1


async def test_the_clock_is_in_the_journal(open_house):
    house = await open_house()
    player, _ = await on_turn(house)

    names = [type(record).__name__ for record in house.journal.records(house.table.id)]

    assert names.count("DeadlineSet") == 1
    assert encode(player.act_request(DrawStock()))
