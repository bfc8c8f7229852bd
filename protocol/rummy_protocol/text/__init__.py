"""Sentences for people, made where they are read from the codes and values that were sent.

They are in the language that is `spoken` where they are asked for; every function takes another
one as its last argument. Other sentences are marked by `_`, `plural`, `term` and `N_`. Nothing
in here cleans what strangers wrote: names and arguments have to be clean when they come in.
"""

from __future__ import annotations

from .brief import brief
from .cardwords import NOTATION, WORDS, Style, card_in_words
from .english import ENGLISH
from .games import game
from .joints import apart, named
from .language import Language
from .news import entry
from .rulebook import Part, Sentence, part_title, rules_text, ruleset_lines
from .rules import choice, group_label, house_rules, switch, switch_label
from .sentences import (
    absence,
    action,
    announcement,
    contract,
    duty,
    goodbye,
    may,
    open_deal,
    presence,
    refusal,
    stage,
)
from .sheet import match_result, points, sheet
from .spoken import LANGUAGES, N_, _, plural, speak, speaking, spoken, term

__all__ = [
    "ENGLISH",
    "LANGUAGES",
    "NOTATION",
    "N_",
    "WORDS",
    "Language",
    "Part",
    "Sentence",
    "Style",
    "_",
    "absence",
    "action",
    "announcement",
    "apart",
    "brief",
    "card_in_words",
    "choice",
    "contract",
    "duty",
    "entry",
    "game",
    "goodbye",
    "group_label",
    "house_rules",
    "match_result",
    "may",
    "named",
    "open_deal",
    "part_title",
    "plural",
    "points",
    "presence",
    "refusal",
    "rules_text",
    "ruleset_lines",
    "sheet",
    "speak",
    "speaking",
    "spoken",
    "stage",
    "switch",
    "switch_label",
    "term",
]
