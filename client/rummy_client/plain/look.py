"""Answers to questions about the game, as lines: the hand, the table, the score, the clock.

Pure functions of the model for the plain client. They ask nothing of the server.
"""

from __future__ import annotations

from collections.abc import Iterator

from rummy_protocol import text
from rummy_protocol.text import Style, _, plural, spoken
from rummy_protocol.text.language import listing
from rummy_protocol.views import (
    DealView,
    Fit,
    MeldView,
    SeatKind,
)

from ..model import Model
from ..order import Sort, groups_of
from ..ways import rules_in_force
from ..words import (
    end_in_brief,
    name_of,
    seconds_left,
    told_entry,
    waiting_sentence,
)
from .clock import time_left
from .lists import gathering, nowhere, who
from .turn import owed, swaps, turn_sentence

__all__ = ["clock", "hand", "last_lines", "score", "table"]

LAST = 8
"""Entries of the log that are told when somebody asks what was last."""


def hand(model: Model, style: Style) -> list[str]:
    """The player's own cards, and what can be made of them."""
    you = model.you
    if you is None or model.deal is None:
        return [_("You hold no cards now.")]
    lines = [
        plural(
            "Your hand, {n} card: {cards}.",
            "Your hand, {n} cards: {cards}.",
            len(you.hand),
            cards=text.apart([style.many(group) for group in groups_of(model, Sort.OWN)]),
        )
    ]
    if you.split:
        melds = text.apart([style.many(meld) for meld in you.split])
        lines.append(_("Melds in your hand: {melds}.", melds=melds))
    if you.deadwood:
        lines.append(
            plural(
                "Deadwood: {cards}, {n} point.",
                "Deadwood: {cards}, {n} points.",
                you.dead_points,
                cards=style.many(you.deadwood),
            )
        )
    lines += [_fits(fit, style) for fit in you.fits if fit.melds]
    if you.fresh is not None:
        lines.append(_("New this turn: {card}.", card=style.one(you.fresh)))
    if you.locked is not None:
        card = style.one(you.locked)
        lines.append(_("The {card} may not be discarded this turn.", card=card))
    return [*lines, *swaps(model, style), *owed(model, style)]


def _fits(fit: Fit, style: Style) -> str:
    melds = listing([str(number) for number in fit.melds], spoken().language.both)
    return plural(
        "The {card} fits meld {melds}.",
        "The {card} fits melds {melds}.",
        len(fit.melds),
        card=style.one(fit.card),
        melds=melds,
    )


def table(model: Model, style: Style) -> list[str]:
    """What lies on the table, and whose turn it is."""
    deal = model.deal
    if model.table is None:
        return [nowhere()]
    if deal is None:
        return [gathering(model.table), *who(model)]
    lines = [*_piles(deal, style), *(_meld(model, meld, style) for meld in deal.melds)]
    if not deal.melds:
        lines.append(_("No melds are on the table."))
    lines.append(_("Cards in hand: {counts}.", counts=", ".join(_counts(model, deal))))
    rules = rules_in_force(model)
    if rules is not None and rules.opens:
        lines.append(_opened(model, deal))
    lines.append(turn_sentence(model, style) or waiting_sentence(model))
    return lines


def _piles(deal: DealView, style: Style) -> list[str]:
    stock = plural(
        "Deal {deal}. The stock has {n} card.",
        "Deal {deal}. The stock has {n} cards.",
        deal.stock,
        deal=deal.number,
    )
    if not deal.top:
        pile = plural(
            "The discard pile has {n} card.", "The discard pile has {n} cards.", deal.discards
        )
        return [stock, pile]
    pile = plural(
        "The discard pile has {n} card, the {card} on top.",
        "The discard pile has {n} cards, the {card} on top.",
        deal.discards,
        card=style.one(deal.top[-1]),
    )
    return [stock, pile]


def _meld(model: Model, meld: MeldView, style: Style) -> str:
    cards = style.lying(meld.cards, meld.stands)
    if meld.owner is None:
        return _("Meld {meld}: {cards}.", meld=meld.id, cards=cards)
    name = name_of(model, meld.owner)
    return _("Meld {meld}: {cards}, laid by {name}.", meld=meld.id, cards=cards, name=name)


def _counts(model: Model, deal: DealView) -> Iterator[str]:
    """How many cards each player holds."""
    seats = model.table.seats if model.table is not None else ()
    for seat, count in enumerate(deal.hands):
        if not seats[seat].out:
            yield f"{name_of(model, seat)} {count}"


def _opened(model: Model, deal: DealView) -> str:
    names = ", ".join(name_of(model, seat) for seat in deal.opened)
    return _("Opened: {names}.", names=names) if names else _("Nobody has opened.")


def score(model: Model) -> list[str]:
    """Everybody's points in this match."""
    if model.table is None:
        return [nowhere()]
    rules, lines = model.table.rules, list[str]()
    lines.append(
        plural(
            "The match: {ends}; {n} deal played.",
            "The match: {ends}; {n} deals played.",
            model.table.deals_played,
            ends=end_in_brief(rules),
        )
    )
    for number, seat in enumerate(model.table.seats):
        if seat.kind is not SeatKind.OPEN:
            name, points = name_of(model, number), text.points(seat.points)
            if seat.out:
                lines.append(_("{name}: {points}, out.", name=name, points=points))
            else:
                lines.append(_("{name}: {points}.", name=name, points=points))
    return [*lines, _("The lowest score wins.")] if rules.lowest_wins else lines


def clock(model: Model, now: float) -> list[str]:
    """How long there is for whatever is waited for."""
    if model.table is None:
        return [nowhere()]
    left = seconds_left(model.table.clock, model.view_at, now)
    if left is not None:
        return [time_left(left)]
    left = seconds_left(model.table.next_deal, model.view_at, now)
    if left is not None:
        return [
            plural(
                "The next deal begins in {n} second.",
                "The next deal begins in {n} seconds.",
                left,
            )
        ]
    return [_("There is no clock at this moment.")]


def last_lines(model: Model, style: Style) -> list[str]:
    """The newest entries of the log."""
    told = [told_entry(model, entry, style) for entry in model.log[-LAST:]]
    return told or [_("Nothing has happened in this deal.")]
