"""House rules as a person types them, ``going_rummy=double``, read into values.

Which values a switch can have is told in the refusal; whether they go together is judged by
the rule set itself.
"""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Final

from rummy_protocol.ruleset import Value
from rummy_protocol.switches import SWITCHES, Switch
from rummy_protocol.text import _

__all__ = ["BadSetting", "parse_changes"]

_BY_NAME: Final = {switch.name: switch for switch in SWITCHES}
_NOTHING: Final = ("none", "unlimited", "off", "no")
_TRUE: Final = ("true", "yes", "on")
_FALSE: Final = ("false", "no", "off")


class BadSetting(Exception):
    """A setting that cannot be read; the text is one line that says what would be right."""


def parse_changes(settings: Iterable[str]) -> dict[str, Value]:
    """The changed switches, as they stand in `Create`.

    Raises:
        BadSetting: no such switch, or no such value for it.
    """
    return dict(_parse(setting) for setting in settings)


def _parse(setting: str) -> tuple[str, Value]:
    name, equals, told = setting.partition("=")
    name = name.strip().lower().replace("-", "_")
    if not equals:
        raise BadSetting(
            _("{told} sets nothing: write NAME=VALUE, like target=50", told=repr(setting))
        )
    switch = _BY_NAME.get(name)
    if switch is None:
        raise BadSetting(_no_rule(name))
    return name, _value(switch, told.strip().lower())


def _no_rule(name: str) -> str:
    """That there is no such rule, with those that may have been meant, or all."""
    near = get_close_matches(name, _BY_NAME, 4, 0.55)
    if near:
        return _(
            "no rule is called {name}; the nearest are: {names}",
            name=repr(name),
            names=", ".join(near),
        )
    return _(
        "no rule is called {name}; there are: {names}",
        name=repr(name),
        names=", ".join(_BY_NAME),
    )


def _value(switch: Switch, told: str) -> Value:
    if switch.is_number and told.isascii() and told.isdigit():
        return int(told[:9])
    if None in switch.choices and told in _NOTHING:
        return None
    if True in switch.choices and not switch.is_number:
        if told in _TRUE or told in _FALSE:
            return told in _TRUE
        raise BadSetting(
            _("{rule} is on or off, not {told}", rule=switch.name, told=repr(told))
        )
    spelled = told.replace("-", "_")
    for choice in switch.choices:
        if isinstance(choice, str) and spelled == str(choice):
            return str(choice)
    words = {"rule": switch.name, "told": repr(told)}
    words["choices"] = ", ".join(
        "none" if choice is None else str(choice) for choice in switch.choices
    )
    if switch.is_number:
        wrong = _("{rule} is a number, such as {choices}; not {told}", **words)
    else:
        wrong = _("{rule} is one of {choices}; not {told}", **words)
    raise BadSetting(wrong)
