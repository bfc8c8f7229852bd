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
from rummy_protocol.cards import Face
from rummy_protocol.text import _, plural, term

from ..desk import Over, Writing
from ..keymap import label_of
from ..linkstate import Ended, Online, Replaying
from ..moment import active
from ..ways import take_of
from ..words import meld_key, name_of, waiting_sentence
from .cells import DRAWN, Line, clip
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
        words = _("The connection has ended.")
        return [("class:bad", f" {words} "), *keys_text([("q", _("quit"))])]
    if isinstance(model.link, Replaying):
        return [("class:label", f" {_replaying(model.link)}")]
    if not isinstance(model.link, Online):
        words = _("The connection is lost; it comes back by itself.")
        if model.seat is not None:
            words = _("The connection is lost; your seat is kept, and it comes back by itself.")
        return [("class:bad", f" {words}")]
    if model.watching and scene.desk.writing is Writing.CHAT:
        words = _("Those who watch with you read this, and no player does. Enter says it.")
        return [("class:label", f" {words}")]
    if not model.may:
        return [("class:label", f" {_waiting(scene)}")]
    if model.advice is not None:
        words = _("Hint: {advice}.", advice=advice_text(model.advice.action, scene))
        return [("class:tip", f" {words}")]
    return _turn(scene)


def _replaying(at: Replaying) -> str:
    places: dict[str, str | int] = {"game": at.code, "place": at.place, "last": at.last}
    if at.place == at.last:
        return _(
            "The game {game} as it was played, moment {place} of {last}. "
            "That is the end of it.",
            **places,
        )
    if at.auto:
        return _(
            "The game {game} as it was played, moment {place} of {last}. It goes on by itself.",
            **places,
        )
    return _("The game {game} as it was played, moment {place} of {last}.", **places)


def _waiting(scene: Scene) -> str:
    words = waiting_sentence(scene.model)
    if scene.model.seat is None:
        return _("You are watching. {sentence}", sentence=words)
    if scene.model.you is not None and scene.model.you.hand:
        return _("{sentence} You can choose cards meanwhile.", sentence=words)
    return words


def _turn(scene: Scene) -> Line:
    model = scene.model
    you, deal = model.you, model.deal
    if you is None or deal is None:
        return []
    if "discard" in you.may or "meld" in you.may:
        lead = _("Your turn: play.")
    elif not deal.stock and "draw" in you.may:
        lead = _("Your turn; the stock is used up.")
    else:
        lead = _("Your turn: take a card.")
    return [("class:turn", f" {lead} "), *keys_text(_keys(scene))]


def _keys(scene: Scene) -> list[tuple[str, str]]:
    deal, told = scene.model.deal, list[tuple[str, str]]()
    for key in active(scene.model, scene.desk):
        if key.where not in TURN_KEYS:
            continue
        label = label_of(key)
        if key.command == "take-discard" and deal is not None and deal.top:
            label = _taking(scene, deal.top[-1])
        if key.command == "draw-stock" and deal is not None and not deal.stock:
            label = _("make the pile the stock")
        told.append((key.keys, label))
    return told


def _taking(scene: Scene, top: Face) -> str:
    card, take = card_text(top, scene.look), take_of(scene.model, 1)
    if take is not None and take.must:
        return _("take {card}, to be laid at once", card=card)
    return _("take {card}", card=card)


def _question(scene: Scene) -> Line:
    over, yes, no = scene.desk.over, term("answer", "yes"), term("answer", "no")
    match over:
        case Over.DISCARD if scene.desk.card is not None:
            return _discarding(scene, scene.desk.card)
        case Over.CHOOSE:
            return _choosing(scene)
        case Over.OFFER:
            return offer_prompt(scene)
        case Over.PILE:
            return pile_prompt(scene)
        case Over.END_DEAL:
            words = _("Decline the discard and end the deal, with nobody out?")
            return [("class:ask", f" {words} "), *keys_text([("enter", yes), ("any", no)])]
        case Over.QUIT:
            return [("class:ask", f" {_('Leave?')} "), *keys_text(_leaving(scene))]
        case Over.VOTE:
            return _voting(scene)
        case _:
            return []


def _discarding(scene: Scene, card: Face) -> Line:
    words = _("Discard {card} and end your turn?", card=DRAWN)
    keys = [("enter", term("answer", "yes")), ("any", _("keep it"))]
    return [*_with_cards(words, (card,), scene), *keys_text(keys)]


def _choosing(scene: Scene) -> Line:
    words = _("Lay {cards} off to which meld?", cards=DRAWN)
    keys = [(meld_key(meld), _("meld {n}", n=meld)) for meld in scene.desk.choice]
    told = keys_text([*keys, ("escape", _("neither"))])
    return [*_with_cards(words, scene.desk.picks, scene), *told]


def _with_cards(words: str, cards: tuple[Face, ...], scene: Scene) -> Line:
    """A question with drawn cards where it names them."""
    before, _mark, after = words.partition(DRAWN)
    return [
        ("class:ask", f" {before}"),
        *cards_line(cards, scene.look, "card"),
        ("class:ask", f"{after} "),
    ]


def _voting(scene: Scene) -> Line:
    name = clip(name_of(scene.model, scene.desk.absent), 16)
    words = _("{name} is away. Your vote:", name=name)
    keys = [("w", _("wait")), ("b", _("a bot plays")), ("e", _("end it"))]
    return [
        ("class:ask", f" {words} "),
        *keys_text([*keys, ("escape", term("vote", "none"))]),
    ]


def _leaving(scene: Scene) -> list[tuple[str, str]]:
    stay = ("n", _("stay"))
    if scene.model.seat is not None and not scene.model.replaying:
        if not scene.desk.kept:
            # Translators: an answer to "Leave": y leaves, and so ends the game.
            return [("y", _("and end the game")), stay]
        # Translators: answers to "Leave": leave for now; leave the table for good.
        return [("y", _("for now, my seat is kept")), ("x", _("the table, for good")), stay]
    if scene.model.watching and not scene.model.replaying:
        # Translators: answers to "Leave": leave the program; leave this table.
        return [("y", _("the program")), ("x", _("this table")), stay]
    return [("y", _("the program")), stay]


def advice_text(action: Action | None, scene: Scene) -> str:
    """A hint in words, with the key that follows it; its cards are picked already."""
    match action:
        case DrawStock():
            return _("draw from the stock: press s")
        case TakeDiscard(count=1):
            return _("take the discard: press t")
        case TakeDiscard(count=count):
            return plural(
                "take {n} discard: press f, then choose {n}",
                "take {n} discards: press f, then choose {n}",
                count,
            )
        case LayMeld(cards=cards):
            return _("meld {cards}: press m", cards=_cards(cards, scene))
        case LayOff(meld=meld, cards=cards):
            return _(
                "lay {cards} off to meld {meld}: press l", cards=_cards(cards, scene), meld=meld
            )
        case SwapJoker(meld=meld, cards=cards):
            given = _cards(cards, scene)
            return _(
                "give {cards} for the joker of meld {meld}: press j", cards=given, meld=meld
            )
        case Discard(card=card):
            return _("discard {card}: press d", card=card_text(card, scene.look))
        case TakeBack():
            return _("take your last play back: press u")
        case EndDeal():
            return _("end the deal: press e")
        case None:
            return _("nothing")


def _cards(cards: tuple[Face, ...], scene: Scene) -> str:
    return " ".join(card_text(card, scene.look) for card in cards)
