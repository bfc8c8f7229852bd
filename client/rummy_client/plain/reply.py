"""What a typed line leads to in the plain client, and how one says that it leads nowhere."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from rummy_protocol.messages import Request
from rummy_protocol.text import Style, _

from ..model import Model

__all__ = ["Do", "Local", "Reply", "Situation", "Unclear", "number"]

Local: TypeAlias = str
"""What the program itself is to do: ``quit``, ``wait``, ``words``, ``short``, ``settings``,
``follow``, or what a learner says, ``next``, ``lesson`` or ``lesson-off``."""


class Unclear(Exception):
    """What was typed cannot be understood or done; the text is the line to answer with."""


class Reply(NamedTuple):
    lines: list[str] = []  # noqa: RUF012  (a tuple's default; nobody adds to it)
    request: Request | None = None
    local: Local | None = None
    words: tuple[str, ...] = ()
    """More about *local*: what the settings shall be, whose place is taken."""


class Situation(NamedTuple):
    """What a command may look at."""

    model: Model
    style: Style
    now: float
    follow: str = ""
    """The name of the player whose place a spectator has taken."""


Do: TypeAlias = Callable[[Situation, list[str]], Reply]


def number(words: list[str], usage: str) -> int:
    """The one number in *words*.

    Raises:
        Unclear: there is none, or more than that.
    """
    if len(words) != 1 or not words[0].isascii() or not words[0].isdigit():
        raise Unclear(_("A number is missing, for example: {usage}", usage=usage))
    return int(words[0][:9])
