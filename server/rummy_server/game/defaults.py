"""What the server does for a seat whose time has run out (E29). It is no player: it never melds
or swaps of its own accord, it takes nothing that would have to be laid, and it does not end a
deal while there is anything to draw.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import assert_never

from rummy_protocol.actions import Action, Discard, DrawStock, EndDeal, TakeBack, TakeDiscard

from .course import unshuffled
from .decide import accepts, duty, play
from .rules import Rules
from .state import Deal, Phase, face
from .turn.search import way_to_end
from .turn.standing import standing_of

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
            yield DrawStock()
            yield from _harmless(rules, deal)
            yield EndDeal()
        case Phase.PLAY:
            if duty(rules, deal)[0] and not _drawn_into(deal):
                yield TakeBack()
            yield from _discards(rules, deal, seat)
            if not _drawn_into(deal):
                yield TakeBack()
            yield from way_to_end(rules, standing_of(rules, deal)) or ()
        case Phase.SHUFFLING | Phase.OVER:
            return
        case _:
            assert_never(phase)


def _drawn_into(deal: Deal) -> bool:
    """Whether the draw put the turn under a duty, which no taking back can undo."""
    return deal.turn.must is not None or deal.turn.must_open


def _harmless(rules: Rules, deal: Deal) -> Iterator[TakeDiscard]:
    """The top discard, if it may be taken and asks for nothing."""
    one = TakeDiscard()
    if accepts(rules, deal, deal.turn.seat, one):
        _, taken = play(rules, deal, deal.turn.seat, one, unshuffled)
        if not duty(rules, taken)[0]:
            yield one


def _discards(rules: Rules, deal: Deal, seat: int) -> Iterator[Discard]:
    """The card just drawn; if it may not be thrown or is gone, the dearest of the others."""
    hand, turn = deal.hands[seat], deal.turn
    if turn.fresh in hand:
        yield Discard(face(turn.fresh))
    costly = sorted((-rules.values[face(card)], face(card)) for card in hand)
    yield from (Discard(card) for _, card in costly)
