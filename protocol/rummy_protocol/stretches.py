"""The deals of a match, in stretches that have the same rules."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from .choices import Tie
from .ruleset import RuleSet

__all__ = ["Stretch", "stretches"]


class Stretch(msgspec.Struct, frozen=True):
    """Deals that follow each other and are played alike."""

    first: int
    last: int | None
    """``None``: to the end of the match."""
    rules: RuleSet
    """Of each of them, with nothing in it about other deals."""
    changes: frozenset[str]
    """Fields that the changes of these deals set, whether to another value or not."""


@lru_cache(maxsize=256)
def stretches(rules: RuleSet) -> tuple[Stretch, ...]:
    """Every stretch of deals that a match under *rules* can come to, the first deal first."""
    last = _last_deal(rules)
    firsts = {1} | {each.first for each in rules.deal_changes}
    firsts |= {each.last + 1 for each in rules.deal_changes}
    order = sorted(number for number in firsts if last is None or number <= last)
    ends = [*(number - 1 for number in order[1:]), last]
    return tuple(
        Stretch(first, end, _alone(rules.for_deal(first)), _changed(rules, first))
        for first, end in zip(order, ends, strict=True)
    )


def _alone(rules: RuleSet) -> RuleSet:
    return msgspec.structs.replace(rules, deal_changes=()) if rules.deal_changes else rules


def _last_deal(rules: RuleSet) -> int | None:
    """The number of the last deal; ``None`` where there is no saying."""
    return None if rules.deals_tie is Tie.EXTRA_DEAL else rules.deals


def _changed(rules: RuleSet, number: int) -> frozenset[str]:
    return frozenset(
        name
        for change in rules.deal_changes
        if change.first <= number <= change.last
        for name, _ in change.fields
    )
