"""A page of the lesson as it is read: its title, what is explained, and what to do now.

Pure. The same pages are read on the screen, where one presses keys, and by lines, where one
types words; the keys are those of the key table, and the words those of the plain client.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy_protocol.actions import Discard, LayOff
from rummy_protocol.text import N_, Style, _
from rummy_protocol.views import Stage

from ..keymap import KEYS, key_name
from ..model import Model
from ..plain.typed import command_for, meld_words
from .course import READING, TOPICS, Lesson, Topic, topic_of
from .words import Moment, explained, loose_cards

__all__ = ["Page", "page_of", "place_words"]


class Page(NamedTuple):
    """What is said at one moment of the lesson."""

    topic: Topic
    title: str
    sentences: tuple[str, ...]
    todo: str
    """What the player can do now: keys to press, or words to type."""
    place: int
    """The number of the page; the last one ends the lesson, whatever did not come up."""


_TITLES: Final = {
    Topic.HAND: N_("Your hand"),
    Topic.MELDS: N_("Sets and runs"),
    Topic.PILES: N_("Stock and discard pile"),
    Topic.DRAW: N_("First a card"),
    Topic.MELD: N_("Laying a meld"),
    Topic.LAY_OFF: N_("Laying off"),
    Topic.DISCARD: N_("The discard"),
    Topic.OUT: N_("Going out"),
    Topic.OTHERS: N_("The others play"),
    Topic.SCORES: N_("What the deal counts"),
}


_KEY_OF: Final = {key.command: key.keys.split()[0] for key in reversed(KEYS)}
"""The first key of each command; what it is called depends on the language."""


def _key(command: str) -> str:
    return key_name(_KEY_OF[command])


def page_of(lesson: Lesson, model: Model, style: Style, *, keys: bool) -> Page | None:
    """The page for this moment, shut or not; ``None``: there is nothing to explain."""
    topic = topic_of(lesson, model)
    if topic is None or model.table is None or model.deal is None or model.you is None:
        return None
    here = Moment(model, model.table, model.deal, model.you, style, keys)
    sentences = tuple(explained(topic, here))
    return Page(topic, _(_TITLES[topic]), sentences, _todo(topic, here), _place(lesson, topic))


def _place(lesson: Lesson, topic: Topic) -> int:
    """Where the page stands; while one looks on at others, the furthest place that was had."""
    places = [TOPICS.index(one) + 1 for one in lesson.seen if one in TOPICS]
    return TOPICS.index(topic) + 1 if topic in TOPICS else max(places, default=1)


def place_words(page: Page) -> str:
    """How far the lesson has come."""
    return _("{n} of {all}", n=page.place, all=len(TOPICS))


def _todo(topic: Topic, here: Moment) -> str:
    if topic in READING:
        if here.keys:
            return _("Press {key} to go on.", key=_key("lesson-next"))
        return _("Type {word} to go on.", word="next")
    if topic is Topic.OTHERS:
        return ""
    return _to_press(topic, here) if here.keys else _to_type(topic, here)


def _to_press(topic: Topic, here: Moment) -> str:
    match topic:
        case Topic.DRAW:
            return _press_for_a_card(here)
        case Topic.MELD:
            pick, lay = _key("pick-meld"), _key("lay-meld")
            return _("Press {pick} to pick it, and {lay} to lay it.", pick=pick, lay=lay)
        case Topic.LAY_OFF:
            return _move_and_press("lay-off")
        case Topic.DISCARD:
            return _move_and_press("discard")
        case _ if here.table.stage is Stage.OVER:
            return _("Press {key} for another match.", key=_key("rematch"))
        case _:
            return _("Press {key} for the next deal.", key=_key("ready"))


def _press_for_a_card(here: Moment) -> str:
    stock, take, hint = (_key(name) for name in ("draw-stock", "take-discard", "hint"))
    if not here.deal.top or "take" not in here.you.may:
        return _("Press {key} for the stock.", key=stock)
    card = here.style.one(here.deal.top[-1])
    return _(
        "Press {stock} for the stock, {take} for the {card}, or {hint} for a hint.",
        stock=stock,
        take=take,
        card=card,
        hint=hint,
    )


def _move_and_press(command: str) -> str:
    return _(
        "Move to the card with {left} and {right}, and press {key}.",
        left=_key("left"),
        right=_key("right"),
        key=_key(command),
    )


def _to_type(topic: Topic, here: Moment) -> str:
    match topic:
        case Topic.DRAW if "take" in here.you.may:
            words = {"draw": "draw", "take": "take", "hint": "hint"}
            return _("Type {draw}, {take}, or {hint} for a hint.", **words)
        case Topic.DRAW:
            typed = "draw"
        case Topic.MELD:
            typed = meld_words(here.you.can_meld[0])
        case Topic.LAY_OFF:
            fit = next(fit for fit in here.you.fits if fit.melds)
            typed = command_for(LayOff(fit.melds[0], (fit.card,)))
        case Topic.DISCARD:
            typed = command_for(Discard((*loose_cards(here.you), *here.you.hand)[0]))
        case _:
            typed = "rematch" if here.table.stage is Stage.OVER else "ready"
    return _("Type: {words}", words=typed)
