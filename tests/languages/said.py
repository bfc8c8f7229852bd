"""A language on the spot: English, but for a few sentences."""

from __future__ import annotations

from collections.abc import Mapping
from gettext import NullTranslations

from rummy_protocol.text import ENGLISH
from rummy_protocol.text.language import translated
from rummy_protocol.text.spoken import Tongue

__all__ = ["BLANKS", "english_but"]

BLANKS = {
    ("named", "{what}: {value}"): "{what} : {value}",
    ("apart", "{first}; {rest}"): "{first} ; {rest}",
    ("", "{heading}:"): "{heading} :",
    ("", "{n} cards"): "{n} cartes",
}
"""Blanks before signs, as French has them, and a word that is longer than ours."""


class Said(NullTranslations):
    """A catalogue that has *words*, by context and sentence, and says the rest in English."""

    def __init__(self, words: Mapping[tuple[str, str], str]) -> None:
        super().__init__()
        self._words = words

    def gettext(self, message: str) -> str:
        return self.pgettext("", message)

    def pgettext(self, context: str, message: str) -> str:
        return self._words.get((context, message), message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self.gettext(msgid1 if n == 1 else msgid2)


def english_but(words: Mapping[tuple[str, str], str] = BLANKS) -> Tongue:
    catalogue = Said(words)
    return Tongue("xx", catalogue, translated(ENGLISH, "xx", catalogue.pgettext))
