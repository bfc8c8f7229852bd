"""Block rummy: the discard pile is never used again, so a deal can end with nobody out."""

from __future__ import annotations

from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(preset="block", max_recycles=0)
