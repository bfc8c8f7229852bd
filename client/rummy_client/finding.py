"""The screen on which a house is chosen from those on the own network.

    ask_found(last, complaint, environment=Environment(), settings=Settings()) -> Chosen | None

looks for houses as long as it is shown, and gives back the one that was chosen, with a table of
it or without, or what was typed instead; ``None``: the player left. It goes nowhere by itself.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

import trio

from .choosing import Chooser, commands_at
from .desk import Writing
from .environment import Environment
from .houses.found import Event, Found, House, Standing, hear
from .houses.search import Hear, search
from .houses.words import standing_words
from .liking import Settings
from .screen import Line, Size
from .screen.found import draw_found, rows_of
from .screen.look import Look
from .terminal import guest
from .terminal.mouse import Gesture, Wheel

__all__ = ["Chosen", "Search", "ask_found"]

Search: TypeAlias = Callable[[Hear, Sequence[House]], Awaitable[None]]
WAITED: Final = 2.0
"""Seconds after which whoever is there has answered."""
_COMMANDS: Final = commands_at("found")


class Chosen(NamedTuple):
    """Where to go: a house, and the code of a table of it or nothing; or what was typed."""

    house: House | None = None
    table: str = ""
    typed: str = ""


class _Finding(Chooser[Chosen]):
    """The player of a window on which a house is chosen."""

    def __init__(
        self,
        environment: Environment | None,
        settings: Settings | None,
        last: Sequence[House],
        complaint: Callable[[str], str],
    ) -> None:
        super().__init__(_COMMANDS, environment, settings)
        self.found = Found(tuple(last))
        self._complaint = complaint
        self._waited = False

    def heard(self, event: Event) -> None:
        """Take in what was found; the arrow stays at what it points at."""
        before = self._pointed()
        self.found = hear(self.found, event)
        rows = [self._named(row) for row in rows_of(self.found)]
        self.put(row=rows.index(before) if before in rows else self.desk.row)

    def waited(self) -> None:
        self._waited = True
        self.put()

    def obey(self, command: str) -> None:
        match command:
            case "up":
                self.put(row=max(0, self._row() - 1))
            case "down":
                self.put(row=min(max(0, len(rows_of(self.found)) - 1), self.desk.row + 1))
            case "found-choose":
                self._go_there()
            case "found-type":
                self.put(writing=Writing.ADDRESS)
            case "found-quit":
                self.quit()
            case _:
                self.put()

    def enter(self, typed: str) -> None:
        typed = typed.strip()
        wrong = self._complaint(typed) if typed else ""
        if wrong:
            self.tell(wrong)
        elif typed:
            self.choose(Chosen(typed=typed))
        else:
            self.drop_line()

    def picture(self, look: Look, size: Size) -> list[Line]:
        return draw_found(self.desk, self.found, self.notice, self._waited, look, size)

    def point(self, heard: Gesture | Wheel) -> None:
        """A click on a line chooses it, a second one goes there; or a key is pressed."""
        clicked = isinstance(heard, Gesture) and not heard.held and heard.end == heard.start
        if isinstance(heard, Gesture) and clicked and heard.start.kind == "row":
            row = int(heard.start.which)
            self._go_there() if row == self._row() else self.put(row=row)
        else:
            super().point(heard)

    def _go_there(self) -> None:
        rows = rows_of(self.found)
        if not rows:
            self.put(writing=Writing.ADDRESS)
            return
        place, table = rows[self._row()]
        house = self.found.houses[place]
        if house.standing in (Standing.OLD_CLIENT, Standing.OLD_SERVER, Standing.SILENT):
            self.tell(standing_words(house))
        else:
            self.choose(Chosen(house, "" if table is None else house.tables[table].id))

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
    player = _Finding(environment, settings, last, complaint)
    guest.run(_show, player, looking)
    return player.chosen


async def _show(player: _Finding, looking: Search) -> None:
    async with trio.open_nursery() as nursery:
        nursery.start_soon(looking, player.heard, player.found.houses)
        nursery.start_soon(_wait, player)
        await player.window.run(player.signals)
        nursery.cancel_scope.cancel()


async def _wait(player: _Finding) -> None:
    await trio.sleep(WAITED)
    player.waited()
