"""Which classes may cross the wire, by exact type. Says nothing about when or to whom.

The encoder itself would write any `msgspec.Struct`. Values of the game that may hold hidden
cards carry a seal that it cannot write; `check` closes the rest of the door, by walking what
is to be sent and refusing whatever is neither listed here nor plain data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import Enum
from operator import attrgetter
from types import ModuleType
from typing import Any, Final, get_args

import msgspec

from . import actions, choices, from_client, from_server, news, ruleset, views
from .errors import Code
from .messages import FromClient, FromServer
from .views import DealView, OpenHands, TableView, You

__all__ = ["CLASSES", "FROM_CLIENT", "FROM_SERVER", "MESSAGES", "PARTS", "check"]

FROM_CLIENT: Final[frozenset[type]] = frozenset(get_args(FromClient))
FROM_SERVER: Final[frozenset[type]] = frozenset(get_args(FromServer))
MESSAGES: Final = FROM_CLIENT | FROM_SERVER
PARTS: Final[frozenset[type]] = frozenset((TableView, DealView, You, OpenHands))
"""What may be packed by itself, to stand in an `Update`."""


def _own(module: ModuleType, base: type) -> set[type]:
    return {
        found
        for name, found in vars(module).items()
        if isinstance(found, type)
        and issubclass(found, base)
        and found.__module__ == module.__name__
        and not name.startswith("_")
    }


_MODULES: Final = (actions, choices, from_client, from_server, news, ruleset, views)
CLASSES: Final[frozenset[type]] = frozenset(
    found for module in _MODULES for found in _own(module, msgspec.Struct)
)
"""Every structure that may stand somewhere in a message."""

_ENUMS: Final = {found for module in _MODULES for found in _own(module, Enum)}
_PLAIN: Final[frozenset[type]] = frozenset({str, int, bool, bytes, type(None), Code, *_ENUMS})
_Parts = Callable[[Any], Iterable[Any]]


def _fields(kind: type) -> _Parts:
    names: tuple[str, ...] = getattr(kind, "__struct_fields__", ())
    if len(names) > 1:
        return attrgetter(*names)
    return lambda value: [getattr(value, name) for name in names]


def _items(value: dict[Any, Any]) -> list[Any]:
    return [*value, *value.values()]


_PARTS_OF: Final[dict[type, _Parts]] = {kind: _fields(kind) for kind in CLASSES} | {
    tuple: lambda value: value,
    list: lambda value: value,
    dict: _items,
}


def check(value: object) -> None:
    """Walk *value* and everything in it.

    Raises:
        TypeError: something in there is of a class that may not be sent.
    """
    todo = [value]
    for inside in todo:
        parts_of = _PARTS_OF.get(type(inside))
        if parts_of is None:
            raise TypeError(f"{type(inside).__qualname__} is not sent over the wire")
        todo += [part for part in parts_of(inside) if type(part) not in _PLAIN]
