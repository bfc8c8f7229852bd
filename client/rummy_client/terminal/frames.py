"""Whole pictures: what is drawn in one go appears in one go, and never half of it.

A picture can reach a terminal in pieces, over a slow line above all. Between the two marks of
synchronized output (private mode 2026) a terminal that knows them shows what was there before;
one that does not know them passes them over. What wipes the screen waits for the picture that
takes its place, and is sent with it.
"""

from __future__ import annotations

from typing import Final

from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output

__all__ = ["BEGIN", "END", "Frames", "terminal_output"]

BEGIN: Final = "\x1b[?2026h"
END: Final = "\x1b[?2026l"


class Frames(Vt100_Output):
    """A terminal for which all that is sent at once is one frame.

    A screen that was wiped, as after a change of its size, is nothing to be shown: that is
    kept back until something is written on it, or until the screen is left.
    """

    _bare = False
    """Whether the screen was wiped, and nothing was written since."""

    def erase_screen(self) -> None:
        super().erase_screen()
        self._bare = True

    def erase_down(self) -> None:
        super().erase_down()
        self._bare = True

    def write(self, data: str) -> None:
        super().write(data)
        self._bare = False

    def quit_alternate_screen(self) -> None:
        super().quit_alternate_screen()
        self._bare = False

    def flush(self) -> None:
        if self._bare:
            return
        if self._buffer:
            self._buffer = [BEGIN, *self._buffer, END]
        super().flush()


def terminal_output() -> Output:
    """The terminal of this process; without one, whatever prompt_toolkit makes of that."""
    usual = create_output()
    if not isinstance(usual, Vt100_Output):
        return usual
    return Frames(
        usual.stdout,
        usual.get_size,
        term=usual.term,
        default_color_depth=usual.default_color_depth,
        enable_bell=usual.enable_bell,
    )
