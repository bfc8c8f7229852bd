"""The screen of ``rummy`` alone."""

from __future__ import annotations

import pytest

from rummy_client.environment import Environment
from rummy_client.start import Start, ask_start

from .kit import UTF8, terminal


def choose(*typed, servers=(), columns=80, rows=24):
    with terminal(columns, rows) as (keys, output):
        keys.send_text("".join(typed))
        chosen = ask_start(Environment(UTF8, keys, output, signals=False), servers)
        assert output.raw.rfind("\x1b[?1049l") > output.raw.rfind("\x1b[?1049h")
    return chosen


@pytest.mark.parametrize(
    ("typed", "start"),
    [
        ("p", Start("play")),
        ("\r", Start("play")),
        ("s", Start("serve")),
        ("\x1b[B\x1b[B\x1b[B\x1b[B\x1b[B\r", Start("serve")),
        ("j", Start("join")),
        ("\x1b[B\x1b[B\x1b[B\r", Start("watch")),
        ("l", Start("learn")),
        ("\x1b[B\r", Start("learn")),
        ("w", Start("watch")),
        ("q", None),
        ("\x03", None),
        ("x?5" + "p", Start("play")),
        ("\x1b[200~s\x1b[201~q", None),
    ],
)
def test_what_is_chosen_is_given_back(typed, start) -> None:
    assert choose(typed) == start


def test_too_small_a_terminal_lets_one_only_quit() -> None:
    assert choose("ps\rq", columns=40, rows=10) is None
