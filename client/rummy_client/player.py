"""One client while it runs: what it knows, and the tasks that keep it going.

Everything that it decides is decided in pure functions elsewhere; in here they are tied to a
link, a window and a clock. `app` builds it.
"""

from __future__ import annotations

import signal
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, Protocol, runtime_checkable

import msgspec
import trio

from rummy_protocol.messages import Games, Goodbye, ListTables, Refused, Request
from rummy_protocol.text import _

from .attention import Attention
from .choices import Choices
from .commands.line import commanded, completed, shown_line, written
from .commands.lobby import entered, line_start
from .commands.obey import Local, obey
from .commands.order import as_taken, with_own_order
from .commands.outcome import Outcome, Step
from .desk import Desk, Screen, Writing, screen_of, settled
from .environment import Ending, Environment
from .keymap import key_name
from .lesson.course import Lesson
from .liking import Settings
from .linkstate import Ended, Online, farewell
from .looking import as_seen
from .model import Heard, Model, Notice, asked, hear, pending_of, wanted
from .moment import command_for
from .order import order_due
from .pointing import pointed, wheeled
from .screen import Line, Scene, Size, draw
from .terminal.abilities import Terminal
from .terminal.mouse import Gesture, Wheel, takes_mouse
from .terminal.window import Window

__all__ = ["Client", "LinkLike"]

LOBBY_SECONDS: Final = 3
"""How often the list of tables is asked for while it is looked at."""

ORDER_SECONDS: Final = 1.0
"""How often the house is told at most how the hand lies."""

Hear = Callable[[Heard], None]


class LinkLike(Protocol):
    """What the client needs of a link."""

    def ask(self, request: Request) -> int: ...

    def reconnect(self) -> None: ...

    def run(self, hear: Hear) -> Awaitable[Goodbye]: ...


@runtime_checkable
class Turnable(Protocol):
    """A link that leads to a game that was played."""

    def turn(self, step: Step) -> None: ...


