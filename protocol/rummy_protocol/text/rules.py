"""A rule set in words: each switch with what follows from it."""

from __future__ import annotations

from typing import Final

from ..ruleset import RuleSet, Value
from ..silent import silent
from ..switches import SWITCHES, Group
from .joints import named
from .language import Language, filled
from .spoken import spoken

__all__ = ["choice", "group_label", "house_rules", "switch", "switch_label"]

_ENDS: Final = ("target", "deals", "eliminate_at")


def _key(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


def switch(name: str, value: object, language: Language | None = None) -> str:
    """What follows for the game when *name* is set to *value*, in one line."""
    language = language or spoken().language
    label, lines = language.switches.get(name, (name, {}))
    key = _key(value)
    line = lines.get(key) or lines.get("n")
    return filled(line, {"n": key}) if line else named(label, key, language)


def switch_label(name: str, language: Language | None = None) -> str:
    """What a switch is called."""
    language = language or spoken().language
    return language.switches[name][0] if name in language.switches else name


def group_label(group: Group, language: Language | None = None) -> str:
    """What a group of switches is called."""
    language = language or spoken().language
    return language.groups[group]


def choice(name: str, value: Value, language: Language | None = None) -> str:
    """A value that the switch *name* can have, in a word or two."""
    language = language or spoken().language
    key = _key(value)
    return language.choices_of.get(name, {}).get(key) or language.choices.get(key, key)


def house_rules(rules: RuleSet, language: Language | None = None) -> list[str]:
    """Only what differs from the plain game."""
    language = language or spoken().language
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
