"""The screen on which a house is chosen from those on the own network.

    ask_found(last, complaint, environment=Environment(), settings=Settings()) -> Chosen | None

looks for houses as long as it is shown, and gives back the one that was chosen, with a table of
it or without, or what was typed instead; ``None``: the player left. It goes nowhere by itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import msgspec
import trio
from prompt_toolkit.input import create_input
from prompt_toolkit.output import create_output

from . import guest
from .desk import Desk, Writing
from .environment import Environment
from .found import Event, Found, House, Standing, hear
from .found_words import standing_words
from .keymap import KEYS, presses
from .liking import Settings
from .mouse import Gesture, Wheel, key_of, takes_mouse
from .screen import Line, Size, too_small
from .screen.found import draw_found, rows_of
from .search import Hear, search
from .terminal import Terminal, detect, fitting
from .window import Window, build_window

__all__ = ["Chosen", "Search", "ask_found"]

Search: TypeAlias = Callable[[Hear, Sequence[House]], Awaitable[None]]
WAITED: Final = 2.0
"""Seconds after which whoever is there has answered."""
_HERE: Final = [key for key in KEYS if key.where == "found"]
_COMMANDS: Final = {one: key.command for key in _HERE for one in presses(key.keys)}


class Chosen(NamedTuple):
    """Where to go: a house, and the code of a table of it or nothing; or what was typed."""

    house: House | None = None
    table: str = ""
    typed: str = ""


class _Finding:
    """The player of a window on which a house is chosen."""

    def __init__(
        self,
        terminal: Terminal,
        last: Sequence[House],
        complaint: Callable[[str], str],
        settings: Settings,
    ) -> None:
        self.desk = Desk(settings=settings)
        self.chosen: Chosen | None = None
        self.window: Window | None = None
        self.found = Found(tuple(last))
        self._terminal = terminal
        self._complaint = complaint
        self._notice = ""
        self._waited = False

    def heard(self, event: Event) -> None:
        """Take in what was found; the arrow stays at what it points at."""
        before = self._pointed()
        self.found = hear(self.found, event)
        rows = [self._named(row) for row in rows_of(self.found)]
        self._put(row=rows.index(before) if before in rows else self.desk.row)

    def waited(self) -> None:
        self._waited = True
        self._put()

    def press(self, pressed: str) -> None:
        self._notice = ""
        match _COMMANDS.get(pressed, ""):
            case "up":
                self._put(row=max(0, self._row() - 1))
            case "down":
                self._put(row=min(max(0, len(rows_of(self.found)) - 1), self.desk.row + 1))
            case "found-choose":
                self._choose()
            case "found-type":
                self._put(writing=Writing.ADDRESS)
            case "found-quit":
                self.quit()
            case _:
                self._put()

    def enter(self, typed: str) -> None:
        typed = typed.strip()
        wrong = self._complaint(typed) if typed else ""
        if wrong:
            self.tell(wrong)
        elif typed:
            self._finish(Chosen(typed=typed))
        else:
            self.drop_line()

    def typed(self, line: str) -> None:
        """There are no commands to be typed yet."""

    def complete(self, step: int) -> None:
        """Nor any to be completed."""

    def drop_line(self) -> None:
        self._notice = ""
        self._put(writing=None)

    def tell(self, sentence: str) -> None:
        self._notice = sentence
        self._put()

    def quit(self) -> None:
        if self.window is not None:
            self.window.close()

    def draw(self, size: Size) -> list[Line]:
        look = msgspec.structs.replace(self._terminal.look, letters=self.desk.settings.letters)
        return draw_found(self.desk, self.found, self._notice, self._waited, look, size)

    def gated(self, size: Size) -> bool:
        return too_small(size)

    def looked_at(self, looking: bool) -> None:
        """Nobody is called before there is a game."""

    def point(self, heard: Gesture | Wheel) -> None:
        """A click on a line chooses it, a second one goes there; or a key is pressed."""
        clicked = isinstance(heard, Gesture) and not heard.held and heard.end == heard.start
        if isinstance(heard, Gesture) and clicked and heard.start.kind == "row":
            row = int(heard.start.which)
            self._choose() if row == self._row() else self._put(row=row)
        elif key := key_of(heard):
            self.press(key)

    def signs_are_wide(self) -> None:
        self._put(settings=msgspec.structs.replace(self.desk.settings, letters=True))

    def _choose(self) -> None:
        rows = rows_of(self.found)
        if not rows:
            self._put(writing=Writing.ADDRESS)
            return
        place, table = rows[self._row()]
        house = self.found.houses[place]
        if house.standing in (Standing.OLD_CLIENT, Standing.OLD_SERVER, Standing.SILENT):
            self.tell(standing_words(house))
        else:
            self._finish(Chosen(house, "" if table is None else house.tables[table].id))

    def _row(self) -> int:
        return min(self.desk.row, max(0, len(rows_of(self.found)) - 1))

    def _pointed(self) -> tuple[str, str] | None:
        rows = rows_of(self.found)
        return self._named(rows[self._row()]) if rows else None

    def _named(self, row: tuple[int, int | None]) -> tuple[str, str]:
        """By what a row is known when others come above it."""
        house = self.found.houses[row[0]]
        table = "" if row[1] is None else house.tables[row[1]].id
        return house.code or str(house.places), table

    def _put(self, **changes: object) -> None:
        self.desk = msgspec.structs.replace(self.desk, **changes)
        if self.window is not None:
            self.window.follow(self.desk, "")

    def _finish(self, chosen: Chosen) -> None:
        self.chosen = chosen
        self.quit()


def ask_found(
    last: Sequence[House],
    complaint: Callable[[str], str],
    environment: Environment | None = None,
    settings: Settings | None = None,
    looking: Search = search,
) -> Chosen | None:
    """Show what is found until one is chosen.

    Args:
        last: houses of before, shown from the start.
        complaint: what is wrong with an address that was typed, if anything is.
        looking: how houses are looked for.
    """
    environment = environment or Environment()
    terminal = detect(environment.variables)
    settings = fitting(settings or Settings(), terminal)
    player = _Finding(terminal, last, complaint, settings)
    player.desk = msgspec.structs.replace(player.desk, mouse=takes_mouse(environment.variables))
    probe = terminal.probe if environment.probe is None else environment.probe
    keyboard = environment.input or create_input()
    output = environment.output or create_output()
    player.window = build_window(player, terminal.depth, keyboard, output, probe)
    guest.run(_show, player, player.window, looking, environment.signals)
    return player.chosen


async def _show(player: _Finding, window: Window, looking: Search, signals: bool) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(looking, player.heard, player.found.houses)
        nursery.start_soon(_wait, player)
        await window.run(signals)
        nursery.cancel_scope.cancel()


async def _wait(player: _Finding) -> None:
    await trio.sleep(WAITED)
    player.waited()
