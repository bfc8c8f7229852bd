"""The beginning of a turn: one card from the stock, or the end of the deal for want of one."""

from __future__ import annotations

import msgspec

from rummy_protocol.actions import DrawStock, EndDeal
from rummy_protocol.choices import StockOut
from rummy_protocol.errors import Code, RuleViolation

from ..events import DealEnded, Drew, Restocked
from ..rules import Course, Rules, Shuffle
from ..state import Deal, Outcome

__all__ = ["DrawsStock", "EndsDeal"]


class DrawsStock(msgspec.Struct, frozen=True, kw_only=True):
    """Asking for a stock card declines the discard; only then an empty stock matters (E01)."""

    out: StockOut
    """How the discard pile becomes the stock (R38, R39, R57)."""
    most: int | None
    """How often it may (R58-R60); ``None``: without limit."""

    def __call__(self, rules: Rules, deal: Deal, action: DrawStock, shuffle: Shuffle) -> Course:
        seat = deal.turn.seat
        if not deal.stock:
            deal = yield self._restocked(deal, shuffle)
        yield Drew(seat, deal.stock[-1])

    def open(self, rules: Rules, deal: Deal) -> bool:
        return bool(deal.stock) or self.restocks(deal)

    def restocks(self, deal: Deal) -> bool:
        """Whether the pile can become the stock."""
        kept = 1 if self.out is StockOut.SHUFFLE_KEEP_TOP else 0
        return self._left(deal) and len(deal.discards) > kept

    def _left(self, deal: Deal) -> bool:
        return self.most is None or deal.recycles < self.most

    def _restocked(self, deal: Deal, shuffle: Shuffle) -> Restocked:
        if not self.restocks(deal):
            rule = "E03" if self._left(deal) else "R58"
            raise RuleViolation(Code.STOCK_EMPTY, rule, recycles=deal.recycles)
        seat, pile, label = deal.turn.seat, deal.discards, f"restock {deal.recycles + 1}"
        match self.out:
            case StockOut.TURN_OVER:
                return Restocked(seat, "turned", pile[::-1], ())
            case StockOut.SHUFFLE_ALL:
                return Restocked(seat, "shuffled", shuffle(label, pile), ())
            case StockOut.SHUFFLE_KEEP_TOP:
                return Restocked(seat, "shuffled", shuffle(label, pile[:-1]), pile[-1:])


class EndsDeal(msgspec.Struct, frozen=True, kw_only=True):
    """Declining the discard where no stock can be made any more (R60, E01, E04)."""

    draws: DrawsStock

    def __call__(self, rules: Rules, deal: Deal, action: EndDeal, shuffle: Shuffle) -> Course:
        if not self.open(rules, deal):
            raise RuleViolation(Code.STOCK_LEFT, "E01")
        why = "declined" if deal.discards else "nothing-to-draw"
        yield DealEnded(Outcome(out=None, why=why))

    def open(self, rules: Rules, deal: Deal) -> bool:
        return not self.draws.open(rules, deal)
