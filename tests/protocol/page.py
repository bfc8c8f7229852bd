"""The parts of ``docs/protocol.md`` that follow from the classes.

The test compares the page with this; running the module writes them anew.
"""

from __future__ import annotations

import ast
import hashlib
import inspect
import itertools
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec
from msgspec.inspect import (
    BoolType,
    BytesType,
    DictType,
    EnumType,
    IntType,
    NoneType,
    StrType,
    StructType,
    TupleType,
    UnionType,
    VarTupleType,
)

from rummy_protocol import actions, errors, messages, news, ruleset, views
from rummy_protocol.actions import Action, LayMeld
from rummy_protocol.cards import Face, faces, name
from rummy_protocol.choices import DiscardDraw, DiscardUse, JokerSwap, MeldsPerTurn, Seen
from rummy_protocol.codec import encode
from rummy_protocol.framing import PREFIX
from rummy_protocol.limits import TO_CLIENT, TO_SERVER
from rummy_protocol.messages import FromClient, FromServer
from rummy_protocol.news import Entry
from rummy_protocol.padding import KEY
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import ENGLISH

PAGE = Path(__file__).parent.parent.parent / "docs" / "protocol.md"
MARK = re.compile(r"(<!-- begin: ([\w-]+) -->\n)(.*?)(<!-- end: \2 -->)", re.DOTALL)
UNIONS = {frozenset(get_args(Action)): "Action", frozenset(get_args(Entry)): "Entry"}


# --- types and defaults, in words ----------------------------------------------------------


def in_words(kind: msgspec.inspect.Type) -> str:
    """A type as a stranger to Python would write it."""
    match kind:
        case IntType(ge=0, le=52):
            return "card"
        case IntType(ge=None, le=None):
            return "int"
        case IntType(ge=low, le=None):
            return f"int, {low} or more"
        case IntType(ge=low, le=high):
            return f"int, {low} to {high}"
        case StrType():
            return "string"
        case BytesType(min_length=length):
            return f"bin, {length} bytes"
        case BoolType():
            return "bool"
        case NoneType():
            return "nil"
        case EnumType():
            return " / ".join(f"`{member.value}`" for member in kind.cls)
        case StructType():
            return kind.cls.__name__
        case VarTupleType():
            return f"array of {in_words(kind.item_type)}"
        case TupleType():
            return f"array: {', '.join(map(in_words, kind.item_types))}"
        case DictType():
            return f"map: string to {in_words(kind.value_type)}"
        case UnionType():
            return union_in_words(kind)
    raise AssertionError(f"no words for {kind}")


def union_in_words(kind: UnionType) -> str:
    structs = [each for each in kind.types if isinstance(each, StructType)]
    union = UNIONS.get(frozenset(each.cls for each in structs))
    words = [union] if union else [each.cls.__name__ for each in structs]
    words += [in_words(each) for each in kind.types if each not in structs]
    return " or ".join(sorted(words, key=lambda word: word == "nil"))


def default_in_words(field: msgspec.inspect.Field) -> str:
    if field.required:
        return ""
    value = field.default
    if value is msgspec.NODEFAULT:
        value = field.default_factory()
    if isinstance(value, RuleSet | views.Options):
        return "its defaults"
    return f"`{msgspec.json.encode(value).decode().replace('null', 'nil')}`"


# --- docstrings ------------------------------------------------------------------------------


def one_line(text: str) -> str:
    """A docstring as one line: reference marks become code, a table's bars are kept apart."""
    return " ".join(text.split()).replace("``", "`").replace("|", "\\|")


def field_docs(kind: type) -> dict[str, str]:
    """The strings beneath the fields of *kind*."""
    tree = ast.parse(inspect.getsource(kind))
    docs: dict[str, str] = {}
    body = tree.body[0].body
    for before, after in itertools.pairwise(body):
        if isinstance(before, ast.AnnAssign) and isinstance(after, ast.Expr):
            docs[before.target.id] = one_line(after.value.value)
    return docs


def member_docs(kind: type) -> dict[str, str]:
    docs: dict[str, str] = {}
    body = ast.parse(inspect.getsource(kind)).body[0].body
    for before, after in itertools.pairwise(body):
        if isinstance(before, ast.Assign) and isinstance(after, ast.Expr):
            docs[before.targets[0].id] = one_line(after.value.value)
    return docs


# --- the sections ---------------------------------------------------------------------------


def structure(kind: type, tag_field: str = "") -> Iterator[str]:
    """A heading, what it is, and a table of its fields."""
    tag = kind.__struct_config__.tag
    yield f"#### {kind.__name__}" + (f": `{tag_field}` is `{tag}`" if tag_field else "")
    yield ""
    if kind.__doc__:
        first, _, rest = inspect.cleandoc(kind.__doc__).partition("\n\n")
        yield one_line(first)
        yield ""
        for paragraph in filter(None, rest.split("\n\n")):
            if "Raises:" not in paragraph:
                yield one_line(paragraph)
                yield ""
    docs = {}
    for base in reversed(kind.__mro__):
        if base.__module__.startswith("rummy_protocol"):
            docs |= field_docs(base)
    fields = msgspec.inspect.type_info(kind).fields
    if fields:
        yield "| field | type | default | |"
        yield "| --- | --- | --- | --- |"
        for field in fields:
            told = docs.get(field.name, "")
            yield (
                f"| `{field.encode_name}` | {in_words(field.type)} | "
                f"{default_in_words(field)} | {told} |"
            )
        yield ""


