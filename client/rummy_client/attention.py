"""How one player is called and spoken to while he plays: what his terminal was told, and what
it said, and the language he chose. What is written for it is settled in `calling`.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from rummy_protocol.text import speak
from rummy_protocol.text.spoken import language_for

from .liking import Settings
from .model import Model
from .terminal.calling import Called, called, hushed, means_of
from .tongue import language_of

__all__ = ["Attention"]


class Attention:
    """Belongs to one client, and is used in its thread alone."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables
        self._means = means_of(variables)
        self._told = Called()
        self._hushed = False
        """Whether somebody else has the terminal, or will have it at once."""
        self._language = ""
        """The language that was chosen in the game; empty: none was."""

    def follow(self, before: Model, model: Model, settings: Settings) -> str:
        """What is to be written now that *before* became *model*."""
        if self._hushed:
            return ""
        self._told, sequence = called(self._told, before, model, settings, self._means)
        return sequence

    def hush(self) -> str:
        """What is to be written to put everything back; nothing is, until `again`."""
        told, self._told, self._hushed = self._told, Called(), True
        return hushed(told)

    def again(self) -> None:
        """Somebody else had the terminal: what it was told, it may have forgotten."""
        self._hushed = False
        self._told = msgspec.structs.replace(
            self._told, title="", reporting=False, looked_at=None
        )

    def looked_at(self, looking: bool) -> None:
        """The terminal says whether it is looked at."""
        self._told = msgspec.structs.replace(self._told, looked_at=looking)

    def choose(self, before: Settings, after: Settings) -> None:
        """Speak another language from now on, if the player chose one."""
        if before.language != after.language:
            code = language_of("", after.language, self._variables)
            try:
                language_for(code)
            except FileNotFoundError:  # never compiled: `rummy` says so when it starts
                return
            self._language = code
            self.speak()

    def speak(self) -> None:
        """Speak the player's language in what runs now: what is called from a terminal's
        loop knows nothing of what was spoken before."""
        if self._language:
            speak(self._language)
