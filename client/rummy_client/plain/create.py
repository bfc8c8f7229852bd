"""Making a table by one line: its name, how it is run, and every rule that shall be different.

Pure; what is typed wrong is answered with a line that says how it is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, TypeAlias

import msgspec

from rummy_protocol.messages import Create
from rummy_protocol.ruleset import Value
from rummy_protocol.text import _
from rummy_protocol.views import DEAL_BEHIND, Absence

from ..switches import BadSetting, parse_changes
from .reply import Reply, Situation, Unclear, number

__all__ = ["OPTIONS", "create"]

Read: TypeAlias = Callable[[str, str], object]
"""What is behind the ``=`` of an option, and an example for it, as a value."""


def create(here: Situation, words: list[str]) -> Reply:
    """Open the table that *words* describe."""
    named = [word for word in words if "=" not in word]
    if not named:
        usage = "create friday game=NAME seats=3"
        raise Unclear(_("Give the table a name, for example: {usage}", usage=usage))
    told = dict(word.split("=", 1) for word in words if "=" in word)
    options = {name: told.pop(name) for name in OPTIONS if name in told}
    game = told.pop("game", "")
    try:
        changes = parse_changes([f"{name}={value}" for name, value in told.items()])
    except BadSetting as exc:
        raise Unclear(str(exc)) from None
    return Reply(request=_table_of(" ".join(named), game, options, changes))


def _table_of(
    name: str, game: str, options: Mapping[str, str], changes: dict[str, Value]
) -> Create:
    fields: dict[str, object] = {}
    for option, told in options.items():
        field, read, example = OPTIONS[option]
        fields[field] = read(told, f"create friday {option}={example}")
    bots = fields.get("bots", ())
    fields.setdefault("seats", max(4, len(bots) + 1) if isinstance(bots, tuple) else 4)
    made = Create(0, name, b"", b"", preset=game, changes=changes)
    return _with(made, fields)


def _with(made: Create, fields: Mapping[str, object]) -> Create:
    return msgspec.structs.replace(made, **fields)


# --- what stands behind the options --------------------------------------------------------


def _number(told: str, usage: str) -> int:
    return number([told], usage)


def _word(told: str, usage: str) -> str:
    return told


def _levels(told: str, usage: str) -> tuple[str, ...]:
    return tuple(filter(None, told.split(",")))


def _absence(told: str, usage: str) -> Absence:
    try:
        return Absence(told.lower())
    except ValueError:
        raise Unclear(_one_of(tuple(Absence), usage)) from None


def _one_of(words: Sequence[str], usage: str) -> str:
    return _("Say one of {words}, for example: {usage}", words=", ".join(words), usage=usage)


def _yes(told: str, usage: str) -> bool:
    if told.lower() not in ("yes", "no"):
        raise Unclear(_one_of(("yes", "no"), usage))
    return told.lower() == "yes"


def _delay(told: str, usage: str) -> int:
    return DEAL_BEHIND if told.lower() == "deal" else number([told], usage)


OPTIONS: Final[Mapping[str, tuple[str, Read, str]]] = {
    "seats": ("seats", _number, "4"),
    "turn": ("turn_seconds", _number, "30"),
    "bots": ("bots", _levels, "easy,sharp"),
    "password": ("password", _word, "..."),
    "hold": ("hold_seconds", _number, "120"),
    "absence": ("absence", _absence, "wait"),
    "watch": ("spectators", _yes, "no"),
    "watch-code": ("watch_code", _word, "..."),
    "delay": ("delay", _delay, "60"),
}
"""How a table is run: the field of the request, how it is read, and an example."""
