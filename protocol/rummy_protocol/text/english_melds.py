"""English for the switches of melds, jokers and openings, as in `english_turn`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["MELDS"]

MELDS: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    # --- melds
    "ace": (
        "aces in runs",
        {
            "low": "Aces are low: A-2-3, not Q-K-A.",
            "high": "Aces are high: Q-K-A, not A-2-3.",
            "either": "Aces are low or high: A-2-3 and Q-K-A, not K-A-2.",
            "corner": "Runs may go round the corner: K-A-2.",
        },
    ),
    "set_suits": (
        "suits in a set",
        {
            "distinct": "The cards of a set are of different suits.",
            "any": "A set may have equal cards.",
        },
    ),
    "set_max": (
        "most cards in a set",
        {
            "3": "A set has three cards and no more.",
            "n": "A set has up to {n} cards, where there are so many.",
        },
    ),
    "run_min": (
        "fewest cards in a run",
        {
            "3": "A run has three cards or more.",
            "n": "A run has {n} cards or more.",
        },
    ),
    "jokers_per_meld": (
        "jokers in a meld",
        {
            "none": "A meld may have any number of jokers beside a natural card.",
            "0": "Jokers cannot be melded.",
            "1": "A meld may have one joker.",
            "n": "A meld may have up to {n} jokers.",
        },
    ),
    "joker_limit": (
        "jokers and natural cards",
        {
            "free": "A meld may have more jokers than natural cards.",
            "not_more": "A meld may not have more jokers than natural cards.",
        },
    ),
    "joker_neighbours": (
        "jokers side by side",
        {
            "on": "Jokers may lie side by side in a run.",
            "off": "Jokers may not lie side by side in a run.",
        },
    ),
    "joker_swap": (
        "swapping jokers",
        {
            "none": "A joker that lies stays where it is.",
            "own_turn": "In your turn you may take a joker for the card that it stands for.",
            "after_open": "Once you have opened you may take a joker for the card it "
            "stands for.",
        },
    ),
    "swap_use": (
        "a joker that was taken",
        {
            "keep": "A joker from the table may be kept in the hand.",
            "same_turn": "A joker from the table has to be laid again in the same turn.",
            "new_meld": "A joker from the table has to go into a new meld in the same turn.",
        },
    ),
    "set_release": (
        "jokers in sets",
        {
            "either_missing": "A joker in a set is freed by the card that it stands for.",
            "both_missing": "A joker in a set of three is freed by both missing suits at once.",
        },
    ),
    # --- opening
    "opening_points": (
        "points to open",
        {
            "none": "An opening is not counted.",
            "n": "Your first melds must count {n} points or more in one turn.",
        },
    ),
    "opening_pure_run": (
        "run without joker to open",
        {
            "on": "One of your first melds must be a run without a joker.",
            "off": "No run without a joker is asked for to open.",
        },
    ),
    "opening_no_jokers": (
        "opening without jokers",
        {
            "on": "Your first melds must have no jokers.",
            "off": "Your first melds may have jokers.",
        },
    ),
    "contract_exact": (
        "contract to the card",
        {
            "on": "The melds of a contract have exactly as many cards as it says.",
            "off": "The melds of a contract may have more cards than it says.",
        },
    ),
    "all_at_once": (
        "all at once",
        {
            "on": "Nothing is melded before all your cards can go in one turn.",
            "off": "Melds may be laid one by one.",
        },
    ),
    "opening_waived_for_out": (
        "free opening for going out",
        {
            "on": "Who lays his first cards and goes out in the same turn need not open.",
            "off": "Who goes out in one turn must open like everybody.",
        },
    ),
    "melds_after_open": (
        "melds after opening",
        {
            "any": "New melds may follow after the opening.",
            "none": "After the opening you can only lay off.",
        },
    ),
}