def structures(kinds: Any, tag_field: str = "") -> Iterator[str]:
    for kind in kinds:
        yield from structure(kind, tag_field)


def limits() -> Iterator[str]:
    yield "| limit | to the server | to the client |"
    yield "| --- | --- | --- |"
    docs = field_docs(type(TO_SERVER))
    for limit in TO_SERVER.__struct_fields__:
        told = docs[limit].rstrip(".")
        yield f"| {told} | {getattr(TO_SERVER, limit):,} | {getattr(TO_CLIENT, limit):,} |"


def cards() -> Iterator[str]:
    yield "| | A | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | J | Q | K |"
    yield "| --- " * 14 + "|"
    for suit, word in enumerate(("clubs", "diamonds", "hearts", "spades")):
        numbers = " | ".join(str(suit * 13 + rank) for rank in range(13))
        assert name(Face(suit * 13))[1] == word[0].upper()
        yield f"| {word} | {numbers} |"


def codes(goodbyes: bool) -> Iterator[str]:
    table = ENGLISH.goodbyes if goodbyes else ENGLISH.refusals
    docs = member_docs(errors.Code)
    yield "| code | meaning | in English |"
    yield "| --- | --- | --- |"
    for code in errors.Code:
        if code.value in table:
            yield f"| `{code.value}` | {docs.get(code.name, '')} | {table[code.value]} |"


def announcements() -> Iterator[str]:
    docs = member_docs(messages.Announced)
    yield "| code | meaning | in English |"
    yield "| --- | --- | --- |"
    for code in messages.Announced:
        yield f"| `{code.value}` | {docs[code.name]} | {ENGLISH.announcements[code.value]} |"


def plain_table() -> tuple[views.TableView, views.DealView, views.You]:
    """The beginning of a game with one pack."""
    seats = (
        views.SeatView("Ann", views.SeatKind.HUMAN),
        views.SeatView("Robin", views.SeatKind.BOT, level="steady"),
    )
    table = views.TableView(
        "K7QF2", "Kitchen", RuleSet(preset="basic"), views.Options(seats=2),
        views.Stage.PLAYING, seats, 0,
    )  # fmt: skip
    deal = views.DealView(
        1, 1, (views.Waiting(0, "draw"),), (10, 10), 31, 1, faces("KD"), (), 1, 0,
        (news.Dealt(1, 1, 10, faces("KD")[0]),),
    )  # fmt: skip
    you = views.You(
        0, faces("2C 7C 8C 9C 4D 5D TH JH 2S QS"), ("draw", "take"), None, None,
        (faces("7C 8C 9C"),), faces("2C 4D 5D TH JH 2S QS"), 67, 43,
    )  # fmt: skip
    return table, deal, you


def later_turn() -> tuple[views.TableView, views.DealView, views.You]:
    """Another game: the pile lies spread, a joker lies in a meld, one has still to open."""
    rules = RuleSet(
        preset="house", jokers=2, hand_sizes=(7, 7, 7, 6, 6), opening_points=40,
        discard_draw=DiscardDraw.DEEP, discard_use=DiscardUse.MUST_IF_DEEP,
        discard_visible=Seen.ALL, joker_swap=JokerSwap.OWN_TURN,
        melds_per_turn=MeldsPerTurn.ANY,
    )  # fmt: skip
    table = msgspec.structs.replace(plain_table()[0], rules=rules)
    deal = views.DealView(
        2, 0, (views.Waiting(0, "draw"),), (7, 4), 37, 3, faces("5H QD 8S"),
        (views.MeldView(1, 1, faces("5S JK 7S"), (1, 1, 1), faces("5S 6S 7S")),), 9, 0,
        (news.Melded(17, 1, 1, faces("5S JK 7S"), faces("5S 6S 7S"), opens=True),
         news.Discarded(18, 1, faces("8S")[0])),
        opened=(1,),
    )  # fmt: skip
    you = views.You(
        seat=0, hand=faces("5C 5D 2H 6S 9S TS JK"), may=("draw", "take"),
        split=(faces("9S TS JK"),), deadwood=faces("5C 5D 2H 6S"), points=52, dead_points=18,
        can_meld=(views.Lay(faces("5C 5D JK"), faces("5H")),
                  views.Lay(faces("5C 5D JK"), faces("5S")),
                  views.Lay(faces("JK 9S TS"), faces("8S")),
                  views.Lay(faces("9S TS JK"), faces("JS"))),
        takes=(views.Take(1), views.Take(3, must=True)),
        opening=views.OpeningView(need=40, best=29),
    )  # fmt: skip
    return table, deal, you


