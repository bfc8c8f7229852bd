"""The order in which the player lays the hand: what is done at once, and what the house knows.

It lies here as the player has it, whatever the house was told of it yet. Pure; a part of
`model`, which keeps both.
"""

from __future__ import annotations

from typing import NamedTuple

from msgspec.structs import replace

from rummy_protocol.errors import Code
from rummy_protocol.messages import Refused
from rummy_protocol.own_order import Order, merged
from rummy_protocol.views import You

__all__ = ["Lying", "lying", "told_after_refusal"]


class Lying(NamedTuple):
    you: You | None
    """With the hand in the order in which it lies here."""
    told: Order
    """The order that the house has, as far as we know."""


def lying(before: Lying, heard: You | None, *, waits: bool, fresh: bool) -> Lying:
    """How the hand lies after a view.

    Args:
        heard: The hand, with the order that the house had when it sent it.
        waits: Whether the house was sent an order that it has not answered yet.
        fresh: Whether another deal has begun.
    """
    if heard is None or before.you is None or fresh:
        return Lying(heard, heard.order if heard is not None else ())
    if before.you.order == before.told and not waits:
        return Lying(heard, heard.order)
    mine = replace(
        heard, order=merged(before.you.order, heard.hand) if before.you.order else ()
    )
    return Lying(mine, merged(before.told, heard.hand) if waits else heard.order)


def told_after_refusal(you: You | None, refused: Refused) -> Order:
    """What the house has after it has *refused* an order: it is told again if it was in haste
    only, else what it has is taken with the next view."""
    if you is None or refused.code == Code.TOO_FAST:
        return ()
    return you.order
