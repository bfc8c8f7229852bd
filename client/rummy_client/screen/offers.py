"""A question with numbered answers: which of several plays is meant."""

from __future__ import annotations

from rummy_protocol.actions import Action, LayMeld, LayOff, SwapJoker
from rummy_protocol.text import _, plural, term

from ..words import MELD_KEYS
from .cells import DRAWN, Line, at, clip, flow
from .frame import keys_text
from .look import card_text, cards_line
from .scene import Scene

__all__ = ["offer_lines", "offer_prompt"]


def offer_lines(scene: Scene, cells: int, rows: int) -> list[Line]:
    """The answers, each with its number."""
    items: list[Line] = [
        [(f"class:key {at('key', key)}", f"{key} "), *_answer(scene, offer)]
        for key, offer in zip(MELD_KEYS, scene.desk.offers, strict=False)
    ]
    return [[("", " "), *line] for line in flow(items, cells - 2)[:rows]]


def _answer(scene: Scene, offer: Action) -> Line:
    match offer:
        case LayMeld(stands=stands) | LayOff(stands=stands):
            return cards_line(stands, scene.look, "text")
        case SwapJoker(meld=meld, cards=cards):
            before, _cards, after = _into(scene, meld).partition(DRAWN)
            given = cards_line(cards, scene.look, "text")
            return [("class:label", before), *given, ("class:label", after)]
        case _:
            return []


def _into(scene: Scene, meld: int) -> str:
    """The cards and the meld that they go into, with its owner where there is one."""
    melds = scene.model.deal.melds if scene.model.deal is not None else ()
    names = scene.model.names
    for each in melds:
        if each.id == meld and each.owner is not None and each.owner < len(names):
            name = clip(names[each.owner], 12)
            return _("{cards} into meld {meld} of {name}", cards=DRAWN, meld=meld, name=name)
    return _("{cards} into meld {meld}", cards=DRAWN, meld=meld)


def offer_prompt(scene: Scene) -> Line:
    """The question itself."""
    offers = scene.desk.offers
    if not offers:
        words = _("Nothing is asked any more.")
        return [("class:ask", f" {words} "), *keys_text([("escape", _("back"))])]
    last = MELD_KEYS[min(len(offers), len(MELD_KEYS)) - 1]
    keys = [
        ("1" if last == "1" else f"1-{last}", _("that one")),
        ("escape", term("answer", "none")),
    ]
    return [("class:ask", f" {_asked(scene, offers[0])} "), *keys_text(keys)]


def _asked(scene: Scene, first: Action) -> str:
    if isinstance(first, SwapJoker):
        return _("What do you give for the joker?")
    laid = getattr(first, "cards", ())
    return plural(
        "What does the joker in {cards} stand for?",
        "What do the jokers in {cards} stand for?",
        len(getattr(first, "stands", ())) or 1,
        cards=" ".join(card_text(card, scene.look) for card in laid),
    )
