"""What a player does who knows what to do with jokers, openings and a spread-out pile.

`steady` and `sharp` both play like this where the game is not the plain one; the latter with
what it remembers.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy_protocol.actions import Action, DrawStock, EndDeal, TakeDiscard
from rummy_protocol.cards import JOKER, Face

from ..game.melding.holdings import holding_of
from ..game.melding.layings import growths
from .eyes import Eyes, Scales, eyes_of
from .mind import Mind
from .partial import partners
from .sight import Sight, taking
from .simple import simple_actions
from .ways import Way, best_way, first_out, first_to_end
from .worth import cost, laid_out

__all__ = ["SCALES", "choose"]

SCALES = Scales()

MOST_TAKES = 5
"""Depths of the pile that are looked into."""
MOST_CARDS = 26
"""A hand that is quite large enough."""


def choose(sight: Sight, mind: Mind | None = None, scales: Scales = SCALES) -> Action:
    """What a sensible player would do."""
    eyes, may = eyes_of(sight, scales, mind), sight.you.may
    if DrawStock.kind in may or TakeDiscard.kind in may or EndDeal.kind in may:
        return _draw(eyes)
    standing = sight.standing
    out = first_out(eyes, standing)
    if out is not None:
        return out
    way = best_way(eyes, standing)
    if way is not None:
        return way.first
    return first_to_end(eyes, standing) or next(simple_actions(sight))


def _draw(eyes: Eyes) -> Action:
    """The stock, or as much of the pile as pays."""
    sight = eyes.sight
    may, standing = sight.you.may, sight.standing
    rest = DrawStock() if DrawStock.kind in may else EndDeal()
    if TakeDiscard.kind not in may:
        return rest
    now = cost(eyes, standing, None, laid_out(eyes, standing))
    best: tuple[float, int] | None = None
    for count in _depths(eyes):
        taken = taking(sight, sight.deal.top[-count:]).standing
        if first_out(eyes, taken) is not None:
            return TakeDiscard(count)
        way: Way | None = best_way(eyes, taken, 4)
        if way is not None and (best is None or way.cost < best[0]):
            best = way.cost, count
    margin = eyes.scales.stock if DrawStock.kind in may else 0.0
    if best is not None and now - best[0] > margin:
        return TakeDiscard(best[1])
    if DrawStock.kind in may or EndDeal.kind in may:
        return rest
    return TakeDiscard(best[1] if best is not None else sight.you.takes[0].count)


def _depths(eyes: Eyes) -> Iterator[int]:
    """How many cards to take might pay: where the deepest of them is of use, or the top."""
    sight, found = eyes.sight, 0
    pile, size = sight.deal.top, len(sight.you.hand)
    for take in sorted(sight.you.takes, key=lambda take: take.count):
        if take.count > len(pile) or found >= MOST_TAKES:
            return
        if size + take.count > MOST_CARDS:
            return
        if take.must or take.count == 1 or _useful(eyes, pile[-take.count :]):
            found += 1
            yield take.count


def _useful(eyes: Eyes, cards: tuple[Face, ...]) -> bool:
    """Whether the deepest of *cards* goes with the hand, the table or those above it."""
    card = cards[0]
    melds, one = eyes.sight.rules.melds, holding_of((card,))
    if card == JOKER:
        return True
    if any(growths(melds, lying.laying, one) for lying in eyes.lying):
        return True
    held = {*eyes.sight.you.hand, *cards[1:]}
    pairs = partners(melds).get(card, ())
    return any(one in held and other in held for one, other in pairs)
