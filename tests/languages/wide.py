"""A language of which every letter takes two cells, to see what breaks when words are long."""

from __future__ import annotations

from gettext import NullTranslations
from string import Formatter

from rummy_protocol.text import ENGLISH
from rummy_protocol.text.language import translated
from rummy_protocol.text.spoken import Tongue

__all__ = ["WIDE", "widened", "words_twice_as_wide"]

WIDE = {letter: letter + 0xFEE0 for letter in (*range(65, 91), *range(97, 123))}
"""Each letter of ASCII as a sign of two cells."""


def widened(template: str) -> str:
    """*template* with every letter twice as wide, and its places as they are."""
    told = ""
    for text, name, form, sign in Formatter().parse(template):
        told += text.translate(WIDE).replace("{", "{{").replace("}", "}}")
        if name is not None:
            told += (
                "{" + name + (f"!{sign}" if sign else "") + (f":{form}" if form else "") + "}"
            )
    return told


class Widened(NullTranslations):
    """A catalogue that has every sentence there can be."""

    def gettext(self, message):
        return widened(message)

    def pgettext(self, context, message):
        return widened(message)

    def ngettext(self, msgid1, msgid2, n):
        return widened(msgid1 if n == 1 else msgid2)


def words_twice_as_wide() -> Tongue:
    """The language, with every sentence there can be."""
    catalogue = Widened()
    return Tongue("xx", catalogue, translated(ENGLISH, "xx", catalogue.pgettext))
