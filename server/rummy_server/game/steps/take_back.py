"""Taking a play back: a meld, a lay-off or a swap, the last one first."""

from __future__ import annotations

import msgspec

from rummy_protocol.actions import TakeBack
from rummy_protocol.errors import Code, RuleViolation

from ..events import TookBack
from ..rules import Course, Rules, Shuffle
from ..state import Deal

__all__ = ["TakesBack"]


class TakesBack(msgspec.Struct, frozen=True, kw_only=True):
    """The last play of the running turn, undone (E47)."""

    allowed: bool
    """Whether the table plays with it."""

    def __call__(self, rules: Rules, deal: Deal, action: TakeBack, shuffle: Shuffle) -> Course:
        if not self.allowed:
            raise RuleViolation(Code.NO_TAKING_BACK, "E47")
        if not deal.turn.plays:
            raise RuleViolation(Code.NOTHING_TO_TAKE_BACK, "E47")
        yield TookBack(deal.turn.seat, deal.turn.plays[-1])

    def open(self, rules: Rules, deal: Deal) -> bool:
        return self.allowed and bool(deal.turn.plays)
