"""What ``rummy`` alone asks: play here, learn, join, watch or host. It decides nothing itself.

    ask_start(environment=Environment(), servers=(), settings=Settings()) -> Start | None

shows the first screen and gives back what was chosen; ``None``: the player left. What then
happens is the command line's business.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from .choosing import Chooser, commands_at
from .environment import Environment
from .liking import Settings
from .screen import Line, Size
from .screen.look import Look
from .screen.start import CHOICES, draw_start
from .terminal import guest

__all__ = ["Start", "ask_start"]

_COMMANDS: Final = commands_at("start")


class Start(NamedTuple):
    """``play``, ``learn``, ``join``, ``watch`` or ``serve``."""

    what: str


class _Starting(Chooser[Start]):
    """The player of the first window; *servers* are what those of before are called."""

    def __init__(
        self,
        environment: Environment | None,
        settings: Settings | None,
        servers: Sequence[str],
    ) -> None:
        super().__init__(_COMMANDS, environment, settings)
        self._servers = servers

    def obey(self, command: str) -> None:
        match command:
            case "up":
                self.put(row=max(0, self.desk.row - 1))
            case "down":
                self.put(row=min(len(CHOICES) - 1, self.desk.row + 1))
            case "start-quit":
                self.quit()
            case "start-choose":
                self.choose(Start(CHOICES[self.desk.row][0]))
            case "":
                self.put()
            case _:
                self.choose(Start(command.removeprefix("start-")))

    def picture(self, look: Look, size: Size) -> list[Line]:
        return draw_start(self.desk, self.notice, self._servers, look, size)


def ask_start(
    environment: Environment | None = None,
    servers: Sequence[str] = (),
    settings: Settings | None = None,
) -> Start | None:
    """Show the first screen; *servers* are what servers of before are called."""
    player = _Starting(environment, settings, servers)
    guest.run(player.window.run, player.signals)
    return player.chosen
