"""The language that is spoken here, and sentences in it.

Which language it is belongs to whoever reads, and one process may serve several readers: it is
kept beside the task, as a context variable, and never in a module. English stands in the code
and needs no catalogue; every other language is a catalogue of gettext, made from the `.po`
files of `rummy_protocol.languages`. Nothing in here chooses a language: that is the business
of whoever knows the person.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from typing import Final

import msgspec

from .english import ENGLISH
from .language import Language, filled, translated

__all__ = ["LANGUAGES", "N_", "Tongue", "_", "language_for", "plural", "speak", "speaking",
           "spoken", "term"]  # fmt: skip

LANGUAGES: Final[Mapping[str, str]] = {
    "en": "English",
    "fr": "Français",
    "ro": "Română",
    "ko": "한국어",
    "bg": "Български",
    "de": "Deutsch",
}
"""What can be spoken, by code, each called as those call it who speak it."""


class Tongue(msgspec.Struct, frozen=True):
    """A language with its catalogue."""

    code: str
    catalogue: NullTranslations
    language: Language


_ENGLISH: Final = Tongue("en", NullTranslations(), ENGLISH)
_SPOKEN: Final[ContextVar[Tongue]] = ContextVar("spoken", default=_ENGLISH)


@lru_cache(maxsize=len(LANGUAGES))
def language_for(code: str) -> Tongue:
    """The language with the code *code*, one of `LANGUAGES`.

    Raises:
        KeyError: there is no such language.
        FileNotFoundError: its catalogue was not compiled; `make languages` does that.
    """
    LANGUAGES[code]
    if code == "en":
        return _ENGLISH
    from importlib.resources import files  # English, which stands in the code, needs none

    with files("rummy_protocol.languages").joinpath(f"{code}.mo").open("rb") as file:
        catalogue = GNUTranslations(file)
    return Tongue(code, catalogue, translated(ENGLISH, code, catalogue.pgettext))


def speak(code: str) -> None:
    """Speak the language *code* from now on, in this task and in those that it starts."""
    _SPOKEN.set(language_for(code))


@contextmanager
def speaking(language: str | Tongue) -> Iterator[None]:
    """Speak *language*, a code or one that is at hand, for a while."""
    tongue = language if isinstance(language, Tongue) else language_for(language)
    before = _SPOKEN.set(tongue)
    try:
        yield
    finally:
        _SPOKEN.reset(before)


def spoken() -> Tongue:
    """What is spoken here."""
    return _SPOKEN.get()


def _(sentence: str, /, **told: str | int) -> str:
    """*sentence*, an English one, as it is said here, with what is *told* in its places."""
    said = _SPOKEN.get().catalogue.gettext(sentence)
    return filled(said, told) if told else said


def term(context: str, word: str, /, **told: str | int) -> str:
    """The same for a word that means one thing *here* and another there."""
    said = _SPOKEN.get().catalogue.pgettext(context, word)
    return filled(said, told) if told else said


def plural(one: str, many: str, n: int, /, **told: str | int) -> str:
    """The sentence for *n* things; ``{n}`` is the number."""
    return filled(_SPOKEN.get().catalogue.ngettext(one, many, n), {"n": n, **told})


def N_(sentence: str) -> str:
    """*sentence* as it is, to be translated where it is used: for tables of words."""
    return sentence
