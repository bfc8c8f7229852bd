"""Rules and options of a table, in brief and line by line."""

from __future__ import annotations

from typing import Final

from rummy_protocol import text
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.silent import silent
from rummy_protocol.switches import SWITCHES
from rummy_protocol.text import _, plural

from ..form import ENDS
from ..words import end_in_brief, game_in_brief, options_text
from .cells import Line, folded
from .frame import paragraph
from .scene import Scene

__all__ = [
    "brief_rules",
    "house_lines",
    "options_text",
    "primer_lines",
    "rule_lines",
]


def brief_rules(rules: RuleSet, scene: Scene) -> str:
    """The game in a few words: ``a game to 100, 2 house rules``."""
    base = _base(rules, scene)
    changes = [name for name in _differing(rules, base) if name not in ENDS]
    end = end_in_brief(rules)
    game = _("{game} {end}", game=text.game(rules.preset), end=end) if rules.preset else end
    if not changes:
        return game
    return plural("{game}, {n} house rule", "{game}, {n} house rules", len(changes), game=game)


def house_lines(rules: RuleSet, scene: Scene) -> list[Line]:
    """The game in brief, and what differs from it at this table."""
    told = [_first_words(rules)]
    told += [_item(name, rules, scene) for name in _differing(rules, _base(rules, scene))]
    return [line for words in told for line in paragraph("class:text", words, scene)]


PRIMER: Final = (
    "opening_points",
    "melds_per_turn",
    "lay_off_gate",
    "discard_draw",
    "ace",
    "joker_swap",
    "final_discard",
    "deal_scoring",
    "going_rummy",
    "target",
)
"""What one wants to know of a game before its first card, most of all first."""


def primer_lines(rules: RuleSet, scene: Scene, cells: int, rows: int) -> list[Line]:
    """How the game goes, in as many whole sentences as *rows* lines of *cells* hold."""
    said = [_first_words(rules)]
    said += [
        _item(one, rules, scene)
        for one in PRIMER
        if getattr(rules, one) not in (None, ()) and not silent(one, rules)
    ]
    lines: list[Line] = []
    for words in said:
        told = folded("class:label", words, cells - 2, "  " if lines else "")
        if len(lines) + len(told) > rows:
            break
        lines += [[("", " "), *line] for line in told]
    return lines


def _called(rules: RuleSet) -> str:
    return text.game(rules.preset) or _("A game")


def _first_words(rules: RuleSet) -> str:
    brief = game_in_brief(rules)
    return _("{name}: {game}. i reads all rules.", name=_called(rules), game=brief)


def _item(name: str, rules: RuleSet, scene: Scene) -> str:
    """What the rule *name* comes to, as one of a list."""
    return f"{scene.look.dot} {text.switch(name, getattr(rules, name))}"


def _base(rules: RuleSet, scene: Scene) -> RuleSet:
    """The game that *rules* began from; the rules themselves where the house did not say."""
    games = scene.model.games or ()
    return next((game for game in games if game.preset == rules.preset), rules)


def _differing(rules: RuleSet, base: RuleSet) -> list[str]:
    """The switches that are otherwise than in the game, and decide something."""
    return [
        switch.name
        for switch in SWITCHES
        if getattr(rules, switch.name) != getattr(base, switch.name)
        and getattr(rules, switch.name) is not None
        and not silent(switch.name, rules)
    ]


def rule_lines(rules: RuleSet, scene: Scene) -> list[Line]:
    """All rules in force, as numbered sentences; what is too long goes on under its text."""
    title = text.named(_called(rules), text.brief(rules))
    lines = paragraph("class:heading", title, scene)
    for words in text.ruleset_lines(rules):
        number, _blank, sentence = words.partition(" ")
        told = folded("class:text", sentence, scene.size.columns - 7)
        for place, part in enumerate(told):
            lead = "" if place else number
            lines.append([("class:label", f" {lead:>3} "), *part])
    return lines
