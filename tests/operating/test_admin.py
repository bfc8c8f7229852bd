"""``rummy admin``: what is typed, and what is put out."""

from __future__ import annotations

import json

import pytest

from rummy_client.cli import admin
from rummy_client.cli.main import main
from rummy_server.operating import language as say
from rummy_server.operating.caller import NobodyThere

NASTY = "a\x1b[2J\x9b31m\u202eb"

TABLES = say.Tables(
    (
        say.TableLine("K7QF2", "friday night", "basic", "playing", 4, 2, 1, 1, 3, 5),
        say.TableLine("ABCDE", NASTY, "gin", "gathering", 2, 1, 1, 0, 0, 0),
    )
)
SESSIONS = say.Sessions(
    (
        say.SessionLine(1, "Ann", "192.0.2.7", "K7QF2", 2, 3, 0),
        say.SessionLine(12, "Zoe", "::1", "K7QF2", None, 11, 900),
        say.SessionLine(13, "", "192.0.2.8", "", None, 0, 0),
    )
)
WELL = say.State(True, "ok", 12, True, 3, 2, 1)
ILL = say.State(False, "late", 1200, False, 3, 2, 1)


@pytest.fixture
def house(monkeypatch):
    """Stands in for a house: gives *answer*, and has what was asked."""

    class House:
        answer = say.Done("Done.")
        asked = None
        path = None

        def call(self, path, errand, seconds):
            self.path, self.asked = path, errand
            if isinstance(self.answer, Exception):
                raise self.answer
            # As it comes over the socket.
            return say.read_answer(say.write_answer(self.answer))

    house = House()
    monkeypatch.setattr(admin, "call", house.call)
    return house


@pytest.mark.parametrize(
    ("typed", "errand"),
    [
        ("tables", say.ListTables()),
        ("sessions", say.ListSessions()),
        ("kick 3", say.Kick(3)),
        ("kick 3 --seat", say.Kick(3, seat=True)),
        ("close k7qf2", say.Close("k7qf2")),
        ("close K7QF2 --why late", say.Close("K7QF2", "late")),
        ("announce We close at ten", say.Announce("We close at ten")),
        ("announce Hello --table K7QF2", say.Announce("Hello", "K7QF2")),
        ("drain", say.Drain()),
        ("drain --stop", say.Drain(stop=True)),
        ("drain --off", say.Drain(off=True)),
        ("restart", say.Restart()),
        ("restart --back-in 30", say.Restart(30)),
        ("health", say.Health()),
        ("backup /srv/copy", say.Backup("/srv/copy")),
    ],
)
def test_what_is_typed_is_what_is_asked(house, tmp_path, typed, errand):
    assert main(["admin", *typed.split(), "--data", str(tmp_path)]) == 0
    assert house.asked == errand
    assert house.path == tmp_path / "admin.sock"


def test_a_backup_is_named_by_its_whole_path(house, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    main(["admin", "backup", "copy"])

    assert house.asked == say.Backup(str(tmp_path / "copy"))


@pytest.mark.parametrize(
    "typed",
    [
        "",
        "shoot",
        "kick",
        "kick Ann",
        "kick 3 4",
        "kick -3",
        "close",
        "announce",
        "tables now",
        "drain --seat",
        "health --stop",
        "kick 3 --why late",
        "backup",
        "restart --back-in soon",
    ],
)
def test_what_is_typed_wrong_is_said_in_one_line_and_nothing_is_asked(house, capsys, typed):
    assert main(["admin", *typed.split()]) == 2

    told = capsys.readouterr()
    assert house.asked is None
    assert told.out == ""
    assert told.err.count("\n") == 1


def put_out(house, capsys, answer, *more):
    house.answer = answer
    status = main(["admin", "health", *more])
    return status, capsys.readouterr().out


def test_tables_stand_under_one_another(house, capsys):
    _, told = put_out(house, capsys, TABLES)

    head, first, second = told.splitlines()
    assert head.split()[:3] == ["CODE", "STAGE", "SEATS"]
    assert first.split()[:3] == ["K7QF2", "playing", "3/4"]
    assert first.index("friday night") == second.index("a\ufffd") == head.index("NAME")


def test_sessions_say_who_sits_and_who_watches(house, capsys):
    _, told = put_out(house, capsys, SESSIONS)

    _, first, second, third = (line.split() for line in told.splitlines())
    assert first == ["1", "K7QF2", "2", "3", "s", "0", "B", "192.0.2.7", "Ann"]
    assert second[:3] == ["12", "K7QF2", "watches"]
    assert third[:3] == ["13", "-", "-"]


@pytest.mark.parametrize(
    ("answer", "words"),
    [(say.Tables(()), "No table.\n"), (say.Sessions(()), "Nobody is connected.\n")],
)
def test_where_there_is_nothing_that_is_said(house, capsys, answer, words):
    assert put_out(house, capsys, answer) == (0, words)


def test_health_is_one_line_and_a_status(house, capsys):
    assert put_out(house, capsys, WELL) == (
        0,
        "healthy: store ok, late by 12 ms at most,"
        " sessions: 3, tables: 2, in play: 1, draining\n",
    )
    status, told = put_out(house, capsys, ILL)
    assert (status, told.split(":")[0]) == (1, "not healthy")


def test_what_was_not_done_is_said_and_has_a_status(house, capsys):
    answer = say.Failed("There is no session 3.")

    assert put_out(house, capsys, answer) == (1, "Not done: There is no session 3.\n")


def test_nobody_there_is_one_line(house, capsys):
    house.answer = NobodyThere("No house answers at /x.")

    assert main(["admin", "health"]) == 1
    assert capsys.readouterr().err == "rummy: No house answers at /x.\n"
    assert main(["admin", "health", "--format", "json"]) == 1
    assert json.loads(capsys.readouterr().out)["why"] == "No house answers at /x."


@pytest.mark.parametrize("answer", [TABLES, SESSIONS, WELL, ILL, say.Failed(NASTY)])
@pytest.mark.parametrize("form", ["text", "json"])
def test_nothing_that_is_put_out_controls_a_terminal(house, capsys, answer, form):
    """X-81."""
    _, told = put_out(house, capsys, answer, "--format", form)

    assert all(line.isprintable() for line in told.splitlines())
    if form == "json":
        assert told.isascii()
        assert told.count("\n") == 1
        json.loads(told)
