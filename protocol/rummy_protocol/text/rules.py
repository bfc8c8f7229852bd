"""A rule set in words: each switch with what follows from it."""

from __future__ import annotations

from collections.abc import Iterator

from ..ruleset import RuleSet, Value
from ..switches import SWITCHES
from .english import ENGLISH
from .language import Language, filled

__all__ = ["choice", "house_rules", "ruleset_lines", "switch", "switch_label"]


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


def choice(value: Value, language: Language = ENGLISH) -> str:
    """A value that a switch can have, in a word or two."""
    return language.choices.get(_key(value), _key(value))


def ruleset_lines(rules: RuleSet, language: Language = ENGLISH) -> list[str]:
    """The whole game in short lines: the deal first, then one line for each switch."""
    return [*_deal_lines(rules, language), *_switch_lines(rules, language)]


def house_rules(rules: RuleSet, language: Language = ENGLISH) -> list[str]:
    """Only what differs from the plain game."""
    plain = RuleSet()
    return [
        switch(each.name, getattr(rules, each.name), language)
        for each in SWITCHES
        if getattr(rules, each.name) != getattr(plain, each.name)
        and not _silent(each.name, rules)
    ]


def _deal_lines(rules: RuleSet, language: Language) -> Iterator[str]:
    lines = language.deal_lines
    told = {"low": rules.players_min, "high": rules.players_max}
    yield filled(lines["players"], told)
    packs = filled(lines["pack" if rules.packs == 1 else "packs"], {"n": rules.packs})
    jokers = "none" if rules.jokers == 0 else "one" if rules.jokers == 1 else "many"
    yield packs + filled(lines[f"jokers:{jokers}"], {"n": rules.jokers})
    sizes: dict[int, list[int]] = {}
    for place, size in enumerate(rules.hand_sizes):
        sizes.setdefault(size, []).append(rules.players_min + place)
    each = [
        filled(
            lines["hand"],
            {"size": size, "players": f"{who[0]}-{who[-1]}" if who[1:] else who[0]},
        )
        for size, who in sizes.items()
    ]
    yield filled(lines["hands"], {"hands": ", ".join(each)})


def _switch_lines(rules: RuleSet, language: Language) -> Iterator[str]:
    for each in SWITCHES:
        if not _silent(each.name, rules):
            yield switch(each.name, _in_force(each.name, rules), language)


def _in_force(name: str, rules: RuleSet) -> object:
    """The value that counts where the switch leaves it to others."""
    if name == "ace_points":
        return rules.ace_value
    return rules.blocked if name == "blocked_scoring" else getattr(rules, name)


def _silent(name: str, rules: RuleSet) -> bool:
    """Whether a switch decides nothing in this game."""
    match name:
        case "target" | "deals":
            return getattr(rules, name) is None
        case "melds_waived_for_rummy":
            return rules.going_rummy == "none" or rules.melds_per_turn == "any"
        case "lay_off_gate":
            return rules.lay_off == "none"
        case "target_tie":
            return rules.target is None or rules.lowest_wins
        case "deals_tie":
            return rules.deals is None or rules.lowest_wins
        case "lowest_tie":
            return not rules.lowest_wins
        case _:
            return False
