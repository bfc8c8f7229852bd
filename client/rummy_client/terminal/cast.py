"""A recording of a screen: all that is drawn, with its time, as asciicast v2.

It is the file that terminal players take. What is drawn is decided elsewhere; in here it is
written down, and for a recording without a terminal there is a screen that nobody sees.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TextIO

from prompt_toolkit.data_structures import Size as Cells
from prompt_toolkit.output import Output

from ..screen import Size
from .frames import Frames

__all__ = ["Cast", "Unseen", "both", "open_cast", "unseen"]

_ASKED: Final = re.compile(
    r"\x1b\[\?(?:1|9|100[0-7]|1015|2004)[hl]"  # other keys, mouse, looks, pasted text
    r"|\x1b\[2[23](?:;\d+)?t"  # the title is put aside, and back
    r"|\x1b[\]P][^\x07\x1b]*(?:\x1b[^\\][^\x07\x1b]*)*(?:\x07|\x1b\\)"  # title, message
    r"|\x1b\[6n"  # where the cursor stands
    r"|\x1b\[\?2026[hl]"  # to be shown as a whole
)
"""What asks a terminal for something, and draws nothing: whoever plays a recording back is not
to be left with a mouse that types."""

TERM: Final = "xterm-256color"
"""As what a screen without a terminal is drawn."""


class Cast:
    """One recording that is being written. Whoever opened it closes it."""

    def __init__(
        self, file: TextIO, size: Size, title: str, clock: Callable[[], float]
    ) -> None:
        """Begin a recording with the size of its screen."""
        self._file = file
        self._clock = clock
        self._began = clock()
        self._size = size
        head = {
            "version": 2,
            "width": size.columns,
            "height": size.rows,
            "title": title,
            "env": {"TERM": TERM},
        }
        file.write(f"{json.dumps(head)}\n")

    def drawn(self, data: str) -> None:
        """Note that *data* was sent to the screen now."""
        drawn = _ASKED.sub("", data)
        if drawn:
            self._note("o", drawn)

    def sized(self, size: Size) -> None:
        """Note the size of the screen, if it is another one than before."""
        if size != self._size:
            self._size = size
            self._note("r", f"{size.columns}x{size.rows}")

    def close(self) -> None:
        self._file.close()

    def _note(self, kind: str, data: str) -> None:
        at = round(self._clock() - self._began, 6)
        self._file.write(f"{json.dumps([at, kind, data], ensure_ascii=False)}\n")


def open_cast(path: Path, size: Size, title: str, clock: Callable[[], float]) -> Cast:
    """Begin a recording in a new file.

    Raises:
        OSError: there cannot be one, or there is one already.
    """
    return Cast(path.open("x", encoding="utf-8", newline="\n"), size, title, clock)


class Unseen:
    """A stream whose every byte is recorded; it may lead to a terminal as well, or nowhere."""

    encoding: Final = "utf-8"
    errors: Final = "replace"

    def __init__(self, cast: Cast, terminal: TextIO | None = None) -> None:
        self._cast = cast
        self._terminal = terminal

    def write(self, data: str) -> int:
        if self._terminal is not None:
            self._terminal.write(data)
        # The line discipline of a terminal would do that to what a player of it is sent.
        self._cast.drawn(data.replace("\r\n", "\n").replace("\n", "\r\n"))
        return len(data)

    def flush(self) -> None:
        if self._terminal is not None:
            self._terminal.flush()

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        if self._terminal is None:
            raise OSError("nobody sees this screen")
        return self._terminal.fileno()


def unseen(cast: Cast, size: Size) -> Output:
    """A screen of *size* that nobody sees."""
    cells = Cells(size.rows, size.columns)
    # A stream by all that the library uses of one; a whole TextIO has thirty methods more.
    return Frames(Unseen(cast), lambda: cells, term=TERM, enable_cpr=False)  # type: ignore[arg-type]


def both(cast: Cast, terminal: TextIO, measured: Callable[[], Size]) -> Output:
    """The screen of *terminal*, recorded as it is drawn."""

    def size() -> Cells:
        now = measured()
        cast.sized(now)
        return Cells(now.rows, now.columns)

    # As in `unseen`.
    return Frames(Unseen(cast, terminal), size)  # type: ignore[arg-type]
