"""What is not in the registry is not sent, at any depth; above all nothing of the game."""

from __future__ import annotations

import dataclasses
import datetime
import importlib
import inspect
import pkgutil
from enum import Enum
from fractions import Fraction
from typing import get_args

import msgspec
import pytest

import rummy_server.game
from rummy_protocol import codec
from rummy_protocol.actions import LayMeld
from rummy_protocol.codec import encode, encode_part
from rummy_protocol.messages import Accepted, Act, FromClient, FromServer, Refused, Update
from rummy_protocol.registry import CLASSES, MESSAGES, PARTS, check
from rummy_protocol.views import You
from rummy_server.game.sealed import Sealed


def game_modules() -> list[object]:
    below = pkgutil.walk_packages(rummy_server.game.__path__, "rummy_server.game.")
    return [rummy_server.game, *(importlib.import_module(each.name) for each in below)]


def game_classes() -> list[type]:
    return sorted(
        {
            kind
            for module in game_modules()
            for kind in vars(module).values()
            if inspect.isclass(kind)
            and kind.__module__.startswith("rummy_server.game")
            and not issubclass(kind, BaseException)
        },
        key=lambda kind: (kind.__module__, kind.__qualname__),
    )


def made(kind: type) -> object:
    """A value of *kind*, with nothing sensible in it: only its class matters."""
    if issubclass(kind, Enum):
        return next(iter(kind))
    if issubclass(kind, msgspec.Struct):
        needed = [each.name for each in msgspec.structs.fields(kind) if each.required]
        return kind(**dict.fromkeys(needed, 0))
    if issubclass(kind, tuple):
        return kind(*[0] * len(kind._fields))
    return object.__new__(kind)


CLASSES_OF_GAME = game_classes()
DEPTHS = {
    "a list in a list": lambda value: [[value]],
    "a tuple": lambda value: (1, value),
    "the value of a map": lambda value: {"k": value},
    "the key of a map": lambda value: {value: 1} if kind_hashes(value) else {"k": [value]},
    "a tuple in a map in a list": lambda value: [{"k": (value,)}],
}


def kind_hashes(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


@pytest.fixture
def loosely():
    """As on a busy server: views are not walked. In tests they are, else."""
    codec.be_strict(False)
    yield
    codec.be_strict(True)


def test_there_are_classes_of_the_game_to_be_refused():
    names = {kind.__name__ for kind in CLASSES_OF_GAME}

    assert {"Deal", "Match", "Meld", "Drew", "Rules", "Phase"} <= names


@pytest.mark.parametrize("kind", CLASSES_OF_GAME, ids=lambda kind: kind.__qualname__)
class TestNothingOfTheGameIsSent:
    def test_not_as_a_message(self, kind):
        value = made(kind)

        with pytest.raises(TypeError, match="is not a message"):
            encode(value)

    def test_not_as_a_part(self, kind):
        value = made(kind)

        with pytest.raises(TypeError, match="is not a view"):
            encode_part(value)

    @pytest.mark.parametrize("place", ["table", "deal", "you"])
    def test_not_in_an_update(self, kind, place, examples):
        update = msgspec.structs.replace(examples["Update"], **{place: made(kind)})

        with pytest.raises(TypeError, match="not sent over the wire"):
            encode(update)

    @pytest.mark.parametrize("depth", DEPTHS)
    def test_not_deep_inside_a_message(self, kind, depth):
        inside = DEPTHS[depth](made(kind))

        for message in (
            Refused(1, "x", "", inside),
            Refused(1, inside),
            Act(1, 2, LayMeld(inside)),
            Act(1, 2, inside),
        ):
            with pytest.raises(TypeError, match="not sent over the wire"):
                encode(message)

    @pytest.mark.parametrize("depth", DEPTHS)
    def test_not_deep_inside_a_part(self, kind, depth):
        view = You(0, DEPTHS[depth](made(kind)))

        with pytest.raises(TypeError, match="not sent over the wire"):
            encode_part(view)


SEALED = [kind for kind in CLASSES_OF_GAME if issubclass(kind, Sealed)]


@pytest.mark.parametrize("kind", SEALED, ids=lambda kind: kind.__qualname__)
@pytest.mark.parametrize("depth", DEPTHS)
def test_a_seal_is_refused_by_the_encoder_alone(kind, depth, loosely):
    """Without the walk: this is what holds on a busy server."""
    view = You(0, DEPTHS[depth](made(kind)))

    with pytest.raises(TypeError, match="Seal"):
        encode_part(view)


@pytest.mark.parametrize("kind", SEALED, ids=lambda kind: kind.__qualname__)
def test_no_class_leaves_its_seal_out(kind):
    """`omit_defaults` would: the seal is a default."""
    assert not kind.__struct_config__.omit_defaults
    assert "seal" in kind.__struct_fields__


class Stranger(msgspec.Struct, frozen=True):
    x: int = 0


@dataclasses.dataclass
class Data:
    x: int = 0


class LikeAccepted(Accepted, frozen=True):
    pass


class Number(int):
    pass


class Colour(Enum):
    RED = "red"


STRANGERS = [
    Stranger(), Data(), LikeAccepted(1), Number(1), Colour.RED, 1.5, {1}, frozenset(), object(),
    Fraction(1, 2), datetime.date(2000, 1, 1), msgspec.Raw(b"\x01"), msgspec.UNSET, bytearray(),
    memoryview(b""), 1j, ..., range(3), TypeError, encode,
]  # fmt: skip


@pytest.mark.parametrize("value", STRANGERS, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("depth", ["itself", *DEPTHS])
def test_strangers_are_refused(value, depth):
    inside = DEPTHS[depth](value) if depth in DEPTHS else value

    for message in (Refused(1, "x", "", inside), Refused(1, "x", inside), Accepted(inside)):
        with pytest.raises(TypeError):
            encode(message)
    with pytest.raises(TypeError):
        encode_part(You(0, inside))


@pytest.mark.parametrize("kind", [int, dict, str, tuple, type(None), *sorted(PARTS, key=str)])
def test_only_messages_are_messages(kind, examples):
    parts = {type(part): part for part in (examples["Update"].table, examples["Update"].you)}

    with pytest.raises(TypeError):
        encode(parts.get(kind, kind() if kind not in PARTS else examples["Update"].deal))


def test_a_message_is_no_part(example):
    with pytest.raises(TypeError):
        encode_part(example)


def test_all_that_is_sent_passes_the_walk(example):
    check(example)


def test_the_registry_knows_exactly_what_messages_are_made_of(classes_in):
    """A class that no message holds has no business there, and none may be missing."""
    reachable = set().union(*map(classes_in, MESSAGES))

    assert reachable == CLASSES
    assert set(get_args(FromClient)) | set(get_args(FromServer)) == MESSAGES
    assert classes_in(Update) >= PARTS


def test_every_tag_is_used_once_in_each_direction():
    for union in (FromClient, FromServer):
        tags = [kind.__struct_config__.tag for kind in get_args(union)]
        assert len(tags) == len(set(tags))
