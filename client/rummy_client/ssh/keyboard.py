"""What a person types at the far end of a channel, as a keyboard of the terminal library.

It has no descriptor, so that nothing blocks and nothing is left open, and it hands on only the
beginning of what is pasted, marked as such. What the keys mean is not known in here.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import Final

import trio
from prompt_toolkit.input import Input
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.input.vt100_parser import _IS_PREFIX_OF_LONGER_MATCH_CACHE as _SEEN
from prompt_toolkit.input.vt100_parser import Vt100Parser
from prompt_toolkit.key_binding import KeyPress

from ..terminal.bursts import burst, plain_text

__all__ = ["Keyboard", "Pasting"]

_BEGIN: Final = "\x1b[200~"
_END: Final = "\x1b[201~"
_IN_MARKS: Final = re.compile(f"{re.escape(_BEGIN)}.*?(?:{re.escape(_END)}|$)", re.DOTALL)
_MOST: Final = 256
"""Signs of one pasted text that are handed on."""
_UNFINISHED: Final = 32
"""More signs than these make no key: what was begun is dropped. The longest there is has half
as many, and the library takes the third power of their number to make keys of what is none."""
_UNFINISHED_PASTE: Final = 4096
_STEP: Final = 16
_REMEMBERED: Final = 2048
"""Beginnings of keys. The library keeps each that it has ever seen, for the whole process."""


class Pasting:
    """Cuts what is pasted to a length that a line can have, however much is sent.

    *marks*: whether the terminal says what is pasted. If not, it is marked in here.
    """

    def __init__(self, marks: bool = True) -> None:
        self._marks = marks
        self._left: int | None = None
        """How many signs of a paste are still handed on; ``None``: nothing is being pasted."""
        self._tail = ""
        """The end of what was sent, if a mark may begin there."""

    def cut(self, text: str) -> str:
        """What of *text* is handed on."""
        text, self._tail = self._tail + text, ""
        if not self._marks and self._left is None:
            text = _marked(text)
        told: list[str] = []
        while text:
            mark = _BEGIN if self._left is None else _END
            before, found, after = text.partition(mark)
            if not found:
                before, self._tail = _split(before, mark)
                after = ""
            told.append(self._some(before))
            if found:
                told.append(mark)
                self._left = _MOST if self._left is None else None
            text = after
        return "".join(told)

    def rest(self) -> str:
        """What was held back, because nothing follows that would make a mark of it."""
        tail, self._tail = (self._tail, "") if self._left is None else ("", self._tail)
        return tail

    def _some(self, text: str) -> str:
        if self._left is None:
            return text
        some = text[: self._left]
        self._left -= len(some)
        return some


def _marked(text: str) -> str:
    """*text*, all that came in at one time, with marks around it if it was pasted."""
    if not burst(_IN_MARKS.sub("", text)):
        return text
    _, begun = _split(text, _BEGIN)
    return f"{_BEGIN}{plain_text(text)}{_END}{begun}"


def _split(text: str, mark: str) -> tuple[str, str]:
    """*text* without the beginning of a *mark* that stands at its end, and that beginning."""
    for length in range(min(len(mark) - 1, len(text)), 0, -1):
        if text.endswith(mark[:length]):
            return text[:-length], text[-length:]
    return text, ""


class Keyboard(Input):
    """The keys of one session. Its visit feeds it; its window reads it."""

    def __init__(self, slot: int) -> None:
        self._slot = slot
        self._keys: list[KeyPress] = []
        self._parser = Vt100Parser(self._keys.append)
        self._unfinished = 0
        self._ready: Callable[[], None] | None = None
        self._closed = False
        self.attached = trio.Event()
        """Set as soon as somebody reads."""

    def feed(self, text: str) -> None:
        """Press the keys that make *text*."""
        for place in range(0, len(text), _STEP):
            self._take(text[place : place + _STEP])
        if len(_SEEN) > _REMEMBERED:
            _SEEN.clear()
        self._tell()

    def _take(self, text: str) -> None:
        before = len(self._keys)
        self._parser.feed(text)
        self._unfinished = 0 if len(self._keys) > before else self._unfinished + len(text)
        pasting = self._parser._in_bracketed_paste
        if self._unfinished > (_UNFINISHED_PASTE if pasting else _UNFINISHED):
            self._parser.reset()
            self._unfinished = 0

    def close(self) -> None:
        """There will be no more keys."""
        self._closed = True
        self._tell()

    def forget(self) -> None:
        """Leave no key behind for whoever is given this place next."""
        clear_typeahead(self)

    def _tell(self) -> None:
        if self._ready is not None:
            self._ready()

    # --- what the terminal library asks for -------------------------------------------------

    @property
    def closed(self) -> bool:
        return self._closed

    def fileno(self) -> int:
        raise NotImplementedError("a channel has no descriptor")

    def typeahead_hash(self) -> str:
        # The library keeps an entry for each name for ever: there are only so many places.
        return f"ssh-{self._slot}"

    def read_keys(self) -> list[KeyPress]:
        keys = self._keys[:]
        self._keys.clear()
        return keys

    def flush_keys(self) -> list[KeyPress]:
        self._parser.flush()
        return self.read_keys()

    def raw_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    def cooked_mode(self) -> AbstractContextManager[None]:
        return nullcontext()

    @contextmanager
    def attach(self, input_ready_callback: Callable[[], None]) -> Iterator[None]:
        before, self._ready = self._ready, input_ready_callback
        self.attached.set()
        try:
            yield
        finally:
            self._ready = before

    @contextmanager
    def detach(self) -> Iterator[None]:
        before, self._ready = self._ready, None
        try:
            yield
        finally:
            self._ready = before
