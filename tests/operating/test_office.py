"""What whoever runs a house may see and do, and what its people are told of it."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol.actions import DrawStock
from rummy_protocol.errors import Code
from rummy_protocol.messages import (
    Accepted,
    Announced,
    Announcement,
    Create,
    Goodbye,
    Join,
    Ready,
    Refused,
    Rematch,
    Start,
    Watch,
    Watching,
)
from rummy_protocol.views import Presence, SeatKind, Stage
from rummy_server.operating import language as say


def hashed(client):
    from ..server.conftest import hashed as digest

    return digest(client.keys.current)


async def number_of(kept, name):
    listed = await kept.ask(say.ListSessions())
    return next(line.number for line in listed.sessions if line.name == name)


# --- looking ------------------------------------------------------------------------------


async def test_tables_are_listed_with_those_who_are_there(keep):
    kept = await keep()
    ann, bob = await kept.house.playing(name="friday")
    cleo = await kept.house.client("Cleo")
    await cleo.watch(ann.seated.table)
    bob.pipe.close()
    await trio.sleep(1)

    listed = await kept.ask(say.ListTables())

    assert listed.tables == (
        say.TableLine(
            code=ann.seated.table,
            name="friday",
            game="basic",
            stage="playing",
            seats=2,
            people=2,
            here=1,
            bots=0,
            watching=1,
            deals=0,
        ),
    )


async def test_sessions_are_listed_with_their_addresses(keep):
    kept = await keep()
    ann, _ = await kept.house.playing()
    cleo = await kept.house.outsider("Cleo")
    await cleo.watch(ann.seated.table)
    kept.house.connect("mute")
    await trio.sleep(3)

    listed = await kept.ask(say.ListSessions())

    told = {line.number: line for line in listed.sessions}
    assert [*told] == [1, 2, 3, 4]
    assert (told[1].name, told[1].seat, told[1].table) == ("Ann", 1, ann.seated.table)
    assert (told[3].address, told[3].seat, told[3].silent) == ("192.0.2.7", None, 3)
    assert (told[4].name, told[4].table) == ("", "")


@pytest.mark.parametrize(
    ("late", "room", "store"),
    [(False, True, "ok"), (False, False, "full"), (True, False, "late")],
)
async def test_health_is_that_of_the_store(keep, late, room, store):
    kept = await keep()
    await kept.house.playing()
    kept.shelf.late, kept.shelf.room = late, room

    state = await kept.ask(say.Health())

    assert (state.store, state.healthy) == (store, store == "ok")
    assert (state.sessions, state.tables, state.playing) == (2, 1, 1)
    assert state.lag_ms == 0


# --- kicking ------------------------------------------------------------------------------


async def test_who_is_kicked_keeps_the_seat(keep):
    kept = await keep()
    ann, bob = await kept.house.playing()

    answer = await kept.ask(say.Kick(await number_of(kept, "Bob")))

    assert isinstance(answer, say.Done)
    assert await bob.ended() == Goodbye(Code.KICKED)
    await ann.see(lambda update: update.table.seats[1].presence is Presence.LOST)
    again = await kept.house.client("Bob", bob.keys)
    assert (await again.resume()).seat == 1


async def test_who_is_kicked_from_the_seat_loses_it_and_all_are_told(keep):
    kept = await keep()
    ann, bob = await kept.house.playing(seats=2)
    cleo = await kept.house.client("Cleo")
    await cleo.watch(ann.seated.table)

    answer = await kept.ask(say.Kick(await number_of(kept, "Bob"), seat=True))

    assert isinstance(answer, say.Done)
    assert await bob.ended() == Goodbye(Code.KICKED, {"seat": 1})
    for one in (ann, cleo):
        told = await one.until(Announcement)
        assert told == Announcement(Announced.REMOVED, {"name": "Bob"})
        await one.see(lambda update: update.table.seats[1].presence is Presence.LEFT)
    again = await kept.house.client("Bob", bob.keys)
    resume = again.resume_request()
    again.send(resume)
    assert (await again.answer(resume.id)).code == Code.SEAT_LOST


async def test_before_the_match_the_seat_is_open_again(keep):
    kept = await keep()
    ann, bob = await kept.house.pair()

    await kept.ask(say.Kick(await number_of(kept, "Bob"), seat=True))

    assert await bob.ended() == Goodbye(Code.KICKED, {"seat": 1})
    update = await ann.see(lambda update: update.table.seats[1].kind is SeatKind.OPEN)
    assert update.table.stage is Stage.GATHERING


async def test_the_last_who_is_kicked_from_a_table_closes_it(keep):
    kept = await keep()
    ann = await kept.house.client("Ann")
    await ann.create()

    await kept.ask(say.Kick(1, seat=True))
    await trio.sleep(1)

    assert not kept.house.tables


async def test_who_sits_nowhere_can_be_kicked_too(keep):
    kept = await keep()
    ann = await kept.house.client("Ann")

    assert isinstance(await kept.ask(say.Kick(1, seat=True)), say.Done)
    assert await ann.ended() == Goodbye(Code.KICKED)


async def test_there_is_no_kicking_of_who_is_not_there(keep):
    kept = await keep()

    assert await kept.ask(say.Kick(7)) == say.Failed("There is no session 7.")


# --- closing and announcing ---------------------------------------------------------------


@pytest.mark.parametrize(("why", "told"), [("It is late.", {"text": "It is late."}), ("", {})])
async def test_a_table_is_closed_with_its_reason_shown(keep, why, told):
    kept = await keep()
    ann, bob = await kept.house.playing()
    cleo = await kept.house.client("Cleo")
    await cleo.watch(ann.seated.table)

    answer = await kept.ask(say.Close(ann.seated.table.lower(), why))

    assert isinstance(answer, say.Done)
    for one in (ann, bob, cleo):
        assert await one.until(Announcement) == Announcement(Announced.CLOSES, told)
        await one.see(lambda update: update.table.stage is Stage.CLOSED)
    assert not kept.house.tables


async def test_only_a_table_that_is_there_can_be_closed(keep):
    kept = await keep()

    answer = await kept.ask(say.Close("\x1b[2JNONE"))

    assert isinstance(answer, say.Failed)
    assert "\x1b" not in answer.why


async def test_everybody_hears_an_announcement(keep):
    kept = await keep()
    ann, bob = await kept.house.playing()
    cleo = await kept.house.client("Cleo")
    mute = kept.house.connect("mute")

    answer = await kept.ask(say.Announce("We close\x1b[31m at ten.\n"))

    words = Announcement(Announced.SAYS, {"text": "We close\ufffd[31m at ten."})
    for one in (ann, bob, cleo):
        assert await one.until(Announcement) == words
    assert answer == say.Done("Told: 3.")
    assert not mute.heard


async def test_an_announcement_may_be_for_one_table(keep):
    kept = await keep()
    ann, _ = await kept.house.playing()
    cleo = await kept.house.client("Cleo")

    await kept.ask(say.Announce("Last deal.", ann.seated.table))
    await ann.until(Announcement)
    await cleo.stay(1)

    assert not any(isinstance(message, Announcement) for message in cleo.heard)


async def test_an_announcement_of_nothing_is_none(keep):
    kept = await keep()

    assert isinstance(await kept.ask(say.Announce(" \n")), say.Failed)


# --- coming to an end ---------------------------------------------------------------------


async def test_a_house_that_drains_takes_nobody_new_and_plays_on(keep):
    kept = await keep()
    ann, bob = await kept.house.playing()
    cleo, dan = await kept.house.client("Cleo"), await kept.house.client("Dan")
    waiting = await dan.create(name="waiting", seats=3)

    await kept.ask(say.Drain())

    for one in (ann, bob, cleo, dan):
        assert await one.until(Announcement) == Announcement(Announced.DRAINS)
    create = await cleo.ask(Create, "", cleo.keys.key, hashed(cleo))
    join = await cleo.ask(Join, waiting.table, cleo.keys.key, hashed(cleo))
    start = await dan.ask(Start)
    assert [no.code for no in (create, join, start)] == [Code.CLOSING] * 3
    assert isinstance(await cleo.ask(Watch, ann.seated.table), Watching)
    one = ann if ann.update.you.may else bob
    assert isinstance(await one.act(DrawStock()), Accepted)


async def test_who_has_a_seat_comes_back_to_it_while_the_house_drains(keep):
    kept = await keep()
    ann, _ = await kept.house.playing()
    await kept.ask(say.Drain())
    ann.pipe.close()

    again = await kept.house.client("Ann", ann.keys)

    assert (await again.resume()).seat == 0


async def test_draining_can_be_taken_back(keep):
    kept = await keep()
    ann = await kept.house.client("Ann")
    await kept.ask(say.Drain(stop=True))
    answer = await kept.ask(say.Drain(off=True))

    await trio.sleep(5)

    assert isinstance(answer, say.Done)
    assert not kept.house.stopped.is_set()
    assert await ann.create()


async def test_a_house_closes_when_the_last_match_has_ended(keep):
    kept = await keep(scoring_seconds=1)
    ann, bob = await kept.house.playing(absence="end", hold_seconds=30)
    await kept.ask(say.Drain(stop=True))
    await kept.house.wait(20, ann, bob)
    assert not kept.house.stopped.is_set()

    bob.pipe.close()
    goodbye = await ann.until(Goodbye)

    assert goodbye == Goodbye(Code.SHUTDOWN, {"seconds": 5})
    await kept.house.stopped.wait()


async def test_no_match_begins_anew_while_the_house_drains(keep):
    kept = await keep()
    ann, bob = await kept.house.playing(absence="end", hold_seconds=30)
    await kept.ask(say.Drain())
    bob.pipe.close()
    await ann.see(lambda update: update.table.stage is Stage.OVER)

    answers = [await ann.ask(Rematch), await ann.ask(Ready)]

    assert {answer.code for answer in answers if isinstance(answer, Refused)} <= {
        Code.CLOSING,
        Code.TOO_FEW_PLAYERS,
    }
    assert ann.update.table.stage is Stage.OVER


async def test_a_match_that_nobody_is_at_keeps_and_holds_no_house_open(keep):
    kept = await keep()
    ann, bob = await kept.house.playing()
    await kept.ask(say.Drain(stop=True))
    for one in (ann, bob):
        one.pipe.close()

    with trio.fail_after(5):
        await kept.house.stopped.wait()


@pytest.mark.parametrize("seconds", [None, 90])
async def test_a_restart_may_say_when_to_come_back(keep, seconds):
    kept = await keep()
    left = []
    kept.house.server.leave = lambda **how: left.append(how)

    answer = await kept.ask(say.Restart(seconds))

    assert isinstance(answer, say.Done)
    assert left == [{"back_in": seconds, "again": True}]


@pytest.mark.parametrize("seconds", [0, -1, 3601, 2**40])
async def test_a_restart_is_within_the_hour(keep, seconds):
    kept = await keep()

    assert isinstance(await kept.ask(say.Restart(seconds)), say.Failed)


# --- copies -------------------------------------------------------------------------------


async def test_a_backup_goes_to_a_whole_path(keep, tmp_path):
    kept = await keep()

    done = await kept.ask(say.Backup(str(tmp_path / "copy")))
    failed = await kept.ask(say.Backup("copy"))

    assert isinstance(done, say.Done)
    assert isinstance(failed, say.Failed)
    assert kept.shelf.copies == [tmp_path / "copy"]


async def test_a_backup_that_fails_is_told_in_one_line(keep, tmp_path):
    kept = await keep()
    (tmp_path / "copy").touch()

    answer = await kept.ask(say.Backup(str(tmp_path / "copy")))

    assert isinstance(answer, say.Failed)
    assert "File exists" in answer.why
