"""Whatever the disk does, what was answered is kept, and after an error nothing is (P16)."""

from __future__ import annotations

import os
import random
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
import trio

from rummy_server.journal import StorageFailed
from rummy_server.store.reader import StoreReader
from rummy_server.store.sqlite import SqliteJournal

from ..patience import PATIENCE
from .matches import Match

WRITER = Path(__file__).parent / "writer.py"


class Writing:
    """A child that writes, and what it has said."""

    def __init__(self, path, tables, more=0):
        self.path = path
        self.process = subprocess.Popen(
            [sys.executable, WRITER, path, str(tables), str(more)], stdout=subprocess.PIPE
        )

    def until_kept(self):
        """What it says up to the first batch of all that is kept."""
        told = [""]
        while not acknowledged(told):
            told.append(self.process.stdout.readline().decode())
            assert told[-1], told
        return told

    def rest(self):
        """What it says until it ends."""
        said = self.process.stdout.read().decode().splitlines()
        self.process.stdout.close()
        self.process.wait()
        return said


def acknowledged(said):
    kept = {}
    for line in said:
        table, _, count = line.strip().partition(" ")
        if table.startswith("T") and count.isdigit():
            kept[table] = max(kept.get(table, 0), int(count))
    return kept


def found(path):
    """How many batches each table has; all of them hang together, and are as they were."""
    counts = {}
    with StoreReader(path) as reader:
        assert reader.faults() == []
        for table in reader.tables():
            batches = reader.verified(table)
            expected = Match(table.id, seats=2).batches()
            assert all(one == next(expected) for one in batches)
            counts[table.id] = len(batches)
    return counts


def test_no_answered_move_is_lost_when_the_server_is_killed(path, proof):
    """P10: SIGKILL at random moments, the same store over and over."""
    chance, lost, acks = random.Random(7), [], 0
    for _ in range(200 if proof == "full" else 3):
        writing = Writing(path, 6)
        told = writing.until_kept()
        time.sleep(chance.uniform(0.0, 0.2))
        writing.process.send_signal(signal.SIGKILL)
        answered = acknowledged(told + writing.rest())
        acks += len(answered)
        kept = found(path)
        lost += [table for table, count in answered.items() if kept.get(table, 0) < count]

    assert acks
    assert lost == []


def test_a_full_disk_loses_nothing_that_was_answered(path):
    """The file may not grow any more: a real error of a real write, somewhere in a commit."""
    for more in (20_000, 50_000, 81_000):
        said = Writing(path, 6, more).rest()
        failed = [line for line in said if line.startswith("failed")]
        answered, kept = acknowledged(said), found(path)

        assert len(failed) == 6, "every table was told"
        assert answered
        assert all(kept[table] >= count for table, count in answered.items())


async def test_an_error_at_any_step_of_a_commit_ends_the_store(path, keep, moves, proof):
    """SQLite itself breaks off, after one, two, three ... of its own steps."""
    batches, steps, safe = moves(60), 0, 0
    while True:
        steps += 1 if proof == "full" else 5
        journal = SqliteJournal(path)
        kept = await journal.begin()
        before = len(await journal.read("ABCDE"))
        assert before in (safe, safe + 1), "an answered batch is there, an unanswered may be"
        safe, left = before, [steps]

        def breaks_off(left=left):
            left[0] -= 1
            return left[0] <= 0

        journal._connection.set_progress_handler(breaks_off, 1)
        try:
            await journal.append("ABCDE", safe, kept.epoch, batches[safe])
        except StorageFailed:
            await _nothing_more(journal, kept, moves)
        else:
            break
        finally:
            journal._connection.set_progress_handler(None, 1)
            await journal.close()

    assert steps > 20


async def _nothing_more(journal, kept, moves):
    """The store is well again, and yet nothing is kept any more."""
    journal._connection.set_progress_handler(None, 1)
    for _ in range(2):
        with pytest.raises(StorageFailed):
            await journal.append("OTHER", 0, kept.epoch, moves(1, "OTHER")[0])
    with pytest.raises(StorageFailed):
        await journal.beat(1.0)
    with pytest.raises(StorageFailed):
        await journal.read("ABCDE")
    with trio.fail_after(PATIENCE), pytest.raises(StorageFailed):
        await journal.broken()
    assert not journal.has_room()


async def test_who_waits_behind_a_failed_commit_is_told_too(opened, moves, path):
    told = []
    async with opened() as (journal, kept):
        journal._connection.execute("PRAGMA max_page_count = 5")

        async def one(code):
            try:
                await journal.append(code, 0, kept.epoch, moves(1, code)[0])
            except StorageFailed as exc:
                told.append(str(exc))

        with trio.fail_after(PATIENCE):
            async with trio.open_nursery() as nursery:
                for number in range(50):
                    nursery.start_soon(one, f"T{number:04}")

    assert len(told) >= 49
    assert "full" in told[0]
    with StoreReader(path) as reader:
        assert len(list(reader.tables())) == 50 - len(told)


@pytest.mark.parametrize("ending", ["deleted", "moved", "replaced"])
async def test_a_file_that_is_gone_takes_no_moves_for_long(opened, keep, moves, path, ending):
    """It could be written to for ever, and nobody would find what was kept in it."""
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(3))
        path.rename(path.with_name("elsewhere"))
        if ending == "deleted":
            path.with_name("elsewhere").unlink()
        elif ending == "replaced":
            sqlite3.connect(path).close()
        with pytest.raises(StorageFailed):
            await journal.beat(1.0)
        with pytest.raises(StorageFailed):
            await journal.append("ABCDE", 3, kept.epoch, moves(4)[3])


async def test_a_folder_that_does_not_exist_is_said_so(tmp_path):
    journal = SqliteJournal(tmp_path / "nowhere" / "tables.sqlite")
    with pytest.raises(StorageFailed, match="No such file"):
        await journal.begin()
    with pytest.raises(StorageFailed):
        await journal.begin()


async def test_a_key_that_cannot_sign_ends_the_store(opened, keep, moves):
    """A table that was scored and is not signed would be worth less than its seal says."""

    def sign(data):
        raise ValueError("no key")

    batches = moves(62, preset="rummy_500", seats=2)
    async with opened(sign=sign) as (journal, kept):
        with pytest.raises(StorageFailed, match="no key"):
            await keep(journal, kept, "ABCDE", batches)
    async with opened() as (journal, _):
        assert len(await journal.read("ABCDE")) == 59


async def test_a_hidden_card_is_in_no_error(opened, keep, moves, path):
    """P4: words of the store go into the log."""
    async with opened() as (journal, kept):
        await keep(journal, kept, "ABCDE", moves(5))
        journal._connection.execute("DROP TABLE batch")
        with pytest.raises(StorageFailed) as told:
            await journal.append("ABCDE", 5, kept.epoch, moves(6)[5])

    assert str(told.value) == "OperationalError: no such table: batch"
    assert os.fsencode(str(told.value)).isascii()
