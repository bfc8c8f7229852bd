"""What is fuzzed with bytes: each target takes any bytes at all and must come back.

A target fails by raising anything but the one refusal that its caller expects. It also holds
what comes out to a few truths, so that more than a crash is found.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgspec

from rummy_client.desk import Desk
from rummy_client.linkstate import Online
from rummy_client.model import Model, hear
from rummy_client.plain.tell import Teller
from rummy_client.screen import Look, Scene, Size, draw, text_of
from rummy_client.sound import received
from rummy_protocol import PROTOCOL
from rummy_protocol.clean import cells, clean, skeleton, within
from rummy_protocol.codec import decode_from_client, decode_from_server, encode
from rummy_protocol.connection import ClientEnd, ServerEnd
from rummy_protocol.errors import Code, Declined, ProtocolViolation
from rummy_protocol.framing import PREFIX, FrameReader
from rummy_protocol.limits import GREETING, TO_CLIENT, TO_SERVER
from rummy_protocol.messages import FromServer, Hello, Page, Update, Welcome
from rummy_protocol.rulefile import read_rules, to_json, to_toml

__all__ = ["TARGETS"]

HELLO: Final = encode(Hello(PROTOCOL, "Ann"))
WELCOME: Final = encode(Welcome(PROTOCOL, "House", "1", "Ann", TO_SERVER.frame, 5))


def _size(value: object) -> int:
    """How many values there are in *value*, itself included."""
    todo, count = [value], 0
    while todo:
        one = todo.pop()
        count += 1
        if isinstance(one, msgspec.Struct):
            todo += [getattr(one, name) for name in one.__struct_fields__]
        elif isinstance(one, dict):
            todo += [*one, *one.values()]
        elif isinstance(one, tuple | list):
            todo += one
    return count


def from_client(data: bytes) -> None:
    """The body of a frame that a server reads."""
    with suppress(ProtocolViolation):
        message = decode_from_client(data)
        # Fields that were left out are there now; beyond that nothing grows.
        assert _size(message) <= len(data) + 40
        if len(data) < TO_SERVER.frame // 2:
            assert decode_from_client(encode(message)[PREFIX:]) == message


def from_server(data: bytes) -> None:
    """The body of a frame that a client reads."""
    with suppress(ProtocolViolation):
        message = decode_from_server(data)
        if len(data) < TO_CLIENT.frame // 2:
            assert decode_from_server(encode(message)[PREFIX:]) == message


def _heard(end: ServerEnd | ClientEnd, parts: list[bytes]) -> tuple[list[object], Code | None]:
    heard: list[object] = []
    with suppress(ProtocolViolation):
        for part in parts:
            heard += end.receive(part)
    return heard, end.fault.code if end.fault else None


def at_the_server(data: bytes) -> None:
    """All that one client sends: the same in one piece, byte by byte, and after a greeting."""
    single = [data[n : n + 1] for n in range(min(len(data), 200))]
    assert _heard(ServerEnd(), single) == _heard(ServerEnd(), [data[:200]])
    _heard(ServerEnd(), [HELLO, data])


def framing(data: bytes) -> None:
    """Any bytes in any pieces; never more is held than was allowed."""
    if not data:
        return
    step, whole, pieces = data[0] % 7 + 1, FrameReader(64, 16), FrameReader(64, 16)
    found: list[bytes] = []
    with suppress(ProtocolViolation):
        for n in range(1, len(data), step):
            found += pieces.feed(data[n : n + step])
            assert len(pieces._buffer) <= PREFIX + 64 + step
    expected: list[bytes] = []
    with suppress(ProtocolViolation):
        expected = whole.feed(data[1:])
    assert found == expected
    assert all(0 < len(body) <= 64 for body in found)
    assert not found or len(found[0]) <= 16 < GREETING


def text(data: bytes) -> None:
    """What people write."""
    told = data.decode("utf-8", "surrogateescape" if len(data) % 2 else "replace")
    for room, lines in ((24, 1), (200, 2)):
        once = clean(told, room, lines)
        assert once == clean(once, room, lines)
        parts = once.split("\n")
        assert len(parts) <= lines
        assert all(part.isprintable() and cells(part) <= room for part in parts)
        assert len(within(once, 100).encode()) <= 100
    skeleton(clean(told, 24))


def rules(data: bytes) -> None:
    """A file of rules."""
    with suppress(Declined):
        read = read_rules(data.decode("utf-8", "replace"), "mine")
        assert read_rules(to_toml(read)) == read
        assert read_rules(to_json(read)) == read


def client(data: bytes) -> None:
    """All that one server sends: decoded, understood, drawn and told in lines."""
    end, model, teller = ClientEnd(), hear(Model(), Online(), 0.0), Teller()
    with suppress(ProtocolViolation):
        for message in end.receive(WELCOME + data):
            model = _shown(model, teller, message)


def _shown(model: Model, teller: Teller, message: FromServer) -> Model:
    if not isinstance(message, Update | Page):
        message = received(message)  # as the link does
    new = hear(model, message, 1.0)
    lines = teller.tell(model, message, new, 1.0)
    picture = draw(Scene(new, Desk(), Look(), Size(80, 24), 2.0))
    assert len(picture) == 24
    for line in (*lines, *map(text_of, picture)):
        assert all(char.isprintable() or char == "\n" for char in line), ascii(line)
    return new


TARGETS: Final[dict[str, Callable[[bytes], None]]] = {
    "from_client": from_client,
    "from_server": from_server,
    "at_the_server": at_the_server,
    "client": client,
    "framing": framing,
    "text": text,
    "rules": rules,
}
