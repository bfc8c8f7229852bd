"""The line that says what may be done now, and with which keys. It is never empty."""

from __future__ import annotations

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

from ..desk import Over
from ..keymap import key_name
from ..linkstate import Ended, Online, Replaying
from ..moment import active
from ..ways import take_of
from ..words import meld_key, name_of, waiting_sentence
from .cells import Line, clip
from .frame import keys_text
from .look import card_text, cards_line
from .offers import offer_prompt
from .pile import pile_prompt
from .scene import Scene

__all__ = ["TURN_KEYS", "advice_text", "prompt"]

TURN_KEYS = (
    "draw",
    "take",
    "deep",
    "end-deal",
    "meld",
    "lay-off",
    "swap",
    "discard",
    "take-back",
    "deciding",
)
"""The contexts whose keys stand in this line, and not in the line of keys."""


def prompt(scene: Scene) -> Line:
    """What the player can do now at a table that is being played at."""
    question = _question(scene)
    if question:
        return question
    model = scene.model
    if isinstance(model.link, Ended):
        return [("class:bad", " The connection has ended. "), *keys_text([("q", "quit")])]
    if isinstance(model.link, Replaying):
        return [("class:label", f" {_replaying(model.link)}")]
    if not isinstance(model.link, Online):
        kept = "your seat is kept, and " if model.seat is not None else ""
        return [("class:bad", f" The connection is lost; {kept}it comes back by itself.")]
    if not model.may:
        return [("class:label", f" {_waiting(scene)}")]
    if model.advice is not None:
        return [("class:tip", f" Hint: {advice_text(model.advice.action, scene)}.")]
    return _turn(scene)


def _replaying(at: Replaying) -> str:
    where = f"The game {at.code} as it was played, moment {at.place} of {at.last}."
    if at.place == at.last:
        return f"{where} That is the end of it."
    return f"{where} It goes on by itself." if at.auto else where


def _waiting(scene: Scene) -> str:
    words = waiting_sentence(scene.model)
    if scene.model.seat is None:
        return f"You are watching. {words}"
    held = scene.model.you is not None and scene.model.you.hand
    return f"{words} You can choose cards meanwhile." if held else words


def _turn(scene: Scene) -> Line:
    model = scene.model
    you, deal = model.you, model.deal
    if you is None or deal is None:
        return []
    if "discard" in you.may or "meld" in you.may:
        lead = " Your turn: play. "
    elif not deal.stock and "draw" in you.may:
        lead = " Your turn; the stock is used up. "
    else:
        lead = " Your turn: take a card. "
    return [("class:turn", lead), *keys_text(_keys(scene))]


def _keys(scene: Scene) -> list[tuple[str, str]]:
    deal, told = scene.model.deal, list[tuple[str, str]]()
    for key in active(scene.model, scene.desk):
        if key.where not in TURN_KEYS:
            continue
        label = key.label
        if key.command == "take-discard" and deal is not None and deal.top:
            must = ", to be laid at once" if _must_use_top(scene) else ""
            label = f"take {card_text(deal.top[-1], scene.look)}{must}"
        if key.command == "draw-stock" and deal is not None and not deal.stock:
            label = "make the pile the stock"
        told.append((key_name(key.keys), label))
    return told


def _must_use_top(scene: Scene) -> bool:
    take = take_of(scene.model, 1)
    return take is not None and take.must


def _question(scene: Scene) -> Line:
    model, desk = scene.model, scene.desk
    if desk.over is Over.DISCARD and desk.card is not None:
        return [
            ("class:ask", " Discard "),
            *cards_line((desk.card,), scene.look, "card"),
            ("class:ask", " and end your turn? "),
            *keys_text([("Enter", "yes"), ("any other key", "keep it")]),
        ]
    if desk.over is Over.CHOOSE:
        keys = [meld_key(meld) for meld in desk.choice]
        return [
            ("class:ask", " Lay "),
            *cards_line(desk.picks, scene.look, "card"),
            ("class:ask", " off to which meld? "),
            *keys_text([(" or ".join(keys), "that one"), ("Esc", "neither")]),
        ]
    if desk.over is Over.OFFER:
        return offer_prompt(scene)
    if desk.over is Over.PILE:
        return pile_prompt(scene)
    if desk.over is Over.END_DEAL:
        words = " Decline the discard and end the deal, with nobody out? "
        return [("class:ask", words), *keys_text([("Enter", "yes"), ("any other key", "no")])]
    if desk.over is Over.QUIT:
        return [("class:ask", " Leave? "), *keys_text(_leaving(scene))]
    if desk.over is Over.VOTE:
        words = f" {clip(name_of(model, desk.absent), 16)} is away. Your vote: "
        keys_of_vote = [("w", "wait"), ("b", "a bot plays"), ("e", "end it"), ("Esc", "none")]
        return [("class:ask", words), *keys_text(keys_of_vote)]
    return []


def _leaving(scene: Scene) -> list[tuple[str, str]]:
    if scene.model.seat is not None and not scene.model.replaying:
        if not scene.desk.kept:
            return [("y", "and end the game"), ("n", "stay")]
        now = "for now, my seat is kept"
        return [("y", now), ("x", "the table, for good"), ("n", "stay")]
    if scene.model.watching and not scene.model.replaying:
        return [("y", "the program"), ("x", "this table"), ("n", "stay")]
    return [("y", "the program"), ("n", "stay")]


def advice_text(action: Action | None, scene: Scene) -> str:
    """A hint in words, with the key that follows it; its cards are picked already."""
    look = scene.look
    match action:
        case DrawStock():
            return "draw from the stock: press s"
        case TakeDiscard(count=1):
            return "take the discard: press t"
        case TakeDiscard(count=count):
            return f"take {count} discards: press f, then choose {count}"
        case LayMeld(cards=cards):
            return f"meld {' '.join(card_text(card, look) for card in cards)}: press m"
        case LayOff(meld=meld, cards=cards):
            words = " ".join(card_text(card, look) for card in cards)
            return f"lay {words} off to meld {meld}: press l"
        case SwapJoker(meld=meld, cards=cards):
            words = " ".join(card_text(card, look) for card in cards)
            return f"give {words} for the joker of meld {meld}: press j"
        case Discard(card=card):
            return f"discard {card_text(card, look)}: press d"
        case TakeBack():
            return "take your last play back: press u"
        case EndDeal():
            return "end the deal: press e"
        case None:
            return "nothing"
