"""The rules in force as numbered sentences, made from the rule set alone.

They are what somebody would read aloud at the table: what holds in the first deal, then what
is otherwise in later ones. No sentence hangs on what a game is called.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby

import msgspec

from ..ruleset import RuleSet
from ..stretches import Stretch, stretches
from .clauses import Clause, Part
from .language import Language, filled
from .rules_of_melds import (
    joker_clauses,
    laying_clauses,
    meld_clauses,
    opening_clauses,
    out_clauses,
)
from .rules_of_points import match_clauses, scoring_clauses, value_clauses
from .rules_of_turns import (
    deal_clauses,
    draw_clauses,
    player_clauses,
    stock_clauses,
    turn_clauses,
)
from .spoken import LANGUAGES, language_for, spoken

__all__ = ["Part", "Sentence", "part_title", "rules_text", "ruleset_lines"]

_CHAPTERS = (
    player_clauses,
    deal_clauses,
    turn_clauses,
    draw_clauses,
    meld_clauses,
    joker_clauses,
    opening_clauses,
    laying_clauses,
    out_clauses,
    stock_clauses,
    value_clauses,
    scoring_clauses,
    match_clauses,
)


class Sentence(msgspec.Struct, frozen=True):
    """One rule, as it is read aloud."""

    number: int
    """From 1, in this text."""
    text: str
    rules: tuple[str, ...]
    """Numbers of the rules that it covers, like ``R24``; refusals quote them."""
    part: Part


def rules_text(rules: RuleSet, language: Language | None = None) -> tuple[Sentence, ...]:
    """The rules of a game, whole and in order."""
    here = spoken()
    if language is None and here.code in LANGUAGES:
        return _kept(rules, here.code)
    return _told(rules, language or here.language)


@lru_cache(maxsize=64)
def _kept(rules: RuleSet, code: str) -> tuple[Sentence, ...]:
    """A screen asks for them each time that it draws its help."""
    return _told(rules, language_for(code).language)


def _told(rules: RuleSet, language: Language) -> tuple[Sentence, ...]:
    first, *later = stretches(rules)
    told = [
        Sentence(number, clause.words(language), tuple(clause.rules.split()), clause.part)
        for number, clause in enumerate(_clauses(first.rules, language).values(), start=1)
    ]
    said = dict(zip(_clauses(first.rules, language), told, strict=True))
    for change in _changes(said, later, language):
        number = len(told) + 1
        told.append(Sentence(number, change.words(language), change.rules, Part.CHANGES))
    return tuple(told)


def ruleset_lines(rules: RuleSet, language: Language | None = None) -> list[str]:
    """The same, one line for each: its number, the sentence, and the rules that it covers."""
    return [
        f"{each.number}. {each.text} ({' '.join(each.rules)})"
        for each in rules_text(rules, language)
    ]


def part_title(part: Part, language: Language | None = None) -> str:
    """What stands above the sentences of a part."""
    language = language or spoken().language
    return language.parts[part]


def _clauses(rules: RuleSet, language: Language) -> dict[str, Clause]:
    """What is to be said of one deal, by topic."""
    every = (clause for chapter in _CHAPTERS for clause in chapter(rules, language))
    return {clause.topic: clause for clause in every}


class _Change(msgspec.Struct, frozen=True):
    """A sentence that takes the place of another in some deals, or stands beside it."""

    first: int
    last: int | None
    before: Sentence | None
    """What holds in the first deal; ``None``: nothing is said of it."""
    now: Clause | None
    """What holds instead; ``None``: nothing."""
    text: str
    """*now* in words."""

    @property
    def rules(self) -> tuple[str, ...]:
        if self.now is not None:
            return tuple(self.now.rules.split())
        return self.before.rules if self.before is not None else ()

    def words(self, language: Language) -> str:
        what = "not-in" if self.now is None else "more-in" if self.before is None else "in"
        deals = "deals" if self.first != self.last else "deal"
        key = f"{what}-{deals}:on" if self.last is None else f"{what}-{deals}"
        number = self.before.number if self.before is not None else 0
        told: dict[str, str | int] = {"first": self.first, "last": self.last or 0}
        return filled(language.rules[key], told | {"text": self.text, "number": number})


def _changes(
    said: Mapping[str, Sentence], later: Sequence[Stretch], language: Language
) -> list[_Change]:
    """What is otherwise than *said* in later deals, by deals and then in the usual order."""
    each = [(stretch, _clauses(stretch.rules, language)) for stretch in later]
    topics = dict.fromkeys([*said, *(topic for _, clauses in each for topic in clauses)])
    found = [
        change
        for topic in topics
        for change in _of_topic(topic, said.get(topic), each, language)
    ]
    return sorted(found, key=lambda change: change.first)


def _of_topic(
    topic: str,
    before: Sentence | None,
    each: Sequence[tuple[Stretch, Mapping[str, Clause]]],
    language: Language,
) -> Iterator[_Change]:
    """What later deals say of *topic*; neighbouring stretches that say the same, as one."""

    def words(clauses: Mapping[str, Clause]) -> str:
        return clauses[topic].words(language) if topic in clauses else ""

    for text, alike in groupby(each, key=lambda pair: words(pair[1])):
        (first, clauses), *more = alike
        last = more[-1][0] if more else first
        if text != (before.text if before is not None else ""):
            yield _Change(first.first, last.last, before, clauses.get(topic), text)
