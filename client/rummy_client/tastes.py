"""Every taste of a player by its name: which words it can have, and what each of them means.

The file of settings, the options, the command line and the page of settings all read and write
tastes by the same words. Where they are kept is not known in here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

import msgspec

from rummy_protocol.clean import cells, clean
from rummy_protocol.text import LANGUAGES, N_, _, term

from .liking import Settings, Switch, Theme

__all__ = [
    "TASTES",
    "BadTaste",
    "Found",
    "Taste",
    "changes_between",
    "settings_of",
    "shown",
    "stepped",
    "taste",
    "understood",
    "value_for",
    "with_word",
    "word_of",
]

NAME_CELLS: Final = 24


class BadTaste(Exception):
    """There is no such taste, or no such word for it; the text is one line that says more."""


class Found(NamedTuple):
    """What the words of a file mean."""

    values: Mapping[str, object]
    """By fields of `Settings`; what means nothing is left out."""
    wrong: tuple[str, ...] = ()
    """A line for each thing that means nothing."""


class Taste(NamedTuple):
    name: str
    """Of the field of `Settings`."""
    values: Mapping[str, object]
    """What each word means; empty: whatever is typed is the value."""
    label: str
    about: str
    """What it decides, in a sentence."""


_ON_OFF: Final = {"on": True, "off": False}
_SWITCH: Final = {switch.value: switch for switch in (Switch.ON, Switch.OFF, Switch.AWAY)}
_LANGUAGES: Final = {"auto": ""} | {code: code for code in LANGUAGES}

TASTES: Final = (
    Taste(
        "theme",
        {theme.value: theme for theme in Theme},
        N_("Colours"),
        N_("No colour carries a meaning alone."),
    ),
    Taste(
        "letters",
        _ON_OFF,
        N_("Suits as letters"),
        N_("c, d, h and s instead of signs, and frames of plain characters."),
    ),
    Taste(
        "single_key",
        _ON_OFF,
        N_("Discard with one key"),
        N_("Off: you are asked once more before a card is discarded."),
    ),
    Taste(
        "bell",
        _SWITCH,
        N_("Bell on your turn"),
        N_("Away: only while this window is not the one that you look at."),
    ),
    Taste(
        "notify",
        _SWITCH,
        N_("Message on your turn"),
        N_("The desktop shows it, where the terminal passes it on."),
    ),
    Taste(
        "title",
        _ON_OFF,
        N_("Turn in the window's title"),
        N_("The title of the terminal's window says whose turn it is."),
    ),
    Taste(
        "mouse",
        {"auto": None, **_ON_OFF},
        N_("Mouse"),
        N_("Auto: unless the terminal takes it badly. Hold Shift to select text."),
    ),
    Taste(
        "language",
        _LANGUAGES,
        N_("Language"),
        N_("Auto: the language of your system."),
    ),
    Taste(
        "name",
        {},
        N_("Your name"),
        N_("What you are called at the next table; empty: as the system calls you."),
    ),
)
_BY_NAME: Final = {each.name: each for each in TASTES}
_YES: Final = {"true": "on", "yes": "on", "1": "on", "false": "off", "no": "off", "0": "off"}


def taste(name: str) -> Taste:
    """The taste called *name*; a hyphen may stand for the underscore.

    Raises:
        BadTaste: there is none.
    """
    found = _BY_NAME.get(name.strip().lower().replace("-", "_"))
    if found is None:
        names = ", ".join(_BY_NAME)
        raise BadTaste(
            _(
                "There is no setting {name}; there are: {names}.",
                name=clean(name, 40),
                names=names,
            )
        )
    return found


def value_for(name: str, word: object) -> object:
    """What *word* means for the taste called *name*.

    Raises:
        BadTaste: it means nothing there.
    """
    known = taste(name)
    told = str(word) if not isinstance(word, bool) else ("on" if word else "off")
    if isinstance(word, str | bool):
        if not known.values:
            return _name(known, told)
        said = told.strip().lower().replace("_", "-")
        said = said if "colour" in said else said.replace("color", "colour")
        said = "auto" if not said and "auto" in known.values else said
        for one in (said, _YES.get(said, said)):
            if one in known.values:
                return known.values[one]
    words = ", ".join(known.values) or term("setting", "text")
    sentence = _(
        "{name} can be {words}, and not {word}.",
        name=known.name,
        words=words,
        word=clean(told, 40),
    )
    raise BadTaste(sentence)


def _name(known: Taste, told: str) -> str:
    if not told.strip():
        return ""
    if clean(told, NAME_CELLS) != told or told.strip() != told or cells(told) > NAME_CELLS:
        raise BadTaste(_("A name has 1 to 24 signs, and none that cannot be seen."))
    return told


def with_word(settings: Settings, name: str, word: object) -> Settings:
    """*settings* with what *word* means for the taste called *name*.

    Raises:
        BadTaste: there is no such taste, or no such word for it.
    """
    return msgspec.structs.replace(settings, **{taste(name).name: value_for(name, word)})


def word_of(settings: Settings, name: str) -> str:
    """The word for the present value of the taste called *name*."""
    known = taste(name)
    value = getattr(settings, known.name)
    for word, meant in known.values.items():
        if meant == value:
            return word
    return str(value)


def shown(settings: Settings, name: str) -> str:
    """The present value of the taste called *name*, as the player reads it."""
    word = word_of(settings, name)
    if name == "language" and word in LANGUAGES:
        return LANGUAGES[word]
    return word if name == "name" else _SAID.get(word, lambda: word)()


# Called when they are said: the language is that of the moment.
_SAID: Final[Mapping[str, Callable[[], str]]] = {
    "on": lambda: term("setting", "on"),
    "off": lambda: term("setting", "off"),
    "away": lambda: term("setting", "away"),
    "auto": lambda: term("setting", "auto"),
    "dark": lambda: term("theme", "dark"),
    "light": lambda: term("theme", "light"),
    "contrast": lambda: term("theme", "high contrast"),
    "four-colour": lambda: term("theme", "four colours"),
    "colour-blind": lambda: term("theme", "safe for the colour-blind"),
    "monochrome": lambda: term("theme", "monochrome"),
}


def stepped(settings: Settings, name: str, step: int) -> Settings:
    """*settings* with the next value of a taste, or the one before; a name stays as it is."""
    words = list(taste(name).values)
    if not words:
        return settings
    at = words.index(word_of(settings, name))
    return with_word(settings, name, words[(at + step) % len(words)])


def changes_between(before: Settings, after: Settings) -> dict[str, object]:
    """What a player chose who had *before* and has *after*, by names of fields."""
    return {
        each.name: getattr(after, each.name)
        for each in TASTES
        if getattr(before, each.name) != getattr(after, each.name)
    }


def understood(told: Mapping[str, object]) -> Found:
    """What the keys and values *told* mean."""
    values, wrong = dict[str, object](), list[str]()
    for key, word in told.items():
        if key not in _BY_NAME:
            name = clean(key, 40)
            wrong.append(_("Settings: {name} means nothing here; it is left alone.", name=name))
            continue
        try:
            values[key] = value_for(key, word)
        except BadTaste as bad:
            wrong.append(_("Settings: {what}", what=str(bad)))
    return Found(values, tuple(wrong))


def settings_of(*layers: Mapping[str, object]) -> Settings:
    """The tastes that hold, of *layers* of values by field: a later one wins."""
    settings = Settings()
    for layer in layers:
        settings = msgspec.structs.replace(settings, **layer)
    return settings
