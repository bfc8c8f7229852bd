"""What a player likes, asked for and changed by lines.

The file where it is kept is not known in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, nullcontext
from typing import TypeAlias

from rummy_protocol.text import _, named, speaking

from ..liking import Settings
from ..tastes import TASTES, BadTaste, changes_between, with_word, word_of
from .reply import Unclear

__all__ = ["Remember", "Tastes"]

Remember: TypeAlias = Callable[[Mapping[str, object]], str]
"""Keeps what was chosen; what is to be told if that failed, else nothing."""


class Tastes:
    """What one person likes, and chooses while he plays. Belongs to one plain client."""

    def __init__(self, settings: Settings, remember: Remember | None) -> None:
        self._settings = settings
        self._remember = remember
        self._chosen = ""
        """The language that was chosen here, if one was."""

    def asked(self, words: tuple[str, ...]) -> list[str]:
        """The lines for *words* behind ``settings``.

        Raises:
            Unclear: they mean nothing.
        """
        if not words:
            return _lines(self._settings)
        before, self._settings = self._settings, _with_typed(self._settings, words)
        changes = changes_between(before, self._settings)
        if "language" in changes:
            self._chosen = self._settings.language
        wrong = self._remember(changes) if self._remember is not None and changes else ""
        with self.tongue():
            return [wrong] if wrong else [_("That is how it is from now on.")]

    def tongue(self) -> AbstractContextManager[None]:
        """Speak the language that was chosen here, if one was."""
        return speaking(self._chosen) if self._chosen else nullcontext()


def _lines(settings: Settings) -> list[str]:
    """Every setting with its value, in the word that is typed for it, and what it decides."""
    told = list[str]()
    for taste in TASTES:
        value = word_of(settings, taste.name) or _("not set")
        told.append(named(f"{taste.name}={value}", f"{_(taste.label)}. {_(taste.about)}"))
    return told


def _with_typed(settings: Settings, words: tuple[str, ...]) -> Settings:
    for word in words:
        name, equals, value = word.partition("=")
        if not equals:
            raise Unclear(_usage())
        try:
            settings = with_word(settings, name, value)
        except BadTaste as bad:
            raise Unclear(str(bad)) from None
    return settings


def _usage() -> str:
    usage = "settings language=fr"
    return _("Say which setting and its value, for example: {usage}", usage=usage)
