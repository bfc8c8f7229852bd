"""What is told of the connection: that it is lost, that it is back, and how the client ended.

Pure but for its memory of what was told already.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy_protocol import text
from rummy_protocol.errors import Code
from rummy_protocol.messages import Welcome
from rummy_protocol.text import _

from ..linkstate import PLAIN, Connecting, Ended, LinkState, Lost, Online, farewell
from ..model import Model

__all__ = ["LinkTeller", "welcomed"]

SLOW = 2
"""Seconds between two tries, above which it is not told of each."""


def welcomed(old: Model, welcome: Welcome) -> list[str]:
    """Where one is, and how to find out more or leave, the first time."""
    if old.welcome is not None:
        return []
    house, name = welcome.server, welcome.name
    words = {"help": "help", "quit": "quit"}
    return [
        _("You are at {house}, as {name}.", house=house, name=name),
        _("Say {help} for the words that there are, {quit} to stop.", **words),
    ]


class LinkTeller:
    """Turns the states of a link into lines. One for each client, called from one thread."""

    def __init__(self) -> None:
        self._slow = False
        self._marked = False

    def tell(self, old: Model, state: LinkState) -> Iterator[str]:
        """The lines for *state*, heard when *old* was known."""
        match state:
            case Lost(seconds=seconds, why=why, planned=True):
                yield from self._break(old, why, seconds)
            case Lost(why=Code.SHOWN_OUT):
                pass  # the answer to who asks to watch again says so
            case Lost(seconds=seconds, why=why) if isinstance(old.link, Online):
                yield _lost(why)
                self._slow = seconds > SLOW
            case Lost(seconds=seconds, why=why):
                yield from self._again(old, why, seconds)
            case Online(plain=True) if not self._marked:
                self._marked = True
                yield _(PLAIN)
            case Online() if old.welcome is not None and old.at_table:
                yield _("The connection is back.")
            case Ended(goodbye=goodbye) if goodbye.code != Code.BYE:
                yield farewell(goodbye)

    def _again(self, old: Model, why: str, seconds: float) -> Iterator[str]:
        if isinstance(old.link, Connecting) and old.welcome is None:
            yield _("No connection: {why}. Trying again.", why=why)
        elif seconds > SLOW and not self._slow:
            self._slow = True
            yield _("Still no connection. Trying again every ten seconds.")

    def _break(self, old: Model, why: str, seconds: float) -> Iterator[str]:
        """The house is closed for a while: say for how long, and now and then what is left."""
        left, self._slow = round(seconds), False
        if not isinstance(old.link, Lost):
            yield text.goodbye(why, {"seconds": left})
        elif left % (60 if left > 60 else 10) == 0:
            yield _("The house should be open again in {seconds} s.", seconds=left)


def _lost(why: str) -> str:
    if why in set(Code):
        again = _("Trying again.")
        return f"{text.goodbye(why)} {again}"
    return _("The connection is lost: {why}. Trying again.", why=why)
