"""Games from files and tables that stand, from the command line to a seat at the table."""

from __future__ import annotations

import os
import subprocess
import sys
from contextlib import contextmanager

import pytest

from ...patience import PATIENCE

RUMMY = [sys.executable, "-m", "rummy_client.cli"]
JOIN = ("join", "--plain", "--insecure")
OURS = 'preset = "ours"\nhand_sizes = [9, 7, 7, 6, 6]\njokers = 2\ndeals = 1\n'


@pytest.fixture(autouse=True)
def _own_state(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))


def said(argv, typed):
    done = subprocess.run(
        [*RUMMY, *argv], input=typed, capture_output=True, text=True, timeout=PATIENCE,
        env=dict(os.environ), check=False,
    )  # fmt: skip
    return done.stdout


@contextmanager
def serving(*argv):
    """A server on some port; its port."""
    command = [*RUMMY, "serve", "--bind", "127.0.0.1", "--port", "0", "--end-with-input", *argv]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as server:
        yield server.stdout.readline().decode().strip()
        server.stdin.close()


def test_a_game_from_a_file_is_played(tmp_path):
    place = tmp_path / "game, the one we like.toml"
    place.write_text(OURS)

    told = said(
        ["play", "--plain", "--rules", str(place), "--bots", "1", "--pause", "0"],
        "rules\nquit\n",
    )

    assert "9 cards if 2 play" in told
    assert "with 2 jokers" in told
    assert "The match is one deal" in told


def test_a_game_from_a_file_is_played_with_house_rules(tmp_path):
    place = tmp_path / "ours.json"
    place.write_text('{"packs": 2}')

    told = said(
        ["play", "--plain", "--rules", str(place), "--set", "ace=high", "--bots", "2"],
        "rules\nquit\n",
    )

    assert "2 packs of 52" in told
    assert "In a run the ace is high" in told


def test_a_table_stands_ready_for_whoever_joins(tmp_path):
    place = tmp_path / "ours.toml"
    place.write_text(OURS)
    tables = ("--table", "kitchen: basic, ace=either, target=150", "--table", f"den: {place}")
    with serving(*tables) as port:
        kitchen = said([*JOIN, f"127.0.0.1:{port}", "--table", "kitchen"], "rules\n")
        den = said([*JOIN, f"127.0.0.1:{port}", "--table", "den"], "rules\n")

    assert "150 points or more" in kitchen
    assert "A 2 3 and Q K A are runs" in kitchen
    assert "9 cards if 2 play" in den
