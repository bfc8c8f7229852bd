"""Every game that we know, by name, and how a rule set becomes `Rules`.

Nothing outside this package asks which game is being played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy_protocol.errors import Code, Declined
from rummy_protocol.ruleset import RuleSet, Value, changed

from ..rules import Rules
from .compiled import rules_for
from .presets import BASIC

__all__ = ["PRESETS", "Rules", "rules_for", "ruleset_of"]

PRESETS: Final[Mapping[str, RuleSet]] = {ruleset.preset: ruleset for ruleset in (BASIC,)}


def ruleset_of(preset: str, changes: Mapping[str, Value]) -> RuleSet:
    """The rule set of *preset* with some of its switches set.

    Raises:
        Declined: there is no such preset, or the switches do not go together.
    """
    base = PRESETS.get(preset)
    if base is None:
        raise Declined(Code.BAD_RULES, why="unknown", one=preset[:40])
    return changed(base, changes) if changes else base
