"""A journal is tamper-evident (P14): no byte of it and no move in it can be another."""

from __future__ import annotations

import random
import sys
from itertools import chain, zip_longest
from pathlib import Path

import msgspec
import pytest
import trio
from msgspec.structs import replace

from rummy_server.archive import verify
from rummy_server.journal import Batch, JournalError, read_records
from rummy_server.store.chain import sealed
from rummy_server.store.reader import StoreReader
from rummy_server.store.sqlite import SqliteJournal

from .forgeries import FORGERIES, SEALED
from .kept import Shelf, sign, signed

GOLDEN = sorted(Path(__file__).with_name("golden").glob("journal-*.sqlite"))[0]


@pytest.fixture(scope="module")
def shelf():
    """The shortest game of the golden journal, which people played by hand."""
    with StoreReader(GOLDEN) as reader:
        for table in reader.tables():
            rows = list(reader.batches(table.id))
            if b"quick" in rows[0].body:
                found = Shelf()
                found.keep(table.id, rows, table.closed)
                found.seal(table.id)
                return found
    raise LookupError("quick")


@pytest.fixture(scope="module")
def table(shelf):
    return next(iter(shelf.rows))


LATER = {
    "a_hand_is_dealt_a_better_card_from_the_stock",
    "a_meld_is_never_laid",
    "another_card_is_discarded_than_was",
    "another_card_is_turned_up",
    "the_game_goes_to_another_target",
    "the_stock_lies_in_another_order",
    "the_table_was_closed_before",
    "two_hands_are_exchanged_after_the_deal",
}
"""Lies that could be true, until something happens that could not have happened then."""


def first_other(old, new):
    """The batch with which two accounts part."""
    pairs = zip_longest(old, new)
    return next(number for number, (one, other) in enumerate(pairs, 1) if one != other)


def faults(shelf, by=signed, **how):
    return list(verify(shelf, full=True, signed=by, **how))


def test_what_was_written_has_no_fault(shelf):
    assert faults(shelf) == []


@pytest.mark.parametrize("name", FORGERIES)
def test_the_rules_notice_a_forgery(shelf, table, name):
    """Chain, imprints and all are made anew: only the play itself can tell."""
    forged = shelf.copy()
    batches = FORGERIES[name](shelf.records(table))
    assert list(batches) != shelf.records(table)
    forged.forge(table, batches)
    forged.seal_rows[table] = []

    found = next(verify(forged, full=True), None)

    assert found is not None
    if name not in LATER:
        assert found.batch == first_other(shelf.records(table), batches)
    assert "chain" not in found.reason
    assert found.table == table
    assert "\n" not in str(found)


def test_there_are_more_than_thirty_of_them():
    assert len(FORGERIES) >= 30


@pytest.mark.parametrize("name", SEALED)
def test_only_the_signature_can_notice_some(shelf, table, name):
    forged = shelf.copy()
    forged.forge(table, SEALED[name](shelf.records(table)))

    assert faults(forged, by=None) == []
    assert ["signature" in fault.reason for fault in faults(forged)] == [True]


# --- one byte -----------------------------------------------------------------------------

FIELDS = ("seq", "at", "day", "kinds", "body", "imprint", "hash")


def flipped(data, place, bit):
    return data[:place] + bytes([data[place] ^ 1 << bit]) + data[place + 1 :]


def changed(row, field, place, bit):
    """*row* with one bit of one field another."""
    value = getattr(row, field)
    match value:
        case bytes():
            return replace(row, **{field: flipped(value, place % len(value), bit)})
        case str():
            data = value.encode()
            told = flipped(data, place % len(data), bit).decode("latin-1")
            return replace(row, **{field: told})
        case float():
            data = flipped(msgspec.msgpack.encode(value), 1 + place % 8, bit)
            return replace(row, **{field: msgspec.msgpack.decode(data)})
        case int():
            return replace(row, **{field: value ^ 1 << place % 16})
    raise TypeError(value)


def every_byte(shelf, table):
    """Where a byte can be changed in the batches of *table*."""
    for place, row in enumerate(shelf.rows[table]):
        for field in FIELDS:
            value = getattr(row, field)
            size = len(value) if isinstance(value, bytes | str) else 8
            yield from ((place, field, byte) for byte in range(size))


def test_no_byte_of_a_batch_can_be_another(shelf, table, volume):
    spots, chance = list(every_byte(shelf, table)), random.Random(14)
    missed = []
    for place, field, byte in chance.sample(spots, volume(60, len(spots))):
        row = changed(shelf.rows[table][place], field, byte, chance.randrange(8))
        other = shelf.copy()
        other.rows[table][place] = row
        if row != shelf.rows[table][place] and not next(verify(other, signed=signed), None):
            missed.append((place, field, byte))

    assert missed == []


def test_no_byte_of_a_seal_can_be_another(shelf, table):
    seal = shelf.seal_rows[table][0]
    for byte in range(0, len(seal.signature), 8):
        other = shelf.copy()
        other.seal_rows[table] = [replace(seal, signature=flipped(seal.signature, byte, 3))]
        assert faults(other)


# --- the rest of what is kept -------------------------------------------------------------


def test_a_wrong_imprint_is_noticed_though_the_chain_is_whole(shelf, table):
    forged = shelf.copy()
    rows = [(row.body, row.imprint, row.at, row.day) for row in shelf.rows[table]]
    body, imprint, at, day = rows[20]
    rows[20] = body, imprint[::-1], at, day
    forged.put(table, rows)
    found = faults(forged)

    assert [(fault.batch, fault.reason) for fault in found] == [
        (21, "the table does not come out as it stood")
    ]


