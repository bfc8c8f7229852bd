"""What ``rummy`` alone asks: play here, join, watch or host. It decides nothing by itself.

    ask_start(environment=Environment(), servers=(), settings=Settings()) -> Start | None

shows the first screen and gives back what was chosen; ``None``: the player left. What then
happens is the command line's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec
from prompt_toolkit.input import create_input
from prompt_toolkit.output import create_output

from . import guest
from .desk import Desk
from .environment import Environment
from .keymap import KEYS, presses
from .liking import Settings
from .mouse import Gesture, Wheel, key_of, takes_mouse
from .screen import Line, Size, too_small
from .screen.start import CHOICES, draw_start
from .terminal import Terminal, detect, fitting
from .window import Window, build_window

__all__ = ["Start", "ask_start"]

_HERE = [key for key in KEYS if key.where == "start"]
_COMMANDS = {one: key.command for key in _HERE for one in presses(key.keys)}


class Start(NamedTuple):
    """``play``, ``learn``, ``join``, ``watch`` or ``serve``."""

    what: str


class _Starting:
    """The player of a window that has no server behind it yet."""

    def __init__(self, terminal: Terminal, servers: Sequence[str], settings: Settings) -> None:
        self.desk = Desk(settings=settings)
        self.chosen: Start | None = None
        self.window: Window | None = None
        self._terminal = terminal
        self._servers = servers
        self._notice = ""

    def press(self, pressed: str) -> None:
        self._notice = ""
        match _COMMANDS.get(pressed, ""):
            case "up":
                self._put(row=max(0, self.desk.row - 1))
            case "down":
                self._put(row=min(len(CHOICES) - 1, self.desk.row + 1))
            case "start-quit":
                self.quit()
            case "start-choose":
                self._choose(CHOICES[self.desk.row][0])
            case "":
                self._put()
            case command:
                self._choose(command.removeprefix("start-"))

    def _choose(self, what: str) -> None:
        self.chosen = Start(what)
        self.quit()

    def enter(self, typed: str) -> None:
        """There is nothing to be typed yet,"""

    def typed(self, line: str) -> None:
        """no commands either,"""

    def complete(self, step: int) -> None:
        """nor any to be completed."""

    def drop_line(self) -> None:
        """No line is ever opened."""

    def tell(self, sentence: str) -> None:
        self._notice = sentence
        self._put()

    def quit(self) -> None:
        if self.window is not None:
            self.window.close()

    def draw(self, size: Size) -> list[Line]:
        look = msgspec.structs.replace(self._terminal.look, letters=self.desk.settings.letters)
        return draw_start(self.desk, self._notice, self._servers, look, size)

    def gated(self, size: Size) -> bool:
        return too_small(size)

    def looked_at(self, looking: bool) -> None:
        """Nobody is called before there is a game."""

    def point(self, heard: Gesture | Wheel) -> None:
        key = key_of(heard)
        if key:
            self.press(key)

    def signs_are_wide(self) -> None:
        self._put(settings=msgspec.structs.replace(self.desk.settings, letters=True))

    def _put(self, **changes: object) -> None:
        self.desk = msgspec.structs.replace(self.desk, **changes)
        if self.window is not None:
            self.window.follow(self.desk, "")


def ask_start(
    environment: Environment | None = None,
    servers: Sequence[str] = (),
    settings: Settings | None = None,
) -> Start | None:
    """Show the first screen; *servers* are what servers of before are called."""
    environment = environment or Environment()
    terminal = detect(environment.variables)
    settings = fitting(settings or Settings(), terminal)
    player = _Starting(terminal, servers, settings)
    player.desk = msgspec.structs.replace(player.desk, mouse=takes_mouse(environment.variables))
    probe = terminal.probe if environment.probe is None else environment.probe
    keyboard = environment.input or create_input()
    output = environment.output or create_output()
    player.window = build_window(player, terminal.depth, keyboard, output, probe)
    guest.run(player.window.run, environment.signals)
    return player.chosen
