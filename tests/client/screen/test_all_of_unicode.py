"""Every code point there is, through `clean` and through a terminal (P31, T33).

Each row of the terminal is filled with a mark, and a piece of text is written into its middle.
Whatever the text holds, no other cell changes, the cursor stands where it was said to, and
title, modes and colours are as before.
"""

from __future__ import annotations

import os
import sys
import unicodedata

import pyte
from wcwidth import wcwidth

from rummy_protocol.clean import cells, clean

FULL = os.environ.get("PROOF", "small") == "full"
ROOM = 100
COLUMNS = 120
LEFT = 5
ALL = sys.maxunicode + 1
BATCH = 1 << 14
STEP = ROOM // 2


class Terminal:
    """One row of a terminal, and whatever else a text could change."""

    def __init__(self) -> None:
        self.screen = pyte.Screen(COLUMNS, 3)
        self.stream = pyte.Stream(self.screen)
        self.stream.feed("\x1b[2J\x1b[H" + "\r\n".join("#" * (COLUMNS - 1) for _ in range(3)))
        self.modes = set(self.screen.mode)

    def write(self, text: str) -> str:
        """Write *text* at its place; what the row holds there then."""
        self.stream.feed(f"\x1b[2;1H{'#' * (COLUMNS - 1)}\x1b[2;{LEFT + 1}H")
        part = ""
        for char in text:
            part += char
            if wcwidth(char) == 0:
                # pyte lets fall what follows in the same piece.
                self.stream.feed(part)
                part = ""
        self.stream.feed(part)
        screen, width = self.screen, cells(text)
        assert (screen.cursor.y, screen.cursor.x) == (1, LEFT + width), ascii(text)
        rows = screen.display
        assert rows[0].rstrip() == rows[2].rstrip() == "#" * (COLUMNS - 1), ascii(text)
        line = screen.buffer[1]
        before = "".join(line[n].data for n in range(LEFT))
        after = "".join(line[n].data for n in range(LEFT + width, COLUMNS - 1))
        assert before + after == "#" * (COLUMNS - 1 - width), ascii(text)
        assert screen.title == screen.icon_name == ""
        assert screen.mode == self.modes
        assert screen.cursor.attrs == pyte.screens.Char(" ")
        return "".join(line[n].data for n in range(LEFT, LEFT + width))


def pieces(points: range) -> str:
    """All *points*, with a letter before what has no width, for it to combine with."""
    return "".join(f"x{char}" if wcwidth(char) == 0 else char for char in map(chr, points))


def test_every_code_point_leaves_the_rest_of_the_terminal_alone() -> None:
    terminal, seen, lines = Terminal(), set(), 0
    for start in range(0, ALL, BATCH):
        text = pieces(range(start, min(start + BATCH, ALL)))
        left = clean(text, 4 * BATCH)
        # Most of the million are unassigned and all become the same sign.
        for piece in dict.fromkeys(left[n : n + STEP] for n in range(0, len(left), STEP)):
            lines += 1
            if not FULL and lines % 8 and cells(piece) == 2 * STEP:
                continue  # a hundred thousand ideographs and syllables, all alike
            shown = terminal.write(clean(piece, ROOM))
            seen.update(shown)

    assert lines > 1_000
    assert len(seen) > (130_000 if FULL else 40_000)
    assert all(char.isprintable() for char in seen)
    assert not any(unicodedata.category(char)[0] == "C" for char in seen)


def test_a_terminal_that_is_controlled_would_be_noticed() -> None:
    """The same check, on texts that were not made clean."""
    for text in ("\x1b[2J", "\x9b1;1H", "\x1b]0;t\x07", "\x1b[31m", "\x1b[?25l", "a\rb", "\b"):
        try:
            Terminal().write(text)
        except AssertionError:
            continue
        raise AssertionError(f"{text!a} was not noticed")
