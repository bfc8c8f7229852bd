"""Rule sets as files that people read and edit: TOML or JSON, with only what differs.

What is written is flat: a field of the rule set, and its value; what is otherwise in some
deals comes last, as a list. TOML has no word for *none*, so that is a string there. What was
written reads back as the same rule set, label included.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final, cast

import msgspec

from .errors import Code, Declined
from .ruleset import DealChange, RuleSet
from .switches import with_values

__all__ = ["read_rules", "to_json", "to_toml"]

_NONE: Final = "none"
_LARGEST: Final = 65_536
"""Bytes; a rule set has a few hundred."""


# --- writing -----------------------------------------------------------------------------


def _plain(rules: RuleSet) -> dict[str, Any]:
    """The fields that differ from the plain game, as data; the label first."""
    fields = cast("dict[str, Any]", msgspec.to_builtins(rules.differences()))
    changes = [
        {
            "first": each.first,
            "last": each.last,
            "fields": msgspec.to_builtins(dict(each.fields)),
        }
        for each in rules.deal_changes
    ]
    fields.pop("deal_changes", None)
    named = {"preset": rules.preset} if rules.preset else {}
    return named | fields | ({"deal_changes": changes} if changes else {})


def to_json(rules: RuleSet) -> str:
    """*rules* as JSON, one field on a line."""
    return json.dumps(_plain(rules), indent=2, ensure_ascii=False) + "\n"


def to_toml(rules: RuleSet, remark: Callable[[str, Any], str] = lambda _, __: "") -> str:
    """*rules* as TOML.

    Args:
        remark: what to say of a field and its value, as a comment behind it.
    """
    fields = _plain(rules)
    changes = fields.pop("deal_changes", [])
    lines = ["# A game of rummy. What is not named here is as in the plain game."]
    lines += [_line(name, value, remark(name, value)) for name, value in fields.items()]
    for change in changes:
        lines += ["", "[[deal_changes]]", f"first = {change['first']}"]
        lines += [f"last = {change['last']}", "[deal_changes.fields]"]
        lines += [_line(n, value, remark(n, value)) for n, value in change["fields"].items()]
    return "\n".join(lines) + "\n"


def _line(name: str, value: object, remark: str) -> str:
    line = f"{name} = {_value(value)}"
    return f"{line}  # {remark}" if remark else line


def _value(value: object) -> str:
    """A value in TOML. Labels, choices and contracts hold no sign that would need escaping."""
    match value:
        case None:
            return f'"{_NONE}"'
        case bool():
            return "true" if value else "false"
        case list() | tuple():
            return f"[{', '.join(map(_value, value))}]"
        case str():
            return f'"{value}"'
        case _:
            return str(value)


# --- reading -----------------------------------------------------------------------------


def read_rules(text: str, name: str = "") -> RuleSet:
    """The rule set in *text*, which is JSON if it begins with a brace, else TOML.

    Args:
        text: The contents of a file.
        name: What the game is called if the file does not say.

    Raises:
        Declined: with `Code.BAD_RULES`: it cannot be read, or is no rule set.
    """
    fields = _read(text[:_LARGEST])
    changes = _read_changes(fields.pop("deal_changes", []))
    values = {"preset": name} | {field: _unset(field, value) for field, value in fields.items()}
    return with_values(RuleSet(), values | {"deal_changes": changes})


def _read(text: str) -> dict[str, Any]:
    try:
        read = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as exc:
        where = " ".join(str(exc).split())[:80]
        raise Declined(Code.BAD_RULES, why="file", one=where) from None
    assert isinstance(read, dict), "TOML is a table, and so is JSON that begins with a brace"
    return read


def _read_changes(told: object) -> tuple[DealChange, ...]:
    if not isinstance(told, list):
        raise Declined(Code.BAD_RULES, why="deal-range", one="deal_changes")
    return tuple(map(_read_change, told))


def _read_change(told: object) -> DealChange:
    match told:
        case {"first": int(first), "last": int(last), "fields": dict(fields), **more} if (
            not more
        ):
            pairs = _pairs(fields)
            return DealChange(first, last, tuple(pairs))
    raise Declined(Code.BAD_RULES, why="deal-range", one="deal_changes")


def _pairs(fields: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, value in fields.items():
        held = _unset(name, value)
        yield name, tuple(held) if isinstance(held, list) else held


def _unset(name: str, value: object) -> object:
    """*value*, or ``None`` where the word for it stands and the field can be unset."""
    return None if value == _NONE and name in _MAY_BE_UNSET else value


_MAY_BE_UNSET: Final = {
    field.name
    # `type_info` is typed as any type; that of a Struct has fields.
    for field in msgspec.inspect.type_info(RuleSet).fields  # type: ignore[attr-defined]
    if isinstance(field.type, msgspec.inspect.UnionType) and field.type.includes_none
}
