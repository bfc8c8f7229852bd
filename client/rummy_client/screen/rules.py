"""Rules and options of a table, in brief and line by line."""

from __future__ import annotations

from rummy_protocol import text
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Options

from .cells import Line
from .frame import paragraph
from .scene import Scene

__all__ = ["brief_rules", "house_lines", "options_text"]


def brief_rules(rules: RuleSet) -> str:
    """The game in a few words: ``basic to 100, 2 house rules``."""
    end = f"to {rules.target}" if rules.target is not None else f"{rules.deals} deals"
    changes = len([name for name in rules.differences() if name not in ("target", "deals")])
    house = "" if not changes else f", {changes} house rule{'s' if changes > 1 else ''}"
    return f"{rules.preset} {end}{house}"


def options_text(options: Options, watching: int) -> str:
    """How a table is run."""
    seconds = options.turn_seconds
    clock = f"{seconds} s for each decision" if seconds else "no clock"
    lookers = "spectators welcome" if options.spectators else "no spectators"
    count = f", {watching} watching" if watching else ""
    absence = text.absence(options.absence)
    return f"{clock}; {lookers}{count}; when somebody stays away: {absence}"


def house_lines(rules: RuleSet, scene: Scene) -> list[Line]:
    """What differs from the plain game."""
    plain = f"The plain game of {rules.preset}; i shows its rules."
    house = text.house_rules(rules) or [plain]
    return [line for words in house for line in paragraph("class:text", words, scene)]
