"""English for the rule set in a word or two: values, fields, and groups of switches."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .english_melds import MELDS
from .english_points import POINTS
from .english_turn import TURN

__all__ = ["CHOICES", "CHOICES_OF", "FIELDS", "GROUPS", "SWITCHES"]

SWITCHES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {**TURN, **MELDS, **POINTS}

CHOICES: Final[Mapping[str, str]] = {
    "none": "none",
    "on": "yes",
    "off": "no",
    "one": "one",
    "own": "own",
    "own_meld": "own meld first",
    "low": "low",
    "high": "high",
    "either": "low or high",
    "corner": "round the corner",
    "optional": "any way",
    "required": "discarded",
    "locked": "locked",
    "turn_over": "turn over",
    "shuffle_all": "shuffle",
    "shuffle_keep_top": "shuffle, keep the top",
    "winner_takes_sum": "winner scores",
    "penalties": "penalties",
    "payment": "payment",
    "lowest_takes_differences": "lowest takes differences",
    "all_penalised": "all penalised",
    "no_score": "no score",
    "double": "double",
    "add_ten": "10 more",
    "extra_deal": "another deal",
    "share": "share",
    "went_out_first": "who went out",
    "melds_minus_hand": "melds less hand",
    "same": "as usual",
    "after_open": "after opening",
    "after_open_next_turn": "a turn after opening",
    "never": "never discarded",
    "deep": "any, with those above",
    "must_if_deep": "must, if deep",
    "must": "must",
    "always": "everybody",
    "when_opening": "when opening",
    "opening_with_it": "opening with it",
    "upcard": "card turned up",
    "extra_card": "one card more",
    "left_of_dealer": "left of the dealer",
    "dealer": "the dealer",
    "not_more": "not more jokers",
    "own_turn": "in one's turn",
    "keep": "kept",
    "same_turn": "laid in the turn",
    "new_meld": "into a new meld",
    "either_missing": "one card frees it",
    "both_missing": "both suits free it",
    "distinct": "different",
    "before_open": "before opening",
    "pips": "what they show",
    "fives": "five each",
    "at_least": "so many",
    "above": "more than so many",
}

CHOICES_OF: Final[Mapping[str, Mapping[str, str]]] = {
    "melds_per_turn": {"any": "any"},
    "lay_off": {"any": "any", "none": "none"},
    "lay_off_gate": {"none": "none"},
    "discard_draw": {"top": "top only"},
    "discard_visible": {"top": "top only", "all": "all"},
    "discard_use": {"free": "free"},
    "taken_card": {"free": "free"},
    "discard_ban": {"none": "none", "all": "all"},
    "set_suits": {"any": "any"},
    "joker_limit": {"free": "free"},
    "joker_swap": {"none": "none"},
    "opening_points": {"none": "none"},
    "melds_after_open": {"any": "any", "none": "none"},
    "going_rummy": {"none": "none"},
    "target": {"none": "none"},
    "deals": {"none": "none"},
    "eliminate_at": {"none": "none"},
}
"""Words that several switches share, and that agree with what each is about."""

FIELDS: Final[Mapping[str, str]] = {
    "preset": "name of the game",
    "players": "players",
    "players_min": "fewest players",
    "players_max": "most players",
    "packs_by_players": "packs by players",
    "jokers_by_players": "jokers by players",
    "hand_sizes": "cards dealt",
    "contract": "contract",
    "winner_bonus": "let off for going out",
    "deal_changes": "changes by deal",
}
"""What fields of a rule set are called that are no switches."""

GROUPS: Final[Mapping[str, str]] = {
    "play": "Play",
    "draw": "The draw",
    "melds": "Melds and jokers",
    "opening": "Opening",
    "ending": "End of a deal",
    "scoring": "Scoring",
    "match": "Match",
}
