"""What went wrong in other houses, tried in this one: connections, seats, turns and words.

Each test bears the number by which the page on sessions lists it.
"""

from __future__ import annotations

from contextlib import suppress

import pytest
import trio

from rummy_protocol.actions import Discard, DrawStock, LayMeld
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Chat,
    Join,
    Leave,
    ListTables,
    Ping,
    Ready,
    Refused,
    Resume,
    Seated,
    Start,
    Tables,
    Update,
    Watch,
)
from rummy_protocol.news import Discarded
from rummy_protocol.views import Presence, SeatKind, Stage
from rummy_server.env import SystemShuffle
from rummy_server.game.state import Card

KEY, HASH = b"k" * 16, b"h" * 32
LOST = (OSError, EOFError)


def on_turn(*clients):
    waits = clients[0].update.deal.waiting[0].seat
    return next(one for one in clients if one.seated.seat == waits)


async def caught_up(house, *clients):
    for client in clients:
        await client.see(lambda update: update.seq >= house.table.room.seq)


async def turn(house, player, *others):
    await player.act(DrawStock())
    await player.act(Discard(player.update.you.hand[0]))
    await caught_up(house, player, *others)


# --- connections ---------------------------------------------------------------------------


@pytest.mark.parametrize("kind", [Watch, Join])
async def test_x31_asking_for_a_table_that_is_not_there_holds_up_nobody(open_house, kind):
    house = await open_house()
    ann, bob = await house.playing()
    eve = await house.client("Eve")
    args = ("QQQQQ",) if kind is Watch else ("QQQQQ", KEY, HASH)

    for _ in range(10):
        assert (await eve.ask(kind, *args)).code == Code.NO_SUCH_TABLE
    began = trio.current_time()
    await turn(house, on_turn(ann, bob), ann, bob)

    assert trio.current_time() == began
    assert len(house.tables) == 1


async def test_x35_after_a_send_that_was_given_up_nothing_more_is_sent(open_house):
    """No half frame is ever followed by a whole one."""
    house = await open_house(stall_seconds=10, bot_pause_ms=0)
    ann, bob = await house.playing(turn_seconds=5)
    way = ann.pipe.other._out
    way.room = len(way.data) + 100
    with suppress(*LOST):
        for _ in range(60):
            ann.send(Ping())
            await bob.stay(1)

    assert ann.pipe.other.closed
    received = way.passed
    await bob.stay(60)
    assert way.passed == received
    whole = []
    with suppress(*LOST):
        while True:
            whole.append(await ann.receive(alive=False))
    assert all(isinstance(one, Update) for one in whole), "and then half a frame, or nothing"


