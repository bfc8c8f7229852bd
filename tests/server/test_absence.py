"""Seats whose owners are away: held, counted down, played for, and given back (U01-U13)."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol import PROTOCOL
from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Hello,
    History,
    Join,
    Leave,
    Refused,
    Start,
    Vote,
    Watch,
)
from rummy_protocol.views import Absence, Presence, Stage


def seat(client):
    return client.seated.seat


async def shown(client, of, presence):
    """See *of*'s seat with that presence, and give its view."""
    await client.see(lambda update: update.table.seats[seat(of)].presence is presence)
    return client.update.table.seats[seat(of)]


async def on_turn(ann, bob):
    waits = ann.update.deal.waiting[0].seat
    return (ann, bob) if seat(ann) == waits else (bob, ann)


async def play_turn(player, *others):
    await player.act(DrawStock())
    await player.act(Discard(player.update.you.hand[0]))
    for other in others:
        await other.see(lambda update: update.seq >= player.update.seq)


async def test_u01_a_killed_client_finds_its_seat_and_hand_again(open_house):
    house = await open_house()
    player, _ = await on_turn(*await house.playing())
    await player.act(DrawStock())
    before = player.update
    player.pipe.cut()

    again = await house.client(player.name, player.keys)
    await again.resume()

    assert again.update.you == before.you
    assert again.update.deal == before.deal
    assert isinstance(await again.act(Discard(before.you.hand[0])), Accepted)


async def test_u02_no_drop_ends_a_table_not_even_that_of_all(open_house):
    house = await open_house()
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    code = (await clients[0].create(seats=4)).table
    for client in clients[1:]:
        await client.join(code)
    await clients[0].ask(Start)
    await clients[0].see(lambda update: update.deal is not None)
    for client in clients:
        client.pipe.cut()
        await trio.sleep(1)
    await trio.sleep(100)
    back = []
    for client in reversed(clients):
        again = await house.client(client.name, client.keys)
        await again.resume()
        back.append(again)

    assert house.table.room.stage is Stage.PLAYING
    assert [seat(one) for one in back] == [seat(one) for one in reversed(clients)]
    assert all(s.presence is Presence.HERE for s in back[-1].update.table.seats)


@pytest.mark.parametrize("kind", ["draw", "play"])
async def test_u03_every_decision_of_one_who_is_away_is_taken_in_the_end(open_house, kind):
    house = await open_house()
    player, other = await on_turn(*await house.playing())
    if kind == "play":
        await player.act(DrawStock())
    player.pipe.cut()

    await other.stay(125)

    assert other.update.deal.waiting[0].seat == seat(other)
    assert other.update.table.seats[seat(player)].presence is Presence.BOT


async def test_u03_the_score_sheet_of_one_who_is_away_is_closed_in_the_end(open_house):
    house = await open_house()
    ann, bob = await house.playing(turn_seconds=5)
    while house.table.room.stage is not Stage.SCORING:
        await house.wait(5, ann, bob)
    ann.pipe.cut()
    number = house.table.room.match.number

    await bob.stay(31)

    assert bob.update.deal.number == number + 1


@pytest.mark.parametrize("who", ["host", "guest"])
async def test_u04_the_hold_is_honoured_to_its_last_second(open_house, who):
    house = await open_house()
    ann, bob = await house.playing()
    gone, there = (ann, bob) if who == "host" else (bob, ann)
    seq = house.table.room.seq
    gone.pipe.cut()
    await there.stay(119)

    again = await house.client(gone.name, gone.keys)
    await again.resume()
    await there.stay(10)
    await again.stay(1)

    assert house.table.room.seq == seq
    assert there.update.table.seats[seat(gone)].presence is Presence.HERE


async def test_u05_the_choice_that_was_open_is_open_again(open_house):
    house = await open_house()
    player, _ = await on_turn(*await house.playing())
    for action in (DrawStock(), None):
        again = await house.client(player.name, player.keys)
        await again.resume()
        player = again
        if action is not None:
            assert "draw" in again.update.you.may
            assert isinstance(await again.act(action), Accepted)
    assert "discard" in player.update.you.may
    assert isinstance(await player.act(Discard(player.update.you.hand[0])), Accepted)


