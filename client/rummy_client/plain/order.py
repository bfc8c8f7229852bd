"""The words of the plain client by which one lays one's own hand in order."""

from __future__ import annotations

from typing import Final

from rummy_protocol.cards import Face
from rummy_protocol.messages import Arrange
from rummy_protocol.own_order import Order
from rummy_protocol.text import Style, _, apart
from rummy_protocol.views import You

from ..layout import Layout, dropped, gathered, layout_of
from ..order import Sort, groups_of, places_of
from .cards import cards_of
from .reply import Reply, Situation, Unclear

__all__ = ["group", "move", "order"]

MOVE: Final = "move 7H before KD"
GROUP: Final = "group 7H 8H 9H"
_SORTS: Final = {"melds": Sort.MELDS, "suit": Sort.SUIT, "rank": Sort.RANK}


def _you(here: Situation) -> You:
    you = here.model.you
    if you is None or not you.hand:
        raise Unclear(_("You hold no cards now."))
    return you


def _groups(here: Situation) -> Order:
    """The hand as it lies; without an order of its own it is one group."""
    return groups_of(here.model, Sort.OWN) if _you(here).order else (_you(here).hand,)


def _in_groups(groups: Order, style: Style) -> str:
    return apart([style.many(group) for group in groups])


def _laid(here: Situation, groups: Order) -> Reply:
    told = _("Your hand as you have laid it: {cards}.", cards=_in_groups(groups, here.style))
    return Reply([told], Arrange(0, groups))


def _relaid(here: Situation, hand: tuple[Face, ...], layout: Layout) -> Reply:
    return _laid(here, tuple(tuple(hand[place] for place in group) for group in layout))


def order(here: Situation, words: list[str]) -> Reply:
    """How the hand lies; or have it lie by suit, rank or melds, or as the house has it."""
    you = _you(here)
    said = words[0].lower() if len(words) == 1 else ""
    if said in _SORTS:
        return _laid(here, groups_of(here.model, _SORTS[said]))
    if said == "none":
        return Reply([_("Your hand has no order of its own any more.")], Arrange(0))
    if words:
        raise Unclear(
            _(
                "Say one of these: {ways}",
                ways="order, order melds, order suit, order rank, order none",
            )
        )
    if not you.order:
        told = _(
            "Your hand has no order of its own. You make one like this: {usage}", usage=GROUP
        )
        return Reply([told])
    cards = _in_groups(_groups(here), here.style)
    return Reply([_("Your hand as you have laid it: {cards}.", cards=cards)])


def move(here: Situation, words: list[str]) -> Reply:
    """``move 7H before KD``, ``move 7H behind KD``, ``move 7H first``, ``move 7H last``."""
    groups = _groups(here)
    hand = tuple(face for group in groups for face in group)
    layout, lower = layout_of(map(len, groups)), [word.lower() for word in words]
    if len(words) == 2 and lower[1] in ("first", "last"):
        place = _place(words[:1], hand)
        at = 0 if lower[1] == "first" else len(hand) - 1
        return _relaid(here, hand, dropped(layout, place, at, behind=lower[1] == "last"))
    if len(words) != 3 or lower[1] not in ("before", "behind", "after"):
        raise Unclear(_("Say which card, and where to, for example: {usage}", usage=MOVE))
    place, at = _places((words[0], words[2]), hand)
    return _relaid(here, hand, dropped(layout, place, at, behind=lower[1] != "before"))


def _place(words: list[str], hand: tuple[Face, ...]) -> int:
    return _places(words, hand)[0]


def _places(words: list[str] | tuple[str, ...], hand: tuple[Face, ...]) -> tuple[int, ...]:
    """Where the cards that are named lie in *hand*."""
    cards = cards_of(list(words), MOVE)
    places = places_of(cards, hand)
    if len(places) != len(words) or len(cards) != len(words):
        raise Unclear(
            _("You do not hold all of these cards: {cards}", cards=" ".join(words)[:60])
        )
    return places


def group(here: Situation, words: list[str]) -> Reply:
    """The cards that are named become a group of their own."""
    groups = _groups(here)
    hand = tuple(face for one in groups for face in one)
    if not words:
        raise Unclear(_("Say which cards, for example: {usage}", usage=GROUP))
    places = _places(" ".join(words).replace(",", " ").split(), hand)
    return _relaid(here, hand, gathered(layout_of(map(len, groups)), places))