async def test_x37_a_message_that_is_too_long_is_told_so(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    ann.pipe.send_now((5000).to_bytes(4, "big"))

    assert (await ann.ended()).code == Code.TOO_LONG
    await bob.see(lambda update: update.table.seats[0].presence is Presence.LOST)


async def test_x39_what_the_table_sends_keeps_no_dead_connection_alive(open_house):
    house = await open_house(bot_pause_ms=500)
    ann = await house.client("Ann")
    await ann.create(seats=3, bots=("easy", "easy"), turn_seconds=5)
    await ann.ask(Start)
    await ann.see(lambda update: update.deal is not None)
    ann.pipe.swallow()
    ann.pipe.other.swallow()
    ghost = house.table.people.seated[0]

    await trio.sleep(20)
    assert house.table.people.seated[0] is ghost
    seq = house.table.room.seq
    await trio.sleep(6)
    assert house.table.room.seq > seq, "the table went on talking"
    assert not house.table.people.seated
    again = await house.client("Ann", ann.keys)
    assert isinstance(await again.resume(), Seated)


async def test_x39_a_ghost_does_not_keep_its_owner_out(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    ann.pipe.swallow()
    ann.pipe.other.swallow()

    began = trio.current_time()
    again = await house.client("Ann", ann.keys)
    assert isinstance(await again.resume(), Seated)
    assert trio.current_time() == began


async def test_x41_one_person_twice_is_a_takeover_and_a_name_is_nothing(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    twin = await house.client("Ann", ann.keys)
    await twin.resume()
    assert (await ann.ended()).code == Code.REPLACED

    stranger = await house.client("Ann")
    joined = await stranger.ask(Join, house.table.id, KEY, HASH)
    resumed = await stranger.ask(Resume, KEY, b"s" * 32, HASH)
    await house.wait(1, twin, bob)

    assert (joined.code, resumed.code) == (Code.ALREADY_STARTED, Code.SEAT_LOST)
    assert [place.name for place in twin.update.table.seats] == ["Ann", "Bob"]
    assert house.table.people.seated[0].name == "Ann"
    assert isinstance(await on_turn(twin, bob).act(DrawStock()), Accepted)


async def test_x43_a_secret_leads_to_one_seat_while_tables_open_and_close(open_house):
    house = await open_house(request_burst=1000)
    ann, _ = await house.playing()
    code = ann.seated.table
    other = await house.client("Otto")
    for _ in range(30):
        await other.create()
        ann.pipe.cut()
        ann = await house.client("Ann", ann.keys)
        seated = await ann.resume()
        assert (seated.table, seated.seat) == (code, 0)
        await other.ask(Leave)


async def test_x43_of_a_table_that_is_closed_one_is_told_so(open_house):
    house = await open_house(forget_seconds=100)
    ann, bob = await house.playing()
    ann.pipe.cut()
    bob.pipe.cut()
    await trio.sleep(101)

    again = await house.client("Ann", ann.keys)
    answer = await again.ask(Resume, ann.keys.key, ann.keys.current, HASH)
    assert answer.code == Code.SEAT_LOST
    assert isinstance(await again.ask(ListTables), Tables)


async def test_x45_all_drop_at_once_and_return_in_another_order(open_house):
    house = await open_house()
    clients = await house.four()
    seq = house.table.room.seq
    for client in clients:
        client.pipe.cut()
    await trio.sleep(50)
    back = []
    for client in (clients[2], clients[0], clients[3], clients[1]):
        back.append(await house.client(client.name, client.keys))
        assert (await back[-1].resume()).seat == client.seated.seat
    await caught_up(house, *back)

    assert house.table.room.seq == seq
    await turn(house, on_turn(*back), *back)


# --- actions -------------------------------------------------------------------------------


async def test_x47_a_move_for_an_older_view_is_refused_and_the_view_is_there(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    first = on_turn(ann, bob)
    second = bob if first is ann else ann
    old = second.update.seq
    await turn(house, first, second)

    answer = await second.act(DrawStock(), seq=old)

    assert (answer.code, answer.args) == (Code.STALE, {"seq": house.table.room.seq})
    assert second.update.seq == house.table.room.seq
    assert isinstance(await second.act(DrawStock()), Accepted)


def test_x49_no_two_houses_deal_alike():
    pack = tuple(Card(number) for number in range(52))
    deals = {SystemShuffle()("T1/0/deal", pack) for _ in range(50)}

    assert len(deals) == 50


async def test_x65_what_cannot_be_played_is_told_to_nobody_else(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    player = on_turn(ann, bob)
    other = bob if player is ann else ann
    await player.act(DrawStock())
    await caught_up(house, ann, bob)
    heard = len(other.heard)

    answer = await player.act(LayMeld(player.update.you.hand[:1] * 3))
    await other.stay(1)

    assert isinstance(answer, Refused)
    assert len(other.heard) == heard
    assert not [one for one in other.heard if isinstance(one, Chat)]


async def test_x89_an_action_whose_answer_was_lost_is_not_asked_for_again(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    player = on_turn(ann, bob)
    request = player.act_request(DrawStock())
    player.send(request)
    await trio.sleep(0.1)
    player.pipe.cut()

    again = await house.client(player.name, player.keys)
    seated = await again.resume()

    assert (seated.last_id, seated.last_answer.id) == (request.id, request.id)
    assert isinstance(seated.last_answer, Accepted)
    assert "draw" not in again.update.you.may
    assert "discard" in again.update.you.may


# --- turns ---------------------------------------------------------------------------------


@pytest.mark.parametrize("seats", ["Ann Bob", "Ann Bob Cleo"])
async def test_x51_when_the_player_on_turn_leaves_the_turn_is_somebodys(open_house, seats):
    house = await open_house(bot_pause_ms=100)
    clients = await house.four(seats, turn_seconds=20)
    player = on_turn(*clients)
    others = [one for one in clients if one is not player]
    await player.ask(Leave)
    await house.wait(1, *others)

    if len(clients) == 2:
        assert house.table.room.stage is Stage.OVER
        return
    waits = others[0].update.deal.waiting[0].seat
    assert waits in [one.seated.seat for one in others]
    assert others[0].update.table.clock is not None
    await turn(house, on_turn(*others), *others)


async def test_x55_when_all_others_drop_out_nobody_is_paid_for_cards(open_house):
    house = await open_house()
    ann, bob, cleo = await house.four("Ann Bob Cleo")
    await bob.ask(Leave)
    await cleo.ask(Leave)
    update = await ann.see(lambda update: update.table.stage is Stage.OVER)

    assert update.table.result.winners == (0,)
    assert update.table.result.why == "last-player"
    assert [seat.points for seat in update.table.seats] == [(0, 1)] * 3


async def test_x57_neither_junk_nor_a_drop_moves_the_deadline(open_house):
    house = await open_house(action_burst=1000)
    ann, bob = await house.playing(turn_seconds=30)
    player = on_turn(ann, bob)
    due = trio.current_time() + house.table.deadlines.left("turn")
    seq = house.table.room.seq
    for _ in range(20):
        for _ in range(3):
            assert isinstance(await player.act(Discard(player.update.you.hand[0])), Refused)
        await house.wait(0.9, ann, bob)
        player.pipe.cut()
        again = await house.client(player.name, player.keys)
        again.act_id = (await again.resume()).last_id
        ann, bob = (again, bob) if player is ann else (ann, again)
        player = again

    assert trio.current_time() + house.table.deadlines.left("turn") == pytest.approx(due)
    await house.wait(due - trio.current_time() + 0.1, ann, bob)
    assert house.table.room.seq > seq


async def test_x59_who_comes_and_goes_keeps_no_match_from_starting(open_house):
    house = await open_house(request_burst=1000)
    ann, bob = await house.pair(seats=3)
    await ann.ask(Ready)
    await bob.ask(Ready)
    dan = await house.client("Dan")
    for _ in range(10):
        await dan.join(ann.seated.table)
        await dan.ask(Leave)
        dan.keys = type(dan.keys)(f"Dan {trio.current_time()}")
        await house.wait(0.1, ann, bob, dan)
    await dan.join(ann.seated.table)

    assert house.table.people.ready == {0, 1}
    await dan.ask(Ready)
    assert (await ann.see(lambda update: update.deal is not None)).table.stage is Stage.PLAYING


async def test_x93_a_card_that_nobody_wants_holds_up_no_deal(open_house):
    """All draw from the stock for ever: the deal comes to its end all the same."""
    house = await open_house(action_burst=100_000)
    ann, bob = await house.playing(changes={"max_turns_per_deal": 40})
    for _ in range(60):
        if house.table.room.stage is not Stage.PLAYING:
            break
        await turn(house, on_turn(ann, bob), ann, bob)

    assert house.table.room.stage is Stage.SCORING
    assert ann.update.deal.result is not None


# --- what others see -----------------------------------------------------------------------


async def test_x61_no_hand_is_shown_before_the_deal_is_scored(open_house):
    """Not of the player who goes out, and not of the others while he does."""
    house = await open_house(bot_pause_ms=0, scoring_seconds=5)
    ann = await house.client("Ann")
    await ann.create(seats=3, bots=("sharp", "steady"), turn_seconds=5)
    await ann.ask(Start)
    await ann.see(lambda update: update.table.stage is Stage.SCORING)

    played = [
        one
        for one in ann.heard
        if isinstance(one, Update) and one.deal is not None and one.table.stage is Stage.PLAYING
    ]
    assert len(played) > 10
    for update in played:
        assert update.deal.result is None
        assert all(isinstance(count, int) for count in update.deal.hands)
        assert update.you.seat == 0


async def test_x69_nobody_sees_from_where_in_a_hand_a_card_came(open_house):
    """Hands of others are numbers, and what is told of a discard is the card alone."""
    house = await open_house()
    ann, bob = await house.playing()
    player = on_turn(ann, bob)
    other = bob if player is ann else ann
    await player.act(DrawStock())
    await player.act(Discard(player.update.you.hand[4]))
    await caught_up(house, ann, bob)

    (thrown,) = [one for one in other.update.deal.log if isinstance(one, Discarded)]
    assert set(Discarded.__struct_fields__) == {"n", "seat", "card"}
    assert thrown.seat == player.seated.seat
    assert other.update.deal.hands == ann.update.deal.hands == (10, 10)


async def test_x87_who_drops_three_times_is_in_the_list_once(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    for _ in range(3):
        ann.pipe.cut()
        await bob.stay(1)
        ann = await house.client("Ann", ann.keys)
        await ann.resume()
    await bob.stay(1)

    assert [seat.name for seat in bob.update.table.seats] == ["Ann", "Bob"]
    assert all(seat.kind is SeatKind.HUMAN for seat in bob.update.table.seats)
    assert len(house.table.people.seated) == 2
    assert not house.table.people.absent


async def test_x33_a_watcher_that_vanishes_delays_no_event(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    walt = await house.client("Walt")
    await walt.watch(house.table.id)
    walt.pipe.swallow()
    walt.pipe.other._out.room = 0
    for _ in range(50):
        began = trio.current_time()
        await turn(house, on_turn(ann, bob), ann, bob)
        assert trio.current_time() == began
        await house.wait(1, ann, bob)

    assert not house.table.people.watching
