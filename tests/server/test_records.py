"""What the journal holds is the table: folded again it gives the same room."""

from __future__ import annotations

import pytest
import trio

from rummy_protocol.codec import encode
from rummy_protocol.messages import Leave, Start
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Options, Stage
from rummy_server.game.events import MatchBegan
from rummy_server.journal import (
    Batch,
    Fenced,
    MemoryJournal,
    read_records,
    replayed,
    write_records,
)
from rummy_server.room.imprint import imprint
from rummy_server.room.records import Happened, Opened, SeatTaken

OPENED = Opened(
    id="ABCDE", name="", ruleset=RuleSet(), options=Options(), salt=b"", password=b""
)
SAT = SeatTaken(seat=0, name="Ann", key=b"k" * 16, hash=b"h" * 32)


async def test_records_survive_being_written_down():
    records = (OPENED, SAT, Happened(events=(MatchBegan(2, 1),)))

    assert read_records(write_records(records)) == records


async def test_a_whole_match_is_the_fold_of_its_records(open_house):
    house = await open_house(bot_pause_ms=0, scoring_seconds=1)
    ann = await house.client("Ann")
    seated = await ann.create(
        seats=3, bots=("easy", "steady"), turn_seconds=5, changes={"target": 30}
    )
    await ann.ask(Start)
    table = house.table
    await ann.see(lambda update: update.table.stage is Stage.OVER)

    records = house.journal.records(seated.table)

    assert table.room.seq > 50
    assert replayed(records) == table.room
    assert len(house.journal.kept[table.id]) == table._kept


async def test_seats_secrets_and_answers_are_in_the_records(open_house):
    house = await open_house()
    ann, bob = await house.playing()
    again = await house.client("Ann", ann.keys)
    await again.resume()
    await bob.ask(Leave)
    table = house.table

    assert replayed(house.journal.records(table.id)) == table.room


async def test_records_cannot_be_sent():
    for sealed in (OPENED, SAT, replayed([OPENED, SAT])):
        with pytest.raises(TypeError):
            encode(sealed)


def batch(*records):
    return Batch(records, b"imprint", 0.0)


async def test_nothing_secret_shows_when_records_are_printed():
    room = replayed([OPENED, SAT])

    assert "hhh" not in repr(room)
    assert "kkk" not in repr(room)
    assert repr(SAT) == "SeatTaken"


async def test_a_journal_refuses_a_writer_that_is_behind():
    journal = MemoryJournal(keep=True)
    await journal.append("T", 0, 0, batch(OPENED, SAT))

    with pytest.raises(Fenced):
        await journal.append("T", 2, 0, batch(SAT))

    assert journal.records("T") == [OPENED, SAT]


async def test_a_journal_refuses_an_older_lease():
    journal = MemoryJournal()
    await journal.append("T", 0, 2, batch(OPENED))

    with pytest.raises(Fenced):
        await journal.append("T", 1, 1, batch(SAT))


@pytest.mark.parametrize("keep", [True, False])
async def test_only_a_store_that_lasts_is_told_how_the_room_stands(open_house, keep):
    batches = []

    class Listening(MemoryJournal):
        async def append(self, table, expected, epoch, batch):
            batches.append(batch)
            await super().append(table, expected, epoch, batch)

    house = await open_house(env={"store": Listening(keep=keep)})
    await house.playing()

    last = batches[-1]
    assert last.imprint == (imprint(house.table.room) if keep else b"")
    assert bool(last.day) is keep


async def test_appending_cannot_be_cancelled():
    journal, through = MemoryJournal(keep=True), []
    with trio.CancelScope() as scope:
        scope.cancel()
        await journal.append("T", 0, 0, batch(OPENED))
        through.append("the end")

    assert through == ["the end"]
    assert journal.records("T") == [OPENED]


async def test_others_run_while_records_are_kept(nursery):
    """The place of the real store's wait is there, so that its races can be seen."""
    journal, ran = MemoryJournal(), []

    async def other():
        ran.append("other")

    nursery.start_soon(other)
    await journal.append("T", 0, 0, batch(OPENED))
    await journal.append("T", 1, 0, batch(SAT))

    assert ran == ["other"]
