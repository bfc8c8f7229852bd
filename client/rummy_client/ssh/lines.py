"""A session by lines: what is typed, put together, and what is said, put down.

Where there is a terminal at the far end, it shows only what is sent back to it, so letters are
echoed, and a line that is half typed is written again after what was said meanwhile.
"""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import Final

from rummy_protocol.clean import cells

from ..plain.client import LINE_BYTES
from .caller import Caller

__all__ = ["Lines"]

_SIGNS: Final = 512
_RUBBED: Final = ("\x08", "\x7f")
_INTERRUPT: Final = "\x03"
_END: Final = "\x04"


class Lines:
    """The two directions of a session by lines. Only its visit calls it."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._echoes = caller.echoes
        self._line = ""
        """What has been typed of a line."""
        self._returned = False
        """Whether the last sign was a carriage return, so that a line feed says nothing new."""

    # --- what is said: as much of a stream as is needed ------------------------------------

    def write(self, text: str) -> None:
        """Put down whole lines."""
        if not self._echoes:
            self._caller.write(text)
            return
        begun = "\n" if self._line else ""
        self._caller.write(f"{begun}{text}{self._line}".replace("\n", "\r\n"))

    def flush(self) -> None:
        """Nothing is held back."""

    # --- what is typed ---------------------------------------------------------------------

    async def typed(self) -> AsyncGenerator[str, None]:
        """The lines that are typed, without their ends."""
        while some := await self._caller.typed(_SIGNS):
            for sign in some:
                if self._ends_line(sign):
                    line, self._line = self._line, ""
                    self._echo("\r\n")
                    yield line
                elif self._echoes and (sign == _INTERRUPT or (sign == _END and not self._line)):
                    return
                else:
                    self._add(sign)
        if self._line:
            yield self._line

    def _ends_line(self, sign: str) -> bool:
        again = sign == "\n" and self._returned
        self._returned = sign == "\r"
        return sign in "\r\n" and not again

    def _add(self, sign: str) -> None:
        if sign in _RUBBED and self._echoes:
            if self._line:
                back = cells(self._line[-1])
                self._line = self._line[:-1]
                self._echo("\b" * back + " " * back + "\b" * back)
        elif sign.isprintable() and len(self._line) < LINE_BYTES:
            self._line += sign
            self._echo(sign)

    def _echo(self, text: str) -> None:
        if self._echoes:
            self._caller.write(text)
