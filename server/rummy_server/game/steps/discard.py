"""The end of a turn: one card face up onto the pile, and the next player's turn."""

from __future__ import annotations

import msgspec

from rummy_protocol.actions import Discard
from rummy_protocol.cards import name
from rummy_protocol.choices import DiscardBan, FinalDiscard
from rummy_protocol.errors import Code, RuleViolation

from ..events import DealEnded, Discarded, TurnBegan
from ..melding.holdings import holds
from ..rules import Course, Rules, Shuffle
from ..state import Card, Deal, Outcome, face
from ..turn.duties import discards, duty_of
from ..turn.standing import one_card, standing_of
from .ending import is_plain, over_limit, too_early, went_out
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
            seats = deal.seats
            yield TurnBegan(seats[(seats.index(seat) + 1) % len(seats)])

    def open(self, rules: Rules, deal: Deal) -> bool:
        if is_plain(rules.bounds, deal) and rules.bounds.ban is DiscardBan.NONE:
            hand = deal.hands[deal.turn.seat]
            return any(_refusal(rules, deal, card) is None for card in hand)
        return bool(discards(rules, standing_of(rules, deal)))


def _refusal(rules: Rules, deal: Deal, card: Card) -> RuleViolation | None:
    bounds, turn = rules.bounds, deal.turn
    last = len(deal.hands[turn.seat]) == 1
    if card == turn.locked:
        return RuleViolation(Code.JUST_TAKEN, "R35", card=name(face(card)))
    if last and bounds.last is FinalDiscard.NEVER:
        return RuleViolation(Code.NO_LAST_DISCARD, "G15")
    if last and too_early(bounds, deal):
        return RuleViolation(Code.TOO_EARLY_OUT, "E27", turn=bounds.earliest_out)
    if bounds.ban is not DiscardBan.NONE or not is_plain(bounds, deal):
        return _refused(rules, deal, card)
    if turn.plays and not last and over_limit(bounds, deal):
        return RuleViolation(Code.OPEN_DUTY, "C24", what="go-out")
    return None


def _refused(rules: Rules, deal: Deal, card: Card) -> RuleViolation | None:
    """The same where something has to be opened, used, laid again or kept."""
    standing = standing_of(rules, deal)
    last = len(deal.hands[deal.turn.seat]) == 1
    owed = duty_of(rules.bounds, standing, out=last)
    if owed:
        rule = {"use": "E50", "lay-joker": "E50", "go-out": "C24", "open": "G11"}[owed]
        return RuleViolation(Code.OPEN_DUTY, rule, what=owed)
    if not holds(discards(rules, standing), one_card(face(card))):
        return RuleViolation(Code.FITS_TABLE, "G13", card=name(face(card)))
    return None
