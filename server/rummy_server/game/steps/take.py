"""Taking from the discard pile: how deep, who may, and what has to become of it."""

from __future__ import annotations

import msgspec

from rummy_protocol.actions import TakeDiscard
from rummy_protocol.choices import DiscardGate, DiscardUse
from rummy_protocol.errors import Code, RuleViolation
from rummy_protocol.views import Take

from ..course import accepted, unshuffled
from ..events import TookDiscards
from ..rules import Course, Rules, Shuffle
from ..state import Deal
from .ending import check_rest

__all__ = ["TakesDiscards", "TakesTop"]


class TakesTop(msgspec.Struct, frozen=True, kw_only=True):
    """Taking the top card, to do with it what one likes: the plain game (R24)."""

    locks: bool
    """Whether it may not be discarded in this turn (R35)."""

    def __call__(
        self, rules: Rules, deal: Deal, action: TakeDiscard, shuffle: Shuffle
    ) -> Course:
        pile = deal.discards
        if not 1 <= action.count <= len(pile):
            raise RuleViolation(Code.NO_DISCARD, "R24", count=len(pile))
        if action.count > 1:
            raise RuleViolation(Code.TOO_MANY_CARDS, "R24", most=1)
        yield TookDiscards(deal.turn.seat, pile[-1:], pile[-1] if self.locks else None)

    def open(self, rules: Rules, deal: Deal) -> bool:
        return bool(deal.discards)

    def takes(self, rules: Rules, deal: Deal) -> tuple[Take, ...]:
        """Every number of cards that may be taken now."""
        return (Take(1),) if deal.discards else ()


class TakesDiscards(msgspec.Struct, frozen=True, kw_only=True):
    deep: bool = False
    """Whether one may reach below the top card (R25)."""
    use: DiscardUse = DiscardUse.FREE
    """Whether the deepest card taken has to be laid in this turn (C11)."""
    gate: DiscardGate = DiscardGate.ALWAYS
    """Who may take at all."""
    from_turn: int = 1
    """A player's first turn in which he may."""
    last_from_stock: bool = False
    """Whether he may not with one card left."""
    locks: bool
    """Whether the deepest card taken may not be discarded in this turn (R35, E15)."""

    def __call__(
        self, rules: Rules, deal: Deal, action: TakeDiscard, shuffle: Shuffle
    ) -> Course:
        seat = deal.turn.seat
        if not 1 <= action.count <= len(deal.discards):
            raise RuleViolation(Code.NO_DISCARD, "R24", count=len(deal.discards))
        if action.count > 1 and not self.deep:
            raise RuleViolation(Code.TOO_MANY_CARDS, "R24", most=1)
        if refused := self._closed(deal):
            raise refused
        cards = deal.discards[-action.count :]
        must, must_open = self.binds(deal, action.count)
        deal = yield TookDiscards(
            seat,
            cards,
            cards[0] if self.locks else None,
            must=cards[0] if must else None,
            must_open=must_open,
        )
        if must or must_open:
            check_rest(rules, deal)

    def open(self, rules: Rules, deal: Deal) -> bool:
        return any(self._takes(rules, deal, count) for count in self._counts(deal))

    def takes(self, rules: Rules, deal: Deal) -> tuple[Take, ...]:
        """Every number of cards that may be taken now."""
        counts = self._counts(deal)
        return tuple(
            [
                Take(count, must=self.binds(deal, count)[0])
                for count in counts
                if self._takes(rules, deal, count)
            ]
        )

    def binds(self, deal: Deal, count: int) -> tuple[bool, bool]:
        """Whether the deepest of so many has to be laid, and whether the seat has to open."""
        if self.gate is DiscardGate.ALWAYS and self.use is DiscardUse.FREE:
            return False, False
        unopened = deal.turn.seat not in deal.opened
        with_it = unopened and self.gate is DiscardGate.OPENING_WITH_IT
        opening = with_it or (unopened and self.gate is DiscardGate.WHEN_OPENING)
        match self.use:
            case DiscardUse.FREE:
                return with_it, opening
            case DiscardUse.MUST_IF_DEEP:
                return with_it or count > 1, opening
            case DiscardUse.MUST:
                return True, opening

    def _counts(self, deal: Deal) -> range:
        if not deal.discards or self._closed(deal):
            return range(0)
        return range(1, len(deal.discards) + 1 if self.deep else 2)

    def _takes(self, rules: Rules, deal: Deal, count: int) -> bool:
        if self.binds(deal, count) == (False, False):
            return True
        return accepted(self(rules, deal, TakeDiscard(count), unshuffled), deal)

    def _closed(self, deal: Deal) -> RuleViolation | None:
        """Why the pile is closed to the seat whose turn it is."""
        seat = deal.turn.seat
        if self.from_turn > 1 and (deal.turns - 1) // len(deal.seats) + 1 < self.from_turn:
            return RuleViolation(Code.NOT_YET, "G12", turn=self.from_turn)
        if self.last_from_stock and len(deal.hands[seat]) == 1:
            return RuleViolation(Code.LAST_CARD_STOCK, "G12")
        if self.gate is DiscardGate.AFTER_OPEN and seat not in deal.opened:
            return RuleViolation(Code.NOT_OPENED, "G13", action=TakeDiscard.kind)
        return None
