"""Every game that we know, by name, and how a rule set becomes `Rules`.

Nothing outside this package asks which game is being played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Final

from rummy_protocol.errors import Code, Declined
from rummy_protocol.ruleset import RuleSet, Value
from rummy_protocol.switches import changed

from ..rules import Rules
from . import presets
from .compiled import rules_for

__all__ = ["DEFAULT", "PRESETS", "Rules", "rules_for", "ruleset_of"]


def _found() -> Iterator[RuleSet]:
    for module in iter_modules(presets.__path__):
        ruleset = import_module(f"{presets.__name__}.{module.name}").RULES
        assert isinstance(ruleset, RuleSet), "a preset is a rule set"
        yield ruleset


def _plainest_first(ruleset: RuleSet) -> tuple[int, str]:
    return len(ruleset.differences()), ruleset.preset


PRESETS: Final[Mapping[str, RuleSet]] = {
    ruleset.preset: ruleset for ruleset in sorted(_found(), key=_plainest_first)
}
"""Every game by its name, the plainest first."""

DEFAULT: Final = next(iter(PRESETS))
"""The game that is played where none is asked for."""


def ruleset_of(preset: str, changes: Mapping[str, Value]) -> RuleSet:
    """The rule set of *preset* with some of its switches set.

    Args:
        preset: empty for the default.

    Raises:
        Declined: there is no such preset, or the switches do not go together.
    """
    base = PRESETS.get(preset or DEFAULT)
    if base is None:
        raise Declined(Code.BAD_RULES, why="unknown", one=preset[:40])
    return changed(base, changes) if changes else base
