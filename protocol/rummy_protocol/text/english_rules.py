"""English for the rule set: what each switch is called, and what follows from its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["CHOICES", "DEAL_LINES", "SWITCHES"]

SWITCHES: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    "melds_per_turn": (
        "melds a turn",
        {
            "one": "At most one new meld a turn.",
            "any": "Any number of new melds a turn.",
        },
    ),
    "going_rummy": (
        "going rummy",
        {
            "none": "Going out in one turn, nothing laid before, brings nothing extra.",
            "double": "Going out in one turn, nothing laid before, counts double.",
            "add_ten": "Going out in one turn, nothing laid before, counts 10 more, or 10 for "
            "each who loses points.",
        },
    ),
    "melds_waived_for_rummy": (
        "free melds for rummy",
        {
            "on": "Who goes rummy may lay more than one new meld in that turn.",
            "off": "Who goes rummy is bound to one new meld like everybody.",
        },
    ),
    "lay_off": (
        "laying off",
        {
            "none": "No laying off.",
            "own": "Lay off on your own melds only.",
            "any": "Lay off on anybody's melds.",
        },
    ),
    "lay_off_gate": (
        "before laying off",
        {
            "none": "You may lay off before you have melded.",
            "own_meld": "Lay off on the melds of others only after a meld of your own.",
        },
    ),
    "ace": (
        "aces in runs",
        {
            "low": "Aces are low: A-2-3, not Q-K-A.",
            "high": "Aces are high: Q-K-A, not A-2-3.",
            "either": "Aces are low or high: A-2-3 and Q-K-A, not K-A-2.",
            "corner": "Runs may go round the corner: K-A-2.",
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
    "final_discard": (
        "last card",
        {
            "optional": "You may go out by a meld, a lay-off or a discard.",
            "required": "The last card has to be discarded.",
        },
    ),
    "taken_card": (
        "card just taken",
        {
            "locked": "The discard you took may not be discarded in the same turn.",
            "free": "The discard you took may be discarded at once.",
        },
    ),
    "stock_out": (
        "empty stock",
        {
            "turn_over": "Once the stock is empty, the discard pile is turned over, "
            "unshuffled.",
            "shuffle_all": "Once the stock is empty, the discard pile is shuffled.",
            "shuffle_keep_top": "Once the stock is empty, the discard pile is shuffled, but "
            "for its top card.",
        },
    ),
    "max_recycles": (
        "new stocks a deal",
        {
            "none": "A new stock is made as often as it is needed.",
            "0": "No new stock is made: the deal ends when nobody can draw.",
            "1": "A new stock is made once a deal; then the deal can end without a winner.",
            "2": "A new stock is made twice a deal; then the deal can end without a winner.",
            "n": "A new stock is made {n} times a deal; then the deal can end without a "
            "winner.",
        },
    ),
    "deal_scoring": (
        "scoring",
        {
            "winner_takes_sum": "Who goes out scores what the others hold.",
            "penalties": "Everybody else scores what they hold, and the lowest total wins.",
            "payment": "Everybody else pays what they hold to the one who goes out.",
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
        },
    ),
    "target": (
        "target",
        {
            "none": "The match is not played to a number of points.",
            "n": "The match ends when somebody has {n} points.",
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
    "discard_visible": (
        "discard pile",
        {
            "top": "Only the top of the discard pile can be seen.",
            "all": "The whole discard pile can be seen.",
        },
    ),
    "take_back": (
        "taking back",
        {
            "on": "What you laid this turn may be taken back until you discard.",
            "off": "A card laid is laid.",
        },
    ),
    "earliest_out_turn": (
        "earliest going out",
        {
            "1": "You may go out from your first turn on.",
            "n": "You may go out from your turn {n} on.",
        },
    ),
    "max_turns_per_deal": (
        "most turns",
        {"n": "A deal ends without a winner after {n} turns of single players."},
    ),
}

CHOICES: Final[Mapping[str, str]] = {
    "none": "none",
    "on": "yes",
    "off": "no",
    "one": "one",
    "any": "any",
    "own": "own",
    "own_meld": "own meld first",
    "low": "low",
    "high": "high",
    "either": "low or high",
    "corner": "round the corner",
    "optional": "any way",
    "required": "discarded",
    "locked": "locked",
    "free": "free",
    "turn_over": "turn over",
    "shuffle_all": "shuffle",
    "shuffle_keep_top": "shuffle, keep the top",
    "top": "top only",
    "all": "all",
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
}

DEAL_LINES: Final[Mapping[str, str]] = {
    "players": "For {low} to {high} players.",
    "pack": "One pack of 52 cards",
    "packs": "{n} packs of 52 cards",
    "jokers:none": ", no jokers.",
    "jokers:one": ", one joker.",
    "jokers:many": ", {n} jokers.",
    "hand": "{size} for {players}",
    "hands": "Cards dealt, by the number of players: {hands}.",
}
