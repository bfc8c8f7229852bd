"""What the owner of a hand is told of it, and of what may be done with it now.

It is computed for one seat from its own hand and the open table, and for nobody else. Who
looks, and what everybody sees, is the business of `view`; what is allowed, the rules say.
"""

from __future__ import annotations

from heapq import nsmallest
from typing import Final

from msgspec.structs import replace

from rummy_protocol.actions import LayOff
from rummy_protocol.cards import JOKER, Face
from rummy_protocol.views import Fit, Lay, You

from . import arrange, decide
from .holdings import FIRSTS, faces_of, holding_of, less, size_of
from .layings import Laying, growths, layings
from .melds import MeldRules, meld_table, possible
from .readings import Reading, reading_of
from .rules import Rules
from .state import Card, Deal, Meld, face, faces_in

__all__ = ["analysed", "deciding", "waiting"]

MOST_MELDS: Final = 16
"""How many melds of a hand its owner is told of."""


def analysed(rules: Rules, deal: Deal, seat: int) -> You:
    """What depends on the hand alone, and on what the seat has laid in this turn."""
    hand = faces_in(deal.hands[seat])
    best = arrange.best_split(rules.melds, rules.values, hand)
    values = rules.values
    return You(
        seat=seat,
        hand=hand,
        split=best.melds,
        deadwood=best.deadwood,
        points=sum([values[held] for held in hand]),
        dead_points=best.points,
        can_meld=_can_meld(rules.melds, hand) if best.melds else (),
    )


def waiting(you: You) -> You:
    """*you* while others decide."""
    return replace(you, may=(), fresh=None, locked=None, fits=(), duty="")


def deciding(rules: Rules, deal: Deal, you: You) -> You:
    """*you* with what is open to the seat now."""
    may = decide.may(rules, deal, you.seat)
    return replace(
        you,
        may=may,
        fresh=_in_hand(deal, you.seat, deal.turn.fresh),
        locked=_in_hand(deal, you.seat, deal.turn.locked),
        fits=_fits(rules, deal, you) if LayOff.kind in may else (),
        duty=decide.duty(rules, deal),
    )


def _in_hand(deal: Deal, seat: int, card: Card | None) -> Face | None:
    return face(card) if card is not None and card in deal.hands[seat] else None


# --- melds in the hand -------------------------------------------------------------------


def _can_meld(melds: MeldRules, hand: tuple[Face, ...]) -> tuple[Lay, ...]:
    if melds.packs == 1 and hand[-1] != JOKER:
        found = list(possible(melds, hand))
        if len(found) > 1:
            found.sort(key=_longest_first)
        return tuple([Lay(meld) for meld in found[:MOST_MELDS]])
    best = nsmallest(MOST_MELDS, layings(melds, holding_of(hand)), key=_most_useful_first)
    return tuple([_lay(reading_of(melds, laying)) for laying in best])


def _longest_first(meld: tuple[Face, ...]) -> tuple[int, tuple[Face, ...]]:
    return -len(meld), meld


def _most_useful_first(laying: Laying) -> tuple[int, int, Laying]:
    """Many natural cards, and then few jokers."""
    jokers = size_of(laying.wild)
    return jokers - size_of(laying.stands), jokers, laying


def _lay(reading: Reading) -> Lay:
    lying, wild = reading.lying, reading.wild
    if not any(wild):
        return Lay(lying)
    pairs = list(zip(lying, wild, strict=True))
    return Lay(
        tuple([Face(JOKER) if joker else stand for stand, joker in pairs]),
        tuple([stand for stand, joker in pairs if joker]),
    )


# --- what fits on the table --------------------------------------------------------------


def _fits(rules: Rules, deal: Deal, you: You) -> tuple[Fit, ...]:
    """Which melds each card could be added to, alone."""
    reachable, hand = decide.reachable(rules, deal), holding_of(you.hand)
    some, fitting = 0, []
    for meld in deal.melds:
        if meld.id in reachable and (cards := _growing(rules.melds, meld, hand)):
            fitting.append((meld.id, cards))
            some |= cards
    jokers = (Face(JOKER),) if some >> JOKER else ()
    return tuple(
        [
            Fit(held, tuple([id for id, cards in fitting if cards >> held & 1]))
            for held in faces_of(some) + jokers
        ]
    )


def _growing(melds: MeldRules, meld: Meld, hand: int) -> int:
    """The faces in *hand* of which one could be added to *meld*, as a mask."""
    stands = holding_of(meld.stands)
    wild = holding_of(
        [s for s, c in zip(meld.stands, meld.cards, strict=True) if face(c) == JOKER]
    )
    if not wild and hand <= FIRSTS:
        return meld_table(melds).grows[stands] & hand
    some = 0
    for grown in growths(melds, Laying(stands, wild), hand):
        added = less(grown.stands, stands)
        some |= 1 << JOKER if grown.wild != wild else added
    return some
