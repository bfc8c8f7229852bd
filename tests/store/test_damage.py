"""Files that are not what was written: whatever single byte is another, it is found (P14)."""

from __future__ import annotations

import hashlib
import shutil
import sqlite3

import pytest

from rummy_server.journal import Batch, Damaged, JournalError, StorageFailed
from rummy_server.room.records import Closed
from rummy_server.store.chain import sealed
from rummy_server.store.reader import StoreReader
from rummy_server.store.sqlite import SqliteJournal

from .matches import DAY

SAME, FOUND = "same", "found"


def signed(data):
    """Stands for the key of the house."""
    return hashlib.sha256(b"a key" + data).digest()


def all_of(path):
    """Everything that a reader believes of the file, leases apart: they only ever go up."""
    with StoreReader(path) as reader:
        faults = reader.faults()
        if faults:
            raise Damaged(faults[0])
        house = reader.house()
        told = [house["at"], house["format"]]
        for table in reader.tables():
            batches = reader.verified(table)
            heads = {one.seq: one.hash for one in reader.batches(table.id)}
            seals = list(reader.seals(table.id))
            for seal in seals:
                head = heads.get(seal.seq, b"")
                if seal.signature != signed(sealed(table.id, abs(seal.seq), head)):
                    raise Damaged("a signature is another")
            told.append((table.id, table.opened, table.closed, batches, len(seals)))
    return told


@pytest.fixture
async def small(tmp_path, opened, keep, moves):
    """A store in small pages: a table in play with a deal that was scored, and a past one."""
    async with opened(sign=signed) as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(62, preset="rummy_500", seats=2)[:3])
        last = moves(62, preset="rummy_500", seats=2)[59]
        await journal.append("ABCDE", 3, kept.epoch, last)
        await keep(journal, kept, "PASTT", moves(1, "PASTT"))
        await journal.append("PASTT", 1, kept.epoch, Batch((Closed(),), b"i" * 32, 9.0, DAY))
    copy = tmp_path / "small.sqlite"
    shutil.copy(journal.path, copy)
    packed = sqlite3.connect(copy, isolation_level=None)
    packed.execute("PRAGMA journal_mode = DELETE")
    packed.execute("PRAGMA page_size = 512")
    packed.execute("VACUUM")
    packed.close()
    return copy


def contents(path):
    """Where in the file the parts of batches lie, that of which a game consists."""
    data, places = path.read_bytes(), set()
    with StoreReader(path) as reader:
        for table in reader.tables():
            for one in reader.batches(table.id):
                for part in (one.body[:64], one.imprint, one.hash, one.kinds.encode()):
                    found = data.find(part)
                    while found >= 0:
                        places |= set(range(found, found + len(part)))
                        found = data.find(part, found + 1)
    return places


async def test_every_byte_that_is_another_is_found_or_means_nothing(small, proof):
    """By the reader: its own checks, SQLite's, and the signature of the house."""
    data, before = small.read_bytes(), all_of(small)
    step = 1 if proof == "full" else 11
    inside, missed = contents(small), []
    for place in range(0, len(data), step):
        changed = bytearray(data)
        changed[place] ^= 1 + place % 255
        small.write_bytes(changed)
        try:
            told = all_of(small)
        except JournalError:
            continue
        if told != before or place in inside:
            missed.append(place)

    assert len(inside) > 500
    assert missed == []


async def test_a_server_takes_no_byte_for_another(small, tmp_path, proof):
    """By the server as it starts: what it reads is what was written, or it says so."""
    data, past = small.read_bytes(), {"PASTT"}
    journal = SqliteJournal(small)
    kept = await journal.begin()
    before = await journal.read("ABCDE")
    await journal.close()
    wrong = []
    for place in range(
        100 if proof == "full" else 107, len(data), 1 if proof == "full" else 61
    ):
        changed = bytearray(data)
        changed[place] ^= 1 + place % 255
        path = tmp_path / f"at-{place}"
        path.write_bytes(changed)
        journal = SqliteJournal(path)
        try:
            now = await journal.begin()
            if await journal.read("ABCDE") != before:
                wrong.append((place, "another game"))
            if now.live != kept.live or now.past != past or now.at > kept.at:
                wrong.append((place, now))
        except (Damaged, StorageFailed):
            pass
        finally:
            await journal.close()
            path.unlink()

    lost = [place for place, what in wrong if what == "another game"]
    assert lost == []


