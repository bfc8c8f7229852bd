"""Text that comes in at once, on a terminal that does not say what of it was pasted.

Nobody types four characters within one reading, so four of them are taken for pasted text, by
their number and never by the time. Pure; what becomes of pasted text is the window's business.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["burst", "plain_text"]

TYPED_AT_MOST: Final = 3
"""Characters that may have been typed, and come in at once nevertheless."""

_SEQUENCES: Final = re.compile(
    r"\x1b(?:\[M.{0,3}|\[[0-9;<?]*[ -/]*[@-~]?|O.?|[^\x1b])?", re.DOTALL
)
"""What keys with names send, and reports of the terminal; also the beginning of one."""
_PARTS: Final = "\r\n\t"
"""Parts lines and words of a text. By themselves these are keys that were pressed."""


def burst(text: str) -> bool:
    """Whether *text*, all that came in at one time, was pasted.

    Keys with names are no text, and Enter is none where it comes without a letter: whoever
    holds such a key down pastes nothing.
    """
    told = plain_text(text)
    return len(told) > TYPED_AT_MOST and any(sign.isprintable() for sign in told)


def plain_text(text: str) -> str:
    """What of *text* can be text: no key with a name, and no report."""
    bare = _SEQUENCES.sub("", text)
    return "".join(sign for sign in bare if sign.isprintable() or sign in _PARTS)
