"""English for the switches of scoring and of the match, as in `english_turn`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["POINTS"]

POINTS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    # --- scoring
    "deal_scoring": (
        "scoring",
        {
            "winner_takes_sum": "Who goes out scores what the others hold.",
            "penalties": "Everybody else scores what they hold, and the lowest total wins.",
            "payment": "Everybody else pays what they hold to the one who goes out.",
            "melds_minus_hand": "Everybody scores the cards they laid, less those they hold.",
        },
    ),
    "blocked_scoring": (
        "nobody out",
        {
            "none": "When nobody goes out, the deal is scored as suits the scoring.",
            "lowest_takes_differences": "When nobody goes out, the lowest hand scores the "
            "differences to the others.",
            "all_penalised": "When nobody goes out, everybody scores what they hold.",
            "no_score": "When nobody goes out, nobody scores.",
            "same": "When nobody goes out, the deal is scored as usual, with no bonus.",
        },
    ),
    "going_rummy": (
        "going rummy",
        {
            "none": "Going out in one turn, nothing laid before, brings nothing extra.",
            "double": "Going out in one turn, nothing laid before, counts double.",
            "add_ten": "Going out in one turn, nothing laid before, counts 10 more, or 10 "
            "for each who loses points.",
        },
    ),
    "melds_waived_for_rummy": (
        "free melds for rummy",
        {
            "on": "Who goes rummy may lay more than one new meld in that turn.",
            "off": "Who goes rummy is bound to one new meld like everybody.",
        },
    ),
    "out_bonus": (
        "bonus for going out",
        {
            "0": "Going out brings no bonus.",
            "n": "Going out is worth {n} points more.",
        },
    ),
    "unopened_points": (
        "an unopened hand counts",
        {
            "none": "The hand of who has not opened counts its cards.",
            "n": "The hand of who has not opened counts {n} points, whatever it holds.",
        },
    ),
    "ace_points": (
        "an ace counts",
        {
            "none": "An ace in hand counts 1 where it is low, else 15.",
            "1": "An ace in hand counts 1 point.",
            "n": "An ace in hand counts {n} points.",
        },
    ),
    "ace_low_points": (
        "an ace below a two counts",
        {
            "none": "A melded ace counts the same below a two.",
            "1": "A melded ace below a two counts 1 point.",
            "n": "A melded ace below a two counts {n} points.",
        },
    ),
    "number_cards": (
        "two to nine count",
        {
            "pips": "Cards from two to nine count what they show.",
            "fives": "Cards from two to nine count 5 each.",
        },
    ),
    "joker_points": (
        "a joker counts",
        {
            "n": "A joker in hand counts {n} points.",
        },
    ),
    # --- match
    "target": (
        "target",
        {
            "none": "The match is not played to a number of points.",
            "n": "The match is played to {n} points.",
        },
    ),
    "deals": (
        "deals",
        {
            "none": "The match is not played over a number of deals.",
            "1": "The match ends after one deal.",
            "n": "The match ends after {n} deals.",
        },
    ),
    "eliminate_at": (
        "dropping out",
        {
            "none": "Nobody drops out of the match.",
            "n": "The match is played until only one has not dropped out at {n} points.",
        },
    ),
    "reach": (
        "reaching the points",
        {
            "at_least": "The points are reached by exactly so many.",
            "above": "The points are reached only by more than so many.",
        },
    ),
    "buy_ins": (
        "buying in again",
        {
            "0": "Who has dropped out stays out.",
            "1": "Who has dropped out may buy himself in again once.",
            "n": "Who has dropped out may buy himself in again, {n} times at most.",
        },
    ),
    "target_tie": (
        "level at the target",
        {
            "extra_deal": "Level at the target: another deal is played.",
            "share": "Level at the target: they share the match.",
            "went_out_first": "Level at the target: it goes to the one of them who went out.",
        },
    ),
    "deals_tie": (
        "level after the deals",
        {
            "share": "Level after the last deal: they share the match.",
            "extra_deal": "Level after the last deal: another deal is played.",
        },
    ),
    "lowest_tie": (
        "level and lowest",
        {
            "share": "Level with the fewest points: they share the match.",
            "extra_deal": "Level with the fewest points: another deal is played.",
        },
    ),
}
