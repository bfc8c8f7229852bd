"""The log: stable events with fields, safe to look at, and never a flood of it (X-67, X-81)."""

from __future__ import annotations

import ast
import io
import json
import logging
from pathlib import Path

import pytest

import rummy_server
from rummy_server import logbook
from rummy_server.logbook import DEBUG, EVENTS, INFO, WARNING, note
from rummy_server.operating import lines as log_lines
from rummy_server.operating.lines import BURST, open_log

NASTY = "a\x1b[2J\x1b]52;c;eA==\x07\u202e\x9b1m\nb" + "\u0301" * 40


@pytest.fixture
def log():
    """Opens the log as a house does, and gives what was written."""
    root, ours = logging.getLogger(), logbook.LOGGER
    before = root.handlers[:], root.level, ours.level
    opened = []

    def opening(form="text", level=INFO, file=None):
        stream = io.StringIO()
        opened.append(open_log(form, level, stream, file))
        return opened[-1], stream

    yield opening
    for lines in opened:
        lines.close()
    root.handlers[:] = before[0]
    root.setLevel(before[1])
    ours.setLevel(before[2])


def test_an_event_is_one_line_of_text(log):
    _, stream = log()

    note(WARNING, "spent-secret", table="K7QX", seat=2, why="an old copy")

    (line,) = stream.getvalue().splitlines()
    at, rest = line.split(" ", 1)
    assert at.endswith("Z")
    assert rest == 'warning spent-secret table=K7QX seat=2 why="an old copy"'


def test_an_event_is_one_line_of_json(log):
    _, stream = log("json")

    note(WARNING, "spent-secret", table="K7QX", seat=2, none=None)

    told = json.loads(stream.getvalue())
    assert told.pop("time").endswith("Z")
    assert told == {"level": "warning", "event": "spent-secret", "table": "K7QX", "seat": 2}


@pytest.mark.parametrize("form", log_lines.FORMS)
def test_nothing_in_a_line_controls_a_terminal(log, form):
    _, stream = log(form)

    note(INFO, "announced", table=NASTY)
    logging.getLogger("elsewhere").warning("%s", NASTY)

    written = stream.getvalue()
    assert written.count("\n") == 2
    assert all(line.isprintable() for line in written.splitlines())
    assert "\u0301\u0301\u0301" not in written


def test_no_line_is_longer_than_a_few_fields(log):
    _, stream = log()

    note(INFO, "announced", table="x" * 100_000)

    assert len(stream.getvalue()) < 400


def test_what_is_held_is_written_later_in_its_order(log):
    lines, stream = log()

    lines.hold_back()
    note(INFO, "table-opened")
    note(INFO, "open")
    assert stream.getvalue() == ""
    lines.write_held()
    note(INFO, "announced")

    told = [line.split(maxsplit=2)[2] for line in stream.getvalue().splitlines()]
    assert told == ["table-opened", "open", "announced"]


def test_what_was_held_is_written_at_the_latest_when_the_log_is_closed(log):
    lines, stream = log()

    lines.hold_back()
    note(INFO, "open")
    lines.close()

    assert " open" in stream.getvalue()


def test_what_is_less_serious_is_left_out(log):
    _, stream = log(level=WARNING)

    note(INFO, "announced")
    note(DEBUG, "connected", address="192.0.2.7")

    assert stream.getvalue() == ""


def test_a_flood_is_written_as_a_few_lines_and_a_count(log):
    lines, stream = log()
    at = [0.0]
    lines._now = lambda: at[0]

    for _ in range(10_000):
        note(INFO, "given-up", code="silent")
    note(INFO, "announced")
    lines.settle()
    assert stream.getvalue().count("\n") == BURST + 1
    at[0] += log_lines.SETTLED
    lines.settle()

    written = stream.getvalue().splitlines()
    assert written[-1].endswith(f"unlogged of=given-up count={10_000 - BURST}")
    assert len(written) == BURST + 2
    assert lines.counts["given-up"] == 10_000


def test_after_a_flood_there_is_a_line_a_second(log):
    lines, stream = log()
    at = [0.0]
    lines._now = lambda: at[0]

    for _ in range(100):
        note(INFO, "given-up", code="silent")
        at[0] += 0.25

    assert stream.getvalue().count("\n") == pytest.approx(BURST + 25, abs=6)


def test_what_was_left_out_is_told_at_the_end(log):
    lines, stream = log()
    for _ in range(BURST + 7):
        note(INFO, "given-up")

    lines.close()

    assert stream.getvalue().splitlines()[-1].endswith("unlogged of=given-up count=7")


def test_a_log_file_has_a_bounded_size(log, tmp_path, monkeypatch):
    monkeypatch.setattr(log_lines, "FILE_BYTES", 2_000)
    lines, stream = log(file=tmp_path / "log")
    at = [0.0]
    lines._now = lambda: at[0]

    for number in range(2_000):
        note(INFO, "announced", sessions=number)
        at[0] += 1

    files = sorted(tmp_path.iterdir())
    assert len(files) == log_lines.FILES
    assert all(file.stat().st_size <= 2_000 for file in files)
    assert "sessions=1999" in (tmp_path / "log").read_text()
    assert stream.getvalue() == ""


def test_a_log_that_cannot_be_written_hurts_nobody(log):
    _, stream = log()
    stream.close()

    note(INFO, "announced")


def test_there_are_no_events_but_those_in_the_book():
    with pytest.raises(AssertionError):
        note(INFO, "something-else")


SOURCES = sorted(Path(rummy_server.__path__[0]).rglob("*.py"))


def noted():
    """Every event that the sources note, with the fields of it."""
    for path in SOURCES:
        if "note" not in path.read_text():
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            called = getattr(node, "func", None)
            name = getattr(called, "id", getattr(called, "attr", ""))
            if name in ("note", "_note") and isinstance(node.args[1], ast.Constant):
                yield node.args[1].value, {keyword.arg for keyword in node.keywords}


def test_the_book_holds_what_is_noted_and_nothing_else():
    told = {event for event, _ in noted()} | {"unlogged"}  # which the log writes itself

    assert told == set(EVENTS)


def test_an_address_is_noted_at_the_level_debug_only():
    for event, fields in noted():
        assert "address" not in fields or event == "connected"


def test_whatever_is_logged_goes_through_the_book():
    others = [path for path in SOURCES if path.parent.name != "operating"]
    wild = [path.name for path in others if "getLogger" in path.read_text()]

    assert wild == ["logbook.py"]
