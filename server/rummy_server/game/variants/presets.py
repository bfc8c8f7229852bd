"""The games as data. What their values mean is said by `RuleSet` and made so by `compiled`."""

from __future__ import annotations

from typing import Final

from rummy_protocol.ruleset import RuleSet

__all__ = ["BASIC"]

BASIC: Final = RuleSet(preset="basic")
"""Basic rummy: one meld a turn, the pile turned over twice at most, to a hundred points."""
