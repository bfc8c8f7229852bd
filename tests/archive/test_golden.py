"""Journals of every release so far: each is read, comes out as recorded, and verifies (P15)."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
import trio

from rummy_server.archive import State, account, frames, games, moments, updates, verify
from rummy_server.game.view import Bystander, Seat
from rummy_server.identity import verify_signature
from rummy_server.room.imprint import imprint
from rummy_server.room.records import SeatLeft
from rummy_server.store.reader import StoreReader
from rummy_server.store.sqlite import SqliteJournal

GOLDEN = sorted(Path(__file__).with_name("golden").glob("journal-*.sqlite"))


@pytest.fixture(scope="module", params=GOLDEN, ids=lambda path: path.stem)
def golden(request):
    return request.param


@pytest.fixture(scope="module")
def reader(golden):
    with StoreReader(golden) as opened:
        yield opened


@pytest.fixture(scope="module")
def recorded(golden):
    return json.loads(golden.with_suffix(".json").read_text())


def test_there_is_one():
    assert GOLDEN


def test_its_games_are_listed_as_they_ended(reader, recorded):
    assert [
        {
            "game": game.code,
            "rules_hash": game.ruleset.rules_hash(),
            "state": game.state.value,
            "players": list(game.names),
            "totals": [list(points) for points in game.totals],
            "winners": None if game.result is None else list(game.result.winners),
        }
        for game in games(reader)
    ] == recorded["games"]


def test_it_is_followed_to_the_recorded_imprints(reader, recorded):
    for table, stamps in recorded["imprints"].items():
        told = [imprint(moment.after).hex()[:16] for moment in moments(reader, table)]
        assert told == stamps


def test_it_ends_where_it_ended(reader, recorded):
    heads = {
        table.id: {"batches": table.seq, "head": table.head.hex()} for table in reader.tables()
    }
    assert heads == recorded["heads"]


def test_it_verifies_to_the_last_move_and_seal(golden, reader):
    spki = golden.with_suffix(".spki").read_bytes()

    def signed(data, signature):
        return verify_signature(spki, data, signature)

    assert list(verify(reader, full=True, signed=signed)) == []
    assert sum(len(list(reader.seals(table.id))) for table in reader.tables()) > 5


def test_every_viewer_can_turn_its_games_over(reader, volume):
    """The shortest game; with ``PROOF=full`` all of them."""
    found = sorted(games(reader), key=lambda game: game.last - game.first)
    for game in found[: volume(1, None)]:
        seats = [Seat(seat) for seat in range(len(game.players))]
        for viewer in (Bystander(), *seats):
            assert sum(1 for _ in frames(reader, game, viewer)) > 20
        assert len(list(account(game, updates(reader, game, Bystander())))) > 20


def test_it_holds_what_is_hard_to_keep(reader):
    """A restart in the middle, jokers, a bot, a seat that was left, a game that still runs."""
    found = games(reader)
    kinds = [
        type(record)
        for table in reader.tables()
        for moment in moments(reader, table.id)
        for record in moment.records
    ]

    assert {game.ruleset.preset for game in found} >= {"basic", "romme_40", "rummy_500"}
    assert {game.state for game in found} >= {State.RUNNING, State.FINISHED}
    assert any(game.ruleset.jokers for game in found)
    assert any(player.bot for game in found for player in game.players)
    assert SeatLeft in kinds
    assert any(game.ruleset.buy_ins for game in found)


def test_a_house_begins_with_it_and_the_running_game_goes_on(golden, recorded, tmp_path):
    copy = tmp_path / "tables.sqlite"
    shutil.copyfile(golden, copy)

    async def begin():
        journal = SqliteJournal(copy)
        kept = await journal.begin()
        read = {table: len(await journal.read(table)) for table in kept.live}
        await journal.close()
        return read

    read = trio.run(begin)
    running = [game["game"] for game in recorded["games"] if game["state"] == "running"]

    assert {find_table(code) for code in running} <= set(read)
    assert all(read[table] == recorded["heads"][table]["batches"] for table in read)


def find_table(code):
    return code.partition("-")[0]
