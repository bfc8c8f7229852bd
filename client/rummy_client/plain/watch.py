"""Looking on by lines: how far behind, whose place one follows, and hands that are open.

Pure functions of the model. What a spectator may see the house has decided.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy_protocol.news import Drew, Entry
from rummy_protocol.text import Style, _, apart, plural
from rummy_protocol.views import You

from ..linkstate import Replaying
from ..model import Model
from ..words import name_of
from .reply import Reply, Situation, Unclear

__all__ = ["drawn", "follow", "open_hands", "told_at_first"]

NOBODY = "nobody"


def told_at_first(model: Model) -> Iterator[str]:
    """What one who looks on should know of what he sees."""
    if not model.watching or model.table is None or isinstance(model.link, Replaying):
        return
    delay = model.table.options.delay
    if delay < 0:
        yield _("You see each deal while the next one is played.")
    elif delay:
        yield plural(
            "You see everything {n} second after it happened.",
            "You see everything {n} seconds after it happened.",
            delay,
        )
    if model.table.open_hands:
        yield _("All hands are open to those who watch.")


def drawn(model: Model, entry: Entry, style: Style) -> str:
    """The card that was drawn, where all hands are open; else empty."""
    if not isinstance(entry, Drew) or not model.log or entry is not model.log[-1]:
        return ""
    hand = next((hand for hand in model.hands if hand.seat == entry.seat), None)
    if hand is None or hand.fresh is None:
        return ""
    name, card = name_of(model, entry.seat), style.one(hand.fresh)
    return _("{name} drew the {card}.", name=name, card=card)


def follow(here: Situation, words: list[str]) -> Reply:
    """Take somebody's place: his is the hand that is told, where hands are open."""
    if not here.model.watching:
        raise Unclear(_("Only those who watch can follow somebody."))
    if [word.lower() for word in words] in ([], [NOBODY]):
        return Reply([_("You follow nobody.")], local="follow")
    name = name_of(here.model, _seat(here.model, words))
    return Reply([_("You follow {name}.", name=name)], local="follow", words=(name,))


def open_hands(here: Situation, words: list[str]) -> list[str]:
    """The hand that was asked for by number or name; that of who is followed; else all."""
    model, style = here.model, here.style
    if words:
        seats = [_seat(model, words)]
    elif here.follow in model.names:
        seats = [model.names.index(here.follow)]
    else:
        seats = [hand.seat for hand in model.hands]
    found = [hand for hand in model.hands if hand.seat in seats]
    return [line for hand in found for line in _hand(model, hand, style)]


def _seat(model: Model, words: list[str]) -> int:
    named = " ".join(words).lower()
    for seat, name in enumerate(model.names):
        if named in (str(seat + 1), name.lower()):
            return seat
    usage = "follow 2"
    raise Unclear(_("Say the number of a seat, or a name, for example: {usage}", usage=usage))


def _hand(model: Model, hand: You, style: Style) -> list[str]:
    name, cards = name_of(model, hand.seat), style.many(hand.hand)
    lines = [
        plural(
            "The hand of {name}, {n} card: {cards}.",
            "The hand of {name}, {n} cards: {cards}.",
            len(hand.hand),
            name=name,
            cards=cards,
        )
    ]
    if hand.split:
        melds = apart([style.many(meld) for meld in hand.split])
        lines.append(_("Melds in the hand of {name}: {melds}.", name=name, melds=melds))
    return lines
