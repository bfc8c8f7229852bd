"""The words of the plain client by which one plays: each becomes an action, or a clear line."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from rummy_protocol import text
from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import Face
from rummy_protocol.messages import Act, Advise
from rummy_protocol.text import _

from ..ways import swap_ways
from ..words import waiting_sentence
from .cards import cards_and_stands, cards_of
from .reply import Reply, Situation, Unclear, number
from .turn import answers
from .turn import pile as pile_lines
from .typed import command_for, meld_words

__all__ = [
    "answer",
    "discard",
    "draw",
    "end",
    "hint",
    "lay",
    "meld",
    "pile",
    "swap",
    "take",
    "undo",
]

TAKE: Final = "take 3"
SWAP: Final = "swap 7H on 2"


def _act(here: Situation, action: Action) -> Reply:
    model = here.model
    if model.seat is None:
        raise Unclear(text.refusal("spectator" if model.watching else "not-seated"))
    if model.you is None or not model.you.may:
        raise Unclear(waiting_sentence(model))
    return Reply(request=Act(0, model.seq, action))


def draw(here: Situation, words: list[str]) -> Reply:
    return _act(here, DrawStock())


def take(here: Situation, words: list[str]) -> Reply:
    if not words:
        return _act(here, TakeDiscard())
    if [word.lower() for word in words] == ["back"]:
        return undo(here, [])  # as it is called where it is told what can be done
    if words[0].isascii() and words[0].isdigit() and words[0] != "10":
        return _act(here, TakeDiscard(max(1, number(words[:1], TAKE))))
    return _act(here, TakeDiscard(_depth(here, words)))


def _depth(here: Situation, words: list[str]) -> int:
    """How deep in the pile the named card lies; a bare 10 is a number, of course."""
    if words == ["10"]:
        return 10
    cards = cards_of(words, TAKE)
    top = here.model.deal.top[::-1] if here.model.deal is not None else ()
    if len(cards) != 1 or cards[0] not in top:
        raise Unclear(
            _(
                "Say how many cards, or down to which of the pile, for example: {usage}",
                usage=TAKE,
            )
        )
    return top.index(cards[0]) + 1


def pile(here: Situation, words: list[str]) -> Reply:
    return Reply(pile_lines(here.model, here.style))


def answer(here: Situation, words: list[str]) -> Reply:
    """The number of an answer to the question what a joker stands for."""
    offers = answers(here.model)
    if not offers:
        raise Unclear(
            _("No question is open. Say {word} for the words that there are.", word="help")
        )
    chosen = number(words, "1")
    if not 1 <= chosen <= len(offers):
        raise Unclear(_("Say a number from 1 to {last}.", last=len(offers)))
    return _act(here, offers[chosen - 1])


def swap(here: Situation, words: list[str]) -> Reply:
    cards, where = _cards_and_meld(words, SWAP)
    ways = swap_ways(here.model)
    if cards and where is not None:
        return _act(here, SwapJoker(where, cards))
    if cards:
        ways = tuple(way for way in ways if sorted(way.cards) == sorted(cards))
    if len(ways) == 1:
        return _act(here, ways[0])
    if not ways:
        raise Unclear(
            _(
                "Say which card, and for the joker of which meld, for example: {usage}",
                usage=SWAP,
            )
        )
    raise _which(map(command_for, ways))


def meld(here: Situation, words: list[str]) -> Reply:
    words, stands = cards_and_stands(here, words, "meld 7H JK 9H as 8H")
    cards = cards_of(words, "meld 7H 8H 9H")
    if cards:
        return _act(here, LayMeld(cards, stands))
    able = here.model.you.can_meld if here.model.you is not None else ()
    if not able:
        usage = "meld 7H 8H 9H"
        raise Unclear(
            _("You hold no meld. Say which cards to lay, for example: {usage}", usage=usage)
        )
    raise _which(map(meld_words, able))


def lay(here: Situation, words: list[str]) -> Reply:
    usage = "lay off 4C on 2"
    if words and words[0].lower() == "off":
        words = words[1:]
    words, stands = cards_and_stands(here, words, "lay off JK on 2 as 8H")
    cards, where = _cards_and_meld(words, usage)
    if not cards:
        raise Unclear(_("Say which card, and on which meld, for example: {usage}", usage=usage))
    if where is None:
        where = _only_meld(here, cards)
    return _act(here, LayOff(where, cards, stands))


def _cards_and_meld(words: list[str], usage: str) -> tuple[tuple[Face, ...], int | None]:
    """The cards before ``on``, and the number of the meld behind it."""
    lower = [word.lower() for word in words]
    place = lower.index("on") if "on" in lower else len(words)
    where = words[place + 1 :]
    if where and where[0].lower() == "meld":
        where = where[1:]
    return cards_of(words[:place], usage), number(where, usage) if where else None


def _only_meld(here: Situation, cards: tuple[Face, ...]) -> int:
    """The one meld that *cards* fit."""
    told = text.NOTATION.many(cards)
    fits = here.model.you.fits if here.model.you is not None else ()
    melds = sorted({m for fit in fits if fit.card in cards for m in fit.melds})
    if len(melds) == 1:
        return melds[0]
    if not melds:
        usage = f"lay off {told} on 2"
        raise Unclear(_("Say on which meld, for example: {usage}", usage=usage))
    raise _which(f"lay off {told} on {meld}" for meld in melds)


def _which(ways: Iterable[str]) -> Unclear:
    return Unclear(_("Say which: {ways}", ways=text.apart(list(ways))))


def discard(here: Situation, words: list[str]) -> Reply:
    cards = cards_of(words, "discard KD")
    if len(cards) != 1:
        raise Unclear(_("Say which one card, for example: {usage}", usage="discard KD"))
    return _act(here, Discard(cards[0]))


def undo(here: Situation, words: list[str]) -> Reply:
    return _act(here, TakeBack())


def end(here: Situation, words: list[str]) -> Reply:
    if [word.lower() for word in words] != ["deal"]:
        usage = "end deal"
        raise Unclear(
            _("To end a deal in which nothing is left to draw, say: {words}", words=usage)
        )
    return _act(here, EndDeal())


def hint(here: Situation, words: list[str]) -> Reply:
    if here.model.you is None or not here.model.you.may:
        raise Unclear(waiting_sentence(here.model))
    return Reply(request=Advise(0))
