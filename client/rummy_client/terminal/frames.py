"""Whole pictures: what is drawn in one go appears in one go, and never half of it.

A picture can reach a terminal in pieces, over a slow line above all. Between the two marks of
synchronized output (private mode 2026) a terminal that knows them shows what was there before;
one that does not know them passes them over.
"""

from __future__ import annotations

from typing import Final

from prompt_toolkit.output import Output, create_output
from prompt_toolkit.output.vt100 import Vt100_Output

__all__ = ["BEGIN", "END", "Frames", "terminal_output"]

BEGIN: Final = "\x1b[?2026h"
END: Final = "\x1b[?2026l"


class Frames(Vt100_Output):
    """A terminal for which all that is sent at once is one frame."""

    def flush(self) -> None:
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
