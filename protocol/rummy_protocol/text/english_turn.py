"""English for the switches of a turn: what each is called, and what follows from its values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

__all__ = ["TURN"]

TURN: Final[Mapping[str, tuple[str, Mapping[str, str]]]] = {
    # --- play
    "melds_per_turn": (
        "melds a turn",
        {
            "one": "At most one new meld a turn.",
            "any": "Any number of new melds a turn.",
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
            "after_open": "Lay off once you have opened, in the same turn if you like.",
            "after_open_next_turn": "Lay off only in turns after the one in which you opened.",
        },
    ),
    "take_back": (
        "taking back",
        {
            "on": "What you laid this turn may be taken back until you discard.",
            "off": "A card laid is laid.",
        },
    ),
    "packs": (
        "packs",
        {
            "1": "One pack of 52 cards.",
            "2": "Two packs of 52 cards.",
        },
    ),
    "jokers": (
        "jokers",
        {
            "0": "There are no jokers.",
            "1": "There is one joker.",
            "n": "There are {n} jokers.",
        },
    ),
    "first_turn": (
        "how a deal begins",
        {
            "upcard": "A card is turned up to begin the discard pile.",
            "extra_card": "Who begins has one card more and does not draw; nothing is "
            "turned up.",
        },
    ),
    "starter": (
        "who begins",
        {
            "left_of_dealer": "The player to the dealer's left begins.",
            "dealer": "The dealer begins.",
        },
    ),
    "joker_upcard": (
        "joker turned up",
        {
            "on": "A joker may be turned up to begin the discard pile.",
            "off": "No joker is turned up to begin the discard pile: the next card is.",
        },
    ),
    # --- draw
    "discard_draw": (
        "taking discards",
        {
            "top": "Only the top card of the discard pile may be taken.",
            "deep": "Any discard may be taken, with all cards that lie above it.",
        },
    ),
    "discard_visible": (
        "discard pile",
        {
            "top": "Only the top of the discard pile can be seen.",
            "all": "The whole discard pile can be seen.",
        },
    ),
    "discard_use": (
        "using a taken discard",
        {
            "free": "A discard that is taken may be kept in the hand.",
            "must_if_deep": "A discard taken from below the top has to be laid in the same "
            "turn.",
            "must": "The discard you reach for has to be laid in the same turn.",
        },
    ),
    "taken_card": (
        "card just taken",
        {
            "locked": "The discard you took may not be discarded in the same turn.",
            "free": "The discard you took may be discarded at once.",
        },
    ),
    "discard_gate": (
        "who may take discards",
        {
            "always": "Everybody may take from the discard pile.",
            "after_open": "Only who has opened in an earlier turn may take a discard.",
            "when_opening": "Before you have opened you take a discard only to open in "
            "that turn.",
            "opening_with_it": "Before you have opened you take a discard only to open and "
            "lay it in that turn.",
        },
    ),
    "discard_from_turn": (
        "discards from turn",
        {
            "1": "Discards may be taken from the first turn on.",
            "n": "Nobody takes a discard before his turn {n}.",
        },
    ),
    "last_card_from_stock": (
        "stock for the last card",
        {
            "on": "With one card left in hand you draw from the stock.",
            "off": "With one card left in hand you draw as always.",
        },
    ),
    "discard_ban": (
        "discards that fit",
        {
            "none": "A card that fits a meld on the table may be discarded.",
            "before_open": "Before you have opened you may not discard a card that fits a "
            "meld.",
            "all": "Nobody may discard a card that fits a meld on the table.",
        },
    ),
    # --- ending
    "final_discard": (
        "last card",
        {
            "optional": "You may go out by a meld, a lay-off or a discard.",
            "required": "The last card has to be discarded.",
            "never": "You go out by laying your last cards, never by a discard.",
        },
    ),
    "earliest_out_turn": (
        "earliest going out",
        {
            "1": "You may go out from your first turn on.",
            "n": "You may go out from your turn {n} on.",
        },
    ),
    "stock_out": (
        "empty stock",
        {
            "turn_over": "Once the stock is empty, the discard pile is turned over, "
            "unshuffled.",
            "shuffle_all": "Once the stock is empty, the discard pile is shuffled.",
            "shuffle_keep_top": "Once the stock is empty, the discard pile is shuffled, "
            "but for its top card.",
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
    "max_turns_per_deal": (
        "most turns",
        {
            "n": "A deal ends without a winner after {n} turns of single players.",
        },
    ),
}
