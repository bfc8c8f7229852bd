"""From a rule set to the rules that the core works with: each switch becomes a field."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rummy_protocol.errors import Code, Declined
from rummy_protocol.ruleset import RuleSet

from ..rules import Rules
from ..state import deck_of
from .counted import ending_of, scoring_of, values_of
from .played import bounds_of, flow_of, melds_of

__all__ = ["rules_for"]

FEWEST: Final = 2


@lru_cache(maxsize=1024)
def rules_for(ruleset: RuleSet, players: int) -> Rules:
    """*ruleset* compiled for *players*, once.

    Where players drop out of a match the last of them play on, even if a match could not
    begin with so few: they have the cards of the smallest number that the game is for.

    Raises:
        Declined: with `Code.BAD_RULES`: the game is not for so many players (R01, E45).
    """
    low, high = ruleset.players_min, ruleset.players_max
    if ruleset.eliminate_at is not None:
        low = FEWEST
    if not low <= players <= high:
        raise Declined(Code.BAD_RULES, why="range", one="players", low=low, high=high)
    dealt_for = max(players, ruleset.players_min)
    return Rules(
        ruleset=ruleset,
        players=players,
        hand_size=ruleset.hand_size(dealt_for),
        deck=deck_of(ruleset.packs_for(dealt_for), ruleset.jokers_for(dealt_for)),
        melds=melds_of(ruleset, ruleset.packs_for(dealt_for)),
        values=values_of(ruleset),
        bounds=bounds_of(ruleset),
        flow=flow_of(ruleset),
        scoring=scoring_of(ruleset),
        ending=ending_of(ruleset),
    )
