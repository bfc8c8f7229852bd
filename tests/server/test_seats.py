"""Who has a seat and what he is shown: replaced, robbed, moved up, gone, or looking on."""

from __future__ import annotations

import logging
from contextlib import suppress

import msgpack
import pytest
import trio

from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.codec import decode_from_server, encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    History,
    Join,
    Leave,
    Ready,
    Refused,
    Rematch,
    Resume,
    Say,
    Update,
    Vote,
)
from rummy_protocol.views import Absence, Presence, SeatKind
from rummy_server.table.table import Table
from rummy_server.table.visitor import Visitor


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


# --- the newest proof wins (P5) -----------------------------------------------------------


def deaf_to_cuts(monkeypatch):
    """Take out the cut: a connection that was replaced is not ended, and not told."""
    monkeypatch.setattr(Visitor, "end", lambda self, code: None)


LATE = (
    lambda client: client.act_request(DrawStock()),
    lambda client: Leave(900),
    lambda client: Say(901, "still here"),
    lambda client: Ready(902),
    lambda client: Vote(903, 0, Absence.END),
    lambda client: History(904),
)


@pytest.mark.parametrize("request_of", LATE)
async def test_p5_late_frames_of_a_replaced_connection_do_nothing_though_it_was_not_cut(
    open_house, monkeypatch, request_of
):
    """The fence of the generation by itself."""
    house = await open_house()
    ann, bob = await house.playing()
    older = ann if ann.update.deal.waiting[0].seat == ann.seated.seat else bob
    other = bob if older is ann else ann
    deaf_to_cuts(monkeypatch)
    newer = await house.client(older.name, older.keys)
    await newer.resume()
    await house.wait(0.1, older, newer, other)
    heard, before = len(other.heard), house.table.room

    older.send(request_of(older))
    await house.wait(1, older, newer, other)

    assert house.table.room == before
    assert len(other.heard) == heard
    assert not [one for one in older.heard if getattr(one, "id", 0) >= 900]
    assert isinstance(await newer.act(DrawStock()), Accepted)


async def test_p5_a_replaced_connection_is_cut_though_nothing_else_kept_it_out(
    open_house, monkeypatch
):
    """The cut by itself: the table does not look at generations."""
    house = await open_house()
    ann, _ = await house.playing()
    monkeypatch.setattr(Table, "seat_of", lambda self, visitor: visitor.at and visitor.at.seat)
    newer = await house.client("Ann", ann.keys)
    await newer.resume()
    before = house.table.room

    assert (await ann.ended()).code == Code.REPLACED
    with suppress(OSError):
        ann.send(Leave(1))
    await newer.stay(1)
    assert house.table.room == before


async def test_p5_the_end_of_a_replaced_connection_that_was_not_cut_touches_nothing(
    open_house, monkeypatch
):
    house = await open_house()
    ann, bob = await house.playing()
    deaf_to_cuts(monkeypatch)
    newer = await house.client("Ann", ann.keys)
    await newer.resume()
    before = house.table.room

    ann.pipe.cut()
    await house.wait(200, newer, bob)

    assert house.table.room == before
    assert bob.update.table.seats[0].presence is Presence.HERE
    assert house.table.deadlines.named("hold-") == ()


async def test_p12_every_stream_runs_in_the_one_order_of_the_table(open_house):
    house = await open_house()
    ann, bob, cleo = await house.four("Ann Bob Cleo")
    walt = await house.client("Walt")
    await walt.watch(house.table.id)
    seats = {one.seated.seat: one for one in (ann, bob, cleo)}
    last = 0
    for _ in range(12):
        player = seats[
            max(seats.values(), key=lambda c: c.update.seq).update.deal.waiting[0].seat
        ]
        await player.see(lambda u: "draw" in u.you.may)
        for action in (DrawStock(), None):
            answer = await player.act(action or Discard(player.update.you.hand[0]))
            assert answer.seq > last, "what was answered before this was asked comes before it"
            last = answer.seq
            assert house.table.room.seq == last, "and in its place in the one order"
        await house.wait(0.1, *seats.values(), walt)

    for client in (*seats.values(), walt):
        told = [one.seq for one in client.heard if isinstance(one, Update)]
        assert told == sorted(told)
        assert told[-1] == house.table.room.seq
    batches = house.journal.kept[house.table.id]
    assert house.table._kept == len(batches)


