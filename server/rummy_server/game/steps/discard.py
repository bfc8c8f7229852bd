"""The end of a turn: one card face up onto the pile, and the next player's turn."""

from __future__ import annotations

import msgspec

from rummy_protocol.actions import Discard
from rummy_protocol.cards import name
from rummy_protocol.errors import Code, RuleViolation

from ..events import DealEnded, Discarded, TurnBegan
from ..rules import Course, Rules, Shuffle
from ..state import Card, Deal, Outcome, face
from .ending import owes, too_early, went_out
from .held import spare

__all__ = ["Discards"]


class Discards(msgspec.Struct, frozen=True, kw_only=True):
    cap: int
    """So many turns of single players a deal may have; then it is blocked (E08)."""

    def __call__(self, rules: Rules, deal: Deal, action: Discard, shuffle: Shuffle) -> Course:
        seat, card = deal.turn.seat, spare(deal, action.card)
        if refused := _refusal(rules, deal, card):
            raise refused
        deal = yield Discarded(seat, card)
        if not deal.hands[seat]:
            yield went_out(deal)
        elif deal.turns >= self.cap:
            yield DealEnded(Outcome(out=None, why="turn-cap"))
        else:
            yield TurnBegan((seat + 1) % len(deal.hands))

    def open(self, rules: Rules, deal: Deal) -> bool:
        return any(_refusal(rules, deal, card) is None for card in deal.hands[deal.turn.seat])


def _refusal(rules: Rules, deal: Deal, card: Card) -> RuleViolation | None:
    last = len(deal.hands[deal.turn.seat]) == 1
    if card == deal.turn.locked:
        return RuleViolation(Code.JUST_TAKEN, "R35", card=name(face(card)))
    if last and too_early(rules.bounds, deal):
        return RuleViolation(Code.TOO_EARLY_OUT, "E27", turn=rules.bounds.earliest_out)
    if not last and owes(rules.bounds, deal):
        return RuleViolation(Code.OPEN_DUTY, "C24")
    return None
