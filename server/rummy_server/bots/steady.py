"""``steady``: lays what it can, keeps what can become something, and forgets all else."""

from __future__ import annotations

from typing import Final

import msgspec

from rummy_protocol.actions import Action, DrawStock, EndDeal, TakeDiscard

from ..game.melding.melds import faces_of, mask_of
from ..game.solving.arrange import best_split
from .hopes import ALL, outs
from .plans import best_plan, going_out
from .sight import Sight, taking
from .simple import simple_actions
from .versed import choose as choose_versed

__all__ = ["Weights", "choose"]


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """How much each thing matters, in points of deadwood."""

    card: float = 4.0
    """A card that is in no meld, beside what it counts."""
    out: float = 1.1
    """A card, not seen yet, that would complete a meld."""
    stock: float = 2.0
    """What a card from the stock is worth on average."""


WEIGHTS: Final = Weights()


def choose(sight: Sight, weights: Weights = WEIGHTS) -> Action:
    """What a sensible player would do who looks at nothing but the table."""
    if not sight.plain:
        return choose_versed(sight)
    may = sight.you.may
    if DrawStock.kind in may or TakeDiscard.kind in may or EndDeal.kind in may:
        return _draw(sight, weights)
    out = going_out(sight)
    if out is not None:
        return out
    live = ALL & ~sight.seen
    plan = best_plan(sight, lambda hand, *_: cost(sight, weights, hand, live))
    return plan.first if plan is not None else next(simple_actions(sight))


def cost(sight: Sight, weights: Weights, hand: int, live: int) -> float:
    """How bad it is to be left with *hand*, if the cards of *live* may still come.

    A meld in the hand counts in full: it has to be laid to save its points.
    """
    rules, cards = sight.rules, faces_of(hand)
    points = sum([rules.values[card] for card in cards])
    loose = best_split(rules.melds, rules.values, cards).deadwood
    hope = (outs(rules.melds, mask_of(loose)) & live).bit_count()
    return points + weights.card * len(loose) - weights.out * hope


def _draw(sight: Sight, weights: Weights) -> Action:
    may, top = sight.you.may, sight.top
    if TakeDiscard.kind not in may or top is None:
        return DrawStock() if DrawStock.kind in may else EndDeal()
    taken = taking(sight, (top,))
    if going_out(taken) is not None:
        return TakeDiscard()
    live = ALL & ~sight.seen
    plan = best_plan(taken, lambda hand, *_: cost(sight, weights, hand, live))
    if plan is None:
        return DrawStock() if DrawStock.kind in may else EndDeal()
    gain = cost(sight, weights, sight.hand, live) - cost(sight, weights, plan.hand, live)
    if DrawStock.kind in may:
        return TakeDiscard() if gain > weights.stock else DrawStock()
    return TakeDiscard() if gain > 0 else EndDeal()
