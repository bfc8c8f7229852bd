"""A question with numbered answers: which of several plays is meant."""

from __future__ import annotations

from rummy_protocol.actions import Action, LayMeld, LayOff, SwapJoker

from ..words import MELD_KEYS
from .cells import Line, flow
from .frame import keys_text
from .look import card_text, cards_line
from .scene import Scene

__all__ = ["offer_lines", "offer_prompt"]


def offer_lines(scene: Scene, rows: int) -> list[Line]:
    """The answers, each with its number."""
    items: list[Line] = [
        [("class:key", f"{key} "), *_answer(scene, offer)]
        for key, offer in zip(MELD_KEYS, scene.desk.offers, strict=False)
    ]
    return [[("", " "), *line] for line in flow(items, scene.size.columns - 2)[:rows]]


def _answer(scene: Scene, offer: Action) -> Line:
    match offer:
        case LayMeld(stands=stands) | LayOff(stands=stands):
            return cards_line(stands, scene.look, "text")
        case SwapJoker(meld=meld, cards=cards):
            cards_given = cards_line(cards, scene.look, "text")
            return [*cards_given, ("class:label", f" into meld {meld}{_for(scene, meld)}")]
        case _:
            return []


def _for(scene: Scene, meld: int) -> str:
    """The owner of a meld, where there is one."""
    melds = scene.model.deal.melds if scene.model.deal is not None else ()
    names = scene.model.names
    for each in melds:
        if each.id == meld and each.owner is not None and each.owner < len(names):
            return f" of {names[each.owner][:12]}"
    return ""


def offer_prompt(scene: Scene) -> Line:
    """The question itself."""
    offers = scene.desk.offers
    if not offers:
        return [("class:ask", " Nothing is asked any more. "), *keys_text([("Esc", "back")])]
    first = offers[0]
    if isinstance(first, SwapJoker):
        words = " What do you give for the joker? "
    else:
        laid = getattr(first, "cards", ())
        cards = " ".join(card_text(card, scene.look) for card in laid)
        many = len(getattr(first, "stands", ())) > 1
        what = "do the jokers" if many else "does the joker"
        words = f" What {what} in {cards} stand for? "
    last = MELD_KEYS[min(len(offers), len(MELD_KEYS)) - 1]
    keys = [("1" if last == "1" else f"1-{last}", "that one"), ("Esc", "none")]
    return [("class:ask", words), *keys_text(keys)]
