"""What the owner of a hand is told of it, and of what may be done with it now.

It is computed for one seat from its own hand and the open table, and for nobody else. Who
looks, and what everybody sees, is the business of `view`; what is allowed, the rules say.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from rummy_protocol.actions import LayOff
from rummy_protocol.cards import Face
from rummy_protocol.views import Fit, Lay, You

from . import arrange, decide
from .melds import MeldRules, faces_of, mask_of, meld_table, possible
from .rules import Rules
from .state import Card, Deal, face, faces_in

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
    found = list(possible(melds, hand))
    if len(found) > 1:
        found.sort(key=_longest_first)
    return tuple([Lay(meld) for meld in found[:MOST_MELDS]])


def _longest_first(meld: tuple[Face, ...]) -> tuple[int, tuple[Face, ...]]:
    return -len(meld), meld


# --- what fits on the table --------------------------------------------------------------


def _fits(rules: Rules, deal: Deal, you: You) -> tuple[Fit, ...]:
    """Which melds each card could be added to, alone."""
    grows, reachable = meld_table(rules.melds).grows, decide.reachable(rules, deal)
    hand, some, fitting = mask_of(you.hand), 0, []
    for meld in deal.melds:
        if meld.id in reachable and (cards := grows[mask_of(meld.stands)] & hand):
            fitting.append((meld.id, cards))
            some |= cards
    return tuple(
        [
            Fit(held, tuple([id for id, cards in fitting if cards >> held & 1]))
            for held in faces_of(some)
        ]
    )
