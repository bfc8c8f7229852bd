"""The rows of a picture: as the library would show them, and none made anew for nothing."""

from __future__ import annotations

import random

import pytest
from prompt_toolkit.layout import FormattedTextControl
from prompt_toolkit.layout import Window as Pane
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Screen, WritePosition

from rummy_client.terminal.picture import Picture

SIGNS = (
    "a",
    "♠",
    "카",
    "e\u0301",
    "카\u0301",
    " ",
    "\u0301",
    "\xa0",
    "\x01",
    "🂡",
    "👨\u200d👩",
)

END = [("", ".")]
"""Lines fit their screen, and end with no sign without a width: there the library leaves cells
that no terminal has."""


def shown(pane, columns=30, rows=4, top=0):
    """What *pane* puts on a screen of its own."""
    screen = Screen()
    at = WritePosition(0, top, columns, rows)
    pane.write_to_screen(screen, MouseHandlers(), at, "", erase_bg=False, z_index=None)
    return screen


def cells(screen, columns=30, rows=4):
    return [
        [
            (screen.data_buffer[y][x].char, screen.data_buffer[y][x].style)
            for x in range(columns)
        ]
        for y in range(rows)
    ]


def of_the_library(lines):
    told = [part for line in lines for part in [*line, ("", "\n")]][:-1]
    screen = shown(Pane(FormattedTextControl(told)))
    # It marks its last row for nothing that we have.
    last = screen.data_buffer[3]
    marked = " class:last-line"
    return [
        *cells(screen, rows=3),
        [(last[x].char, last[x].style.removesuffix(marked)) for x in range(30)],
    ]


@pytest.mark.parametrize("seed", range(8))
def test_a_picture_is_what_the_library_would_show(seed) -> None:
    chance = random.Random(seed)
    lines = [
        [(style, "".join(chance.choices(SIGNS, k=3))) for style in ("", "class:card")] + END
        for _ in range(4)
    ]

    assert cells(shown(Picture(lambda: lines))) == of_the_library(lines)


def test_of_a_picture_only_rows_that_are_others_are_made_anew() -> None:
    lines = [[("", "hand")], [("", "stock")], [("", "melds")]]
    picture = Picture(lambda: lines)
    before = shown(picture).data_buffer
    lines = [[("", "hand")], [("", "STOCK")], [("class:new", "melds")]]
    after = shown(picture).data_buffer

    assert [before[row] is after[row] for row in range(3)] == [True, False, False]
    assert cells(shown(picture), rows=3) == cells(shown(Picture(lambda: lines)), rows=3)


def test_a_row_that_is_wider_now_or_stands_elsewhere_is_right() -> None:
    lines = [[("", "hand of cards")]]
    picture = Picture(lambda: lines)

    assert "".join(char for char, _ in cells(shown(picture, columns=4))[0]).strip() == "hand"
    assert cells(shown(picture)) == cells(shown(Picture(lambda: lines)))
    assert cells(shown(picture, top=2))[2] == cells(shown(picture))[0]


def test_rows_that_are_gone_and_come_back_are_there() -> None:
    rows = [[("", "hand")], [("", "stock")]]
    lines = rows
    picture = Picture(lambda: lines)
    shown(picture)
    lines = rows[:1]
    assert cells(shown(picture))[1] == cells(Screen())[1]
    lines = rows
    assert cells(shown(picture)) == cells(shown(Picture(lambda: rows)))
