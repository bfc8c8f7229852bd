"""Settings and calls in the real program, started from a shell on a real terminal."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from .ptyterm import PtyTerm

pytestmark = pytest.mark.slow

PLAY = f"{sys.executable} -m rummy_client.cli --no-mouse play --bots 1 --name Ann"
ON = (b"\x1b[?1004h", b"\x1b[22;2t")
OFF = (b"\x1b[?1004l", b"\x1b[23;2t")


@pytest.fixture
def shell(tmp_path):
    home = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PS1": "ready$ "}
    path = tmp_path / "rummy-tables" / "settings.toml"
    path.parent.mkdir()
    path.write_text('# mine\nbell = "away"\nfuture = 1\n')
    with PtyTerm(["bash", "--norc", "--noprofile", "-i"], env=home) as term:
        term.wait_for("ready$")
        yield term, path


def since(term, place, what):
    """Wait until *what* was written after *place*, whatever else still stands there."""
    term.wait_for(lambda shown: what in bytes(term.raw[place:]))


def counts(term, sequences):
    return [bytes(term.raw).count(sequence) for sequence in sequences]


def test_a_choice_is_kept_and_the_terminal_is_given_back_whenever_one_leaves(shell) -> None:
    term, path = shell
    term.type(f"{PLAY}\r")
    term.wait_for("Your hand")
    assert "future means nothing here" in bytes(term.raw).decode()
    assert counts(term, ON + OFF) == [1, 1, 0, 0]

    term.type("\x1a")
    since(term, 0, b"Stopped")
    assert counts(term, ON + OFF) == [1, 1, 1, 1]

    place = len(term.raw)
    term.type("fg\r")
    since(term, place, b"Your hand")
    for sequence in ON:
        since(term, place, sequence)
    assert counts(term, ON + OFF) == [2, 2, 1, 1]

    place = len(term.raw)
    term.type(":theme light\r")
    since(term, place, b"Colours: light")
    term.type("q")
    since(term, place, b"Leave?")
    term.type("y")
    since(term, place, b"ready$")
    assert counts(term, ON + OFF) == [2, 2, 2, 2]
    assert Path(path).read_text() == ('# mine\nbell = "away"\nfuture = 1\ntheme = "light"\n')
    term.type("exit\r")
    assert term.wait_end() == 0
