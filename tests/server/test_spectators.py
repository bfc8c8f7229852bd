"""Those who look on: the public view, and no way to act (U20-U29)."""

from __future__ import annotations

import pytest
import trio
import trio.lowlevel

from rummy_protocol.actions import Discard, DrawStock
from rummy_protocol.codec import encode
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Act,
    Advise,
    Bot,
    Chat,
    Consent,
    History,
    Join,
    Leave,
    Page,
    Ready,
    Refused,
    Rematch,
    Say,
    Seated,
    ShowOut,
    Start,
    Update,
    Vote,
    Watch,
)
from rummy_protocol.views import Absence, Stage


async def watched(house, **fields):
    ann, bob = await house.playing(**fields)
    walt = await house.client("Walt")
    await walt.watch(house.table.id)
    return ann, bob, walt


async def play_turn(house, ann, bob):
    waits = ann.update.deal.waiting[0].seat
    player, other = (ann, bob) if ann.seated.seat == waits else (bob, ann)
    await player.act(DrawStock())
    await player.act(Discard(player.update.you.hand[0]))
    await other.see(lambda update: update.seq == player.update.seq)


async def test_u20_a_spectator_never_receives_what_a_seat_alone_may_know(open_house):
    house = await open_house()
    ann, bob, walt = await watched(house)
    for _ in range(10):
        await play_turn(house, ann, bob)
        await walt.stay(0.1)
        assert walt.update.you is None
        assert walt.update.deal == ann.update.deal

    assert all(m.you is None for m in walt.heard if isinstance(m, Update))


async def test_u20_looking_on_at_ones_own_table_shows_no_more_to_anybody(open_house):
    """X-63: the second connection of a seated player is a bystander like any other."""
    house = await open_house()
    ann, _, _ = await watched(house)
    second = await house.client("Ann")
    await second.watch(house.table.id)

    assert second.update.you is None
    assert ann.update.you is not None


async def test_u20_one_who_watched_and_sits_down_elsewhere_has_two_roles_in_turn(open_house):
    house = await open_house()
    _, _, walt = await watched(house)
    code = house.table.id

    await walt.create()
    await walt.stay(0.1)

    assert house.tables[code].people.watching == []
    answer = await walt.ask(Watch, code)
    assert (type(answer), answer.code) == (Refused, Code.ALREADY_SEATED)


async def test_u21_two_spectators_get_the_same_bytes(open_house):
    house = await open_house()
    ann, bob, walt = await watched(house)
    wanda = await house.client("Wanda")
    await wanda.watch(house.table.id)
    await walt.stay(0.1)
    for one in (walt, wanda):
        one.heard.clear()
    for _ in range(5):
        await play_turn(house, ann, bob)
    await house.wait(0.1, walt, wanda)

    assert [encode(m) for m in walt.heard] == [encode(m) for m in wanda.heard]
    assert len(walt.heard) == 10


REQUESTS = [
    Act(1, 0, DrawStock()),
    Advise(1),
    Bot(1),
    Ready(1),
    Rematch(1),
    Consent(1),
    ShowOut(1, "Walt"),
    Start(1),
    Vote(1, 0, Absence.END),
]


@pytest.mark.parametrize("request_", REQUESTS, ids=lambda one: type(one).__name__)
async def test_u25_nothing_that_acts_can_be_asked_by_a_spectator(open_house, request_):
    house = await open_house()
    ann, _, walt = await watched(house)
    room, heard = house.table.room, len(ann.heard)
    walt.send(request_)

    answer = await walt.answer(1)
    await ann.stay(0.1)

    assert (type(answer), answer.code) == (Refused, Code.SPECTATOR)
    assert house.table.room is room
    assert all(not isinstance(m, Chat) for m in ann.heard[heard:])


async def test_u27_a_rematch_keeps_id_seats_rules_and_watchers(open_house):
    house = await open_house(scoring_seconds=1)
    changes = {"target": 10, "ace": "high"}
    ann, bob, walt = await watched(house, changes=changes, turn_seconds=5)
    code, rules = house.table.id, ann.update.table.rules
    for _ in range(3):
        while house.table.room.stage is not Stage.OVER:
            await house.wait(5, ann, bob, walt)
        heard = len(walt.heard)
        await ann.ask(Rematch)
        await bob.ask(Rematch)
        await walt.see(lambda u: u.table.stage is Stage.PLAYING and u.deal is not None)
        await house.wait(0.1, ann, bob)

        assert house.table.id == code
        assert walt.update.table.rules == rules
        assert [s.name for s in walt.update.table.seats] == ["Ann", "Bob"]
        assert [s.points for s in walt.update.table.seats] == [(0, 1), (0, 1)]
        assert walt.update.deal.number == 1
        assert all(isinstance(m, Update) for m in walt.heard[heard:])


async def test_u28_a_table_may_refuse_spectators(open_house):
    house = await open_house()
    await house.playing(spectators=False)
    walt = await house.client("Walt")

    answer = await walt.ask(Watch, house.table.id)

    assert (type(answer), answer.code) == (Refused, Code.NO_SPECTATORS)


