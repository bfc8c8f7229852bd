"""A keyboard that also says when its terminal is looked at, and knows pasted text from keys.

A terminal that was asked to sends ``ESC [ I`` and ``ESC [ O`` among the keys. The terminal
library does not know them and makes three keys of each; in here they are taken out again.
Where a terminal does not mark what is pasted, it is marked in here. All else is handed through.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from typing import Final

from prompt_toolkit.input import Input
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.keys import Keys

from .bursts import burst, plain_text

__all__ = ["HeedingInput"]

_REPORTS: Final[Mapping[tuple[Keys | str, ...], bool]] = {
    (Keys.Escape, "[", "I"): True,
    (Keys.Escape, "[", "O"): False,
}


_READINGS: Final = 64
"""Of one pasted text, one after the other; no more, however much is sent."""


class HeedingInput(Input):
    """*keyboard*, whose reports are told to *heed*. Belongs to one window.

    *marks*: whether its terminal says what is pasted.
    """

    def __init__(self, keyboard: Input, heed: Callable[[bool], None], marks: bool) -> None:
        self._keyboard = keyboard
        self._heed = heed
        self._marks = marks

    def read_keys(self) -> list[KeyPress]:
        keys = self._without_reports(self._keyboard.read_keys())
        return keys if self._marks or not _pasted(keys) else self._paste(keys)

    def _paste(self, keys: list[KeyPress]) -> list[KeyPress]:
        """*keys*, and all that follows them already, as one pasted text."""
        for _ in range(_READINGS):
            more = self._without_reports(self._keyboard.read_keys())
            if not more:
                break
            keys += more
        answers = [key for key in keys if key.key is Keys.CPRResponse]
        text = plain_text("".join(key.data for key in keys))
        return [*answers, KeyPress(Keys.BracketedPaste, text)]

    def flush_keys(self) -> list[KeyPress]:
        return self._without_reports(self._keyboard.flush_keys())

    def _without_reports(self, pressed: Iterable[KeyPress]) -> list[KeyPress]:
        keys = list[KeyPress]()
        for key in pressed:
            keys.append(key)
            report = _REPORTS.get(tuple(each.key for each in keys[-3:]))
            if report is not None:
                del keys[-3:]
                self._heed(report)
        return keys

    # --- handed through --------------------------------------------------------------------

    def fileno(self) -> int:
        return self._keyboard.fileno()

    def typeahead_hash(self) -> str:
        return self._keyboard.typeahead_hash()

    def flush(self) -> None:
        self._keyboard.flush()

    @property
    def closed(self) -> bool:
        return self._keyboard.closed

    def raw_mode(self) -> AbstractContextManager[None]:
        return self._keyboard.raw_mode()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return self._keyboard.cooked_mode()

    def attach(self, input_ready_callback: Callable[[], None]) -> AbstractContextManager[None]:
        return self._keyboard.attach(input_ready_callback)

    def detach(self) -> AbstractContextManager[None]:
        return self._keyboard.detach()

    def close(self) -> None:
        self._keyboard.close()


def _pasted(keys: Iterable[KeyPress]) -> bool:
    return burst("".join(key.data for key in keys if key.key is not Keys.BracketedPaste))