@pytest.mark.parametrize(
    ("at", "day", "reason"),
    [
        (-1.0, None, "the time of the house runs back"),
        (float("nan"), None, "the time of the house runs back"),
        (float("inf"), None, "the time of the house runs back"),
        (None, "yesterday", "its date is none"),
        (None, "2025-11-30T20:00:00", "its date is none"),
    ],
)
def test_a_wrong_time_is_noticed_though_the_chain_is_whole(shelf, table, at, day, reason):
    forged = shelf.copy()
    rows = [(row.body, row.imprint, row.at, row.day) for row in shelf.rows[table]]
    rows[20] = (*rows[20][:2], rows[20][2] if at is None else at, day or rows[20][3])
    forged.put(table, rows)

    assert reason in [fault.reason for fault in faults(forged) if fault.batch == 21]


CHANGES = {
    "a batch is missing at the end": lambda rows: rows[:-1],
    "a batch is missing": lambda rows: [*rows[:9], *rows[10:]],
    "a batch is there twice": lambda rows: [*rows[:10], rows[9], *rows[10:]],
    "two batches have changed places": lambda rows: [*rows[:9], rows[10], rows[9], *rows[11:]],
    "all but the first are missing": lambda rows: rows[:1],
    "it goes by another name": lambda rows: [replace(rows[0], kinds="Acted"), *rows[1:]],
    "nothing is there": lambda rows: [],
}


@pytest.mark.parametrize("what", CHANGES)
def test_other_rows_are_noticed(shelf, table, what):
    forged = shelf.copy()
    forged.rows[table] = CHANGES[what](shelf.rows[table])

    assert faults(forged)


@pytest.mark.parametrize(
    "change",
    [
        {"seq": 3},
        {"head": bytes(32)},
        {"closed": True},
    ],
)
def test_what_is_said_of_a_table_as_a_whole_is_checked(shelf, table, change):
    forged = shelf.copy()
    forged.kept[table] = replace(shelf.kept[table], **change)

    assert faults(forged)


@pytest.mark.parametrize(
    "change",
    [{"format": 2}, {"format": None}, {"at": "now"}, {"at": float("nan")}, {"epoch": "x"}],
)
def test_what_is_said_of_the_house_is_checked(shelf, change):
    forged = shelf.copy()
    forged.house_row |= change

    assert [fault.table for fault in faults(forged)] == ["house"]


def test_seals_must_be_where_deals_were_scored_and_nowhere_else(shelf, table):
    without, moved = shelf.copy(), shelf.copy()
    without.seal_rows[table] = shelf.seal_rows[table][1:]
    row = shelf.rows[table][5]
    more = replace(
        shelf.seal_rows[table][0],
        seq=row.seq,
        signature=sign(sealed(table, row.seq, row.hash)),
    )
    moved.seal_rows[table] = [*shelf.seal_rows[table], more]

    assert "did not sign" in faults(without)[0].reason
    assert "no deal was scored" in faults(moved)[0].reason


def test_only_the_newest_moves_are_judged_unless_all_are_asked_for(shelf, table, monkeypatch):
    monkeypatch.setattr(sys.modules["rummy_server.archive.verify"], "JUDGED", 3)
    forged = shelf.copy()
    forged.forge(table, FORGERIES["an_answer_counts_wrongly"](shelf.records(table)))
    forged.seal_rows[table] = []

    assert list(verify(forged, signed=None)) == []
    assert faults(forged, by=None)


def test_one_table_alone_can_be_checked(shelf, table):
    forged = shelf.copy()
    forged.keep("OTHER", shelf.rows[table])
    forged.seal_rows["OTHER"] = []

    assert list(verify(forged, table, signed=signed)) == []
    assert list(verify(forged, "OTHER", signed=signed))


# --- the file -----------------------------------------------------------------------------


@pytest.fixture(scope="module")
def stored(shelf, table, tmp_path_factory):
    """The same game in a file of its own, as a house keeps it."""
    path = tmp_path_factory.mktemp("house") / "tables.sqlite"

    async def write():
        journal = SqliteJournal(path, sign=sign)
        kept = await journal.begin()
        for seq, row in enumerate(shelf.rows[table]):
            batch = Batch(read_records(row.body), row.imprint, row.at, row.day)
            await journal.append(table, seq, kept.epoch, batch)
        await journal.close()

    trio.run(write)
    return path.read_bytes()


def first_fault(reader):
    for fault in chain(reader.faults(), verify(reader, full=True, signed=signed)):
        return str(fault)
    return ""


def content(path):
    """All that is read from a store, the numbers of its leases apart; or what is wrong."""
    try:
        with StoreReader(path) as reader:
            if wrong := first_fault(reader):
                return [wrong]
            house = {key: value for key, value in reader.house().items() if key != "epoch"}
            tables = [replace(table, epoch=0) for table in reader.tables()]
            rows = [list(reader.batches(table.id)) for table in tables]
            return house, tables, rows, [list(reader.seals(table.id)) for table in tables]
    except JournalError as exc:
        return [str(exc)]


def test_no_byte_of_the_file_changes_what_is_read_without_a_fault(stored, tmp_path, volume):
    """A byte that nothing is read from may be another; no other may. With ``PROOF=full`` one
    byte in four is tried."""
    path, chance = tmp_path / "copy.sqlite", random.Random(14)
    path.write_bytes(stored)
    whole = content(path)
    noticed = 0
    for place in chance.sample(range(len(stored)), volume(60, len(stored) // 4)):
        path.write_bytes(flipped(stored, place, chance.randrange(8)))
        found = content(path)
        noticed += isinstance(found, list)
        assert found == whole or isinstance(found, list), place

    assert isinstance(whole, tuple)
    assert noticed
