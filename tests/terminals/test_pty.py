"""What terminals do to programs: sizes, storms of them, locales, paste. By a real pty."""

from __future__ import annotations

import random
import re

import pytest
from wcwidth import wcswidth

from ..client.screen.ptyterm import PtyTerm
from .conftest import PLAY

pytestmark = pytest.mark.slow

PASTE = "\x1b[200~{}\x1b[201~"
STORM = 40
"""Sizes that a window goes through while somebody drags its corner."""


def sat(term):
    """The whole screen at 80 by 24, as soon as nothing in it changes any more."""
    term.resize(80, 24)
    term.settled()
    return term.wait_for("Your turn: take a card")


def test_x71_after_a_storm_of_sizes_the_screen_is_that_of_a_fresh_start(played) -> None:
    before, chance = sat(played), random.Random(71)
    for _ in range(STORM):
        columns, rows = chance.randint(1, 160), chance.randint(1, 50)
        played.resize(columns, rows)
        played.read(0.002)
    for columns, rows in ((200, 60), (81, 25), (80, 24)):
        played.resize(columns, rows)
        played.settled()
    after = sat(played)

    assert after == before
    assert played.raw.count(b"\x1b[?1049h") == 1, "it stays on the alternate screen"


@pytest.mark.parametrize(("columns", "rows"), [(59, 15), (40, 10), (20, 5), (3, 2), (1, 1)])
def test_x73_what_is_too_small_swallows_keys_and_comes_back(played, columns, rows) -> None:
    before = sat(played)
    played.resize(columns, rows)
    played.type("sdm \r")
    played.taken()
    while played.read(0.3):
        pass
    too_small = played.text

    assert sat(played) == before
    assert all(len(line) <= columns for line in too_small.split("\n"))


def test_x79_a_line_that_is_being_written_outlives_a_storm(played) -> None:
    before, chance, line = sat(played), random.Random(79), "good evening, friends"
    played.type("c")
    played.wait_for("say:")
    for letter in line:
        played.type(letter)
        played.resize(chance.randint(60, 200), chance.randint(16, 60))
        played.read(0.002)
    played.resize(80, 24)
    played.wait_for(line)
    played.type("\x1b")
    played.wait_for(lambda text: "say:" not in text)

    assert sat(played) == before


def test_what_is_pasted_at_a_table_plays_nothing(played) -> None:
    before = sat(played)
    played.type(PASTE.format("sd\r\ns\x1b[A\x03qy"))
    played.wait_for("Pasted text")

    played.settled()
    assert "Your turn: take a card" in played.text
    assert before.split("\n")[:12] == played.text.split("\n")[:12]


def test_what_is_pasted_on_a_console_plays_nothing_though_nobody_says_it_was(tmp_path) -> None:
    with PtyTerm(PLAY, env={"HOME": str(tmp_path), "TERM": "linux"}) as term:
        term.wait_for("Your turn: take a card")
        term.type("sd\r\ns\x1b[A\x03qy" * 50)
        term.wait_for("Pasted text")
        term.taken()
        term.settled()
        assert "Your turn: take a card" in term.text
        term.type("qy")
        assert term.wait_end() == 0


@pytest.mark.parametrize(("columns", "rows"), [(0, 0), (200, 60)])
def test_x73_a_terminal_that_knows_no_size_or_a_huge_one_can_be_played_in(
    tmp_path, columns, rows
) -> None:
    env = {"HOME": str(tmp_path)}
    with PtyTerm(PLAY, max(columns, 80), max(rows, 24), env) as term:
        term.set_size(columns, rows)
        term.wait_for("Your turn: take a card")
        term.type("s")
        term.wait_for("Your turn: play")
        term.type("qy")
        assert term.wait_end() == 0
        assert all(term.left_alone().values())


COLOUR = re.compile(rb"\x1b\[[0-9;]*m")


def test_x75_without_unicode_and_colour_nothing_of_either_is_written(tmp_path) -> None:
    env = {"HOME": str(tmp_path), "LANG": "C", "LC_ALL": "C", "NO_COLOR": "1"}
    with PtyTerm([*PLAY, "--name", "Zoë 김"], env=env) as term:
        shown = term.wait_for("Your turn: take a card")
        term.type("qy")
        assert term.wait_end() == 0

    assert all(byte < 128 for byte in term.raw)
    assert re.search(r"\b(10|[A2-9JQK])[cdhs]\b", shown), "suits are letters"
    numbers = {n for told in COLOUR.findall(bytes(term.raw)) for n in told[2:-1].split(b";")}
    assert numbers <= {b"", b"0", b"1", b"3", b"4", b"5", b"7"}, "bold, reverse and the like"


def cells_before(line, pattern):
    """The cell in which what fits *pattern* ends."""
    found = re.search(pattern, line)
    return wcswidth(line[: found.end()]) if found else None


def test_x83_wide_names_shift_no_column_and_the_cursor_stands_behind_wide_words(played) -> None:
    rows = sat(played).split("\n")
    people = [row for row in rows if " pts" in row]

    assert len({cells_before(row, r"\d+ cards?(?= )") for row in people}) == 1
    assert any("김철수" in row for row in people)

    words = "안녕 مرحبا 日本"
    played.type("c" + words)
    line = played.wait_for(words).split("\n")[-1]
    assert played.screen.cursor.x == wcswidth(line.rstrip())
    played.type("\x1b")
    played.wait_for(lambda text: words not in text)
