"""Whether a hand might go out in this turn: a quick look before the exact search is asked.

It never says no where there is a way.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import JokerSwap, LayOffOn

from ..game.melding.holdings import FULL_SUIT, ONE_JOKER, faces_of, jokers_in, size_of
from ..game.melding.jokers import is_run
from ..game.melding.layings import Laying, growths
from ..game.melding.melds import meld_table
from ..game.melding.opening import opening_points
from ..game.rules import Rules
from ..game.solving.arrange import best_opening
from ..game.turn.standing import Standing
from .partial import prospect

__all__ = ["might_go_out"]

_FACES: Final = 53


def might_go_out(rules: Rules, standing: Standing) -> bool:
    """Whether all but one of the cards might be laid, by what can be seen at once."""
    if standing.early or not _opens(rules, standing):
        return False
    taken, gained = _table_takes(rules, standing)
    hand = standing.hand
    if not taken and not gained:
        values: tuple[int, ...] = (1,) * _FACES
    else:
        hand += gained * ONE_JOKER
        values = tuple([0 if face in taken else 1 for face in range(_FACES)])
    loose = prospect(rules.melds, values, hand).loose
    return sum([values[face] for face in loose]) <= 1


def _opens(rules: Rules, standing: Standing) -> bool:
    """Whether the points of an opening do not stand in the way."""
    opening = rules.bounds.opening
    if standing.opened or opening is None or opening.waived or not opening.points:
        return True
    laid = sum([opening_points(laying) for laying in standing.fresh_melds])
    best, _ = best_opening(rules.melds, faces_of(standing.hand), no_jokers=opening.no_jokers)
    return laid + best >= opening.points


def _table_takes(rules: Rules, standing: Standing) -> tuple[set[Face], int]:
    """Cards that the table might take, and how many jokers it might give for them."""
    bounds, hand = rules.bounds, standing.hand
    taken: set[Face] = set()
    gained = 0
    swaps = bounds.swap is not JokerSwap.NONE
    if bounds.lay_off is LayOffOn.NONE and not swaps:
        return taken, 0
    if swaps:
        for lying in standing.melds:
            given = [face for face in faces_of(lying.laying.wild) if hand >> face & 1]
            gained += len(given) if not bounds.loose else size_of(lying.laying.wild)
            taken.update(given)
    if bounds.lay_off is not LayOffOn.NONE:
        for lying in standing.melds:
            taken.update(_added(rules, lying.laying, hand + gained * ONE_JOKER))
    if gained:
        taken.add(JOKER)
    return taken, gained


def _added(rules: Rules, laying: Laying, hand: int) -> Iterator[Face]:
    """Cards of *hand* that might be added to a meld, one after another."""
    if hand >> 128 and growths(rules.melds, laying, ONE_JOKER):
        yield JOKER
    if not is_run(laying.stands):
        place = faces_of(laying.stands)[0] % FULL_SUIT
        yield from (face for face in faces_of(hand) if face % FULL_SUIT == place)
        return
    grows = meld_table(rules.melds).grows
    ahead, seen = [(laying.stands, jokers_in(hand))], {laying.stands}
    while ahead:
        stands, left = ahead.pop()
        for face in faces_of(grows[stands]):
            held, grown = bool(hand >> face & 1), stands | 1 << face
            if held:
                yield face
            if (held or left) and grown in grows and grown not in seen:
                seen.add(grown)
                ahead.append((grown, left - (not held)))
