"""What a beginner does where there are jokers, twins, openings or duties.

He sees a meld, a lay-off or a joker that he could have, but not always, and he does not ask
what would be left. He never stays in the middle of a turn: what he began he finishes.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final

from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeDiscard,
)
from rummy_protocol.cards import JOKER, Face

from ..game.melding.holdings import faces_of, size_of
from ..game.turn.search import can_end, discards, plays, way_out, way_to_end
from ..game.turn.standing import Standing
from .partial import partners
from .sight import Sight
from .simple import simple_actions

__all__ = ["choose"]

NOTICED: Final = 0.7
"""How often a beginner sees what he could do."""
SHORT: Final = 4
"""Cards in a hand that anybody can think through."""
THOUGHT: Final = 3
"""Plays of a kind that are thought through."""
SEEN: Final = 60
"""Plays of which those are some."""


def choose(sight: Sight, chance: random.Random) -> Action:
    """What a beginner would do: any play, any card that does not look useful."""
    may, standing = sight.you.may, sight.standing
    if DrawStock.kind in may or TakeDiscard.kind in may or EndDeal.kind in may:
        return _draw(sight, chance)
    if sight.you.duty or size_of(standing.hand) <= SHORT or _all_at_once(sight):
        out = None if standing.early else way_out(sight.rules, standing)
        if out:
            return out[0]
    if sight.you.duty:
        end = way_to_end(sight.rules, standing)
        if end:
            return end[0]
    return _play(sight, chance) or _discard(sight, chance) or next(simple_actions(sight))


def _all_at_once(sight: Sight) -> bool:
    """Whether nothing is laid but all together, and that might be now."""
    return sight.rules.ruleset.all_at_once and len(sight.you.deadwood) <= 1


# --- the draw ----------------------------------------------------------------------------


def _draw(sight: Sight, chance: random.Random) -> Action:
    """The discard, if it makes a meld at once and is noticed."""
    may, top, takes = sight.you.may, sight.top, sight.you.takes
    single = [take for take in takes if take.count == 1]
    if DrawStock.kind not in may:
        if TakeDiscard.kind in may and takes:
            return TakeDiscard(takes[0].count)
        return EndDeal()
    if TakeDiscard.kind not in may or not single or top is None:
        return DrawStock()
    useful = top == JOKER or single[0].must or _makes_meld(sight, top)
    return TakeDiscard() if useful and chance.random() < NOTICED else DrawStock()


def _makes_meld(sight: Sight, card: Face) -> bool:
    held = set(sight.you.hand)
    return any(
        one in held and other in held and (one != other or sight.you.hand.count(one) > 1)
        for one, other in partners(sight.rules.melds).get(card, ())
    )


# --- plays -------------------------------------------------------------------------------


def _play(sight: Sight, chance: random.Random) -> Action | None:
    """Some play after which the turn can still be ended."""
    may = sight.you.may
    kinds: list[type[Action]] = []
    if LayMeld.kind in may and _may_open(sight) and chance.random() < NOTICED:
        kinds.append(LayMeld)
    if LayOff.kind in may and chance.random() < NOTICED:
        kinds.append(LayOff)
    if SwapJoker.kind in may and sight.you.swaps and chance.random() < NOTICED / 2:
        kinds.append(SwapJoker)
    standing = sight.standing
    for kind in kinds:
        for action, after in _some(sight, standing, chance, kind):
            if can_end(sight.rules, after):
                return action
    return None


def _some(
    sight: Sight, standing: Standing, chance: random.Random, kind: type[Action]
) -> Iterator[tuple[Action, Standing]]:
    """A few plays of one kind, by chance; the longest melds catch the eye."""
    every = (step for step in plays(sight.rules, standing) if isinstance(step[0], kind))
    found = list(islice(every, SEEN))
    chance.shuffle(found)
    if kind is LayMeld:
        found.sort(key=lambda step: size_of(step[1].hand))
    yield from found[:THOUGHT]


def _may_open(sight: Sight) -> bool:
    """Whether it is not plain that the opening would not suffice."""
    if sight.rules.ruleset.all_at_once:
        return False
    opening = sight.you.opening
    if opening is None or opening.contract:
        return True
    return opening.best >= opening.need


def _discard(sight: Sight, chance: random.Random) -> Action | None:
    """Any card but one of the best melds; sometimes even one of those, but no joker."""
    if Discard.kind not in sight.you.may:
        return None
    every = list(faces_of(discards(sight.rules, sight.standing)))
    if not every:
        return None
    naturals = [card for card in every if card != JOKER] or every
    loose = [card for card in sight.you.deadwood if card in naturals]
    return Discard(chance.choice(loose if loose and chance.random() < 0.9 else naturals))
