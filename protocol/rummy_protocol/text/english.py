"""English. Templates only; what they are for says `language.Language`."""

from __future__ import annotations

from typing import Final

from .english_refusals import ANNOUNCEMENTS, GOODBYES, REFUSALS
from .english_rules import CHOICES, CHOICES_OF, FIELDS, GROUPS, SWITCHES
from .english_sheet import MATCH, SHEET
from .english_table import PARTS, RULES
from .language import Language

__all__ = ["ENGLISH"]

_ENTRIES: Final = {
    "dealt": "{who} dealt {each} cards to each player; the {card} was turned up.",
    "dealt:up=extra": "{who} dealt {each} cards to each player, and one more to who begins.",
    "dealt:up=hidden": "{who} dealt {each} cards to each player.",
    "drew": "{who} drew a card.",
    "took": "{who} took the {cards}.",
    "took:known=no": "{who} took the discard.",
    "took:known=many": "{who} took {count} discards: {cards}.",
    "melded": "{who} melded {cards}.",
    "melded:opens=yes": "{who} opened with {cards}.",
    "laid-off": "{who} laid off {cards} on meld {meld}.",
    "swapped": "{who} put {cards} into meld {meld} and took a joker.",
    "swapped:jokers=many": "{who} put {cards} into meld {meld} and took {count} jokers.",
    "took-back": "{who} took back {cards}.",
    "took-back:jokers=one": "{who} took back {cards}, and the joker went back to meld {meld}.",
    "took-back:jokers=many": "{who} took back {cards}, and {count} jokers went back to meld "
    "{meld}.",
    "discarded": "{who} discarded the {card}.",
    "discarded:known=no": "{who} discarded a card.",
    "restocked": "The stock was empty: the discard pile became the new stock, {cards}.",
    "restocked:left=0": "The stock was empty: the discard pile became the new stock, {cards}, "
    "for the last time.",
    "restocked:how=shuffled": "The stock was empty: the discard pile was shuffled, {cards}.",
    "restocked:how=turned": "The stock was empty: the discard pile was turned over, {cards}.",
    "went-out": "{who} went out.",
    "went-out:rummy=yes": "{who} went rummy: out in one turn, with nothing laid before.",
    "blocked": "The deal ended and nobody went out.",
    "blocked:why=declined": "{who} declined the discard with the stock empty: nobody went out.",
    "blocked:why=nothing-to-draw": "Nothing was left to draw: nobody went out.",
    "blocked:why=turn-cap": "The deal had taken too many turns: nobody went out.",
}

ENGLISH: Final = Language(
    code="en",
    refusals=REFUSALS,
    goodbyes=GOODBYES,
    announcements=ANNOUNCEMENTS,
    unknown_refusal="That was refused: {code}.",
    unknown_goodbye="The connection was closed: {code}.",
    entries=_ENTRIES,
    entries_you=_ENTRIES,
    you="You",
    nobody="Seat {seat}",
    both=" and ",
    either=" or ",
    named="{what}: {value}",
    apart="{first}; {rest}",
    actions={
        "draw": "draw from the stock",
        "take": "take the discard",
        "meld": "meld",
        "lay-off": "lay off",
        "swap": "swap a joker",
        "discard": "discard",
        "take-back": "take back",
        "end-deal": "end the deal",
    },
    may="You may {actions}.",
    may_nothing="There is nothing for you to do now.",
    duties={
        "": "",
        "go-out": "You are going out in one turn: play every card, or take back.",
        "open": "What you laid does not open yet: lay more, or take back.",
        "use": "The card you took has to be laid in this turn, or the turn taken back.",
        "use:cards": "Lay the {cards} that you took in this turn.",
        "lay-joker": "The joker from the table has to be laid again in this turn.",
    },
    stages={
        "gathering": "waiting for players",
        "playing": "playing",
        "scoring": "between deals",
        "over": "match over",
        "closed": "closed",
    },
    presences={
        "here": "",
        "lost": "connection lost",
        "lost:hold": "connection lost, seat held for {hold} s",
        "bot": "away, a bot plays on",
        "left": "left, a bot plays on",
        "asleep": "away, the table waits",
    },
    absences={
        "wait": "the table waits for whoever is away",
        "bot": "a bot plays on for whoever is away",
        "end": "the match ends when somebody stays away",
    },
    ranks=(
        "ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "jack", "queen", "king",
    ),
    suits=("clubs", "diamonds", "hearts", "spades"),
    card="{rank} of {suit}",
    joker="joker",
    stands_for="{joker}({card})",
    stands_for_in_words="{joker} as {card}",
    switches=SWITCHES,
    choices=CHOICES,
    choices_of=CHOICES_OF,
    fields=FIELDS,
    groups=GROUPS,
    parts=PARTS,
    rules=RULES,
    sheet=SHEET,
    sheet_you=SHEET,
    match=MATCH,
    match_you=MATCH,
)  # fmt: skip
