"""``easy``: legal and careless. It plays what it notices, and it does not notice everything."""

from __future__ import annotations

import random
from typing import Final

from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeDiscard,
)

from ..game.melding.melds import masks_in
from .novice import choose as choose_novice
from .plans import going_out
from .sight import Sight
from .simple import simple_actions

__all__ = ["choose"]

NOTICED: Final = 0.7
"""How often a beginner sees what he could do."""
SHORT: Final = 4
"""Cards in a hand that anybody can think through."""


def choose(sight: Sight, chance: random.Random) -> Action:
    """What a beginner would do: any meld, any card that does not look useful."""
    if not sight.plain:
        return choose_novice(sight, chance)
    may = sight.you.may
    if Discard.kind not in may and LayMeld.kind not in may and LayOff.kind not in may:
        return _draw(sight, chance)
    if sight.you.duty or len(sight.you.hand) <= SHORT:
        out = going_out(sight)
        if out is not None:
            return out
    if LayMeld.kind in may and sight.new_melds and chance.random() < NOTICED:
        melds = [lay for lay in sight.you.can_meld if _leaves_enough(sight, len(lay.cards))]
        if melds:
            lay = chance.choice(melds)
            return LayMeld(lay.cards, lay.stands)
    if LayOff.kind in may and _leaves_enough(sight, 1) and chance.random() < NOTICED:
        fits = [fit for fit in sight.you.fits if fit.melds]
        if fits:
            fit = chance.choice(fits)
            return LayOff(fit.melds[0], (fit.card,))
    return _discard(sight, chance) or going_out(sight) or next(simple_actions(sight))


def _leaves_enough(sight: Sight, cards: int) -> bool:
    """Whether a discard stays possible beyond doubt; else the turn is left to `going_out`."""
    return len(sight.you.hand) - cards >= 2


def _draw(sight: Sight, chance: random.Random) -> Action:
    """The discard, if it makes a meld at once and is noticed."""
    may, top = sight.you.may, sight.top
    if DrawStock.kind not in may:
        return TakeDiscard() if TakeDiscard.kind in may else EndDeal()
    if TakeDiscard.kind in may and top is not None and chance.random() < NOTICED:
        melds = masks_in(sight.rules.melds, sight.hand | 1 << top)
        if any(meld >> top & 1 for meld in melds):
            return TakeDiscard()
    return DrawStock()


def _discard(sight: Sight, chance: random.Random) -> Action | None:
    """Any card but one of the best melds; sometimes even one of those."""
    if Discard.kind not in sight.you.may or len(sight.you.hand) == 1:
        return None
    loose = [card for card in sight.you.deadwood if card != sight.you.locked]
    every = [card for card in sight.you.hand if card != sight.you.locked]
    cards = loose if loose and chance.random() < 0.9 else every
    return Discard(chance.choice(cards)) if cards else None
