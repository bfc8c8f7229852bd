"""How players have laid their hands, seat by seat, kept true while cards come and go.

A part of what a room remembers, and nobody's business but each owner's: no view of the game
is made from it, no bot is told it, and no rule asks for it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from rummy_protocol.cards import Face
from rummy_protocol.own_order import Order, merged

from ..game.events import Dealt, Event, MatchBegan
from ..game.match import Match
from ..game.state import faces_in

__all__ = ["Orders", "after_events", "hand_at", "order_of", "with_order"]

Orders: TypeAlias = tuple[Order, ...]
"""By seat. Empty while nobody has laid his hand: seats that are missing have no order."""


def order_of(orders: Orders, seat: int) -> Order:
    return orders[seat] if seat < len(orders) else ()


def with_order(orders: Orders, seat: int, order: Order) -> Orders:
    """*orders* with another *order* of the hand at *seat*."""
    if order == order_of(orders, seat):
        return orders
    padding = ((),) * (seat + 1 - len(orders))
    changed = (*orders, *padding)
    changed = (*changed[:seat], order, *changed[seat + 1 :])
    return changed if any(changed) else ()


def hand_at(match: Match | None, seat: int) -> tuple[Face, ...]:
    """The hand of *seat* by suit, then rank; nothing, where there is no such hand."""
    hands = () if match is None or match.deal is None else match.deal.hands
    return faces_in(hands[seat]) if seat < len(hands) else ()


def after_events(orders: Orders, events: Iterable[Event], match: Match | None) -> Orders:
    """*orders* after *events*, which led to *match*. With a new deal all of them are over."""
    if not orders or any(isinstance(event, Dealt | MatchBegan) for event in events):
        return ()
    told = tuple(
        merged(order, hand_at(match, seat)) if order else ()
        for seat, order in enumerate(orders)
    )
    return told if any(told) else ()
