"""The mouse: what a terminal sends of it, read, and put together to clicks and drags.

What is done about a click is not known in here. A press and its release count together only
if nothing else has come to lie in the meantime where the button was pressed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from enum import StrEnum
from typing import Final, NamedTuple, TypeAlias

from ..screen.cells import Line, Target, target_at

__all__ = ["Gesture", "Mouse", "Wheel", "key_of", "takes_mouse"]

_REPORT: Final = re.compile(r"\x1b\[<(\d{1,4});(\d{1,5});(\d{1,5})([Mm])")
"""As terminals send it since xterm 277: button, column and row from 1, pressed or released."""

_KEYS_HELD: Final = 4 | 8 | 16
_MOVED: Final = 32
_LEFT: Final = 0
_WHEEL: Final = {64: -1, 65: 1}

_BADLY: Final = ("linux", "dumb", "screen", "")
"""Terminals that have no mouse, or beneath which another program wants it for itself."""


class Gesture(NamedTuple):
    """The left button went down on one thing and up on the same or another."""

    start: Target
    end: Target | None
    """``None``: on nothing."""
    behind: bool = False
    """Whether it went up on the right half of the thing."""
    held: bool = False
    """Whether it is still down."""


class Wheel(StrEnum):
    UP = "up"
    DOWN = "down"


Heard: TypeAlias = Gesture | Wheel | None


def key_of(heard: Gesture | Wheel) -> str:
    """The key that does the same, where there is nothing but lines to choose; empty: none."""
    if isinstance(heard, Wheel):
        return heard.value
    clicked = heard.start.kind == "key" and heard.start == heard.end and not heard.held
    return heard.start.which if clicked else ""


def takes_mouse(variables: Mapping[str, str]) -> bool:
    """Whether the mouse is taken without being asked to, in a terminal with these *variables*.

    tmux and screen select text with it themselves, for many who use them.
    """
    name = variables.get("TERM", "")
    return not variables.get("TMUX") and name.split("-")[0] not in (*_BADLY, "tmux")


class Mouse:
    """Follows the button of one window's mouse."""

    def __init__(self) -> None:
        self._start: tuple[Target, int, int] | None = None

    def heard(self, report: str, lines: Sequence[Line]) -> Heard:
        """What a *report* of the terminal comes to, over the picture *lines*."""
        found = _REPORT.fullmatch(report)
        if found is None:
            return None
        button = int(found[1]) & ~_KEYS_HELD
        column, row = int(found[2]) - 1, int(found[3]) - 1
        if button in _WHEEL:
            return Wheel.UP if _WHEEL[button] < 0 else Wheel.DOWN
        if button & ~_MOVED != _LEFT or button & _MOVED:
            return None
        return (
            self._down(lines, column, row) if found[4] == "M" else self._up(lines, column, row)
        )

    def _down(self, lines: Sequence[Line], column: int, row: int) -> Heard:
        target = target_at(lines, column, row)
        self._start = None if target is None else (target, column, row)
        return None if target is None else Gesture(target, target, held=True)

    def _up(self, lines: Sequence[Line], column: int, row: int) -> Heard:
        start, self._start = self._start, None
        if start is None or target_at(lines, start[1], start[2]) != start[0]:
            return None
        return Gesture(start[0], target_at(lines, column, row), _behind(lines, column, row))


def _behind(lines: Sequence[Line], column: int, row: int) -> bool:
    """Whether the cell lies in the right half of what is there."""
    target, left, right = target_at(lines, column, row), column, column
    while left > 0 and target_at(lines, left - 1, row) == target:
        left -= 1
    while target is not None and target_at(lines, right + 1, row) == target:
        right += 1
    return 2 * column > left + right
