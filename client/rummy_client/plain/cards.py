"""The cards that a person names in a line of the plain client.

What becomes of them is not known in here.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol.cards import Face, is_joker, parse_face
from rummy_protocol.text import _

from .reply import Situation, Unclear

__all__ = ["cards_and_stands", "cards_of"]

_AS: Final = "as"
_ACE: Final = parse_face(_AS)


def cards_of(words: list[str], usage: str) -> tuple[Face, ...]:
    """The cards that *words* name.

    Raises:
        Unclear: one of them names no card.
    """
    found = []
    for word in _apart(words):
        try:
            found.append(parse_face(word))
        except ValueError:
            raise Unclear(_no_card(word[:20], usage)) from None
    return tuple(found)


def _no_card(word: str, usage: str) -> str:
    return _(
        "No card: {word}. Write cards like {cards}; for example: {usage}",
        word=word,
        cards="7H, TD, AS",
        usage=usage,
    )


def cards_and_stands(
    here: Situation, words: list[str], usage: str
) -> tuple[list[str], tuple[Face, ...]]:
    """*words* without what the jokers among them stand for, and the cards that these are.

    Raises:
        Unclear: it is not said what the jokers stand for, or not in cards.
    """
    words = _apart(words)
    hand = here.model.you.hand if here.model.you is not None else ()
    place = _place_of_as(words, _ACE in hand)
    if place is None:
        return words, ()
    behind = _behind(words, place)
    stands = cards_of(behind, usage)
    if not stands:
        raise Unclear(
            _("Say which card the joker stands for, for example: {usage}", usage=usage)
        )
    return [*words[:place], *words[place + 1 + len(behind) :]], stands


def _apart(words: Sequence[str]) -> list[str]:
    return " ".join(words).replace(",", " ").split()


def _place_of_as(words: Sequence[str], holds_ace: bool) -> int | None:
    """Where ``as`` says what a joker stands for, and is not the ace of spades."""
    places = [n for n, word in enumerate(words) if word.lower() == _AS]
    return next((n for n in places if _is_as(words, n, holds_ace)), None)


def _is_as(words: Sequence[str], place: int, holds_ace: bool) -> bool:
    jokers = sum(map(_is_joker, words[:place]))
    if not jokers or not holds_ace:
        # Whoever has no ace of spades cannot mean it, and without a joker nothing stands for
        # anything.
        return bool(jokers)
    if words[place] != _AS:
        return False
    if any(word.isupper() for word in words):
        return True
    return jokers == len(_behind(words, place))


def _is_joker(word: str) -> bool:
    try:
        return is_joker(parse_face(word))
    except ValueError:
        return False


def _behind(words: Sequence[str], place: int) -> list[str]:
    """The cards behind *place*; the meld may be named after them."""
    rest = list(words[place + 1 :])
    at = next((n for n, word in enumerate(rest) if word.lower() == "on"), len(rest))
    return rest[:at]
