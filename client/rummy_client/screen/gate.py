"""What is shown where a table would not fit: how large it has to be, and how to leave."""

from __future__ import annotations

from typing import Final

from rummy_protocol.text import _

from .cells import Line, clip_line, wrapped
from .frame import filled
from .look import Size

__all__ = ["SMALLEST", "draw_gate", "too_small"]

SMALLEST: Final = Size(60, 15)


def too_small(size: Size) -> bool:
    """Whether the gate is closed: game keys are swallowed, and only quitting works."""
    return size.columns < SMALLEST.columns or size.rows < SMALLEST.rows


def draw_gate(size: Size) -> list[Line]:
    columns, rows = max(1, size.columns), max(1, size.rows)
    told = [
        _("Too small: {size}.", size=f"{size.columns}x{size.rows}"),
        _("Rummy needs {size}.", size=f"{SMALLEST.columns}x{SMALLEST.rows}"),
        _("q quits."),
        _("The game is back as soon as the terminal is larger."),
    ]
    lines: list[Line] = [[("class:gate", w)] for part in told for w in wrapped(part, columns)]
    above = max(0, (rows - len(lines)) // 2)
    return [clip_line(line, columns) for line in filled([*([[]] * above), *lines], rows)]
