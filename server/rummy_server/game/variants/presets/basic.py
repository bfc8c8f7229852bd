"""Basic rummy: one meld a turn, the pile turned over twice at most, to a hundred points."""

from __future__ import annotations

from rummy_protocol.ruleset import RuleSet

__all__ = ["RULES"]

RULES = RuleSet(preset="basic")
