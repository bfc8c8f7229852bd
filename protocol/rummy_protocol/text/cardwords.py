"""How cards are written in sentences: in notation, in words, or as a screen likes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

import msgspec

from ..cards import Face, is_joker, name, parse_face, rank, suit
from .language import Language
from .spoken import spoken

__all__ = ["NOTATION", "WORDS", "Style", "card_in_words"]


def card_in_words(card: Face, language: Language | None = None) -> str:
    """*seven of hearts*."""
    language = language or spoken().language
    if is_joker(card):
        return language.joker
    return language.card.format(
        rank=language.ranks[rank(card) - 1], suit=language.suits[suit(card)]
    )


class Style(msgspec.Struct, frozen=True):
    """How one card is written, and what stands between two."""

    one: Callable[[Face], str]
    between: str
    stands_for: str = ""
    """A joker that lies, with the card it stands for; empty: as the language has it."""
    in_words: bool = False
    """Whether that is said in words."""

    def many(self, cards: Iterable[Face]) -> str:
        return self.between.join(map(self.one, cards))

    def lying(self, cards: Sequence[Face], stands: Sequence[Face]) -> str:
        """Cards of a meld; *stands* says what each stands for, or is empty."""
        if len(stands) != len(cards):
            return self.many(cards)
        return self.between.join(map(self._lying, cards, stands))

    def _lying(self, card: Face, stands: Face) -> str:
        if not is_joker(card):
            return self.one(card)
        language = spoken().language
        usual = language.stands_for_in_words if self.in_words else language.stands_for
        return (self.stands_for or usual).format(joker=self.one(card), card=self.one(stands))

    def from_notation(self, told: str) -> str:
        """Cards that came as an argument, like ``7H 8H``; anything else stays as it is."""
        try:
            return self.many([parse_face(word) for word in told.split()])
        except ValueError:
            return told


NOTATION: Final = Style(name, " ")
WORDS: Final = Style(card_in_words, ", ", in_words=True)
