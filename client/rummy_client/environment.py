"""What a client looks at from outside, and how it ends. Values only."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from time import monotonic
from typing import TYPE_CHECKING, NamedTuple

import msgspec

if TYPE_CHECKING:
    from prompt_toolkit.input import Input
    from prompt_toolkit.output import Output

    from .terminal.turns import Turn

__all__ = ["Ending", "Environment"]


class Ending(NamedTuple):
    """How a client ended: the exit status, and a line for its person; empty: nothing to say."""

    status: int
    line: str = ""


class Environment(msgspec.Struct, frozen=True):
    """Everything from outside that a client looks at."""

    variables: Mapping[str, str] = msgspec.field(default_factory=lambda: dict(os.environ))
    input: Input | None = None
    """``None``: the keyboard of this process."""
    output: Output | None = None
    clock: Callable[[], float] = monotonic
    signals: bool = True
    """Whether the signals of this process are this client's."""
    lifeline: int | None = None
    """A file descriptor that becomes readable when the process that watches us is gone."""
    kept: bool = True
    """Whether seats outlive the program, so that it can be promised."""
    ssh: bool = False
    """Whether the player came by ssh: what leads back to a kept seat is the same key."""
    greeting: str = ""
    """What the player is told to begin with."""
    learn: bool = False
    """Whether the first deal is explained."""
    unattended: bool = False
    """Whether nobody sits at the screen: the client ends when there is nothing more to see."""
    probe: bool | None = None
    """Whether to ask the terminal how wide its signs are; ``None``: if that seems of use."""
    windowed: Callable[[Callable[[], None]], None] | None = None
    """Is handed, as soon as there is a window, what draws it anew: for whoever hears of a new
    size before the terminal library does."""
    turn: Turn | None = None
    """Is asked when there is something new to draw, where many are drawn in one thread;
    ``None``: it is drawn as soon as nothing else is to be done."""
    remember: Callable[[Mapping[str, object]], str] | None = None
    """Keeps what the player chose, fields of `Settings`; gives what went wrong with it, if
    anything. It may take a while, and is called from a thread of its own. ``None``: nothing
    is kept."""
