"""What stands between two parts of a line, where each part is a sentence or a word of its own.

A colon or a semicolon is set otherwise in other languages: French has a blank before it. So
both are patterns that are translated, and nothing is glued with them in the code. A comma and
a blank part the things of a list in every language that we speak.
"""

from __future__ import annotations

from collections.abc import Sequence

from .language import Language, filled
from .spoken import spoken

__all__ = ["apart", "named"]


def named(what: str, value: str, language: Language | None = None) -> str:
    """*value*, with what it belongs to before it: ``Ana: a bot plays``."""
    language = language or spoken().language
    return filled(language.named, {"what": what, "value": value})


def apart(parts: Sequence[str], language: Language | None = None) -> str:
    """*parts*, each of which may have commas in it: ``7C 8C; JD JH``."""
    language = language or spoken().language
    told = "".join(parts[-1:])
    for part in parts[-2::-1]:
        told = filled(language.apart, {"first": part, "rest": told})
    return told
