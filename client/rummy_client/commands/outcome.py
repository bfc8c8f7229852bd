"""What a command leads to, and the small steps that all commands are made of.

Nothing of the game in here: only how a request is let through or held back (U34).
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import NamedTuple, TypeAlias

import msgspec

from rummy_protocol.messages import Act, Request
from rummy_protocol.text import _

from ..desk import Desk
from ..model import Model, Notice, busy, pending_of

__all__ = ["Command", "Effect", "Local", "Outcome", "Step", "changed", "sent", "told"]


class Local(StrEnum):
    """What the program itself is to do."""

    QUIT = "quit"
    REDRAW = "redraw"
    SUSPEND = "suspend"


class Step(StrEnum):
    """Where to turn in a game that was played."""

    NEXT = "next"
    BACK = "back"
    NEXT_DEAL = "next-deal"
    DEAL_BEFORE = "deal-before"
    AUTO = "auto"
    """Begin or stop to go on by itself."""


Effect: TypeAlias = Request | Local | Step


class Outcome(NamedTuple):
    model: Model
    desk: Desk
    effects: tuple[Effect, ...] = ()


Command: TypeAlias = Callable[[Model, Desk, str], Outcome]
"""The third argument is the key that was pressed, for commands with several."""


def changed(model: Model, desk: Desk, **fields: object) -> Outcome:
    """The desk is changed, and nothing is sent."""
    return Outcome(model, msgspec.structs.replace(desk, **fields))


def told(model: Model, desk: Desk, sentence: str, bad: bool = True) -> Outcome:
    """The player is told something, and nothing else happens."""
    return Outcome(msgspec.structs.replace(model, notice=Notice(sentence, bad)), desk)


def sent(model: Model, desk: Desk, request: Request) -> Outcome:
    """*request* is sent, unless one of its kind is still unanswered or there is no link."""
    if not model.online:
        return told(model, desk, _("There is no connection now; nothing was sent."))
    waiting = busy(model) if isinstance(request, Act) else pending_of(model, type(request))
    if waiting:
        return told(model, desk, _("Still waiting for the server's last answer."), bad=False)
    return Outcome(model, desk, (request,))