def examples_of_bytes() -> list[tuple[str, FromClient | FromServer]]:
    key = bytes(range(16))
    first, second = b"\x01" * 32, b"\x02" * 32
    hashed, after = hashlib.sha256(first).digest(), hashlib.sha256(second).digest()
    table, deal, you = plain_table()
    unclear = {"choices": "8S|JS"}
    swapped = news.Swapped(25, 0, 1, faces("6S"))
    return [
        ("client", messages.Hello((1, 0), "Ann", "example 1")),
        ("server", messages.Welcome((1, 0), "Kitchen", "0.1.0", "Ann", 4096, 5)),
        ("client", messages.ListTables(1)),
        ("client", messages.Join(2, "K7QF2", key, hashed)),
        ("server", messages.Seated(2, "K7QF2", 0)),
        ("server", messages.Update(1, table, deal, you)),
        ("client", messages.Act(1, 1, actions.DrawStock())),
        ("server", messages.Accepted(1, 2)),
        ("client", messages.Act(2, 2, LayMeld(faces("7C 8C 9C")))),
        ("client", messages.Act(3, 3, actions.Discard(faces("KD")[0]))),
        ("server", messages.Refused(3, "not-your-card", "R33", {"card": "KD"})),
        ("server", messages.Update(61, *later_turn())),
        ("client", messages.Act(4, 61, actions.TakeDiscard(3))),
        ("client", messages.Act(5, 62, LayMeld(faces("9S TS JK")))),
        ("server", messages.Refused(5, "joker-unclear", "E49", unclear)),
        ("client", messages.Act(6, 62, LayMeld(faces("9S TS JK"), faces("JS")))),
        ("client", messages.Act(7, 63, actions.SwapJoker(1, faces("6S")))),
        ("client", messages.History(3, 24)),
        ("server", messages.Page(3, 2, (swapped,))),
        ("client", messages.Resume(1, key, first, after)),
        ("client", messages.Ping()),
        ("server", messages.Goodbye("shutdown", {"seconds": 5})),
    ]


def in_hex(frame: bytes) -> Iterator[str]:
    """The bytes in lines, and how many zeros there are at the end."""
    said = frame.rstrip(b"\0")
    yield frame[:PREFIX].hex(" ")
    for start in range(PREFIX, len(said), 24):
        yield said[start : start + 24].hex(" ")
    if len(said) < len(frame):
        yield f"({len(frame) - len(said)} times 00)"


def byte_examples() -> Iterator[str]:
    for sender, message in examples_of_bytes():
        text = msgspec.json.format(
            msgspec.json.encode(
                shown(unpadded(msgspec.msgpack.decode(encode(message)[PREFIX:])))
            ),
            indent=0,
        ).decode()
        yield f"From the {sender}, `{type(message).__name__}`:"
        yield ""
        yield "```json"
        yield text
        yield "```"
        yield f"```hex {sender}"
        yield from in_hex(encode(message))
        yield "```"
        yield ""


def unpadded(body: dict[str, Any]) -> dict[str, Any]:
    """What a body says: all of it but the padding."""
    return {key: value for key, value in body.items() if key != KEY}


def shown(value: Any) -> Any:
    """Binary values as ``h'..'``, since JSON has none."""
    if isinstance(value, bytes):
        return f"h'{value.hex()}'"
    if isinstance(value, dict):
        return {key: shown(inside) for key, inside in value.items()}
    return [shown(inside) for inside in value] if isinstance(value, list) else value


def parts_of_views() -> tuple[type, ...]:
    return (
        views.TableView, messages.TableLine, views.Options, views.SeatView, views.MatchResult,
        views.DealView, views.Waiting, views.MeldView, views.DealResult, views.SeatResult,
        views.You, views.Fit, views.Lay, views.Take, views.OpeningView,
    )  # fmt: skip


SECTIONS = {
    "limits": limits,
    "cards": cards,
    "from-client": lambda: structures(get_args(FromClient), "t"),
    "from-server": lambda: structures(get_args(FromServer), "t"),
    "actions": lambda: structures(get_args(Action), "a"),
    "entries": lambda: structures(get_args(Entry), "e"),
    "views": lambda: structures(parts_of_views()),
    "rules": lambda: structures((ruleset.RuleSet, ruleset.DealChange)),
    "refusals": lambda: codes(goodbyes=False),
    "goodbyes": lambda: codes(goodbyes=True),
    "announcements": announcements,
    "bytes": byte_examples,
}


def rendered(page: str) -> str:
    """*page* with its sections as they have to be."""

    def anew(found: re.Match[str]) -> str:
        body = "\n".join(SECTIONS[found[2]]()).rstrip() + "\n"
        return f"{found[1]}{body}{found[4]}"

    return MARK.sub(anew, page)


if __name__ == "__main__":
    PAGE.write_text(rendered(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
