"""The sentences of the lesson: what is explained about each topic, with the cards of this deal.

Pure functions of the model. They explain the basic game. What the player can do on a page, and
when a page is due, is not in here.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple, assert_never

from rummy_protocol.cards import Face, rank, suit
from rummy_protocol.text import Style, _, plural
from rummy_protocol.views import DealView, TableView, You

from ..model import Model
from ..words import name_of, waiting_sentence
from .course import Topic

__all__ = ["Moment", "explained", "loose_cards"]


class Moment(NamedTuple):
    model: Model
    table: TableView
    deal: DealView
    you: You
    style: Style
    keys: bool
    """Whether the player presses keys; else words are typed."""


def explained(topic: Topic, here: Moment) -> Iterator[str]:
    """What is said about *topic*, sentence by sentence."""
    match topic:
        case Topic.HAND:
            return _hand(here)
        case Topic.MELDS:
            return _melds(here)
        case Topic.PILES:
            return _piles(here)
        case Topic.DRAW:
            return _draw(here)
        case Topic.MELD:
            return _meld(here)
        case Topic.LAY_OFF:
            return _lay_off(here)
        case Topic.DISCARD:
            return _discard(here)
        case Topic.OUT:
            return _out(here)
        case Topic.OTHERS:
            return _others(here)
        case Topic.SCORES:
            return _scores(here)
    assert_never(topic)


def _hand(here: Moment) -> Iterator[str]:
    count = len(here.you.hand)
    yield plural(
        "This {n} card is yours, and nobody else sees it.",
        "These {n} cards are yours, and nobody else sees them.",
        count,
    )
    yield _("Whoever first has no card left wins the deal, and scores what the others hold.")


def _melds(here: Moment) -> Iterator[str]:
    yield _(
        "You get rid of cards in melds. A set is three or four cards of one rank; a run is "
        "three or more in a row of one suit. The ace is low."
    )
    if here.you.split:
        held = here.style.many(here.you.split[0])
        yield _("Your hand holds one already: {cards}.", cards=held)
    elif near := _near(here.you.deadwood):
        told = here.style.many(near)
        yield _("Your hand holds none yet; {cards} want one more card.", cards=told)
    else:
        yield _("Your hand holds none yet.")


def _near(cards: tuple[Face, ...]) -> tuple[Face, ...]:
    """Two cards that one more would make a meld of."""
    for one, other in combinations(cards, 2):
        if rank(one) == rank(other) and suit(one) != suit(other):
            return one, other
        if suit(one) == suit(other) and abs(rank(one) - rank(other)) == 1:
            return one, other
    return ()


def _piles(here: Moment) -> Iterator[str]:
    yield plural(
        "The stock lies face down: {n} card that nobody has seen.",
        "The stock lies face down: {n} cards that nobody has seen.",
        here.deal.stock,
    )
    if here.deal.top:
        top = here.style.one(here.deal.top[-1])
        yield _("Beside it is the discard pile, with the {card} on top.", card=top)
    yield _("A turn has three parts: take a card, lay what you can and like, discard one card.")


def _draw(here: Moment) -> Iterator[str]:
    if not here.deal.top or "take" not in here.you.may:
        yield _("It is your turn, and it begins with a card from the stock.")
        return
    top = here.style.one(here.deal.top[-1])
    yield _("It is your turn, and it begins with a card: from the stock, or the discard.")
    yield _(
        "Take the {card} if it makes a meld or fits one. If not, the stock may be kinder.",
        card=top,
    )


def _meld(here: Moment) -> Iterator[str]:
    yield _("You hold a meld: {cards}.", cards=here.style.many(here.you.can_meld[0].cards))
    yield _(
        "On the table its cards no longer count against you, but others may add to it. "
        "You may lay one new meld in a turn, or keep it for later."
    )


def _lay_off(here: Moment) -> Iterator[str]:
    fit = next(fit for fit in here.you.fits if fit.melds)
    yield _(
        "The {card} fits meld {meld} on the table.",
        card=here.style.one(fit.card),
        meld=fit.melds[0],
    )
    yield _("You may add to any meld, your own and those of others, as many cards as you like.")


def _discard(here: Moment) -> Iterator[str]:
    yield _("A discard ends your turn. The next player may take it.")
    loose = loose_cards(here.you)
    if loose:
        told = here.style.many(loose[:5])
        yield _(
            "These belong to no meld: {cards}. High cards cost the most when another goes out.",
            cards=told,
        )
    if here.you.locked is not None:
        locked = here.style.one(here.you.locked)
        yield _("The {card} that you took has to stay for this turn.", card=locked)


def loose_cards(you: You) -> tuple[Face, ...]:
    """Cards that belong to no meld of the hand and may be discarded, the highest first."""
    loose = [card for card in you.deadwood if card != you.locked]
    return tuple(sorted(loose, key=rank, reverse=True))


def _out(here: Moment) -> Iterator[str]:
    yield _(
        "Whoever has no card left goes out, and the deal is over. The last card may be laid in "
        "a meld, laid off or discarded."
    )
    yield _("If it ended now, your hand would cost you {points}.", points=here.you.points)


def _others(here: Moment) -> Iterator[str]:
    yield waiting_sentence(here.model)
    yield _("See what they take and what they discard: it tells what they collect.")


def _scores(here: Moment) -> Iterator[str]:
    result = here.deal.result
    if result is not None and result.out is not None and result.out == here.model.seat:
        yield _("You went out, and score what the others still held.")
    elif result is not None and result.out is not None:
        name = name_of(here.model, result.out)
        yield _("{name} went out, and scores what the others still held.", name=name)
    else:
        yield _("Nobody went out; the lowest hand scores what the others hold more.")
    yield _("An ace counts 1, king, queen, jack and ten 10, and other cards what they show.")
    target = here.table.rules.target
    if target is not None:
        yield plural(
            "The match goes on until somebody has {n} point.",
            "The match goes on until somebody has {n} points.",
            target,
        )
