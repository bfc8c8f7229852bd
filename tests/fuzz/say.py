"""Says things that are right in form, or nearly: values made from the types of the messages.

What is known of a table (its code, a hand, the number that comes next) is used now and then,
so that not everything is refused at the first look. Chance is handed in; the same chance says
the same.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, Final, get_args

import msgpack
import msgspec
from msgspec import inspect

from rummy_protocol import PROTOCOL
from rummy_protocol.framing import frame
from rummy_protocol.messages import FromClient, FromServer
from rummy_protocol.ruleset import RuleSet

__all__ = ["NASTY", "Known", "Sayer"]

NASTY: Final = (
    "", "Ann", "x" * 24, "x" * 1024, "x" * 1025, "\x1b[2J", "\x1b]52;c;eA==\x07", "\x9b2J",
    "\x9d0;t\x9c", "\x1bP$q\"p\x1b\\", "\u202eevil", "e" + "\u0301" * 90, "\U0001d160" * 200,
    "\ufdfa" * 40, "\U0001f468\u200d\U0001f469", "one\ntwo\nthree", "\r\n", "\x00", "\u3164",
    "<b>%s</b>", "{0}", "../../etc/passwd", "'; DROP TABLE batch; --", "$(reboot)", "K" * 5,
    "\x01\x1b[2J\x02", "{table}", "%n%n%s", "nan", "ANN", "\u0410nn",
)  # fmt: skip
NUMBERS: Final = (0, 1, 2, 3, 4, 5, 7, 13, 51, 52, 53, -1, 127, 128, 2**31, 2**53, -(2**53))


class Known(msgspec.Struct):
    """What somebody who has been at a table for a while may know."""

    tables: list[str] = []
    keys: list[bytes] = []
    secrets: list[bytes] = []
    presets: list[str] = []
    hand: tuple[int, ...] = ()
    melds: tuple[int, ...] = ()
    seq: int = 0
    act: int = 1


def _types(union: Any) -> dict[str, Any]:
    kinds = map(inspect.type_info, get_args(union))
    return {kind.cls.__name__: kind for kind in kinds}  # type: ignore[attr-defined]


CLIENT: Final = _types(FromClient)
SERVER: Final = _types(FromServer)
RULES: Final = {field.name: field for field in inspect.type_info(RuleSet).fields}  # type: ignore[attr-defined]
OFTEN: Final = ("Act", "Act", "Act", "Act", "Create", "Join", "Start", "Say", "Bot", "Resume")


class Sayer:
    """One source of words."""

    def __init__(self, chance: Random, known: Known | None = None) -> None:
        self.chance = chance
        self.known = known or Known()
        self._wild = 0.15
        """How often a field gets any value of its type instead of one that may do."""
        self.clumsy = 0.3
        """How often something is wrong about a frame."""

    # --- values -----------------------------------------------------------------------------

    def value(self, kind: Any, name: str = "") -> Any:
        """A value of *kind*; *name* is what the field is called."""
        chance = self.chance
        match kind:
            case inspect.IntType():
                return self._number(kind, name)
            case inspect.StrType():
                return self._text(name)
            case inspect.BytesType(min_length=least):
                return self._bytes(name, least or chance.randrange(40))
            case inspect.BoolType():
                return chance.random() < 0.5
            case inspect.NoneType():
                return None
            case inspect.EnumType(cls=cls):
                return chance.choice([each.value for each in cls])
            case inspect.UnionType(types=types):
                return self.value(chance.choice(types), name)
            case inspect.VarTupleType(item_type=item) | inspect.ListType(item_type=item):
                return [
                    self.value(item, name) for _ in range(chance.choice((0, 1, 3, 3, 4, 9)))
                ]
            case inspect.TupleType(item_types=items):
                return [self.value(item, name) for item in items]
            case inspect.DictType(key_type=key, value_type=item):
                if name == "changes":
                    return self._changes()
                return {self.value(key, name): self.value(item, name) for _ in range(2)}
            case inspect.StructType():
                return self.struct(kind)
        return chance.choice([0, "x", None])

    def struct(self, kind: Any) -> dict[str, Any]:
        told = {kind.tag_field: kind.tag} if kind.tag_field else {}
        for field in kind.fields:
            if field.required or self.chance.random() < 0.4:
                told[field.encode_name] = self.value(field.type, field.name)
        return told

    def _number(self, kind: Any, name: str) -> int:
        chance, known = self.chance, self.known
        low = kind.ge if kind.ge is not None else -3
        high = kind.le if kind.le is not None else 60
        if chance.random() >= self._wild:
            if (low, high) == (0, 52) and known.hand:
                return chance.choice(known.hand)
            if name == "meld" and known.melds:
                return chance.choice(known.melds)
            if name == "seq":
                return known.seq - (chance.random() < 0.1)
            if name == "seats":
                return chance.choice((2, 2, 3, 4, 6))
            if name in ("turn_seconds", "hold_seconds"):
                return chance.choice((0, 5, 30, 3600))
            if name == "protocol":
                return chance.choice(PROTOCOL)
        if chance.random() < 0.3:
            fits = [n for n in NUMBERS if low <= n <= (kind.le if kind.le is not None else n)]
            return chance.choice(fits or [low])
        return chance.randint(low, max(low, high))

    def _text(self, name: str) -> str:
        chance, known = self.chance, self.known
        told = {
            "table": known.tables,
            "preset": known.presets,
            "password": ["", "", "open", "OPEN"],
            "level": ["easy", "steady", "sharp", ""],
            "bots": ["easy", "steady", "sharp"],
            "kind": ["draw", "play"],
        }.get(name)
        if told and chance.random() >= self._wild:
            return chance.choice(told)
        return chance.choice(NASTY)

    def _bytes(self, name: str, size: int) -> bytes:
        known = self.known.keys if name == "key" else self.known.secrets
        if known and self.chance.random() < 0.6:
            return self.chance.choice(known)
        return self.chance.randbytes(size)

    def _changes(self) -> dict[str, Any]:
        names = self.chance.sample(sorted(RULES), self.chance.choice((0, 0, 1, 1, 2, 6)))
        return {name: self.value(RULES[name].type, name) for name in names}

    # --- messages ---------------------------------------------------------------------------

    def from_client(self, name: str = "") -> dict[str, Any]:
        """A message of a client, as data."""
        chance = self.chance
        often = chance.random() < 0.6
        name = name or (chance.choice(OFTEN) if often else chance.choice(sorted(CLIENT)))
        told = self.struct(CLIENT[name])
        if name == "Act" and chance.random() < 0.9:
            told["id"] = self.known.act
        return told

    def from_server(self, name: str = "") -> dict[str, Any]:
        """A message of a server, as data."""
        return self.struct(SERVER[name or self.chance.choice(sorted(SERVER))])

    def greeting(self) -> bytes:
        told = {
            "t": "hello",
            "protocol": list(PROTOCOL),
            "name": self._text("name")[:60] or "A",
        }
        return frame(msgspec.msgpack.encode(told))

    def frame(self, told: dict[str, Any]) -> bytes:
        """*told* as a frame: mostly as it is, else with something wrong about it."""
        if self.chance.random() >= self.clumsy:
            return frame(msgspec.msgpack.encode(told))
        return self.chance.choice(WRONGS)(self, told)


def _less(sayer: Sayer, told: dict[str, Any]) -> bytes:
    told.pop(sayer.chance.choice(sorted(told)))
    return frame(msgspec.msgpack.encode(told))


def _more(sayer: Sayer, told: dict[str, Any]) -> bytes:
    told[sayer.chance.choice(["x", "seat", "role", "pad", "t ", ""])] = sayer.chance.choice(
        NASTY
    )
    return frame(msgspec.msgpack.encode(told))


def _otherwise(sayer: Sayer, told: dict[str, Any]) -> bytes:
    others: list[Any] = [
        None, True, 1.5, float("nan"), -1, 2**63, "x", "x" * 5000, b"x" * 65, [], [[]] * 129,
        {}, {"a": {"b": {"c": {"d": {"e": {"f": {}}}}}}}, [[[[[[[]]]]]]], {"__proto__": 1},
        msgpack.ExtType(5, b"x"), msgpack.Timestamp(1), {1: 2}, {None: None}, 2**64 - 1,
        dict.fromkeys(map(str, range(33)), 0),
    ]  # fmt: skip
    told[sayer.chance.choice(sorted(told))] = sayer.chance.choice(others)
    return frame(msgpack.packb(told, use_bin_type=True))


def _twice(sayer: Sayer, told: dict[str, Any]) -> bytes:
    pairs = [msgspec.msgpack.encode(part) for pair in told.items() for part in pair]
    again = pairs[:2] if sayer.chance.random() < 0.5 else [pairs[0], b"\xc0"]
    return frame(bytes((0x80 | len(told) + 1,)) + b"".join([*pairs, *again]))


def _flipped(sayer: Sayer, told: dict[str, Any]) -> bytes:
    body = bytearray(msgspec.msgpack.encode(told))
    for _ in range(sayer.chance.choice((1, 1, 2, 8))):
        body[sayer.chance.randrange(len(body))] = sayer.chance.randrange(256)
    return frame(bytes(body))


def _cut(sayer: Sayer, told: dict[str, Any]) -> bytes:
    body = msgspec.msgpack.encode(told)
    return frame(body[: sayer.chance.randrange(1, len(body) + 1)])


def _lying(sayer: Sayer, told: dict[str, Any]) -> bytes:
    body = msgspec.msgpack.encode(told)
    length = sayer.chance.choice((0, 1, len(body) + 1, 512, 513, 4096, 4097, 2**31, 2**32 - 1))
    return length.to_bytes(4, "big") + body


def _noise(sayer: Sayer, told: dict[str, Any]) -> bytes:
    return sayer.chance.randbytes(sayer.chance.choice((1, 3, 4, 5, 40, 5000)))


WRONGS: Final[tuple[Callable[[Sayer, dict[str, Any]], bytes], ...]] = (
    _less, _more, _otherwise, _otherwise, _twice, _flipped, _flipped, _cut, _lying, _noise,
)  # fmt: skip
