"""The one easel at which the pictures of all sessions are drawn: who is next, and who waits.

To draw a picture takes as long as a hundred keys. So between two pictures the loop looks at
everything else there is to do, at keys above all; whoever has pressed one comes before those
who only look on; and however often somebody has something new, he waits in the row once, and
is drawn as he is when it is his turn. What is drawn is not known in here.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context
from typing import Final, TypeAlias

from ..terminal.turns import Draw

__all__ = ["IN_A_ROW", "Easel", "Place"]

Soon: TypeAlias = Callable[[Draw, Context | None], object]
"""Has the loop call the first in the second, after what it has to do already."""

IN_A_ROW: Final = 4
"""So many of those who pressed a key are drawn before one who only looks on: whoever never
stops pressing keys cannot keep the others from seeing anything."""


class Place:
    """The place of one session in the row; it can be called as a `Turn`."""

    def __init__(self, easel: Easel) -> None:
        self._easel = easel
        self._wanted: tuple[Draw, Context] | None = None
        self._hurried = False

    def hurry(self) -> None:
        """Somebody waits for the next picture of this session."""
        self._hurried = True
        if self._wanted is not None:
            self._easel.line_up(self, hurried=True)

    def __call__(self, draw: Draw, context: Context) -> None:
        if self._wanted is None:
            self._wanted = draw, context
            self._easel.line_up(self, hurried=self._hurried)

    def taken(self) -> tuple[Draw, Context]:
        """What is to be drawn now that it is the turn of this session."""
        assert self._wanted is not None, "only those who want to be drawn stand in the row"
        wanted, self._wanted, self._hurried = self._wanted, None, False
        return wanted


class Easel:
    """The row. One for a gateway; only its places call it, and the loop."""

    def __init__(self, soon: Soon) -> None:
        self._soon = soon
        self._hurried: dict[Place, None] = {}
        self._others: dict[Place, None] = {}
        self._in_a_row = 0
        self._at_work = False

    def line_up(self, place: Place, hurried: bool) -> None:
        """Put *place* at the end of the row, of those in a hurry or of the others."""
        if hurried:
            self._others.pop(place, None)
            self._hurried[place] = None
        else:
            self._others[place] = None
        if not self._at_work:
            self._at_work = True
            self._soon(self._next, None)

    def _next(self) -> None:
        """Have the next one drawn, if there is one, and look again after that.

        What goes wrong in a drawing is told by the loop, and belongs to the one who is drawn.
        """
        place = self._first()
        self._at_work = place is not None
        if place is not None:
            self._soon(*place.taken())
            self._soon(self._next, None)

    def _first(self) -> Place | None:
        hurried = bool(self._hurried) and (self._in_a_row < IN_A_ROW or not self._others)
        row = self._hurried if hurried else self._others
        self._in_a_row = self._in_a_row + 1 if hurried else 0
        place = next(iter(row), None)
        if place is not None:
            del row[place]
        return place
