"""What the owner of a hand is told of it, and of what may be done with it now.

It is computed for one seat from its own hand and the open table, and for nobody else. Who
looks, and what everybody sees, is the business of `view`; what is allowed, the rules say.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from heapq import nsmallest
from typing import Final

from msgspec.structs import replace

from rummy_protocol.actions import LayOff, SwapJoker, TakeDiscard
from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import DiscardDraw, DiscardGate, DiscardUse
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Fit, Lay, OpeningView, Take, You

from . import decide
from .melding.growth import growths_of
from .melding.holdings import FIRSTS, ONE_JOKER, faces_of, holding_of, size_of
from .melding.layings import Laying, layings
from .melding.melds import MeldRules, meld_table, possible
from .melding.readings import Reading, reading_of
from .rules import Rules
from .solving import arrange
from .state import Card, Deal, Meld, face, faces_in
from .turn.standing import laying_of_meld

__all__ = ["analysed", "deciding", "laid_open"]

MOST_MELDS: Final = 16
"""How many melds of a hand its owner is told of."""
_TOP_CARD: Final = (Take(1),)


def analysed(rules: Rules, deal: Deal, seat: int) -> You:
    """What depends on the hand alone, and on what the seat has laid in this turn."""
    hand, values = faces_in(deal.hands[seat]), rules.values
    best = arrange.split_in_time(rules.melds, values, hand)
    return You(
        seat=seat,
        hand=hand,
        split=best.melds,
        deadwood=best.deadwood,
        points=sum([values[held] for held in hand]),
        dead_points=best.points,
        can_meld=_can_meld(rules.melds, hand) if best.melds else (),
        opening=None if rules.bounds.opening is None else _opening(rules, deal, seat),
    )


def laid_open(rules: Rules, deal: Deal, seat: int) -> You:
    """A hand as those may see it whom its owner lets look: the cards, and what they come to."""
    hand = faces_in(deal.hands[seat])
    best = arrange.split_in_time(rules.melds, rules.values, hand)
    return You(
        seat=seat,
        hand=hand,
        split=best.melds,
        deadwood=best.deadwood,
        points=sum([rules.values[held] for held in hand]),
        dead_points=best.points,
    )


def _opening(rules: Rules, deal: Deal, seat: int) -> OpeningView | None:
    """What is left to fulfil; nothing, for a seat that is out of the match."""
    return decide.opening_of(rules, deal, seat) if seat in deal.seats else None


def deciding(rules: Rules, deal: Deal, you: You) -> You:
    """*you* with what is open to the seat now."""
    may = decide.may(rules, deal, you.seat)
    duty, duty_cards = decide.duty(rules, deal)
    return replace(
        you,
        may=may,
        fresh=_in_hand(deal, you.seat, deal.turn.fresh),
        locked=_in_hand(deal, you.seat, deal.turn.locked),
        fits=_fits(rules, deal, you) if LayOff.kind in may else (),
        swaps=_by_card(decide.swaps(rules, deal)) if SwapJoker.kind in may else (),
        takes=_takes(rules, deal) if TakeDiscard.kind in may else (),
        duty=duty,
        duty_cards=duty_cards,
    )


def _takes(rules: Rules, deal: Deal) -> tuple[Take, ...]:
    return _TOP_CARD if _takes_top(rules.ruleset) else decide.takes(rules, deal)


@lru_cache(maxsize=256)
def _takes_top(ruleset: RuleSet) -> bool:
    """Whether one can only take the top discard, and is bound to nothing by it."""
    return (
        ruleset.discard_draw is DiscardDraw.TOP
        and ruleset.discard_use is DiscardUse.FREE
        and ruleset.discard_gate is not DiscardGate.OPENING_WITH_IT
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
        if meld.id in reachable and (cards := _growing(rules, meld, hand)):
            fitting.append((meld.id, cards))
            some |= cards
    jokers = (Face(JOKER),) if some >> JOKER else ()
    return tuple(
        [
            Fit(held, tuple([id for id, cards in fitting if cards >> held & 1]))
            for held in faces_of(some) + jokers
        ]
    )


def _growing(rules: Rules, meld: Meld, hand: int) -> int:
    """The faces in *hand* of which one could be added to *meld*, as a mask."""
    laying = laying_of_meld(meld)
    if not laying.wild and hand <= FIRSTS:
        return meld_table(rules.melds).grows[laying.stands] & hand
    some = 0
    for growth in growths_of(rules, laying, hand):
        if size_of(growth.added) == 1:
            some |= 1 << JOKER if growth.added == ONE_JOKER else growth.added
    return some


def _by_card(swaps: Mapping[int, tuple[Face, ...]]) -> tuple[Fit, ...]:
    """The melds of each card, from the cards of each meld."""
    cards = sorted({card for given in swaps.values() for card in given})
    return tuple(
        [
            Fit(card, tuple([id for id, given in swaps.items() if card in given]))
            for card in cards
        ]
    )
