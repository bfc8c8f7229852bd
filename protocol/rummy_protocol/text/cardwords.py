"""How cards are written in sentences: in notation, in words, or as a screen likes."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

import msgspec

from ..cards import Face, is_joker, name, parse_face, rank, suit
from .english import ENGLISH
from .language import Language

__all__ = ["NOTATION", "WORDS", "Style", "card_in_words"]


def card_in_words(card: Face, language: Language = ENGLISH) -> str:
    """*seven of hearts*."""
    if is_joker(card):
        return language.joker
    return language.card.format(
        rank=language.ranks[rank(card) - 1], suit=language.suits[suit(card)]
    )


class Style(msgspec.Struct, frozen=True):
    """How one card is written, and what stands between two."""

    one: Callable[[Face], str]
    between: str

    def many(self, cards: Iterable[Face]) -> str:
        return self.between.join(map(self.one, cards))

    def from_notation(self, told: str) -> str:
        """Cards that came as an argument, like ``7H 8H``; anything else stays as it is."""
        try:
            return self.many([parse_face(word) for word in told.split()])
        except ValueError:
            return told


NOTATION: Final = Style(name, " ")
WORDS: Final = Style(card_in_words, ", ")
