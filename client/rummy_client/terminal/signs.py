"""Signs that stand by themselves and belong to a word, as French sets them: no line is broken
before ``:`` or within ``« … »``.

It glues and parts texts, and measures and breaks nothing itself.
"""

from __future__ import annotations

import re
from typing import Final

__all__ = ["glued", "unglued"]

_HARD: Final = "\N{NO-BREAK SPACE}"
_BELONGS: Final = re.compile(r"(?<=«) | (?=[:;!?»][:;!?».,…)]*(?: |$))")
"""The blank after a quotation mark that opens, or before signs that close or end something."""


def glued(text: str) -> str:
    """*text* with blanks that do not break where no line may be broken."""
    return _BELONGS.sub(_HARD, text)


def unglued(text: str) -> str:
    """*text* with plain blanks again, which take the same room."""
    return text.replace(_HARD, " ")
