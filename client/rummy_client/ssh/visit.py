"""One visit: the ordinary client, on the screen or by lines, for as long as somebody is there.

It ties a channel to a client. What the client does is the business of `app` and `plain`.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from contextlib import aclosing
from pathlib import Path
from typing import Final, NamedTuple, TextIO, cast

import trio
from prompt_toolkit.data_structures import Size as TerminalSize

from rummy_protocol.messages import ListTables
from rummy_protocol.text import _, speak

from ..app import serve_client
from ..cli.liking import Liking, liking
from ..environment import Ending, Environment
from ..linkstate import exit_status
from ..plain.client import printer, run_plain
from ..seatfile import SeatFileError
from ..terminal.abilities import detect
from ..terminal.frames import Frames
from ..tongue import language_of
from .caller import Caller
from .easel import Easel, Place
from .errand import House
from .keyboard import Keyboard, Pasting
from .limits import Doorway
from .lines import Lines
from .seats import folder_of, kept_seat, settings_in
from .visitlink import VisitLink
from .visitor import Person

__all__ = ["Visit", "Way"]

_log: Final = logging.getLogger("rummy.ssh")

_SIGNS_AT_ONCE: Final = 1024
_ALL_SIGNS: Final = 1 << 20
_KEYS_AT_ONCE: Final = 32
_HASTE: Final = 0.05
"""Seconds between two helpings of keys of which many wait, and between two sizes: others have
their turn, however much is sent."""
_PATIENCE: Final = 0.02
"""Seconds after which an Escape is a key, and no longer the beginning of something."""


class Way(NamedTuple):
    """What all visits share."""

    house: House
    seats: Path
    doorway: Doorway
    easel: Easel
    ear: trio.Lock
    """Held by the one for whom is heard what the house says."""


class Paper:
    """The far end's screen as a stream: nothing is put on it that would only wait."""

    encoding = "utf-8"

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self.stale = False
        """Whether the screen lacks something that was to be on it."""

    def write(self, text: str) -> None:
        if self._caller.full:
            self.stale = True
        else:
            # The line discipline of a terminal would do that, and there is none here.
            self._caller.write(text.replace("\r\n", "\n").replace("\n", "\r\n"))

    def flush(self) -> None:
        """Nothing is held back."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError("a channel has no descriptor")


class Visit:
    """One session's game. `run` is its whole life, in a task of its own."""

    def __init__(self, caller: Caller, person: Person, name: str, slot: int, way: Way) -> None:
        self._caller = caller
        self._person = person
        self._name = name
        self._slot = slot
        self._way = way
        self._last = Ending(0)
        self._draw_anew: Callable[[], None] = lambda: None
        self._playing = trio.CancelScope()
        self._place = Place(way.easel)

    def over(self, why: str) -> None:
        """End the visit, and say *why*."""
        if not self._playing.cancel_called:
            self._last = Ending(1, why)
            self._playing.cancel()

    async def run(self) -> None:
        """Play until the person leaves, or is gone, or has to go."""
        with self._caller.scope:
            ending = await self._play()
            if ending.line:
                end = "\r\n" if self._caller.echoes else "\n"
                self._caller.write(f"{ending.line}{end}")
            self._caller.leave(ending.status)

    async def _play(self) -> Ending:
        with self._playing:
            try:
                liked = self._liked()
                kept = liked.settings.language if liked is not None else ""
                speak(language_of("", kept, self._caller.variables()))
                by_lines = self._caller.by_lines
                face = self._by_lines if by_lines else self._on_screen
                return await face(self._link(), liked)
            except SeatFileError as exc:
                _log.error("ssh seats cannot be kept: %s", exc)
                return Ending(70, _("The house cannot keep seats just now."))
            except Exception as exc:  # noqa: BLE001 - session barrier: only this visit ends
                _log.exception("ssh session failed: %s", type(exc).__name__)
                return Ending(70, _("An error of ours ended the client."))
        return self._last

    def _liked(self) -> Liking | None:
        """What this person likes, kept by the key; ``None`` for a guest, who is not known."""
        folder = self._folder
        return liking({}, settings_in(folder)) if folder is not None else None

    @property
    def _folder(self) -> Path | None:
        """Where what is kept for this person lies; ``None`` for a guest."""
        return folder_of(self._way.seats, self._person.key)

    def _link(self) -> VisitLink:
        house = self._way.house
        folder = self._folder
        seat = kept_seat(folder, house.pin)
        return VisitLink(
            house,
            self._name if seat is None else seat.seat.name,
            folder,
            seat,
            doorway=self._way.doorway,
            address=self._person.address,
            ear=self._way.ear,
            over=self.over,
            answered=self._place.hurry,
        )

    # --- by lines --------------------------------------------------------------------------

    async def _by_lines(self, link: VisitLink, liked: Liking | None) -> Ending:
        lines = Lines(self._caller)
        write = printer(cast(TextIO, lines))
        if not self._person.key:
            write(_guests())
        async with aclosing(lines.typed()) as typed:
            goodbye = await run_plain(
                link,
                typed,
                write,
                opening=(ListTables(0),),
                signals=False,
                settings=liked.settings if liked is not None else None,
                remember=liked.remember if liked is not None else None,
            )
        return Ending(exit_status(goodbye))

    # --- on the screen ---------------------------------------------------------------------

    async def _on_screen(self, link: VisitLink, liked: Liking | None) -> Ending:
        caller, keyboard, paper = self._caller, Keyboard(self._slot), Paper(self._caller)
        output = Frames(cast(TextIO, paper), self._size, term=caller.term, enable_cpr=False)
        environment = Environment(
            variables=caller.variables(),
            input=keyboard,
            output=output,
            signals=False,
            kept=bool(self._person.key),
            ssh=True,
            windowed=self._windowed,
            turn=self._place,
            greeting="" if self._person.key else _guests(),
            remember=liked.remember if liked is not None else None,
        )
        try:
            async with trio.open_nursery() as nursery:
                nursery.start_soon(self._type, keyboard)
                nursery.start_soon(self._follow, paper)
                settings = liked.settings if liked is not None else None
                ending = await serve_client(link, (), environment, settings)
                nursery.cancel_scope.cancel()
        finally:
            keyboard.forget()
        return ending

    def _size(self) -> TerminalSize:
        size = self._caller.size
        return TerminalSize(rows=size.rows, columns=size.columns)

    async def _type(self, keyboard: Keyboard) -> None:
        """Press the keys that come in, a few at a time."""
        marks = detect(self._caller.variables()).marks
        # What was pasted can only be told as long as it is in one piece.
        most = _SIGNS_AT_ONCE if marks else _ALL_SIGNS
        pasting = Pasting(marks)
        await keyboard.attached.wait()
        while True:
            with trio.move_on_after(self._way.doorway.limits.idle_seconds) as idle:
                typed = await self._caller.typed(most)
            if idle.cancelled_caught:
                self.over(_("Nothing was typed for a long time."))
                return
            if not typed:
                keyboard.close()
                return
            await self._press(keyboard, pasting.cut(typed))
            if self._caller.waiting:
                await trio.sleep(_HASTE)
            else:
                await trio.sleep(_PATIENCE)
                if not self._caller.waiting:
                    keyboard.feed(pasting.rest())

    async def _press(self, keyboard: Keyboard, keys: str) -> None:
        for place in range(0, len(keys), _KEYS_AT_ONCE):
            if place:
                await trio.sleep(_HASTE)
            self._place.hurry()
            keyboard.feed(keys[place : place + _KEYS_AT_ONCE])

    def _windowed(self, draw_anew: Callable[[], None]) -> None:
        self._draw_anew = draw_anew

    async def _follow(self, paper: Paper) -> None:
        """Draw everything anew when the terminal has another size, or lacks something."""
        poked = trio.Event()

        def poke(stale: Callable[[], bool]) -> Callable[[], None]:
            return lambda: poked.set() if stale() else None

        self._caller.resized = poke(lambda: True)
        self._caller.readable = poke(lambda: paper.stale)
        while True:
            await poked.wait()
            poked = trio.Event()
            paper.stale = False
            self._draw_anew()
            await trio.sleep(_HASTE)


def _guests() -> str:
    return _("You come without a key: your seat lasts as long as this session.")
