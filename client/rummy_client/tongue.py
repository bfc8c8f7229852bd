"""Which language a person is spoken to in: as they say, as they like it, or as the locale is.

It looks at words and variables that it is given and asks nobody. Nothing but the standard
library is imported, so that it can be settled before anything heavy is loaded; whoever then
speaks is `rummy_protocol.text`.
"""

from __future__ import annotations

import codecs
from collections.abc import Iterator, Mapping, Sequence
from typing import Final

__all__ = ["CODES", "asked_for", "can_show", "is_utf8", "language_of"]

CODES: Final = ("en", "fr", "ro", "ko", "bg", "de")
"""What can be spoken; `rummy_protocol.text.LANGUAGES` has their names."""
_NO_LOCALE: Final = ("", "C", "POSIX")
_FEW_SIGNS: Final = ("linux",)
"""Terminals whose fonts have a few hundred signs, and not those of every language."""


def language_of(wanted: str, kept: str, variables: Mapping[str, str]) -> str:
    """The code of the language to speak.

    Args:
        wanted: what was asked for just now; it is taken as it is.
        kept: what the person likes otherwise; empty: as the locale has it.
        variables: the environment.
    """
    if wanted in CODES:
        return wanted
    found = kept if kept in CODES else _by_locale(variables)
    return found if can_show(variables) else "en"


def can_show(variables: Mapping[str, str]) -> bool:
    """Whether the terminal is likely to have the signs of another language than English."""
    return is_utf8(variables) and variables.get("TERM") not in _FEW_SIGNS


def is_utf8(variables: Mapping[str, str]) -> bool:
    """Whether the locale, by its name, is a UTF-8 one.

    The encoding of standard output does not tell: Python switches to UTF-8 in a C locale,
    and puts C.UTF-8 into LC_CTYPE itself when nothing else was set.
    """
    locale = variables.get("LC_ALL") or variables.get("LC_CTYPE") or variables.get("LANG") or ""
    charset = locale.partition(".")[2].partition("@")[0]
    try:
        return bool(charset) and codecs.lookup(charset).name == "utf-8"
    except LookupError:
        return False


def _by_locale(variables: Mapping[str, str]) -> str:
    """The first language of the locale that can be spoken, else English.

    As gettext has it: LANGUAGE lists several, and counts only where there is a locale at all.
    """
    locale = (
        variables.get("LC_ALL") or variables.get("LC_MESSAGES") or variables.get("LANG") or ""
    )
    if locale.partition(".")[0] in _NO_LOCALE:
        return "en"
    listed = variables.get("LANGUAGE", "").split(":")
    return next((code for code in map(_code, [*listed, locale]) if code in CODES), "en")


def _code(locale: str) -> str:
    """``fr`` of ``fr_FR.UTF-8``, ``fr-CA`` and ``fr``."""
    return (
        locale.partition(".")[0].partition("@")[0].replace("-", "_").partition("_")[0].lower()
    )


def asked_for(words: Sequence[str]) -> str:
    """What the command line *words* ask for with ``--language``; empty if they do not.

    It is looked for before they are parsed: what is wrong with them is said in it too.
    """
    return next(_told(words), "")


def _told(words: Sequence[str]) -> Iterator[str]:
    for place, word in enumerate(words):
        if word == "--":
            return
        option, sign, value = word.partition("=")
        if option == "--language":
            yield value if sign else "".join(words[place + 1 : place + 2])
