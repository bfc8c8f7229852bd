"""What a sentence of the rules is made of, before it is put into a language.

A clause says which sentence is meant and what goes into its places. Clauses about the same
*topic* replace each other: where a later deal has another one, that one holds there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from enum import StrEnum
from itertools import groupby
from operator import itemgetter
from typing import TypeVar

import msgspec

from ..ruleset import RuleSet
from .language import Language, filled, listing

__all__ = ["Clause", "Part", "and_listed", "by_players", "contract", "counted", "span"]

Numbers = TypeVar("Numbers")


class Part(StrEnum):
    """What a sentence of the rules is about, in the order in which they are read."""

    PLAYERS = "players"
    DEAL = "deal"
    TURN = "turn"
    DRAW = "draw"
    MELDS = "melds"
    JOKERS = "jokers"
    OPENING = "opening"
    LAYING = "laying"
    OUT = "out"
    STOCK = "stock"
    VALUES = "values"
    SCORING = "scoring"
    MATCH = "match"
    CHANGES = "changes"


class Clause(msgspec.Struct, frozen=True):
    part: Part
    topic: str
    key: str
    """Of the sentence, in `Language.rules`."""
    rules: str
    """Numbers of the rules that it covers."""
    told: Mapping[str, str | int] = {}

    def words(self, language: Language) -> str:
        return filled(language.rules[self.key], self.told)


def counted(key: str, number: int) -> str:
    """*key* for that number: some sentences are other ones for none and for one."""
    return f"{key}:{number}" if number in (0, 1) else f"{key}:n"


def span(numbers: Sequence[int], language: Language) -> str:
    """Neighbouring numbers: ``4``, ``3 or 4``, ``2 to 6``."""
    low, high = numbers[0], numbers[-1]
    if low == high:
        return str(low)
    key = "span:two" if high == low + 1 else "span"
    return filled(language.rules[key], {"low": low, "high": high})


def by_players(rules: RuleSet, each: Iterable[Numbers]) -> Iterator[tuple[Numbers, list[int]]]:
    """Values that belong to numbers of players, and the numbers that share each of them."""
    numbered = enumerate(each, start=rules.players_min)
    for value, group in groupby(numbered, key=itemgetter(1)):
        yield value, [players for players, _ in group]


def and_listed(words: Sequence[str], language: Language) -> str:
    """*words* with *and* before the last one."""
    return listing(words, language.both)


def contract(melds: Sequence[str], how: str, language: Language) -> str:
    """The melds of a contract, like ``S3`` and ``R4``, in words.

    Args:
        melds: as in `RuleSet.contract`.
        how: ``least`` or ``exact`` as to their sizes, or ``short``.
        language: in which to say it.
    """
    words = [
        filled(
            language.rules[f"{counted(meld[0], count)}:{how}"], {"n": count, "size": meld[1:]}
        )
        for meld, count in Counter(melds).items()
    ]
    return and_listed(words, language)
