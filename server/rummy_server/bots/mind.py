"""What can be remembered of a deal from what everybody saw. It draws no conclusions.

A mind is the fold of the log's entries. Where entries were missed it forgets what it cannot
know any more, and goes on.
"""

from __future__ import annotations

from typing import TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from rummy_protocol.cards import Face
from rummy_protocol.news import (
    Blocked,
    Dealt,
    Discarded,
    Drew,
    Entry,
    LaidOff,
    Melded,
    Restocked,
    Swapped,
    TookBack,
    TookDiscard,
    WentOut,
)
from rummy_protocol.views import DealView

from ..game.melding.holdings import FIRSTS, ONE_JOKER, holding_of, less, plus

__all__ = ["Mind", "remembered"]

Pile: TypeAlias = tuple[Face | None, ...]


class Mind(msgspec.Struct, frozen=True):
    """What a watchful player has seen in this deal."""

    deal: int
    """Its number; another one means that all of this is of the past."""
    noted: int = 0
    """The last entry of the log that was seen."""
    pile: Pile = ()
    """The discards, the lowest first; ``None`` where nobody remembers."""
    coming: Pile = ()
    """The stock from the top, as far as it is known since the pile was turned over."""
    held: tuple[int, ...] = ()
    """Cards that each seat is known to hold, as holdings."""
    thrown: tuple[int, ...] = ()
    """What each seat has discarded of its own will, as a mask; a joker is none of it."""
    declined: tuple[int, ...] = ()
    """The discards that each seat could have taken and did not want, likewise."""


def remembered(mind: Mind | None, deal: DealView) -> Mind:
    """*mind* with what *deal* tells that is new."""
    if mind is None or mind.deal != deal.number:
        nothing = (0,) * len(deal.hands)
        mind = Mind(deal.number, held=nothing, thrown=nothing, declined=nothing)
    for entry in deal.log:
        if entry.n > mind.noted + 1:
            mind = replace(mind, coming=(), pile=())
        if entry.n > mind.noted:
            mind = replace(_with(mind, entry), noted=entry.n)
    return _agreed(mind, deal)


def _agreed(mind: Mind, deal: DealView) -> Mind:
    """*mind* in agreement with what can be seen now, whatever was missed."""
    pile = mind.pile[-deal.discards :] if deal.discards else ()
    missing = deal.discards - len(pile)
    if missing:
        pile = (None,) * missing + pile
    if deal.top and pile[-len(deal.top) :] != deal.top:
        pile = pile[: len(pile) - len(deal.top)] + deal.top
    coming = mind.coming if len(mind.coming) <= deal.stock else ()
    if pile is mind.pile and coming is mind.coming:
        return mind
    return replace(mind, pile=pile, coming=coming)


def _with(mind: Mind, entry: Entry) -> Mind:
    match entry:
        case Dealt():
            return replace(mind, pile=() if entry.upcard is None else (entry.upcard,))
        case Drew(_, seat):
            declined = _shown(mind.declined, seat, mind.pile[-1:])
            return replace(mind, declined=declined, coming=mind.coming[1:])
        case TookDiscard(_, seat, cards):
            left = mind.pile[: -len(cards)]
            return replace(mind, pile=left, held=_gained(mind.held, seat, _known(cards)))
        case Melded(_, seat, _, cards) | LaidOff(_, seat, _, cards):
            return replace(mind, held=_lost(mind.held, seat, holding_of(cards)))
        case Swapped(_, seat, _, cards, jokers):
            held = _lost(mind.held, seat, holding_of(cards))
            return replace(mind, held=_gained(held, seat, jokers * ONE_JOKER))
        case TookBack(_, seat, _, cards, jokers):
            held = _lost(mind.held, seat, jokers * ONE_JOKER)
            return replace(mind, held=_gained(held, seat, holding_of(cards)))
        case Discarded(_, seat, card):
            return replace(
                mind,
                pile=(*mind.pile, card),
                held=_lost(mind.held, seat, _known((card,))),
                thrown=_shown(mind.thrown, seat, (card,)),
            )
        case Restocked():
            return _restocked(mind, entry)
        case WentOut() | Blocked():
            return mind
    assert_never(entry)


def _restocked(mind: Mind, entry: Restocked) -> Mind:
    """Turned over, the oldest discard comes first; shuffled, nobody knows (R38, E06)."""
    turned = entry.how == "turned" and len(mind.pile) == entry.stock
    kept = mind.pile[entry.stock :]
    return replace(mind, pile=kept, coming=mind.pile if turned else ())


def _known(cards: Pile) -> int:
    return holding_of(card for card in cards if card is not None)


def _shown(masks: tuple[int, ...], seat: int, cards: Pile) -> tuple[int, ...]:
    """*masks* with what *seat* has shown by these cards; how often does not matter."""
    return _put(masks, seat, masks[seat] | _known(cards) & FIRSTS)


def _gained(holdings: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return _put(holdings, seat, plus(holdings[seat], cards))


def _lost(holdings: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    """*holdings* without those of *cards* that *seat* was known to hold."""
    held = holdings[seat]
    jokers = min(held >> 128, cards >> 128) * ONE_JOKER
    twice = held & cards & ~FIRSTS & (1 << 128) - 1
    once = held & cards & FIRSTS
    return _put(holdings, seat, less(held, once | twice | jokers))


def _put(masks: tuple[int, ...], seat: int, mask: int) -> tuple[int, ...]:
    return (*masks[:seat], mask, *masks[seat + 1 :])
