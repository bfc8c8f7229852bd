"""A game that was played, turned over again in the client: full screen, or by lines.

The client is the one that people play with, and hears what it would have heard then. In the
place of its link stands a reel; nothing is sent anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

import trio

from rummy_protocol.errors import Code
from rummy_protocol.messages import Goodbye, Request
from rummy_protocol.text import N_, _

from .commands.outcome import Step
from .model import Heard, Model, hear
from .plain.reply import Unclear
from .plain.tell import Teller
from .plain.words import understood
from .reel import Reel

__all__ = ["ReplayLink", "told_by_lines"]

AUTO_SECONDS: Final = 0.8
"""Between two steps that are taken by themselves."""


class ReplayLink:
    """Stands where a link to a server would, for one client."""

    def __init__(self, reel: Reel) -> None:
        self._reel = reel
        self._auto = False
        self._hear: Callable[[Heard], None] | None = None
        self._turned = trio.Event()

    def ask(self, request: Request) -> int:
        """Nobody is there to be asked."""
        return 0

    def reconnect(self) -> None:
        """There is nothing to connect to."""

    async def run(self, hear: Callable[[Heard], None]) -> Goodbye:
        """Show the beginning, and then turn until it is cancelled."""
        self._hear = hear
        self._show(self._reel.begin(self._auto))
        while True:
            if self._auto:
                await trio.sleep(AUTO_SECONDS)
                self._go_on()
            else:
                await self._turned.wait()
                self._turned = trio.Event()
        return Goodbye(Code.BYE)

    def turn(self, step: Step) -> None:
        """Take *step*, as the person says; by hand nothing goes on by itself."""
        self._auto = not self._auto if step is Step.AUTO else False
        self._show(self._reel.turn(step, self._auto))
        self._turned.set()

    def _go_on(self) -> None:
        if self._auto:
            self._auto = self._reel.place + 1 < self._reel.last
            self._show(self._reel.turn(Step.NEXT, self._auto))

    def _show(self, shown: Iterable[Heard]) -> None:
        if self._hear is not None:
            for one in shown:
                self._hear(one)


WORDS: Final = {
    "": Step.NEXT,
    "next": Step.NEXT,
    "back": Step.BACK,
    "deal": Step.NEXT_DEAL,
    "before": Step.DEAL_BEFORE,
}
HELP: Final = N_(
    "Enter: the next move. back, deal, before (the deal before), all, quit. What one asks in a "
    "game, as hand, table and score, is answered here too."
)


def _answered(word: str, model: Model, teller: Teller) -> list[str]:
    """What is answered to *word*, a question about the game; else which words there are."""
    try:
        reply = understood(word, model, teller.style, 0.0)
    except Unclear:
        return [_(HELP)]
    asked = reply.request is None and reply.local is None
    return reply.lines if asked and reply.lines else [_(HELP)]


def told_by_lines(reel: Reel, typed: Iterator[str] | None) -> Iterator[str]:
    """The game in the words of the plain client.

    Args:
        typed: What the person says after each move; ``None``: all is told at once.
    """
    model, teller, going_on, word = Model(), Teller(), typed is None, ""
    shown: Iterable[Heard] = reel.begin(False)
    if typed is not None:
        yield _(HELP)
    while True:
        for one in shown:
            before, model = model, hear(model, one)
            yield from teller.tell(before, one, model, 0.0)
        if reel.at_end and (going_on or typed is None):
            return
        step: Step | None = Step.NEXT
        if typed is not None and not going_on:
            word = next(typed, "quit").strip().lower()
            if word == "quit":
                return
            going_on = word == "all"
            step = Step.NEXT if going_on else WORDS.get(word)
        shown = [] if step is None else reel.turn(step, False)
        if step is None:
            yield from _answered(word, model, teller)
        elif step is not Step.NEXT:
            model, teller = Model(), Teller()