async def test_u06_the_view_after_a_return_is_the_live_view_byte_for_byte(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    for _ in range(12):
        player, other = await on_turn(ann, bob)
        await play_turn(player, other)
        live = house.table.shown.frame(seat(ann))
        again = await house.client("Ann", ann.keys)
        request = again.resume_request()
        again.send(request)
        await again.answer(request.id)
        again.keys.advance()
        again.seated = ann.seated
        ann, before = again, again.pipe.other.sent
        await again.receive()

        assert again.pipe.other.sent == before
        assert house.table.shown.frame(seat(ann)) == live
        assert again.update.seq == house.table.room.seq
        again.act_id = house.table.room.seats[seat(ann)].last_id


async def test_u07_back_and_given_away_are_never_both(open_house):
    """Return at every millisecond around the end of the hold: one of the two, not both."""
    house = await open_house()
    ann, bob = await house.playing(hold_seconds=30)
    outcomes = set()
    for millisecond in range(-10, 11):
        ann.pipe.cut()
        await shown(bob, ann, Presence.LOST)
        await bob.stay(30 + millisecond / 1000)
        again = await house.client("Ann", ann.keys)
        presence = house.table.people.presence(house.table.room, seat(ann))
        await again.resume()
        outcomes.add(presence)
        after = house.table.people.presence(house.table.room, seat(ann))
        assert presence in (Presence.LOST, Presence.BOT)
        assert after is Presence.HERE
        ann = again
        seq = house.table.room.seq
        await ann.stay(0.7)
        assert house.table.room.seq == seq, "nobody played for one who is here"

    assert outcomes == {Presence.LOST, Presence.BOT}


async def test_u08_a_silent_old_socket_never_keeps_its_owner_out(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    ann.pipe.swallow()
    ann.pipe.other.swallow()

    again = await house.client("Ann", ann.keys)
    began = trio.current_time()
    await again.resume()

    assert trio.current_time() == began


async def test_u09_who_comes_back_is_told_from_where_to_read(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(seats=2, bots=("easy",))
    await ann.ask(Start)
    await ann.see(lambda u: u.deal is not None and "draw" in u.you.may)
    await ann.act(DrawStock())
    await ann.act(Discard(ann.update.you.hand[0]))
    last = ann.update.deal.log[-1].n
    ann.pipe.cut()
    await trio.sleep(60)

    again = await house.client("Ann", ann.keys)
    seated = await again.resume()
    page = await again.ask(History, seated.missed_from)

    assert seated.missed_from == last
    assert [entry.n for entry in page.entries] == [
        last + 1,
        *range(last + 2, page.entries[-1].n + 1),
    ]
    assert page.entries[-1].n == again.update.deal.log[-1].n
    assert {entry.seat for entry in page.entries} == {1 - seat(ann)}


async def test_u10_a_seated_player_needs_no_password_and_no_free_place(open_house):
    house = await open_house()
    ann, bob = await house.playing(password="word", spectators=False)
    ann.pipe.cut()
    await shown(bob, ann, Presence.LOST)
    stranger = await house.client("Eve")

    refused = await stranger.ask(Join, house.table.id, b"k" * 16, b"h" * 32)
    unseen = await stranger.ask(Watch, house.table.id)
    again = await house.client("Ann", ann.keys)

    assert refused.code == Code.WRONG_PASSWORD
    assert unseen.code == Code.NO_SPECTATORS
    assert (await again.resume()).seat == seat(ann)


async def test_u11_one_round_trip_leads_back_to_the_running_table(open_house):
    house = await open_house()
    ann, _ = await house.playing()
    ann.pipe.cut()
    again = house.connect("Ann", ann.keys)
    again.send(Hello(PROTOCOL, "Ann"), again.resume_request())
    await again.see(lambda update: update.you is not None)

    assert [type(m).__name__ for m in again.heard] == ["Welcome", "Seated", "Update"]


async def test_u12_the_owner_takes_the_seat_back_while_the_bot_thinks(open_house):
    house = await open_house(bot_pause_ms=800)
    player, other = await on_turn(*await house.playing())
    player.pipe.cut()
    await shown(other, player, Presence.BOT)
    await other.stay(0.4)
    seq = house.table.room.seq

    again = await house.client(player.name, player.keys)
    await again.resume()
    await again.stay(5)
    assert house.table.room.seq == seq
    accepted = await again.act(DrawStock())
    await other.stay(5)

    assert isinstance(accepted, Accepted)
    assert house.table.room.seq == seq + 1
    assert (await shown(other, player, Presence.HERE)).hold is None


async def test_u13_the_hold_is_counted_down_for_all_to_see(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    ann.pipe.cut()

    assert (await shown(bob, ann, Presence.LOST)).hold == 120
    await bob.stay(8)
    watcher = await house.client("Walt")
    await watcher.watch(house.table.id)
    assert watcher.update.table.seats[seat(ann)].hold == 112


@pytest.mark.parametrize(
    ("policy", "presence", "stage"),
    [
        (Absence.WAIT, Presence.ASLEEP, Stage.PLAYING),
        (Absence.BOT, Presence.BOT, Stage.PLAYING),
        (Absence.END, Presence.ASLEEP, Stage.OVER),
    ],
)
async def test_u13_the_policy_of_the_table_is_carried_out(open_house, policy, presence, stage):
    house = await open_house()
    ann, bob = await house.playing(absence=policy)
    assert bob.update.table.options.absence is policy
    ann.pipe.cut()

    await shown(bob, ann, presence)
    await bob.stay(60)

    assert bob.update.table.stage is stage
    if policy is Absence.END:
        assert bob.update.table.result.why == "ended"
    if policy is Absence.WAIT:
        again = await house.client("Ann", ann.keys)
        await again.resume()
        assert (await shown(bob, ann, Presence.HERE)).hold is None


@pytest.mark.parametrize("choice", list(Absence))
async def test_u13_those_who_are_here_may_decide_before_the_hold_runs_out(open_house, choice):
    house = await open_house()
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo", "Dan")]
    code = (await clients[0].create(seats=4, absence=Absence.WAIT)).table
    for client in clients[1:]:
        await client.join(code)
    await clients[0].ask(Start)
    ann, bob, cleo, dan = clients
    ann.pipe.cut()
    await shown(bob, ann, Presence.LOST)

    await bob.ask(Vote, seat(ann), choice)
    await cleo.ask(Vote, seat(ann), Absence.BOT if choice is Absence.END else Absence.END)
    await dan.see(lambda update: len(update.table.votes) == 2)
    assert dan.update.table.seats[seat(ann)].presence is Presence.LOST
    await dan.ask(Vote, seat(ann), choice)

    wanted = {Absence.BOT: Presence.BOT}.get(choice, Presence.ASLEEP)
    view = await shown(bob, ann, wanted)
    assert view.hold is None
    assert bob.update.table.votes == ()
    assert (bob.update.table.stage is Stage.OVER) is (choice is Absence.END)


async def test_u13_nobody_votes_about_one_who_is_here(open_house):
    house = await open_house()
    ann, bob = await house.playing()

    answers = [await bob.ask(Vote, number, Absence.END) for number in (seat(ann), 7)]

    assert [one.code for one in answers] == [Code.NOT_NOW, Code.NO_SUCH_SEAT]


async def test_u13_votes_are_void_when_the_absent_one_returns(open_house):
    house = await open_house()
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo")]
    code = (await clients[0].create(seats=3)).table
    for client in clients[1:]:
        await client.join(code)
    await clients[0].ask(Start)
    ann, bob, _ = clients
    ann.pipe.cut()
    await shown(bob, ann, Presence.LOST)
    await bob.ask(Vote, seat(ann), Absence.END)

    again = await house.client("Ann", ann.keys)
    await again.resume()

    await bob.see(lambda update: update.table.votes == ())
    assert bob.update.table.stage is Stage.PLAYING


async def test_u13_leaving_and_losing_the_connection_are_different_words(open_house):
    house = await open_house()
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo")]
    code = (await clients[0].create(seats=3)).table
    for client in clients[1:]:
        await client.join(code)
    await clients[0].ask(Start)
    ann, bob, cleo = clients
    ann.pipe.cut()

    left = await cleo.ask(Leave)

    assert isinstance(left, Accepted)
    assert (await shown(bob, ann, Presence.LOST)).hold is not None
    assert (await shown(bob, cleo, Presence.LEFT)).hold is None
    gone = await house.client("Cleo", cleo.keys)
    request = gone.resume_request()
    gone.send(request)
    answer = await gone.answer(request.id)
    assert (type(answer), answer.code) == (Refused, Code.SEAT_LOST)


async def test_u19_when_one_player_is_left_the_match_is_his_at_once(open_house):
    house = await open_house()
    ann, bob = await house.playing()

    await ann.ask(Leave)

    await bob.see(lambda update: update.table.stage is Stage.OVER)
    assert bob.update.table.result.why == "last-player"
    assert bob.update.table.result.winners == (seat(bob),)


async def test_one_who_lost_the_connection_still_counts_as_a_player(open_house):
    """E40: a bot that stands in counts as its owner."""
    house = await open_house()
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo")]
    code = (await clients[0].create(seats=3)).table
    for client in clients[1:]:
        await client.join(code)
    await clients[0].ask(Start)
    ann, bob, cleo = clients
    ann.pipe.cut()
    await house.wait(121, bob, cleo)
    assert bob.update.table.seats[seat(ann)].presence is Presence.BOT

    await cleo.ask(Leave)
    await bob.stay(1)

    assert bob.update.table.stage is Stage.PLAYING


async def test_a_bot_plays_the_seat_of_one_who_left_to_the_end_of_the_match(open_house):
    house = await open_house(bot_pause_ms=0, scoring_seconds=1)
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo")]
    code = (await clients[0].create(seats=3, turn_seconds=5, changes={"target": 20})).table
    for client in clients[1:]:
        await client.join(code)
    await clients[0].ask(Start)
    ann, bob, cleo = clients
    await cleo.ask(Leave)

    while bob.update.table.stage is not Stage.OVER:
        await ann.stay(5)
        await bob.stay(5)

    assert bob.update.table.result.why == "target"
    assert bob.update.table.seats[seat(cleo)].name == "Cleo"


# --- the host, and tables without people -------------------------------------------------


async def test_u33_the_host_moves_to_the_human_who_sits_there_longest(open_house):
    house = await open_house()
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo")]
    code = (await clients[0].create(seats=4, bots=("easy",))).table
    for client in clients[1:]:
        await client.join(code)
    ann, bob, cleo = clients
    assert cleo.update.table.host == seat(ann)
    refused = await bob.ask(Start)

    await ann.ask(Leave)
    await cleo.see(lambda update: update.table.host == seat(bob))

    assert refused.code == Code.NOT_THE_HOST
    assert isinstance(await bob.ask(Start), Accepted)


async def test_u33_the_host_moves_during_a_match_too(open_house):
    house = await open_house()
    clients = [await house.client(name) for name in ("Ann", "Bob", "Cleo")]
    code = (await clients[0].create(seats=3)).table
    for client in clients[1:]:
        await client.join(code)
    ann, bob, _ = clients
    await ann.ask(Start)
    ann.pipe.cut()
    await shown(bob, ann, Presence.LOST)
    assert bob.update.table.host == seat(ann)

    await shown(bob, ann, Presence.BOT)

    assert bob.update.table.host == seat(bob)


async def test_a_seat_in_the_lobby_is_free_again_when_its_hold_runs_out(open_house):
    house = await open_house()
    ann, bob = await house.pair(seats=3)
    bob.pipe.cut()
    await shown(ann, bob, Presence.LOST)
    await ann.stay(121)

    assert ann.update.table.seats[seat(bob)].name == ""
    other = await house.client("Other")
    assert (await other.join(house.table.id)).seat == seat(bob)


async def test_a_table_is_closed_when_the_last_person_leaves(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    await ann.create(seats=4, bots=("easy", "easy", "easy"))
    watcher = await house.client("Walt")
    await watcher.watch(house.table.id)

    await ann.ask(Leave)

    await watcher.see(lambda update: update.table.stage is Stage.CLOSED)
    assert not house.tables
    assert house.server.alarms.waiting == len(house.server.sessions)


async def test_a_table_without_a_human_falls_asleep(open_house):
    house = await open_house(scoring_seconds_bots=30)
    ann = await house.client("Ann")
    await ann.create(seats=3, bots=("easy", "easy"), changes={"target": 10_000})
    await ann.ask(Start)
    ann.pipe.cut()
    await trio.sleep(1790)
    before = house.table.room.seq
    await trio.sleep(300)
    asleep = house.table.room.seq
    walt = await house.client("Walt")
    await walt.watch(house.table.id)
    await walt.stay(1000)

    assert house.table.room.seq == asleep > before > 100


@pytest.mark.parametrize("hold", [5, 300])
@pytest.mark.parametrize("clock", [0, 7])
@pytest.mark.parametrize("tenths", range(0, 40, 5))
async def test_a_table_wakes_with_the_first_who_is_back(open_house, tenths, clock, hold):
    """Whoever was to decide when it fell asleep; the clock starts anew."""
    house = await open_house(sleep_seconds=20 + tenths / 10, scoring_seconds_bots=2)
    ann = await house.client("Ann")
    await ann.create(seats=3, bots=("easy", "easy"), hold_seconds=hold, turn_seconds=clock)
    await ann.ask(Start)
    ann.pipe.cut()
    await trio.sleep(100)
    asleep = house.table.room.seq
    assert house.table.sleeping

    again = await house.client("Ann", ann.keys)
    await again.resume()
    await again.stay(6)

    assert not house.table.sleeping
    waiting = again.update.deal.waiting
    if waiting and waiting[0].seat == seat(again):
        assert (again.update.table.clock is not None) is bool(clock)
        await again.stay(8)
    assert house.table.room.seq > asleep or not clock
    assert not waiting or waiting[0].seat == seat(again)


async def test_a_table_that_nobody_comes_back_to_is_forgotten(open_house):
    house = await open_house(forget_seconds=5000)
    ann, bob = await house.playing()
    ann.pipe.cut()
    bob.pipe.cut()

    await trio.sleep(5001)

    assert not house.tables
    assert house.server.alarms.waiting == 0
    assert house.server.lobby.with_key(ann.keys.key) is None
