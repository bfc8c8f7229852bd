"""A language made on the spot, in which every word is twice as wide, and the tools of docs."""

from __future__ import annotations

import sys
from gettext import NullTranslations
from pathlib import Path
from string import Formatter

import pytest

from rummy_protocol.text import ENGLISH, speaking
from rummy_protocol.text.language import translated
from rummy_protocol.text.spoken import Tongue

TOOLS = Path(__file__).parent.parent.parent / "docs" / "languages"
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


@pytest.fixture(scope="session")
def wide_tongue():
    catalogue = Widened()
    return Tongue("xx", catalogue, translated(ENGLISH, "xx", catalogue.pgettext))


@pytest.fixture
def spoken_wide(wide_tongue):
    with speaking(wide_tongue):
        yield wide_tongue


@pytest.fixture(scope="session")
def tools():
    """The modules that gather and judge sentences; they are no part of what is installed."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(TOOLS))
        import catalogues
        import faults
        import gathering
    assert Path(sys.modules["gathering"].__file__).parent == TOOLS
    return type(
        "Tools", (), {"catalogues": catalogues, "faults": faults, "gathering": gathering}
    )
