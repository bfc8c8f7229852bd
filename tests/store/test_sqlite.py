"""The journal on disk, from its beginning to its end, without faults of the disk."""

from __future__ import annotations

import sqlite3
import threading

import pytest
import trio
import trio.testing

from rummy_server.journal import LATELY, Batch, Fenced, StorageFailed
from rummy_server.room.imprint import imprint
from rummy_server.room.records import Closed
from rummy_server.store.chain import first, link, sealed
from rummy_server.store.reader import StoreReader
from rummy_server.store.schema import check_sqlite
from rummy_server.store.sqlite import BackupFailed
from rummy_server.table.restored import restore

from .matches import DAY, Match

CLOSING = Batch((Closed(),), b"i" * 32, 9.0, DAY)


async def test_a_new_store_is_empty(opened):
    async with opened() as (journal, kept):
        assert (kept.at, kept.epoch, kept.live, kept.past) == (0.0, 1, (), frozenset())
        assert await journal.read("ABCDE") == ()


async def test_what_was_kept_is_there_for_the_next_server(opened, keep, moves):
    batches = moves(130)
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", batches)

    async with opened() as (journal, kept):
        found = await journal.read("ABCDE")

    assert kept.live == ("ABCDE",)
    assert kept.at == batches[-1].at
    assert found == batches


async def test_a_room_comes_out_of_the_store_as_it_went_in(opened, keep):
    """P13: a whole deal and more, compared after each start by all that a room is."""
    match = Match(preset="basic")
    batches = match.batches()
    for start in range(0, 100, 20):
        async with opened() as (journal, kept):
            more = [next(batches) for _ in range(20)]
            await keep(journal, kept, "ABCDE", more, after=start)
        async with opened() as (journal, kept):
            restored = restore(await journal.read("ABCDE"), kept.at)

        assert restored.room == match.room
        assert imprint(restored.room) == imprint(match.room)
        assert restored.kept == start + 20


async def test_every_beginning_has_a_lease_of_its_own(opened):
    epochs = []
    for _ in range(3):
        async with opened() as (journal, kept):
            again = await journal.begin()
            epochs += [kept.epoch, again.epoch]

    assert epochs == [1, 2, 3, 4, 5, 6]


async def test_house_time_goes_on_where_it_was_last_known(opened, keep, moves):
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(4))
        await journal.beat(500.0)
    async with opened() as (_, kept):
        assert kept.at == 500.0


async def test_tables_are_found_in_the_order_in_which_they_were_opened(opened, keep, moves):
    async with opened() as (journal, kept):
        for number, code in enumerate(("ZZZZZ", "AAAAA", "MMMMM")):
            one, *_ = moves(1, code)
            await keep(
                journal, kept, code, [Batch(one.records, one.imprint, number + 1.0, DAY)]
            )
    async with opened() as (_, kept):
        assert kept.live == ("ZZZZZ", "AAAAA", "MMMMM")


async def test_a_closed_table_is_past_and_takes_nothing_more(opened, keep, moves):
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", (*moves(5), CLOSING))
        with pytest.raises(Fenced):
            await journal.append("ABCDE", 6, kept.epoch, CLOSING)
    async with opened() as (journal, kept):
        assert (kept.live, kept.past) == ((), {"ABCDE"})
        for expected in (0, 6):
            with pytest.raises(Fenced):
                await journal.append("ABCDE", expected, kept.epoch, moves(1)[0])
        assert len(await journal.read("ABCDE")) == 6


async def test_a_table_that_was_closed_within_the_last_hour_has_just_ended(opened, keep, moves):
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", (*moves(5), CLOSING))
    for beat, ended in ((CLOSING.at + LATELY - 1, ("ABCDE",)), (CLOSING.at + LATELY, ())):
        async with opened() as (journal, kept):
            assert kept.ended == ("ABCDE",)
            await journal.beat(beat)
        async with opened() as (_, kept):
            assert kept.ended == ended


# --- fences ---------------------------------------------------------------------------------


@pytest.mark.parametrize("expected", [0, 2, 4, 99])
async def test_a_batch_that_hangs_on_another_end_is_refused(opened, keep, moves, expected):
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(3))

        with pytest.raises(Fenced):
            await journal.append("ABCDE", expected, kept.epoch, moves(4)[3])

        await journal.append("ABCDE", 3, kept.epoch, moves(4)[3])
        assert await journal.read("ABCDE") == moves(4)


async def test_a_lease_that_was_lost_keeps_nothing_more(opened, keep, moves):
    """T30: whatever the older server thinks, and though no newer one has touched the table."""
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(3))
        newer = await journal.begin()

        with pytest.raises(Fenced):
            await journal.append("ABCDE", 3, kept.epoch, moves(4)[3])
        with pytest.raises(Fenced):
            await journal.append("NEWER", 0, kept.epoch, moves(1, "NEWER")[0])

        await journal.append("ABCDE", 3, newer.epoch, moves(4)[3])
        assert await journal.read("NEWER") == ()