async def test_a_file_that_was_cut_short_is_found(small, proof):
    data = small.read_bytes()
    before = all_of(small)
    for size in range(0, len(data), 64 if proof == "full" else 509):
        small.write_bytes(data[:size])
        try:
            told = all_of(small)
        except JournalError:
            continue
        assert told == before, "only what is not used was missing"


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE batch SET body = (SELECT body FROM batch WHERE seq = 2) WHERE seq = 3",
        "UPDATE batch SET at = at + 1 WHERE seq = 2",
        "UPDATE batch SET day = '2030-01-01' WHERE seq = 2",
        "UPDATE batch SET imprint = x'00' WHERE seq = 2",
        "UPDATE batch SET hash = x'00' WHERE seq = 2",
        "UPDATE batch SET seq = 9 WHERE seq = 4",
        "DELETE FROM batch WHERE seq = 1",
        "DELETE FROM batch WHERE seq = 2",
        "DELETE FROM batch WHERE seq = 4",
        "DELETE FROM batch",
        "DELETE FROM gametable WHERE id = 'ABCDE'",
        "UPDATE gametable SET seq = 3 WHERE id = 'ABCDE'",
        "UPDATE gametable SET head = x'00' WHERE id = 'ABCDE'",
        "INSERT INTO batch SELECT gametable, 5, at, day, kinds, body, imprint, hash"
        " FROM batch WHERE seq = 4",
        "UPDATE batch SET body = 'text' WHERE seq = 2",
        "UPDATE gametable SET head = 7 WHERE id = 'ABCDE'",
    ],
)
async def test_a_table_that_was_meddled_with_stays_closed_and_takes_nothing(
    small, change, moves
):
    """One who knows SQL and has the file; the others of the house are not concerned."""
    other = sqlite3.connect(small)
    other.execute(change)
    other.commit()
    other.close()
    journal = SqliteJournal(small)
    try:
        kept = await journal.begin()
        with pytest.raises(Damaged):
            await journal.read("ABCDE")
        with pytest.raises(JournalError):
            await journal.append("ABCDE", 4, kept.epoch, moves(1)[0])
        await journal.append("OTHER", 0, kept.epoch, moves(1, "OTHER")[0])
        assert len(await journal.read("OTHER")) == 1
    finally:
        await journal.close()


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE batch SET kinds = 'Acted' WHERE seq = 1",
        "UPDATE gametable SET opened = 'yesterday' WHERE id = 'ABCDE'",
        "UPDATE gametable SET closed = 1 WHERE id = 'ABCDE'",
        "UPDATE gametable SET closed = 0 WHERE id = 'PASTT'",
        "UPDATE seal SET signature = x'00'",
        "UPDATE seal SET seq = 2",
        "UPDATE house SET value = value + 1 WHERE key = 'at'",
        "DELETE FROM house WHERE key = 'check'",
        "DELETE FROM gametable WHERE id = 'PASTT'",
    ],
)
async def test_what_no_game_hangs_on_is_found_by_the_reader(small, change):
    other = sqlite3.connect(small)
    other.execute(change)
    other.commit()
    other.close()

    with pytest.raises(Damaged):
        all_of(small)


async def test_a_table_that_is_said_to_be_closed_is_not_lost_for_that(small):
    other = sqlite3.connect(small)
    other.execute("UPDATE gametable SET closed = 1")
    other.commit()
    other.close()
    journal = SqliteJournal(small)
    kept = await journal.begin()
    await journal.close()

    assert (kept.live, kept.past) == (("ABCDE",), {"PASTT"})


@pytest.mark.parametrize("spoilt", ["1e300", "9e9", "'soon'", "NULL"])
async def test_a_spoilt_house_time_is_not_believed(small, spoilt):
    """Else every clock of the house would have run out, or none would ever run."""
    other = sqlite3.connect(small)
    other.execute(f"UPDATE house SET value = {spoilt} WHERE key = 'at'")
    other.execute(f"UPDATE batch SET at = {spoilt.replace('NULL', '9e9')} WHERE seq = 4")
    other.commit()
    other.close()
    journal = SqliteJournal(small)
    kept = await journal.begin()
    await journal.close()

    assert kept.at == 9.0
