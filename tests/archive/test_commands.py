"""``rummy games``, ``export``, ``replay``, ``verify`` and ``backup``, as people type them."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
import trio

from rummy_client.cli.main import main
from rummy_server.identity import Identity
from rummy_server.store.reader import StoreReader
from rummy_server.store.sqlite import SqliteJournal

GOLDEN = sorted(Path(__file__).with_name("golden").glob("journal-*.sqlite"))[0]
RECORDED = json.loads(GOLDEN.with_suffix(".json").read_text())
SHORT = RECORDED["games"][4]["game"]
COMMANDS = ("backup", "export", "games", "replay", "verify")


@pytest.fixture
def house(tmp_path):
    """The folder of a house that is closed, with the games of the golden journal."""
    folder = tmp_path / "house"
    folder.mkdir(mode=0o700)
    shutil.copyfile(GOLDEN, folder / "tables.sqlite")
    (folder / "tables.sqlite").chmod(0o600)
    return folder


@pytest.fixture
def rummy(house, capsys):
    """Types a command for that house: its exit status, what it put out, what it complained."""

    def typed(*words, data=house):
        status = main([*map(str, words), "--data", str(data)])
        out, err = capsys.readouterr()
        return status, out, err

    return typed


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_explains_itself(command, capsys):
    assert main([command, "--help"]) == 0
    assert capsys.readouterr().out.startswith(f"Usage: rummy {command}")


def test_games_are_listed_newest_first_in_words_and_as_json(rummy):
    status, told, _ = rummy("games")
    _, as_json, _ = rummy("games", "--format", "json")
    listed = json.loads(as_json)

    assert status == 0
    assert [line.split()[2] for line in told.splitlines()] == [
        game["game"] for game in RECORDED["games"]
    ]
    assert [game["game"] for game in listed] == [game["game"] for game in RECORDED["games"]]
    assert {game["state"] for game in listed} >= {"running", "finished"}
    assert listed[0]["players"][0].keys() == {"name", "bot", "points"}


def test_an_export_is_text_or_lines_on_the_screen_or_in_a_file(rummy, tmp_path):
    _, told, _ = rummy("export", SHORT)
    _, seat, _ = rummy("export", SHORT, "--seat", "bob")
    _, lines, _ = rummy("export", SHORT, "--format", "jsonl")
    out = tmp_path / "game.jsonl"
    status, nothing, _ = rummy("export", SHORT, "--format", "jsonl", "--seat", "Ann", "-o", out)

    assert told.startswith(f"Game {SHORT}, at the table quick")
    assert "Your hand as dealt" in seat
    assert "Your hand as dealt" not in told
    assert json.loads(lines.splitlines()[0])["viewer"] == "everybody"
    assert (status, nothing) == (0, "")
    assert json.loads(out.read_text().splitlines()[0])["viewer"] == {"seat": 0, "name": "Ann"}


def test_a_game_or_its_file_is_replayed_by_lines(rummy, tmp_path):
    _, from_store, _ = rummy("replay", SHORT, "--seat", "Ann", "--plain")
    out = tmp_path / "game.jsonl"
    rummy("export", SHORT, "--format", "jsonl", "--seat", "Ann", "-o", out)
    status, from_file, _ = rummy("replay", out, "--plain")

    assert status == 0
    assert "You drew the " in from_store
    assert from_file == from_store


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("export", "ZZZZZ-1"), "No game 'ZZZZZ-1' is kept; rummy games lists those that are."),
        (("export", SHORT, "--seat", "Zoe"), "Nobody called 'Zoe' played in"),
        (("export", SHORT, "--seat", "Ann", "--onlooker"), "say one of them"),
        (("replay", "ZZZZZ-1", "--plain"), "No game"),
        (("replay", "nowhere.jsonl", "--plain"), "Cannot read nowhere.jsonl"),
        (("replay", GOLDEN, "--plain"), "No game that can be replayed is in there"),
        (("verify", "ZZZZZ-1"), "No game"),
        (("verify", __file__), "is not"),
        (("export", SHORT, "-o", "/nowhere/x"), "Cannot write /nowhere/x"),
        (("backup", GOLDEN), "is there already"),
    ],
)
def test_what_cannot_be_done_is_said_in_one_line(rummy, words, told):
    status, out, err = rummy(*words)

    assert status == 2
    assert out == ""
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.parametrize("command", ["games", "verify", "export X-1", "backup new.sqlite"])
def test_where_nothing_is_kept_that_is_said(rummy, tmp_path, command):
    status, _, err = rummy(*command.split(), data=tmp_path / "elsewhere")

    assert status == 2
    assert "No games are kept in" in err
    assert not (tmp_path / "elsewhere").exists()


def test_verify_finds_nothing_and_then_what_was_changed(rummy, house):
    whole = rummy("verify", "--full")
    one = rummy("verify", SHORT)
    with sqlite3.connect(house / "tables.sqlite") as store:
        store.execute("UPDATE batch SET day = '2000-01-01T00:00:00+00:00' WHERE seq = 7")
    store.close()
    status, told, _ = rummy("verify")

    assert whole[0] == 0
    assert "no fault found" in whole[1]
    assert one[:2] == (
        0,
        f"{SHORT}: no fault found. The key of the house is not here, so its "
        "signatures were not checked.\n",
    )
    assert status == 1
    assert len(told.splitlines()) == len(RECORDED["heads"])
    assert all("batch 7: the chain is broken" in line for line in told.splitlines())

    status, told, err = rummy("games")
    assert status == 1
    assert err.count("is not what was written: see rummy verify.") == len(RECORDED["heads"])
    assert rummy("export", SHORT)[0] == 2


def test_verify_reads_a_file_of_its_own(rummy, tmp_path):
    status, told, _ = rummy("verify", GOLDEN, data=tmp_path)

    assert status == 0
    assert "no fault found" in told


def test_a_backup_of_a_closed_house_is_a_house(rummy, tmp_path):
    copy = tmp_path / "copy.sqlite"
    status, told, _ = rummy("backup", copy)

    assert status == 0
    assert f"holds {len(RECORDED['heads'])} tables" in told
    assert copy.stat().st_mode & 0o077 == 0
    assert rummy("games", data=copy)[1] == rummy("games")[1]
    assert rummy("verify", copy)[0] == 0


def test_games_of_an_empty_house(rummy, tmp_path):
    """A server that has only been started has no games, and says so."""
    folder = tmp_path / "new"
    with Server(folder):
        assert rummy("games", data=folder)[1] == "No game has been played here yet.\n"


def test_a_server_that_runs_is_asked_and_one_starts_from_its_backup(rummy, house, tmp_path):
    running = next(g["game"] for g in RECORDED["games"] if g["state"] == "running")
    copy = tmp_path / "copy.sqlite"
    with Server(house):
        listed = rummy("games", "--format", "json")[1]
        backup = rummy("backup", copy)
        verified = rummy("verify", running)
    other = tmp_path / "other"
    other.mkdir(mode=0o700)
    shutil.move(copy, other / "tables.sqlite")
    with Server(other):
        again = rummy("games", "--format", "json", data=other)[1]

    assert backup[0] == 0
    assert all("not the signature of the house" in line for line in verified[1].splitlines()), (
        "a house that is new has another key than the one that signed"
    )
    assert json.loads(listed)[0]["game"] == RECORDED["games"][0]["game"]
    games = {game["game"]: game["state"] for game in json.loads(again)}
    assert games == {game["game"]: game["state"] for game in json.loads(listed)}
    assert games[running] == "running"


class Server:
    """``rummy serve`` on a folder, as long as the ``with`` lasts."""

    def __init__(self, folder):
        command = [
            sys.executable,
            "-m",
            "rummy_client.cli",
            "serve",
            "--bind",
            "127.0.0.1",
            "--port",
            "0",
        ]
        self._process = subprocess.Popen(
            [*command, "--data", str(folder)],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env=os.environ | {"PYTHONUNBUFFERED": "1"},
        )

    def __enter__(self):
        assert "is open" in self._process.stdout.readline()
        return self

    def __exit__(self, *_):
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()


def test_the_seals_of_a_house_are_checked_with_its_own_key(rummy, tmp_path):
    folder = tmp_path / "signed"
    folder.mkdir(mode=0o700)
    identity = Identity.in_folder(folder)
    trio.run(keep_again, folder / "tables.sqlite", identity.sign)
    good = rummy("verify", data=folder)
    (folder / "identity.pem").unlink()
    Identity.in_folder(folder)
    status, told, _ = rummy("verify", data=folder)

    assert good[:2] == (0, f"{folder}: no fault found.\n")
    assert status == 1
    assert "this is not the signature of the house" in told


async def keep_again(path, sign):
    """Write the shortest golden game into a new store that is signed by *sign*."""
    store = SqliteJournal(path, sign=sign)
    kept = await store.begin()
    table = SHORT.partition("-")[0]
    with StoreReader(GOLDEN) as reader:
        for seq, row in enumerate(reader.batches(table)):
            await store.append(table, seq, kept.epoch, row.batch())
    await store.close()