@pytest.mark.parametrize("believed", [3, 4, 6, 9])
async def test_the_file_itself_refuses_what_memory_would_let_pass(
    opened, keep, moves, believed
):
    """The count is checked twice; here what is remembered is made wrong."""
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(5))
        journal._heads["ABCDE"] = believed, first("ABCDE")

        with pytest.raises(Fenced):
            await journal.append("ABCDE", believed, kept.epoch, moves(10)[believed])

        assert await journal.read("ABCDE") == moves(5)


async def test_one_who_is_refused_takes_nobody_with_him(opened, keep, moves):
    """They are written in one transaction, and yet only the wrong one is left out."""
    codes = [f"T{number:04}" for number in range(8)]
    refused = []
    async with opened() as (journal, kept):

        async def one(code):
            epoch = kept.epoch - (code == codes[3])
            try:
                await journal.append(code, 0, epoch, moves(1, code)[0])
            except Fenced:
                refused.append(code)

        async with trio.open_nursery() as nursery:
            for code in codes:
                nursery.start_soon(one, code)

        assert refused == [codes[3]]
        assert [code for code in codes if not await journal.read(code)] == refused


# --- groups ---------------------------------------------------------------------------------


async def test_who_comes_while_others_are_kept_is_kept_with_the_next(opened, moves):
    """No wait for company: the first goes alone, the rest go together."""
    groups = []
    async with opened() as (journal, kept):
        written = journal._committer._write
        journal._committer._write = lambda group: (groups.append(len(group)), written(group))

        async with trio.open_nursery() as nursery:
            for number in range(100):
                code = f"T{number:04}"
                batch = moves(1, code)[0]
                nursery.start_soon(journal.append, code, 0, kept.epoch, batch)

        assert groups == [1, 99]


async def test_a_table_is_told_only_when_its_batch_is_safe(opened, keep, moves, path):
    """What `append` has come back for is in the file, as another reader would find it."""
    async with opened() as (journal, kept):
        for number, batch in enumerate(moves(20)):
            await journal.append("ABCDE", number, kept.epoch, batch)
            row = journal._connection.execute("SELECT seq FROM gametable").fetchone()
            assert not journal._connection.in_transaction
            assert row == (number + 1,)


async def test_a_cancelled_batch_is_kept_all_the_same(opened, moves):
    async with opened() as (journal, kept):
        with trio.CancelScope() as scope:
            scope.cancel()
            await journal.append("ABCDE", 0, kept.epoch, moves(1)[0])
        await journal.append("ABCDE", 1, kept.epoch, moves(2)[1])

        assert await journal.read("ABCDE") == moves(2)


async def test_many_tables_at_once_lose_nothing_and_mix_nothing(opened, keep, moves):
    codes = [f"T{number:04}" for number in range(40)]
    async with opened() as (journal, kept), trio.open_nursery() as nursery:
        for code in codes:
            nursery.start_soon(keep, journal, kept, code, moves(15, code))
    async with opened() as (journal, kept):
        assert set(kept.live) == set(codes)
        for code in codes:
            assert await journal.read(code) == moves(15, code)


# --- the file -------------------------------------------------------------------------------


async def test_every_commit_is_flushed_to_the_disk(opened):
    """FULL flushes the log at each commit; NORMAL would lose answered moves with the power."""
    async with opened() as (journal, _):
        asked = {
            name: journal._connection.execute(f"PRAGMA {name}").fetchone()[0]
            for name in ("journal_mode", "synchronous", "locking_mode", "fullfsync")
        }

    assert asked == {
        "journal_mode": "wal",
        "synchronous": 2,
        "locking_mode": "exclusive",
        "fullfsync": 1,
    }


async def test_nobody_else_gets_at_the_file_while_a_server_has_it(opened, keep, moves, path):
    """With a second connection, versions of SQLite before 3.51.3 may spoil the file."""
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(2))
        other = sqlite3.connect(path, timeout=0)
        with pytest.raises(sqlite3.OperationalError, match="locked"):
            other.execute("SELECT * FROM house").fetchall()
        other.close()
        with pytest.raises(StorageFailed, match="locked"):
            StoreReader(path)


async def test_files_are_for_their_owner_alone(opened, keep, moves, path, tmp_path):
    """T15: also the log beside the file, which holds the same cards."""
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(3))
        await journal.backup(tmp_path / "copy.sqlite")
        modes = {one.name: one.stat().st_mode & 0o777 for one in tmp_path.iterdir()}

    assert modes == {
        "tables.sqlite": 0o600,
        "tables.sqlite-wal": 0o600,
        "copy.sqlite": 0o600,
    }


def test_an_old_sqlite_is_refused_in_one_line():
    with pytest.raises(StorageFailed, match=r"SQLite 3\.34\.1 is too old; 3\.35\.0"):
        check_sqlite((3, 34, 1))
    check_sqlite((3, 40, 1))


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"a letter to the bank" * 500])
async def test_a_file_that_is_no_store_is_left_alone(opened, path, content):
    path.write_bytes(content)
    if not content:
        async with opened() as (_, kept):
            assert kept.epoch == 1
        return
    with pytest.raises(StorageFailed):
        async with opened():
            pass
    assert path.read_bytes() == content


