"""Sentences for people, made where they are read from the codes and values that were sent.

Every function takes a `Language` as its last argument; English is the first. Nothing in here
cleans what strangers wrote: names and arguments have to be clean when they come in.
"""

from __future__ import annotations

from .brief import brief
from .cardwords import NOTATION, WORDS, Style, card_in_words
from .english import ENGLISH
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
    presence,
    refusal,
    stage,
)
from .sheet import match_result, points, sheet

__all__ = [
    "ENGLISH",
    "NOTATION",
    "WORDS",
    "Language",
    "Part",
    "Sentence",
    "Style",
    "absence",
    "action",
    "announcement",
    "brief",
    "card_in_words",
    "choice",
    "contract",
    "duty",
    "entry",
    "goodbye",
    "group_label",
    "house_rules",
    "match_result",
    "may",
    "part_title",
    "points",
    "presence",
    "refusal",
    "rules_text",
    "ruleset_lines",
    "sheet",
    "stage",
    "switch",
    "switch_label",
]
