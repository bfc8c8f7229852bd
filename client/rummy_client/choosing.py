"""What those screens have in common on which something is chosen before there is a house.

Each says for itself what its commands do and how it is drawn. The rest that a window wants to
know of its player is answered in here, once. Nothing in here goes anywhere or knows a network.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Final, Generic, TypeVar

import msgspec

from .desk import Desk
from .environment import Environment
from .keymap import KEYS, presses
from .liking import Settings
from .screen import Line, Size
from .screen.look import Look
from .terminal.abilities import detect, fitting
from .terminal.mouse import Gesture, Wheel, key_of, takes_mouse
from .terminal.window import Window, window_in

__all__ = ["Chooser", "commands_at"]

C = TypeVar("C")


def commands_at(where: str) -> Mapping[str, str]:
    """What each press stands for on the screen *where*."""
    return {one: key.command for key in KEYS if key.where == where for one in presses(key.keys)}


class Chooser(ABC, Generic[C]):
    """The player of a window that has no house behind it yet; *C* is what is chosen.

    Only its own window, and whoever shows that, may call it, all in one thread.
    """

    def __init__(
        self,
        commands: Mapping[str, str],
        environment: Environment | None,
        settings: Settings | None,
    ) -> None:
        environment = environment or Environment()
        self._terminal: Final = detect(environment.variables)
        self.desk = Desk(
            settings=fitting(settings or Settings(), self._terminal),
            mouse=takes_mouse(environment.variables),
        )
        self.chosen: C | None = None
        self.notice = ""
        self.signals: Final = environment.signals
        self.window: Final[Window] = window_in(self, environment, self._terminal)
        self._commands: Final = commands

    @abstractmethod
    def obey(self, command: str) -> None:
        """Do what a press stands for; empty: it stands for nothing here."""

    @abstractmethod
    def picture(self, look: Look, size: Size) -> list[Line]:
        """The lines of the screen."""

    def choose(self, chosen: C) -> None:
        """It is chosen, and the screen has done its work."""
        self.chosen = chosen
        self.quit()

    def put(self, **changes: object) -> None:
        """Change what lies on the desk, and show it."""
        self.desk = msgspec.structs.replace(self.desk, **changes)
        self.window.follow(self.desk, "")

    # --- what a window asks for -------------------------------------------------------------

    def press(self, pressed: str) -> None:
        self.notice = ""
        self.obey(self._commands.get(pressed, ""))

    def enter(self, typed: str) -> None:
        """A line was written; where none is ever opened, none is."""

    def typed(self, line: str) -> None:
        """There are no commands to be typed before there is a house,"""

    def complete(self, step: int) -> None:
        """nor any to be completed."""

    def drop_line(self) -> None:
        self.notice = ""
        self.put(writing=None)

    def tell(self, sentence: str) -> None:
        self.notice = sentence
        self.put()

    def quit(self) -> None:
        self.window.close()

    def draw(self, size: Size) -> list[Line]:
        letters = self.desk.settings.letters
        return self.picture(msgspec.structs.replace(self._terminal.look, letters=letters), size)

    def looked_at(self, looking: bool) -> None:
        """Nobody is called before there is a game."""

    def point(self, heard: Gesture | Wheel) -> None:
        """A key is pressed by pointing at it."""
        if key := key_of(heard):
            self.press(key)

    def signs_are_wide(self) -> None:
        """The terminal gives two cells to a suit sign: letters are shown instead."""
        self.put(settings=msgspec.structs.replace(self.desk.settings, letters=True))
