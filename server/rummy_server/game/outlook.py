"""Quick and certain answers to whether a search is worth its while."""

from __future__ import annotations

from .arrange import best_opening
from .holdings import faces_of
from .rules import Rules
from .standing import Standing

__all__ = ["hopeless", "may_open", "most_points"]


def most_points(rules: Rules, hand: int) -> int:
    """The most that melds of the hand could count towards an opening."""
    opening = rules.bounds.opening
    no_jokers = opening is not None and opening.no_jokers
    return best_opening(rules.melds, faces_of(hand), no_jokers=no_jokers)[0]


def may_open(rules: Rules, standing: Standing) -> bool:
    """Whether a new meld is not plainly vain."""
    return True


def hopeless(rules: Rules, standing: Standing) -> bool:
    """Whether it is plain that the turn can no longer end."""
    return False
