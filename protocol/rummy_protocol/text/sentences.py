"""Refusals, farewells, and the small words of the table."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final

from ..cards import Face
from ..errors import Args
from ..views import Absence, Presence, Stage
from .cardwords import NOTATION, Style
from .clauses import contract as contract_words
from .language import Language, filled, listing, pick
from .spoken import _, spoken

__all__ = [
    "absence",
    "action",
    "announcement",
    "contract",
    "duty",
    "goodbye",
    "may",
    "open_deal",
    "presence",
    "refusal",
    "stage",
]

_CONTRACT: Final = re.compile(r"[SR]\d{1,2}", re.ASCII)
_CARDS = ("card", "cards")
_SWITCHES = ("one", "other")


def _worded(args: Args, style: Style, language: Language) -> dict[str, str | int]:
    """The arguments as a sentence wants them: cards in *style*, switches by their labels."""
    told: dict[str, str | int] = {}
    for name, value in args.items():
        if name in _CARDS:
            told[name] = style.from_notation(str(value))
        elif name in _SWITCHES:
            told[name] = _field(str(value), language)
        elif name == "choices":
            told[name] = _either(str(value), style, language)
        elif name == "contract":
            told[name] = contract(str(value).split(), language)
        elif name == "action":
            told[name] = language.actions.get(str(value), value)
        else:
            told[name] = value
    return told


def _field(name: str, language: Language) -> str:
    """What a field of a rule set is called."""
    if name in language.switches:
        return language.switches[name][0]
    return language.fields.get(name, name)


def _either(choices: str, style: Style, language: Language) -> str:
    """What jokers could be, like ``6C|9C``, as a listing."""
    return listing([style.from_notation(each) for each in choices.split("|")], language.either)


def _ruled(sentence: str, rule: str) -> str:
    """*sentence* with the number of the rule before its full stop."""
    if not rule:
        return sentence
    return f"{sentence[:-1]} ({rule})." if sentence.endswith(".") else f"{sentence} ({rule})"


def refusal(
    code: str,
    rule: str = "",
    args: Args | None = None,
    style: Style = NOTATION,
    language: Language | None = None,
) -> str:
    """Why nothing was done, for the one who asked for it."""
    language = language or spoken().language
    args = args or {}
    template = pick(language.refusals, code, args) or pick(language.goodbyes, code, args)
    if template is None:
        return filled(language.unknown_refusal, {"code": code})
    return _ruled(filled(template, _worded(args, style, language)), rule)


def open_deal() -> str:
    """The mark of a deal whose hands were open to spectators; it stays with the game."""
    return _("In this deal all hands were open to those who watched.")


def goodbye(code: str, args: Args | None = None, language: Language | None = None) -> str:
    """Why the connection ended, and what to do about it."""
    language = language or spoken().language
    args = args or {}
    template = pick(language.goodbyes, code, args) or pick(language.refusals, code, args)
    if template is None:
        return filled(language.unknown_goodbye, {"code": code})
    return filled(template, _worded(args, NOTATION, language))


def announcement(code: str, args: Args | None = None, language: Language | None = None) -> str:
    """What the house says or does, for everybody whom it concerns."""
    language = language or spoken().language
    args = args or {}
    template = pick(language.announcements, code, args)
    if template is None:
        return filled(language.announcements["says"], {"text": code})
    return filled(template, args)


def action(kind: str, language: Language | None = None) -> str:
    """A kind of action as something that one does: *lay off*."""
    language = language or spoken().language
    return language.actions.get(kind, kind)


def may(kinds: Iterable[str], language: Language | None = None) -> str:
    """What the reader may do now, as a sentence."""
    language = language or spoken().language
    words = [action(kind, language) for kind in kinds]
    if not words:
        return language.may_nothing
    listed = listing(words, language.either)
    return filled(language.may, {"actions": listed})


def contract(melds: Iterable[str], language: Language | None = None) -> str:
    """Melds that a contract still asks for, like ``S3`` and ``R4``, in words."""
    language = language or spoken().language
    asked = list(melds)
    if not all(_CONTRACT.fullmatch(meld) for meld in asked):
        return " ".join(asked)
    return contract_words(asked, "short", language)


def duty(
    code: str,
    cards: Sequence[Face] = (),
    style: Style = NOTATION,
    language: Language | None = None,
) -> str:
    """What a turn must still do, and with which cards, as a sentence; empty for none."""
    language = language or spoken().language
    told = {"cards": style.many(cards)} if cards else {}
    template = pick(language.duties, code, told)
    return code if template is None else filled(template, told)


def presence(kind: Presence, hold: int | None = None, language: Language | None = None) -> str:
    """Whether somebody is at the seat; empty for one who is."""
    language = language or spoken().language
    held = language.presences.get(f"{kind}:hold")
    if hold is not None and held is not None:
        return filled(held, {"hold": hold})
    return language.presences.get(kind, kind)


def stage(kind: Stage | str, language: Language | None = None) -> str:
    """Where a table stands."""
    language = language or spoken().language
    return language.stages.get(kind, kind)


def absence(kind: Absence, language: Language | None = None) -> str:
    """What a table does when a player stays away."""
    language = language or spoken().language
    return language.absences.get(kind, kind)
