"""The prompt_toolkit application around a client: its keys, its two windows, its input line.

It knows keys and terminals and nothing of what is shown. Text that came from others is handed
on as styled text only, never as markup.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol

from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.filters import Condition
from prompt_toolkit.history import DummyHistory
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import (
    BufferControl,
    ConditionalContainer,
    HSplit,
    Layout,
)
from prompt_toolkit.layout import Window as Pane
from prompt_toolkit.layout.processors import (
    BeforeInput,
    ConditionalProcessor,
    PasswordProcessor,
)
from prompt_toolkit.output import Output
from prompt_toolkit.styles import BaseStyle, DynamicStyle

from rummy_protocol.clean import clean
from rummy_protocol.text import N_, _

from ..desk import Desk, Writing, mouse_plays
from ..environment import Environment
from ..keymap import all_presses
from ..screen import Line, Size, too_small
from . import guest
from .abilities import ERASE_PROBE, PROBE, Terminal, narrow, style_for
from .frames import terminal_output
from .heeding import HeedingInput
from .mouse import Gesture, Mouse, Wheel
from .picture import Picture
from .turns import Turn, TurnTaking

if TYPE_CHECKING:
    from prompt_toolkit.key_binding.key_bindings import NotImplementedOrNone

__all__ = ["Player", "Window", "build_window", "window_in"]

PASTE_CELLS: Final = 200

_LABELS: Final = {
    Writing.CHAT: N_("say:"),
    Writing.ADDRESS: N_("server:"),
    Writing.PASSWORD: N_("password:"),
    Writing.CODE: N_("table:"),
    Writing.TABLE_NAME: N_("name:"),
    Writing.TABLE_PASSWORD: N_("password:"),
    Writing.WATCH_CODE: N_("watch code:"),
    Writing.TABLE_WATCH_CODE: N_("watch code:"),
    Writing.NUMBER: N_("number:"),
    Writing.NAME: N_("name:"),
}
_COMPLETING: Final = {"tab": 1, "down": 1, "s-tab": -1, "up": -1}
"""Keys that go through the completions of a command, and which way."""

_SECRET: Final = (
    Writing.PASSWORD,
    Writing.WATCH_CODE,
    Writing.TABLE_PASSWORD,
    Writing.TABLE_WATCH_CODE,
)


class Player(Protocol):
    """What a window needs of the client that it belongs to."""

    desk: Desk

    def press(self, pressed: str) -> None: ...

    def enter(self, typed: str) -> None: ...

    def typed(self, line: str) -> None: ...

    def complete(self, step: int) -> None: ...

    def drop_line(self) -> None: ...

    def tell(self, sentence: str) -> None: ...

    def quit(self) -> None: ...

    def draw(self, size: Size) -> list[Line]: ...

    def signs_are_wide(self) -> None: ...

    def looked_at(self, looking: bool) -> None: ...

    def point(self, heard: Gesture | Wheel) -> None: ...


class Window:
    """The running application. Only its client, and prompt_toolkit, may call it."""

    def __init__(
        self,
        player: Player,
        terminal: Terminal,
        keyboard: Input,
        output: Output,
        probe: bool,
        turn: Turn | None = None,
    ) -> None:
        self._player = player
        self._depth = terminal.depth
        self._output = output
        self._probe = probe
        self._lines: list[Line] = [[]]
        self._writing: Writing | None = None
        # Nothing is remembered: the line before may have been a password.
        self._line = Buffer(
            multiline=False, accept_handler=self._accept, history=DummyHistory()
        )
        self._line.on_text_changed += self._typed
        self._mouse = Mouse()
        self._closed = False
        self._aside = False
        self.app: Application[None] = TurnTaking(
            turn,
            layout=self._layout(),
            key_bindings=self._bindings(),
            style=DynamicStyle(self._style),
            include_default_pygments_style=False,
            color_depth=terminal.depth,
            full_screen=True,
            mouse_support=Condition(lambda: mouse_plays(player.desk)),
            input=HeedingInput(keyboard, self._looked_at, terminal.marks),
            output=output,
        )
        self.app.ttimeoutlen = 0.05
        self.app.timeoutlen = 0.05
        self.app.before_render += self._picture

    # --- what the client calls -------------------------------------------------------------

    async def run(self, alone: bool) -> None:
        """Show the application until it is closed; what goes wrong in it is raised here.

        Any number of windows may be shown in a process: each is the only one of its session.
        Two in one session would take each other's pictures for their own, as the terminal
        library asks the session whose picture it is drawing.
        """
        if alone:
            guest.on_loop_error(self._fail)
        if self._closed:
            return
        with create_app_session(input=self.app.input, output=self.app.output):
            ui = self.app.run_async(set_exception_handler=False, handle_sigint=alone)
            await guest.aio(ui)

    def follow(self, desk: Desk, start: str) -> None:
        """Show what has changed; open or close the input line as *desk* has it."""
        if desk.writing is not self._writing:
            self._writing = desk.writing
            self._line.text = start if desk.writing is not None else ""
            self._line.cursor_position = len(self._line.text)
            self.app.layout.focus(self._typing if desk.writing is not None else self._main)
        self.app.invalidate()

    def tick(self) -> None:
        """Some time has passed: draw, if the picture would be another one now.

        To make it costs a tenth of what it costs to have it drawn, even where that changes
        nothing; and there may be many windows at which nothing happens.
        """
        if self.app.is_running and self._player.draw(self._size()) != self._lines:
            self.app.invalidate()

    def put(self, line: str) -> None:
        """Have *line* stand in the input line."""
        self._line.text = line
        self._line.cursor_position = len(line)

    def write(self, sequence: str) -> None:
        """Write what is no part of the picture."""
        self._output.write_raw(sequence)
        self._output.flush()

    def repaint(self) -> None:
        """Draw everything anew on our own screen, whatever the terminal shows there now.

        The ordinary screen is left alone: what stands there is not ours to wipe away.
        """
        if self.app.is_running:
            self.app.renderer.erase(leave_alternate_screen=False)
            self._output.erase_screen()
            self._output.cursor_goto(0, 0)
            self._output.flush()
            self.app.invalidate()

    def suspend(self) -> None:
        self._aside = True
        self.app.suspend_to_background()

    def resumed(self) -> None:
        """The program goes on after it was stopped, and something else may stand there now.

        Whoever was put aside by a key has left our screen in good order, and is brought back
        to it; what stands on the ordinary one until then is not ours to wipe away.
        """
        aside, self._aside = self._aside, False
        if not aside:
            self.repaint()

    def close(self) -> None:
        """End the application."""
        self._closed = True
        if self.app.is_running and self.app.future is not None and not self.app.future.done():
            self.app.exit()

    def _fail(self, error: BaseException) -> None:
        if self.app.is_running and self.app.future is not None and not self.app.future.done():
            self.app.exit(exception=error)

    # --- what is shown ---------------------------------------------------------------------

    def _size(self) -> Size:
        size = self._output.get_size()
        return Size(size.columns, size.rows)

    def _style(self) -> BaseStyle:
        return style_for(self._depth, self._player.desk.settings.theme)

    def _picture(self, app: Application[None]) -> None:
        if self._probe:
            # On the ordinary screen, before the first frame: the answer comes as a key.
            self._probe = False
            self._output.write_raw(PROBE + ERASE_PROBE)
            self._output.flush()
        self._lines = self._player.draw(self._size())

    def _layout(self) -> Layout:
        self._main = Picture(lambda: self._lines[:-1])
        secret = Condition(lambda: self._writing in _SECRET)
        self._typing = Pane(
            BufferControl(
                self._line,
                input_processors=[
                    ConditionalProcessor(PasswordProcessor(), secret),
                    BeforeInput(self._label, style="class:key"),
                ],
            ),
            height=1,
        )
        last = Picture(lambda: self._lines[-1:], height=1, focusable=False)
        writing = Condition(lambda: self._writing is not None and not self._gated())
        return Layout(
            HSplit(
                [
                    self._main,
                    ConditionalContainer(self._typing, writing),
                    ConditionalContainer(last, ~writing),
                ]
            ),
            focused_element=self._main,
        )

    def _label(self) -> str:
        if self._writing is Writing.COMMAND:
            return " :"
        return f" {_(_LABELS[self._writing])} " if self._writing is not None else ""

    # --- keys ------------------------------------------------------------------------------

    def _gated(self) -> bool:
        """Whether the terminal is too small for any key to count but that which quits."""
        return too_small(self._size())

    def _looked_at(self, looking: bool) -> None:
        self._player.looked_at(looking)

    def _typed(self, line: Buffer) -> None:
        if self._writing is Writing.COMMAND:
            self._player.typed(line.text)

    def _accept(self, line: Buffer) -> bool:
        self._player.enter(line.text)
        return True  # `follow` empties the line when it closes

    def _bindings(self) -> KeyBindings:
        keys = KeyBindings()
        gated = Condition(self._gated)
        writing = Condition(lambda: self._writing is not None) & ~gated
        playing = Condition(lambda: self._writing is None) & ~gated
        keys.add("<any>", filter=playing)(self._pressed)
        for press in all_presses():
            eager = press == "escape"
            keys.add(press, filter=playing, eager=eager)(_named(press, self._player))
        keys.add(Keys.SIGINT, filter=playing)(_named("c-c", self._player))
        keys.add(Keys.BracketedPaste, filter=playing)(self._pasted_at_table)
        keys.add(Keys.BracketedPaste, filter=writing)(self._pasted_into_line)
        keys.add("escape", filter=writing, eager=True)(self._dropped)
        commanding = Condition(lambda: self._writing is Writing.COMMAND) & ~gated
        for press, step in _COMPLETING.items():
            keys.add(press, filter=commanding)(self._completed(step))
        keys.add("c-c", filter=writing)(self._dropped)
        keys.add(Keys.SIGINT, filter=writing)(self._dropped)
        keys.add("<any>", filter=gated, eager=True)(lambda event: None)
        for press in ("q", "c-c", Keys.SIGINT):
            keys.add(press, filter=gated, eager=True)(lambda event: self._player.quit())
        keys.add(Keys.CPRResponse)(self._measured)
        keys.add(Keys.Vt100MouseEvent, filter=playing)(self._moused)
        keys.add(Keys.Vt100MouseEvent, filter=~playing)(lambda event: NotImplemented)
        return keys

    def _moused(self, event: KeyPressEvent) -> NotImplementedOrNone:
        """Something was done with the mouse; where that means nothing, nothing is drawn."""
        heard = self._mouse.heard(event.data, self._lines)
        if heard is None:
            return NotImplemented
        self._player.point(heard)
        return None

    def _completed(self, step: int) -> Callable[[KeyPressEvent], None]:
        def completed(event: KeyPressEvent) -> None:
            self._player.complete(step)

        return completed

    def _pressed(self, event: KeyPressEvent) -> None:
        self._player.press(event.data)

    def _dropped(self, event: KeyPressEvent) -> None:
        self._player.drop_line()

    def _pasted_at_table(self, event: KeyPressEvent) -> None:
        self._player.tell(_("Pasted text is taken only while you write a line."))

    def _pasted_into_line(self, event: KeyPressEvent) -> None:
        self._line.insert_text(_in_line(event.data))

    def _measured(self, event: KeyPressEvent) -> None:
        if not narrow(event.data):
            self._player.signs_are_wide()


def _named(press: str, player: Player) -> Callable[[KeyPressEvent], None]:
    def pressed(event: KeyPressEvent) -> None:
        player.press(press)

    return pressed


def _in_line(pasted: str) -> str:
    """*pasted* as it may stand in a line: ends of lines become blanks, and end none."""
    told = clean(pasted, PASTE_CELLS)
    before, after = (" " if end == " " else "" for end in (pasted[:1], pasted[-1:]))
    return f"{before}{told}{after}" if told else before


def build_window(
    player: Player,
    terminal: Terminal,
    keyboard: Input,
    output: Output,
    probe: bool,
    turn: Turn | None = None,
) -> Window:
    """A window for *player*, not yet shown."""
    return Window(player, terminal, keyboard, output, probe, turn)


def window_in(player: Player, environment: Environment, terminal: Terminal) -> Window:
    """A window for *player*, not yet shown, at the keyboard and screen of *environment*."""
    probe = terminal.probe if environment.probe is None else environment.probe
    keyboard = environment.input or create_input()
    output = environment.output or terminal_output()
    return build_window(player, terminal, keyboard, output, probe, environment.turn)