class Client:
    """One client: what it knows, what lies before its player, and its window.

    Only its own link, its own window and its own tasks may call it, all in one thread.
    """

    def __init__(
        self,
        link: LinkLike,
        start: Sequence[Request],
        environment: Environment,
        terminal: Terminal,
        settings: Settings,
    ) -> None:
        self.model = Model()
        lesson = Lesson() if environment.learn else None
        self.desk = Desk(
            settings=settings,
            kept=environment.kept,
            lesson=lesson,
            mouse=takes_mouse(environment.variables),
        )
        self.terminal = terminal
        self.window: Window | None = None
        self.ending: Ending | None = None
        self._link = link
        self._start = list(start)
        self._started: int | None = None
        self._order_from = -ORDER_SECONDS
        """From when on the house may be told again how the hand lies."""
        self._environment = environment
        self.attention = Attention(environment.variables)
        self.choices = Choices(environment.remember, self.tell)

    # --- what is heard ---------------------------------------------------------------------

    def hear(self, message: Heard) -> None:
        """Take note of *message*, and of what follows from it."""
        self.attention.speak()
        before = self.model
        heard = hear(before, message, self._environment.clock())
        self.model = as_taken(before, self.desk, heard)
        self.desk = settled(self.desk, before, self.model)
        for request in wanted(self.model):
            self._ask(request)
        self._tell_order()
        self._go_on_starting(message)
        if isinstance(message, Ended):
            self.end(Ending(_status_of(message.goodbye), farewell(message.goodbye)))
        if self.window is not None:
            self._call(before)
            self.window.follow(self.desk, line_start(self.desk))

    def _go_on_starting(self, message: Heard) -> None:
        """Ask for the next thing that was to be asked for, or for the list of tables."""
        if isinstance(message, Refused) and message.id == self._started:
            self._start.clear()
        if not self.model.online or self._started in self.model.pending:
            return
        if self._started is None and self.model.seat is not None:
            self._start.clear()  # back in a seat that was kept
        if self._start and (isinstance(message, Online) or self._started is not None):
            self._started = self._ask(self._start.pop(0))
        elif self._in_lobby() and self.model.tables is None:
            self._ask_for_tables()
        self._ask_for_games()

    def _in_lobby(self) -> bool:
        return screen_of(self.model, self.desk) is Screen.LOBBY

    def _ask_for_tables(self) -> None:
        if self.model.online and not pending_of(self.model, ListTables):
            self._ask(ListTables(0))

    def _ask_for_games(self) -> None:
        """Once, where a table is chosen, made or gathering: its rules are told by its game."""
        chosen = screen_of(self.model, self.desk) in (Screen.LOBBY, Screen.WAITING)
        known = self.model.games is not None or pending_of(self.model, Games)
        if chosen and not known and not self._start:
            self._ask(Games(0))

    def _tell_order(self, last: bool = False) -> None:
        """Have the house know how the hand lies; who moves many cards tells it now and then."""
        self.model = with_own_order(self.model, self.desk)
        due, now = order_due(self.model), self._environment.clock()
        if due is not None and (last or now >= self._order_from):
            self._order_from = now + ORDER_SECONDS
            self._ask(due)

    def _ask(self, request: Request) -> int:
        id = self._link.ask(request)
        self.model = asked(self.model, id, request)
        return id

    # --- what the player does --------------------------------------------------------------

    def press(self, pressed: str) -> None:
        """A key was pressed, and nothing is being written."""
        self.attention.speak()
        command = command_for(self.model, self.desk, pressed)
        if command is not None:
            self._take(obey(self.model, self.desk, command, pressed))
        elif pressed.isprintable() and self.desk.over is None:
            self.tell(_("{key} does nothing here; ? shows the keys.", key=key_name(pressed)))

    def typed(self, line: str) -> None:
        """The command line was changed."""
        self.desk = written(self.desk, line)
        self._show()

    def complete(self, step: int) -> None:
        """The next completion of the command line is wanted, or the one before."""
        self.desk = completed(self.model, self.desk, step)
        self._window().put(shown_line(self.desk))
        self._show()

    def point(self, heard: Gesture | Wheel) -> None:
        """Something was done with the mouse, and nothing is being written."""
        self.attention.speak()
        outcome = (
            wheeled(self.model, self.desk, heard)
            if isinstance(heard, Wheel)
            else pointed(self.model, self.desk, heard)
        )
        if outcome is not None:
            self._take(outcome)

    def enter(self, typed: str) -> None:
        """A line was written, and ended with Enter."""
        self.attention.speak()
        if self.desk.writing is Writing.COMMAND:
            self._take(commanded(self.model, self.desk, typed))
            return
        self._take(entered(self.model, self.desk, typed))

    def drop_line(self) -> None:
        """What was being written is not sent."""
        self.desk = msgspec.structs.replace(self.desk, writing=None, target="")
        self._show()

    def tell(self, sentence: str) -> None:
        """Tell the player something about a key that did nothing."""
        self.model = msgspec.structs.replace(self.model, notice=Notice(sentence, bad=False))
        self._show()

    def _call(self, before: Model) -> None:
        """Write what has the player look up, now that *before* is over."""
        if self.window is not None and self.ending is None:
            self._write(self.attention.follow(before, self.model, self.desk.settings))

    def hush(self) -> None:
        """Put back the title, and whatever else the terminal was told."""
        self._write(self.attention.hush())

    def _write(self, sequence: str) -> None:
        if sequence and self.window is not None:
            self.window.write(sequence)

    def looked_at(self, looking: bool) -> None:
        """The terminal says whether it is looked at."""
        self.attention.looked_at(looking)

    def _take(self, outcome: Outcome) -> None:
        self.choices.note(self.desk.settings, outcome.desk.settings)
        self.attention.choose(self.desk.settings, outcome.desk.settings)
        self.model, self.desk = outcome.model, outcome.desk
        for effect in outcome.effects:
            match effect:
                case Local.QUIT:
                    self.end(Ending(0, self._last_line()))
                case Local.REDRAW:
                    self._window().repaint()
                case Local.SUSPEND:
                    self._suspend()
                case Step():
                    if isinstance(self._link, Turnable):
                        self._link.turn(effect)
                case _:
                    self._ask(effect)
        self._tell_order()
        self._call(self.model)
        self._show()

    def _suspend(self) -> None:
        if self._environment.signals:
            self.hush()
            self._window().suspend()
        else:
            self.tell(_("There is no shell here to go back to."))

    def _last_line(self) -> str:
        if self.model.seat is None or self.model.table is None or not self.desk.kept:
            return ""
        table = self.model.table.name
        if self._environment.ssh:
            return _("Your seat at {table} is kept; the same key brings you back.", table=table)
        return _("Your seat at {table} is kept; rummy brings you back to it.", table=table)

    # --- the window ------------------------------------------------------------------------

    def _window(self) -> Window:
        assert self.window is not None, "keys come from a window"
        return self.window

    def _show(self) -> None:
        if self.window is not None:
            self.window.follow(self.desk, line_start(self.desk))

    def draw(self, size: Size) -> list[Line]:
        """The picture for a terminal of *size*."""
        self.attention.speak()
        look, settings = self.terminal.look, self.desk.settings
        if settings.letters != look.letters:
            look = msgspec.structs.replace(look, letters=settings.letters or look.ascii_only)
        return draw(
            Scene(
                as_seen(self.model, self.desk), self.desk, look, size, self._environment.clock()
            )
        )

    def quit(self) -> None:
        """Leave at once; the seat is kept."""
        self.end(Ending(0, self._last_line()))

    def signs_are_wide(self) -> None:
        """The terminal gives two cells to a suit sign: letters are shown instead."""
        settings = msgspec.structs.replace(self.desk.settings, letters=True)
        self.desk = msgspec.structs.replace(self.desk, settings=settings)
        self._show()

    def end(self, ending: Ending) -> None:
        """Let the client end; the first ending counts."""
        if self.ending is None:
            self.ending = ending
            self._tell_order(last=True)
        if self.window is not None:
            self.window.close()

    # --- tasks -----------------------------------------------------------------------------

    async def keep_link(self) -> None:
        goodbye = await self._link.run(self.hear)
        self.end(Ending(_status_of(goodbye), farewell(goodbye)))

    async def keep_time(self) -> None:
        """Let clocks run down on the screen, and the lobby stay true."""
        seconds = 0
        while True:
            await trio.sleep(1)
            seconds += 1
            self._tell_order()
            if self._in_lobby() and seconds % LOBBY_SECONDS == 0:
                self._ask_for_tables()
            self._window().tick()

    async def watch_signals(self) -> None:
        ends = (signal.SIGTERM, signal.SIGHUP)
        with trio.open_signal_receiver(*ends, signal.SIGCONT) as signals:
            async for number in signals:
                if number in ends:
                    name = signal.Signals(number).name
                    kept = self._last_line()
                    ended = _("Ended by {name}.", name=name)
                    self.end(Ending(128 + number, f"{ended} {kept}".strip()))
                else:
                    self._link.reconnect()
                    self.attention.again()
                    self._call(self.model)
                    self._window().resumed()

    async def watch_lifeline(self, lifeline: int) -> None:
        await trio.lowlevel.wait_readable(lifeline)
        self.end(Ending(128 + signal.SIGHUP, self._last_line()))


def _status_of(goodbye: Goodbye) -> int:
    return 0 if goodbye.code == "bye" else 2
