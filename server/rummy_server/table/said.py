"""What a table hears: the words that are put into its inbox."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, TypeAlias

import msgspec
import trio

from rummy_protocol.messages import Join, Request, Resume, Watch

from ..clock import Rang
from .visitor import Visitor

if TYPE_CHECKING:
    from .table import Table

__all__ = ["Asked", "Enters", "Gone", "Ruled", "Said"]


class Enters(msgspec.Struct, frozen=True):
    """Somebody wants a seat, their seat, or to look on. *done* is set when it is answered."""

    visitor: Visitor
    request: Join | Resume | Watch
    word: bytes
    """The digest of the password that was said, where one is asked for."""
    done: trio.Event


class Asked(msgspec.Struct, frozen=True):
    visitor: Visitor
    request: Request


class Gone(msgspec.Struct, frozen=True):
    """The connection of a visitor has ended, or it looks on somewhere else."""

    visitor: Visitor
    only_watching: bool = False


class Ruled(msgspec.Struct, frozen=True):
    """Whoever runs the house has *order* carried out. *done* is set when it is."""

    order: Callable[[Table], Awaitable[None]]
    done: trio.Event


Said: TypeAlias = Asked | Enters | Gone | Ruled | Rang
