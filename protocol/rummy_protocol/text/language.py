"""What a language has to say: a table of templates, and the filling in of one.

A key is a code, or a code with an argument, ``not-now:action``, or a code with the value of an
argument, ``bad-rules:why=range``; the longer key wins. A new language is one more value of
this class.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

import msgspec

__all__ = ["Language", "Templates", "filled", "listing", "pick", "templates", "translated"]

Templates: TypeAlias = Mapping[str, str]


class Language(msgspec.Struct, frozen=True, kw_only=True):
    code: str
    """As in ``en``."""
    refusals: Templates
    """By `Code`: what was not done, and why."""
    goodbyes: Templates
    """By `Code`: why a connection ended, and what to do."""
    announcements: Templates
    """By `Announced`: what the house says or does."""
    unknown_refusal: str
    unknown_goodbye: str
    entries: Templates
    """By the kind of an entry, with the variants that `news` names."""
    entries_you: Templates
    """The same where the reader did it: many languages have another verb there."""
    you: str
    nobody: str
    """A seat without a name, with its number."""
    both: str
    """Stands before the last of several people."""
    either: str
    """Stands before the last of several things that one may do."""
    named: str
    """Something with what it belongs to before it: *Ana: a bot plays*."""
    apart: str
    """The first of several parts of a line, each of which may have commas, and the rest."""
    actions: Templates
    may: str
    may_nothing: str
    duties: Templates
    stages: Templates
    presences: Templates
    absences: Templates
    ranks: tuple[str, ...]
    """From the ace to the king."""
    suits: tuple[str, ...]
    """In the order of `cards.SUITS`."""
    card: str
    joker: str
    stands_for: str
    """A joker on the table with the card that it stands for, in notation."""
    stands_for_in_words: str
    """The same where cards are written in words."""
    switches: Mapping[str, tuple[str, Templates]]
    """By the name of a switch: its label, and by value what follows from it."""
    choices: Templates
    """Short words for the values of switches."""
    choices_of: Mapping[str, Templates]
    """The same by the name of a switch, where the word agrees with what that is about: *none*
    and *any* have other forms for a card and for a joker. The name is the context."""
    fields: Templates
    """What fields of a rule set are called that are no switches."""
    groups: Templates
    """What the groups of switches are called."""
    parts: Templates
    """What stands above each part of the rules."""
    rules: Templates
    """The rules as they are read aloud, by the keys of their clauses."""
    sheet: Templates
    sheet_you: Templates
    """The same where it is about the reader alone."""
    match: Templates
    match_you: Templates
    """The same where it is about the reader alone."""


class _Told(dict[str, str | int]):
    def __missing__(self, key: str) -> str:
        return "?"


def filled(template: str, told: Mapping[str, str | int]) -> str:
    """*template* with what is known in its places, and a question mark elsewhere."""
    return template.format_map(_Told(told))


def pick(templates: Templates, code: str, told: Mapping[str, object]) -> str | None:
    """The most special template for *code*: by a value, by an argument, by the code alone."""
    keys = [f"{code}:{name}={value}" for name, value in told.items()]
    keys += [f"{code}:{name}" for name in told]
    return next((templates[key] for key in keys if key in templates), templates.get(code))


def listing(words: Sequence[str], last: str) -> str:
    """*words* with commas between them, and *last* before the last one."""
    return last.join([", ".join(words[:-1]), words[-1]]) if words[1:] else "".join(words)


Translate: TypeAlias = Callable[[str, str], str]
"""A context and an English template in, the template of another language out."""


def templates(language: Language) -> Iterator[tuple[str, str, str]]:
    """Everything that *language* says: the context that tells equal words apart, the key, and
    the template."""
    for field in msgspec.structs.fields(Language):
        for key, template in _told(getattr(language, field.name)):
            if field.name == "choices_of":
                switch, _, value = key.partition(" ")
                yield switch, value, template
            elif field.name != "code":
                yield field.name, key, template


def _told(value: object) -> Iterator[tuple[str, str]]:
    match value:
        case str():
            yield "", value
        case tuple():
            for place, each in enumerate(value):
                for key, template in _told(each):
                    yield f"{place}{key and ' '}{key}", template
        case Mapping():
            for name, each in value.items():
                for key, template in _told(each):
                    yield f"{name}{key and ' '}{key}", template
        case _:
            raise TypeError(value)


def translated(language: Language, code: str, translate: Translate) -> Language:
    """*language* in other words: those that *translate* gives for each context and template."""

    def anew(context: str, value: object) -> object:
        match value:
            case str():
                return translate(context, value) if value else value
            case tuple():
                return tuple(anew(context, each) for each in value)
            case Mapping():
                return {key: anew(context, each) for key, each in value.items()}
            case _:
                raise TypeError(value)

    told = {
        field.name: anew(field.name, getattr(language, field.name))
        for field in msgspec.structs.fields(Language)
        if field.name not in ("code", "choices_of")
    }
    told["choices_of"] = {
        switch: anew(switch, words) for switch, words in language.choices_of.items()
    }
    return msgspec.convert({"code": code, **told}, Language)
