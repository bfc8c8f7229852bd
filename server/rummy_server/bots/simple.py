"""The simplest action that may still do, for when a better one was refused.

A correct bot never needs this. It keeps a table going if a bot and the rules disagree.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeBack,
    TakeDiscard,
)

from .sight import Sight

__all__ = ["simple_actions"]


def simple_actions(sight: Sight) -> Iterator[Action]:
    """Actions to be tried one after another, the plainest first."""
    you, values = sight.you, sight.rules.values
    if DrawStock.kind in you.may:
        yield DrawStock()
    if TakeDiscard.kind in you.may:
        yield from (TakeDiscard(take.count) for take in you.takes if take.count > 1)
        yield TakeDiscard()
    if EndDeal.kind in you.may:
        yield EndDeal()
    if Discard.kind in you.may:
        costly = sorted(set(you.hand), key=lambda card: (-values[card], card))
        yield from (Discard(card) for card in costly if card != you.locked)
    if LayOff.kind in you.may:
        yield from (LayOff(meld, (fit.card,)) for fit in you.fits for meld in fit.melds)
    if LayMeld.kind in you.may:
        yield from (LayMeld(lay.cards, lay.stands) for lay in you.can_meld)
    if SwapJoker.kind in you.may:
        yield from (SwapJoker(meld, (fit.card,)) for fit in you.swaps for meld in fit.melds)
    if TakeBack.kind in you.may:
        yield TakeBack()
