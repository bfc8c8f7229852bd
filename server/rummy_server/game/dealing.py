"""From an order of the deck to the first turn. Where the order comes from is not asked here."""

from __future__ import annotations

from .events import Dealt
from .rules import Rules
from .state import Card

__all__ = ["deal_out"]


def deal_out(rules: Rules, dealer: int, order: tuple[Card, ...]) -> Dealt:
    """Deal *order*, its first card first, one at a time from the dealer's left (R04-R06).

    Args:
        rules: The game.
        dealer: Who deals; his left neighbour gets the first card and the first turn (R12).
        order: The whole deck, shuffled.
    """
    assert sorted(order) == list(rules.deck), "the deck of this game, whole"
    players, size = rules.players, rules.hand_size
    dealt = players * size
    hands = tuple(
        order[(seat - dealer - 1) % players : dealt : players] for seat in range(players)
    )
    return Dealt(
        dealer=dealer,
        hands=hands,
        stock=order[:dealt:-1],
        upcard=order[dealt],
        first=(dealer + 1) % players,
        seats=tuple(range(players)),
    )
