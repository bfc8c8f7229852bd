"""What the server does for a seat whose time has run out (E29). It is no player: it never melds
of its own accord, and it does not end a deal while there is anything to draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeBack,
    TakeDiscard,
)

from .decide import accepts, duty
from .melds import possible
from .rules import Rules
from .state import Deal, Phase, face

__all__ = ["default_action"]


def default_action(rules: Rules, deal: Deal, seat: int) -> Action:
    """The action to take for *seat*, which has to decide. Ask again while it still has to."""
    phase = next(decision.kind for decision in deal.pending if decision.seat == seat)
    for action in _candidates(rules, deal, seat, phase):
        if accepts(rules, deal, seat, action):
            return action
    raise AssertionError("whoever has to decide can do something")


def _candidates(rules: Rules, deal: Deal, seat: int, phase: Phase) -> Iterator[Action]:
    match phase:
        case Phase.DRAW:
            yield from (DrawStock(), TakeDiscard(), EndDeal())
        case Phase.PLAY:
            if duty(rules, deal):
                yield TakeBack()
            yield from _discards(rules, deal, seat)
            yield TakeBack()
            yield from _forced(rules, deal, seat)
        case Phase.SHUFFLING | Phase.OVER:
            return
        case _:
            assert_never(phase)


def _discards(rules: Rules, deal: Deal, seat: int) -> Iterator[Discard]:
    """The card just drawn; if it may not be thrown or is gone, the dearest of the others."""
    hand, turn = deal.hands[seat], deal.turn
    if turn.fresh in hand:
        yield Discard(face(turn.fresh))
    costly = sorted((-rules.values[face(card)], face(card)) for card in hand)
    yield from (Discard(card) for _, card in costly)


def _forced(rules: Rules, deal: Deal, seat: int) -> Iterator[Action]:
    """Where the table plays without taking back, a turn that must go out goes out."""
    hand = [face(card) for card in deal.hands[seat]]
    yield from (LayOff(meld.id, (card,)) for meld in deal.melds for card in hand)
    yield from (LayMeld(cards) for cards in possible(rules.melds, hand))