async def test_a_database_of_somebody_else_is_refused(opened, path):
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE songs(title TEXT)")
    other.commit()
    other.close()

    with pytest.raises(StorageFailed, match="not the store of a house"):
        async with opened():
            pass


async def test_a_store_of_a_later_release_is_refused(opened, path):
    async with opened() as (journal, _):
        journal._connection.execute("PRAGMA user_version = 2")

    with pytest.raises(StorageFailed, match="form 2, and this program knows 1"):
        async with opened():
            pass


# --- seals ----------------------------------------------------------------------------------


async def test_the_house_signs_where_a_table_stands_when_a_deal_is_scored(
    opened, keep, moves, path
):
    """P14: by the signature a table is the house's word, not only whole in itself."""
    signed = []

    def sign(data):
        signed.append(data)
        return b"signed %d" % len(signed)

    batches = moves(120, preset="rummy_500", seats=2)
    async with opened(sign=sign) as (journal, kept):
        await keep(journal, kept, "ABCDE", batches)
    with StoreReader(path) as reader:
        seals = list(reader.seals("ABCDE"))
        heads = {one.seq: one.hash for one in reader.batches("ABCDE")}
        scored = [one.seq for one in reader.batches("ABCDE") if "Scored" in one.kinds]

    assert len(scored) == 2
    assert [seal.seq for seal in seals] == scored
    assert signed == [sealed("ABCDE", seq, heads[seq]) for seq in scored]
    assert [seal.signature for seal in seals] == [b"signed 1", b"signed 2"]


# --- copies ---------------------------------------------------------------------------------


async def test_a_copy_is_one_file_with_all_that_was_kept(opened, keep, moves, tmp_path):
    copy = tmp_path / "copy.sqlite"
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(50))
        await journal.backup(copy)
        await keep(journal, kept, "ABCDE", moves(60)[50:], after=50)

    with StoreReader(copy) as reader:
        (table,) = reader.tables()
        assert reader.verified(table) == moves(50)
        assert reader.faults() == []
    assert not copy.with_name("copy.sqlite-wal").exists()


async def test_a_copy_never_takes_the_place_of_a_file(opened, keep, moves, tmp_path):
    there = tmp_path / "letter"
    there.write_text("Dear bank")
    async with opened() as (journal, kept):
        with pytest.raises(BackupFailed, match="File exists"):
            await journal.backup(there)
        with pytest.raises(BackupFailed, match="No such file"):
            await journal.backup(tmp_path / "nowhere" / "copy")

        await keep(journal, kept, "ABCDE", moves(2))
    assert there.read_text() == "Dear bank"


# --- room, and endings ------------------------------------------------------------------------


async def test_a_full_disk_takes_no_new_table(opened):
    """P23: the reserve is for the games that are being played."""
    async with opened(reserve=1) as (journal, _):
        assert journal.has_room()
    async with opened(reserve=1 << 60) as (journal, _):
        assert not journal.has_room()


async def test_a_slow_disk_is_said_to_be_slow_and_nothing_is_given_up(opened, moves):
    """Nothing was answered that is not kept; a server that stopped would find the same disk."""
    async with opened() as (journal, kept):
        written, held = journal._committer._write, threading.Event()

        def slow(group):
            held.wait()
            written(group)

        journal._committer._write = slow
        async with trio.open_nursery() as nursery:
            nursery.start_soon(journal.append, "ABCDE", 0, kept.epoch, moves(1)[0])
            await trio.testing.wait_all_tasks_blocked(0.01)
            assert not journal.late
            journal._committer.since -= 6
            assert journal.late
            assert not journal.has_room()
            held.set()

        assert not journal.late
        assert journal.has_room()
        assert await journal.read("ABCDE") == moves(1)


async def test_after_the_end_nothing_is_kept(opened, moves):
    async with opened() as (journal, kept):
        pass

    with pytest.raises(StorageFailed):
        await journal.append("ABCDE", 0, kept.epoch, moves(1)[0])
    assert not journal.has_room()
    await journal.close()


def test_a_link_covers_all_that_a_batch_is():
    parts = [b"b" * 32, "ABCDE", 1, 2.0, DAY, b"body", b"i" * 32]
    others = [b"c" * 32, "ABCDF", 2, 2.5, DAY[:-1] + "1", b"bodx", b"j" * 32]

    links = {link(*parts)}
    for place, other in enumerate(others):
        links.add(link(*parts[:place], other, *parts[place + 1 :]))
    links.add(link(b"b" * 32, "ABCD", 1, 2.0, "E" + DAY, b"body", b"i" * 32))
    links.add(link(b"b" * 32, "ABCDE", 1, 2.0, DAY + "b", b"ody", b"i" * 32))

    assert len(links) == 10
