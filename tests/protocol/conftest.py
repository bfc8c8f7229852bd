"""Messages of every kind, for the tests of the protocol."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, get_args, get_origin

import msgspec
import pytest
from hypothesis import strategies as st

from rummy_protocol import messages, news, views
from rummy_protocol.actions import ACTIONS, LayMeld
from rummy_protocol.cards import faces
from rummy_protocol.codec import decode_from_client, decode_from_server
from rummy_protocol.messages import FromClient, FromServer
from rummy_protocol.registry import FROM_CLIENT, FROM_SERVER
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.switches import changed
from rummy_server.game.variants import PRESETS

RULE_SETS = (
    RuleSet(),
    changed(RuleSet(), {"deals": 4, "going_rummy": "double", "ace": "either"}),
    RuleSet(preset="house", packs=2, hand_sizes=(13, 13, 13, 13, 13), max_recycles=None),
)


def _number(info: msgspec.inspect.IntType) -> st.SearchStrategy[int]:
    low = info.ge if info.ge is not None else -(2**53)
    return st.integers(low, info.le if info.le is not None else 2**53)


def _struct(info: msgspec.inspect.StructType) -> st.SearchStrategy[Any]:
    if info.cls is RuleSet:
        return st.sampled_from(RULE_SETS)
    return st.builds(info.cls, **{field.name: strategy(field.type) for field in info.fields})


def strategy(info: msgspec.inspect.Type) -> st.SearchStrategy[Any]:
    """Values of a type as msgspec sees it, so that a new field is drawn without being told."""
    match info:
        case msgspec.inspect.StructType():
            return st.deferred(lambda: _struct(info))
        case msgspec.inspect.UnionType():
            return st.one_of(*map(strategy, info.types))
        case msgspec.inspect.VarTupleType():
            return st.lists(strategy(info.item_type), max_size=4).map(tuple)
        case msgspec.inspect.TupleType():
            return st.tuples(*map(strategy, info.item_types))
        case msgspec.inspect.DictType():
            return st.dictionaries(st.text(max_size=9), strategy(info.value_type), max_size=3)
        case msgspec.inspect.IntType():
            return _number(info)
        case msgspec.inspect.StrType():
            return st.text(max_size=12)
        case msgspec.inspect.BytesType():
            return st.binary(min_size=info.min_length or 0, max_size=info.max_length or 20)
        case msgspec.inspect.BoolType():
            return st.booleans()
        case msgspec.inspect.NoneType():
            return st.none()
        case msgspec.inspect.EnumType():
            return st.sampled_from(info.cls)
    raise AssertionError(f"no values are known for {info}")


def messages_of(kind: type) -> st.SearchStrategy[Any]:
    return strategy(msgspec.inspect.type_info(kind))


def classes_in(annotation: Any) -> set[type]:
    """Every class that can stand somewhere in a value of *annotation*."""
    if isinstance(annotation, type) and issubclass(annotation, msgspec.Struct):
        kinds = {annotation}
        for field in msgspec.structs.fields(annotation):
            kinds |= classes_in(field.type)
        return kinds
    inner = get_args(annotation) if get_origin(annotation) is not None else ()
    return set().union(*map(classes_in, (*inner, *getattr(annotation, "__args__", ()))))


def _examples() -> dict[str, FromClient | FromServer]:
    """One message of each kind, with something in each place."""
    key, secret = bytes(range(16)), bytes(range(32))
    seat = views.SeatView("Ann", views.SeatKind.HUMAN, (23, 2), views.Presence.LOST, 90, True)
    table = views.TableView(
        "K7QF", "Kitchen", RULE_SETS[1], views.Options(seats=2), views.Stage.PLAYING,
        (seat, views.SeatView("Bot", views.SeatKind.BOT, level="sharp")),
        host=0, spectators=("Zoe",), watching=1, clock=900,
        result=views.MatchResult((0,), "target"), votes=((0, 1, views.Absence.END),),
    )  # fmt: skip
    result = views.SeatResult(faces("AS"), 1, (1, 1), (9, 1))
    deal = views.DealView(
        3, 1, (views.Waiting(0, "play"),), (7, 6), 22, 2, faces("KD"),
        (views.MeldView(1, None, faces("7S 8S 9S"), (1, 1, 1)),), 9, 1,
        (news.Dealt(1, 1, 7, faces("2C")[0]), news.TookDiscard(2, 0, (None,))),
        views.DealResult(2, 0, True, "out", (result,)),
    )  # fmt: skip
    you = views.You(
        0, faces("4C 5C 6C KD"), ("meld", "discard"), faces("KD")[0], faces("KD")[0],
        (faces("4C 5C 6C"),), faces("KD"), 25, 10,
        (views.Fit(faces("6C")[0], (1,)),), (views.Lay(faces("4C 5C JK"), faces("6C")),),
        (views.Fit(faces("KD")[0], (1,)),), (views.Take(2, True),),
        views.OpeningView(40, 18, 42, ("S3", "R4"), True), "go-out", faces("KD"),
        (faces("KD 4C"), faces("6C 5C")),
    )  # fmt: skip
    hands = views.OpenHands((views.You(0, faces("4C 5C 6C KD"), points=25),))
    line = messages.TableLine("K7QF", "K", RULE_SETS[0], views.Options(), "playing", 2, 1)
    last = messages.Refused(12, "not-a-meld", "R17", {"cards": "7H 8H"})
    said = [
        messages.Hello((1, 0), "Ann", "rummy 0.1"),
        messages.ListTables(1),
        messages.Create(2, "Kitchen", key, secret, changes={"deals": 4}, bots=("easy",)),
        messages.Join(3, "K7QF", key, secret, "pw"),
        messages.Resume(4, key, secret, secret),
        messages.Watch(5, "K7QF"),
        messages.Leave(6),
        messages.Ready(7, False),
        messages.Start(8),
        messages.Bot(9, "", 1),
        messages.BuyIn(16),
        messages.Games(17),
        messages.Rematch(10),
        messages.Vote(11, 1, views.Absence.WAIT),
        messages.Act(12, 70_000, LayMeld(faces("7S 8S 9S"))),
        messages.Advise(13),
        messages.Arrange(18, (faces("KD 4C"), faces("6C 5C"))),
        messages.History(14, 8),
        messages.Say(15, "Prost!"),
        messages.Consent(18, False),
        messages.ShowOut(19, "Zoe"),
        messages.Welcome((1, 0), "Kitchen", "0.1", "Ann", 4096, 5),
        messages.Tables(1, (line,)),
        messages.GameList(17, RULE_SETS),
        messages.Seated(3, "K7QF", 0, 12, last, 4),
        messages.Watching(5, "K7QF"),
        messages.Accepted(12, 70_001),
        messages.Refused(12, "just-taken", "R35", {"card": "KD"}),
        messages.Update(70_001, table, deal, you, hands),
        messages.Page(14, 3, (news.Drew(9, 0), news.WentOut(10, 0, False)), True),
        messages.Advice(13, ACTIONS[0]()),
        messages.Chat(0, "Ann", "Prost!"),
        messages.Announcement("says", {"text": "We close at ten."}),
        messages.Goodbye("slow"),
        messages.Ping(),
    ]  # fmt: skip
    return {type(message).__name__: message for message in said}


EXAMPLES = _examples()
assert {type(each) for each in EXAMPLES.values()} == FROM_CLIENT | FROM_SERVER


@pytest.fixture(params=sorted(EXAMPLES))
def example(request: pytest.FixtureRequest) -> FromClient | FromServer:
    """One message of each kind after another."""
    return EXAMPLES[request.param]


@pytest.fixture(scope="session")
def examples() -> dict[str, FromClient | FromServer]:
    """All of them, by the name of their class."""
    return EXAMPLES


@pytest.fixture(scope="session", name="messages_of")
def messages_of_fixture() -> Callable[[type], st.SearchStrategy[Any]]:
    """A strategy for the values of a class."""
    return messages_of


@pytest.fixture(scope="session", name="classes_in")
def classes_in_fixture() -> Callable[[Any], set[type]]:
    return classes_in


def decode(body: bytes, sender: str) -> FromClient | FromServer:
    return (decode_from_client if sender == "client" else decode_from_server)(body)


@pytest.fixture(scope="session", name="decode")
def decode_fixture() -> Callable[[bytes, str], FromClient | FromServer]:
    """Read a body as what *sender* said."""
    return decode


@pytest.fixture(scope="session")
def rule_sets() -> ModuleType:
    """Rule sets to try things on: `rule_sets.py`, beside this file."""
    place = Path(__file__).with_name("rule_sets.py")
    spec = importlib.util.spec_from_file_location("rummy_rule_sets", place)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture(scope="session")
def presets() -> dict[str, RuleSet]:
    """Every game by its name."""
    return dict(PRESETS)
