"""One connection as the tables see it: a name, a way out, and where it sits or looks on.

Tables never see the session behind it. A visitor holds no right by itself: what it may do at
a table follows from the generation of the seat, which the table compares with its own.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import msgspec

from rummy_protocol.codec import encode
from rummy_protocol.errors import Code, Refusal
from rummy_protocol.messages import FromServer, Goodbye, Refused

from ..outbox import Outbox

if TYPE_CHECKING:
    from .table import Table

__all__ = ["At", "Visitor", "refused"]


class At(msgspec.Struct, frozen=True):
    """Where a visitor is."""

    table: Table
    seat: int | None
    """``None``: looking on."""
    generation: int = 0
    """Of the seat, when this visitor took it. A seat with another one is not theirs."""


class Visitor:
    """One client that has said who it is."""

    __slots__ = (
        "_hang_up",
        "address",
        "at",
        "brought",
        "heard_at",
        "name",
        "outbox",
        "read_to",
        "wrong_guesses",
    )

    def __init__(
        self, name: str, address: str, outbox: Outbox, hang_up: Callable[[], None]
    ) -> None:
        self.name = name
        self.address = address
        self.outbox = outbox
        self._hang_up = hang_up
        self.at: At | None = None
        self.read_to = (0, 0)
        """The table's `mark` when the client was last known to be there."""
        self.heard_at = 0.0
        self.brought = b""
        """The key of a seat that this connection was the first to name. To it alone a request
        for that seat may be answered again without the secret."""
        self.wrong_guesses = 0
        """Passwords and secrets that were none."""

    def tell(self, message: FromServer) -> None:
        """Send *message*; never waits."""
        self.outbox.send(encode(message))

    def end(self, code: Code, **told: int) -> None:
        """Say why, and hang up."""
        self.at = None
        self.outbox.send(encode(Goodbye(code, dict(told))))
        self._hang_up()


def refused(id: int, why: Refusal) -> Refused:
    """The answer to a request that was declined."""
    return Refused(id, why.code, why.rule, dict(why.details))
