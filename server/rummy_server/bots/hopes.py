"""Which cards would make something of a hand. Looked up, since it is asked so often.

How likely they are to come is not asked here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rummy_protocol.cards import Face

from ..game.melding.melds import FULL_SUIT, SUIT, MeldRules, meld_table, ranks_held

__all__ = ["ALL", "outs", "pairs_with", "run_outs", "set_outs"]

ALL: Final = (1 << 52) - 1
_EVERY_SUIT: Final = 1 | 1 << 13 | 1 << 26 | 1 << 39


def outs(melds: MeldRules, hand: int) -> int:
    """The cards that would make a meld with two of *hand*."""
    found = set_outs(hand)
    for shift in range(0, 52, FULL_SUIT):
        bits = hand >> shift & SUIT
        if bits & (bits - 1):
            found |= run_outs(melds, bits) << shift
    return found & ~hand


def set_outs(hand: int) -> int:
    """The cards of which *hand* holds at least two of the same rank; those two as well."""
    return ranks_held(hand, 2) * _EVERY_SUIT


@lru_cache(maxsize=1 << 15)
def run_outs(melds: MeldRules, bits: int) -> int:
    """The same for runs of one suit, which is given and answered as thirteen bits."""
    found = 0
    for run in meld_table(melds).runs:
        missing = run & ~bits
        if run.bit_count() == melds.run_min and not missing & (missing - 1):
            found |= missing
    return found


@lru_cache(maxsize=1 << 10)
def pairs_with(melds: MeldRules, card: Face) -> tuple[tuple[Face, Face, bool], ...]:
    """Every two cards with which *card* is a meld, and whether that is a set."""
    found = []
    for lying, *_ in meld_table(melds).orders.values():
        if len(lying) == 3 and card in lying:
            one, other = (face for face in lying if face != card)
            found.append((one, other, (one - other) % FULL_SUIT == 0))
    return tuple(found)