async def test_u28_a_password_is_asked_of_spectators_too(open_house):
    house = await open_house()
    await house.playing(password="word")
    walt = await house.client("Walt")

    answer = await walt.ask(Watch, house.table.id, "wrong")
    await walt.watch(house.table.id, "word")

    assert answer.code == Code.WRONG_PASSWORD
    assert walt.update.you is None


async def test_u28_count_and_names_of_spectators_are_seen_by_all(open_house):
    house = await open_house()
    ann, _, _ = await watched(house)
    await ann.see(lambda update: update.table.spectators == ("Walt",))
    for number in range(25):
        one = await house.client(f"W{number}")
        await one.watch(house.table.id)
    await ann.see(lambda update: update.table.watching == 26)

    assert len(ann.update.table.spectators) == 20


async def test_u28_what_players_say_is_not_heard_by_spectators(open_house):
    house = await open_house()
    ann, bob, walt = await watched(house)

    await ann.ask(Say, "  he has \x1b[2J the kings ")
    chat = await bob.until(Chat)
    await walt.stay(1)

    assert (chat.seat, chat.name) == (ann.seated.seat, "Ann")
    assert "\x1b" not in chat.text
    assert not any(isinstance(m, Chat) for m in walt.heard)


async def test_nothing_can_be_said_with_nothing(open_house):
    house = await open_house()
    ann, _ = await house.pair()

    assert (await ann.ask(Say, " \n ")).code == Code.EMPTY_TEXT


async def test_u29_a_late_watcher_sees_the_table_and_its_whole_log(open_house):
    house = await open_house()
    ann, bob, walt = await watched(house)
    for _ in range(40):
        if house.table.room.stage is not Stage.PLAYING:
            break
        await play_turn(house, ann, bob)
    wanda = await house.client("Wanda")
    await wanda.watch(house.table.id)
    await walt.stay(0.1)

    assert (wanda.update.deal, wanda.update.seq) == (walt.update.deal, walt.update.seq)
    logs = []
    for one in (walt, wanda):
        entries, more = [], True
        while more:
            page = await one.ask(History, entries[-1].n if entries else 0)
            assert isinstance(page, Page)
            assert len(page.entries) <= 64
            entries += page.entries
            more = page.more
        logs.append(entries)
    assert logs[0] == logs[1]
    assert [entry.n for entry in logs[0]] == list(range(1, len(logs[0]) + 1))
    assert len(logs[0]) > 64
    assert logs[0][-8:] == list(walt.update.deal.log)


async def test_there_is_an_end_to_how_many_may_look_on(open_house):
    house = await open_house(spectators=3)
    await house.playing()
    for number in range(3):
        one = await house.client(f"W{number}")
        await one.watch(house.table.id)
    walt = await house.client("Walt")

    assert (await walt.ask(Watch, house.table.id)).code == Code.TABLE_FULL


async def test_watching_a_table_that_there_is_not_makes_none(open_house):
    """X-91."""
    house = await open_house()
    walt = await house.client("Walt")

    answer = await walt.ask(Watch, "NOSUCH")

    assert (type(answer), answer.code) == (Refused, Code.NO_SUCH_TABLE)
    assert not house.tables


async def test_a_spectator_may_go_and_come_as_he_likes(open_house):
    house = await open_house()
    ann, _, walt = await watched(house)

    assert isinstance(await walt.ask(Leave), Accepted)
    await ann.see(lambda update: update.table.watching == 0)
    await walt.watch(house.table.id)
    await walt.watch(house.table.id)
    await ann.see(lambda update: update.table.watching == 1)
    walt.pipe.cut()
    await ann.see(lambda update: update.table.watching == 0)


async def test_a_spectator_may_sit_down_where_a_seat_is_free(open_house):
    house = await open_house()
    ann = await house.client("Ann")
    code = (await ann.create()).table
    walt = await house.client("Walt")
    await walt.watch(code)

    seated = await walt.join(code)

    assert isinstance(seated, Seated)
    await ann.see(lambda update: update.table.seats[1].name == "Walt")
    await ann.see(lambda update: update.table.watching == 0)


async def test_one_who_may_not_sit_down_goes_on_looking_on(open_house):
    house = await open_house()
    _, _, walt = await watched(house)

    refused = await walt.ask(Join, house.table.id, b"k" * 16, b"h" * 32)

    assert refused.code == Code.ALREADY_STARTED
    assert isinstance(await walt.ask(History), Page)


async def test_spectators_who_vanish_hold_up_nothing(open_house):
    """X-33."""
    house = await open_house()
    ann, bob, walt = await watched(house)
    walt.pipe.other.swallow()
    for _ in range(20):
        await play_turn(house, ann, bob)
    await trio.lowlevel.checkpoint()

    await ann.see(lambda update: update.table.watching == 0)
