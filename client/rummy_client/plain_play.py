"""The words of the plain client by which one plays: each becomes an action, or a clear line."""

from __future__ import annotations

from rummy_protocol import text
from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import Face, parse_face
from rummy_protocol.messages import Act, Advise

from .plain_reply import Reply, Situation, Unclear, number
from .plain_typed import meld_words
from .words import waiting_sentence

__all__ = ["discard", "draw", "end", "hint", "lay", "meld", "take", "undo"]


def _act(here: Situation, action: Action) -> Reply:
    model = here.model
    if model.seat is None:
        raise Unclear(text.refusal("spectator" if model.watching else "not-seated"))
    if model.you is None or not model.you.may:
        raise Unclear(waiting_sentence(model))
    return Reply(request=Act(0, model.seq, action))


def _cards(words: list[str], usage: str) -> tuple[Face, ...]:
    found = []
    for word in " ".join(words).replace(",", " ").split():
        try:
            found.append(parse_face(word))
        except ValueError:
            raise Unclear(
                f"No card: {word[:20]}. Write cards like 7H, TD or AS; for example: {usage}"
            ) from None
    return tuple(found)


def draw(here: Situation, words: list[str]) -> Reply:
    return _act(here, DrawStock())


def take(here: Situation, words: list[str]) -> Reply:
    return _act(here, TakeDiscard())


def meld(here: Situation, words: list[str]) -> Reply:
    cards = _cards(words, "meld 7H 8H 9H")
    if cards:
        return _act(here, LayMeld(cards))
    able = here.model.you.can_meld if here.model.you is not None else ()
    if not able:
        raise Unclear("You hold no meld. Say which cards to lay, for example: meld 7H 8H 9H")
    raise Unclear("Say which: " + "; ".join(f"meld {meld_words(lay)}" for lay in able))


def lay(here: Situation, words: list[str]) -> Reply:
    usage = "lay off 4C on 2"
    if words and words[0].lower() == "off":
        words = words[1:]
    lower = [word.lower() for word in words]
    place = lower.index("on") if "on" in lower else len(words)
    cards, where = _cards(words[:place], usage), words[place + 1 :]
    if where and where[0].lower() == "meld":
        where = where[1:]
    if not cards:
        raise Unclear(f"Say which card, and on which meld, for example: {usage}")
    if where:
        return _act(here, LayOff(number(where, usage), cards))
    return _act(here, LayOff(_only_meld(here, cards), cards))


def _only_meld(here: Situation, cards: tuple[Face, ...]) -> int:
    """The one meld that *cards* fit."""
    told = text.NOTATION.many(cards)
    fits = here.model.you.fits if here.model.you is not None else ()
    melds = sorted({m for fit in fits if fit.card in cards for m in fit.melds})
    if len(melds) == 1:
        return melds[0]
    if not melds:
        raise Unclear(f"Say on which meld, for example: lay off {told} on 2")
    raise Unclear("Say which: " + "; ".join(f"lay off {told} on {meld}" for meld in melds))


def discard(here: Situation, words: list[str]) -> Reply:
    cards = _cards(words, "discard KD")
    if len(cards) != 1:
        raise Unclear("Say which one card, for example: discard KD")
    return _act(here, Discard(cards[0]))


def undo(here: Situation, words: list[str]) -> Reply:
    return _act(here, TakeBack())


def end(here: Situation, words: list[str]) -> Reply:
    if [word.lower() for word in words] != ["deal"]:
        raise Unclear("To end a deal in which nothing is left to draw, say: end deal")
    return _act(here, EndDeal())


def hint(here: Situation, words: list[str]) -> Reply:
    if here.model.you is None or not here.model.you.may:
        raise Unclear(waiting_sentence(here.model))
    return Reply(request=Advise(0))