# --- the role follows from the seat (X-63) ------------------------------------------------


class Frames:
    """What a table shows to each role, as it shows it."""

    def __init__(self, house):
        self.house = house
        self.shown = {}
        table = house.table
        real = table._show

        def show():
            real()
            self.note(table)

        table._show = show
        self.note(table)

    def note(self, table):
        for seat in (None, *table.people.seated):
            self.shown.setdefault(seat, set()).add(bytes(table.shown.frame(seat)))

    def check(self, client, role, since):
        """All that *client* was shown *since* is what that role is shown."""
        updates = [one for one in client.heard[since:] if isinstance(one, Update)]
        assert updates
        shown = {encode(decode_from_server(frame[4:])) for frame in self.shown[role]}
        for one in updates:
            assert encode(one) in shown
            assert (one.you is None) == (role is None)


async def nobody(house, ann):
    return await house.client("Zoe")


async def spectator(house, ann):
    client = await house.client("Zoe")
    await client.watch(house.table.id)
    return client


async def player_who_is_here(house, ann):
    return await house.client("Ann", ann.keys)


async def player_who_was_lost(house, ann):
    ann.pipe.cut()
    await trio.sleep(0.1)
    return await house.client("Ann", ann.keys)


async def player_who_looked_on(house, ann):
    ann.pipe.cut()
    client = await house.client("Ann", ann.keys)
    await client.watch(house.table.id)
    return client


async def player_who_left(house, ann):
    await ann.ask(Leave)
    ann.name = "Zoe"
    return ann


async def player_who_was_robbed(house, ann):
    (await robbed(house, ann)).pipe.cut()
    return await house.client("Zoe")


BEFORE = (
    nobody,
    spectator,
    player_who_is_here,
    player_who_was_lost,
    player_who_looked_on,
    player_who_left,
    player_who_was_robbed,
)
OWNERS = (player_who_is_here, player_who_was_lost, player_who_looked_on)


@pytest.mark.parametrize("before", BEFORE)
@pytest.mark.parametrize("after", ["looks on", "sits"])
async def test_x63_whatever_one_was_before_one_is_shown_what_one_is_now(
    open_house, before, after
):
    house = await open_house(bot_pause_ms=10, missed_turns=99)
    ann, bob, cleo = await house.four("Ann Bob Cleo", turn_seconds=5)
    client = await before(house, ann)
    frames, since = Frames(house), len(client.heard)
    if after == "looks on":
        await client.watch(house.table.id)
        role = None
    elif before in OWNERS:
        role = (await client.resume()).seat
    else:
        answer = await client.ask(Join, house.table.id, client.keys.key[::-1], b"h" * 32)
        if before is not player_who_was_robbed:
            assert answer.code == Code.ALREADY_STARTED
            role = None if before is spectator else "nobody"
        else:
            role = answer.seat
    await house.wait(30, client, bob, cleo)

    if role == "nobody":
        assert not [one for one in client.heard[since:] if isinstance(one, Update)]
    else:
        frames.check(client, role, since)


@pytest.mark.parametrize(
    "declared",
    [
        {"t": "watch", "table": "", "seat": 0},
        {"t": "watch", "table": "", "all": True},
        {"t": "watch", "table": "", "role": "judge"},
        {"t": "resume", "key": b"k" * 16, "secret": b"s" * 32, "next": b"n" * 32, "seat": 1},
        {"t": "resume", "key": b"k" * 16, "secret": b"", "next": b"", "role": "spectator"},
        {"t": "join", "table": "", "key": b"k" * 16, "hash": b"h" * 32, "spectator": True},
        {"t": "act", "seq": 1, "action": {"t": "draw-stock"}, "seat": 1},
    ],
)
async def test_x63_nobody_says_of_himself_what_he_is(open_house, declared):
    """The field with which another program gave all hands to whoever said that he looked on."""
    house = await open_house()
    await house.playing()
    eve = await house.client("Eve")
    if "table" in declared:
        declared = declared | {"table": house.table.id}
    body = msgpack.packb({"id": 1} | declared)
    eve.pipe.send_now(len(body).to_bytes(4, "big") + body)

    assert (await eve.ended()).code == Code.BAD_MESSAGE
    assert not [one for one in eve.heard if isinstance(one, Update)]
