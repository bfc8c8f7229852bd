"""A rule set in words: each switch with what follows from it."""

from __future__ import annotations

from typing import Final

from ..ruleset import RuleSet, Value
from ..silent import silent
from ..switches import SWITCHES, Group
from .english import ENGLISH
from .language import Language, filled

__all__ = ["choice", "group_label", "house_rules", "switch", "switch_label"]

_ENDS: Final = ("target", "deals", "eliminate_at")


def _key(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def switch(name: str, value: object, language: Language = ENGLISH) -> str:
    """What follows for the game when *name* is set to *value*, in one line."""
    label, lines = language.switches.get(name, (name, {}))
    key = _key(value)
    line = lines.get(key) or lines.get("n")
    return filled(line, {"n": key}) if line else f"{label}: {key}"


def switch_label(name: str, language: Language = ENGLISH) -> str:
    """What a switch is called."""
    return language.switches[name][0] if name in language.switches else name


def group_label(group: Group, language: Language = ENGLISH) -> str:
    """What a group of switches is called."""
    return language.groups[group]


def choice(value: Value, language: Language = ENGLISH) -> str:
    """A value that a switch can have, in a word or two."""
    return language.choices.get(_key(value), _key(value))


def house_rules(rules: RuleSet, language: Language = ENGLISH) -> list[str]:
    """Only what differs from the plain game."""
    plain = RuleSet()
    return [
        switch(each.name, getattr(rules, each.name), language)
        for each in SWITCHES
        if getattr(rules, each.name) != getattr(plain, each.name)
        and not _unsaid(each.name, rules)
    ]


def _unsaid(name: str, rules: RuleSet) -> bool:
    """Whether there is nothing to say of a switch; of three ends of a match, one is set."""
    return (name in _ENDS and getattr(rules, name) is None) or silent(name, rules)
