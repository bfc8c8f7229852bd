"""The rows of a picture on prompt_toolkit's screen: a row that is as it was is not made anew.

A pane of the library makes every cell of every row anew for each picture, and notes for each
where it came from, which nothing of ours asks for. What the rows say is not known in here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from prompt_toolkit.cache import FastDictCache
from prompt_toolkit.layout import Dimension, FormattedTextControl
from prompt_toolkit.layout import Window as Pane
from prompt_toolkit.layout.mouse_handlers import MouseHandlers
from prompt_toolkit.layout.screen import Char, Screen, WritePosition

from ..screen import Line

__all__ = ["Picture"]

Row: TypeAlias = defaultdict[int, Char]

_SIGNS: Final[FastDictCache[tuple[str, str], Char]] = FastDictCache(Char, size=65_536)
"""Signs in their styles, of which one serves all cells and all windows."""


class _Drawn(NamedTuple):
    line: Line
    cells: int
    row: Row


class Picture(Pane):
    """A pane that shows lines as they are. Only its window, and prompt_toolkit, may call it."""

    def __init__(
        self,
        lines: Callable[[], Sequence[Line]],
        height: int | None = None,
        focusable: bool = True,
    ) -> None:
        """Show what *lines* gives, on *height* rows, or on all that are left."""
        super().__init__(
            FormattedTextControl("", focusable=focusable),
            height=Dimension(preferred=1) if height is None else height,
            always_hide_cursor=True,
        )
        self._lines = lines
        self._drawn: list[_Drawn] = []

    def write_to_screen(
        self,
        screen: Screen,
        mouse_handlers: MouseHandlers,
        write_position: WritePosition,
        parent_style: str,
        erase_bg: bool,
        z_index: int | None,
    ) -> None:
        top, cells, rows = write_position.ypos, write_position.width, write_position.height
        before, self._drawn = self._drawn, []
        for place, line in enumerate(self._lines()[:rows]):
            kept = before[place] if place < len(before) else None
            if kept is None or kept.line != line or kept.cells != cells:
                row = screen.data_buffer[top + place]
                _fill(row, line, cells)
                kept = _Drawn(line, cells, row)
            else:
                screen.data_buffer[top + place] = kept.row
            self._drawn.append(kept)
        screen.height = max(screen.height, top + rows)
        screen.visible_windows_to_write_positions[self] = write_position


def _fill(row: Row, line: Line, cells: int) -> None:
    """Put the signs of *line* into the cells of *row*, of which there are so many."""
    x = 0
    for style, text in line:
        for sign in text:
            char = _SIGNS[sign, style]
            if not char.width:
                _join(row, x, sign)
            elif x < cells:
                row[x] = char
                for rest in range(x + 1, x + char.width):
                    row[rest] = _SIGNS["", ""]
            x += char.width


def _join(row: Row, x: int, sign: str) -> None:
    """Add a *sign* without a width of its own to the one before *x*, of one cell or two."""
    for width in (2, 1):
        before = row.get(x - width)
        if before is not None and before.width == width:
            row[x - width] = _SIGNS[before.char + sign, before.style]
