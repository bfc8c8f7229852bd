"""Messages to bytes and back. The only module that knows msgpack.

What comes in is unpacked under explicit limits, walked, and only then judged by the types of
`messages`; whatever is wrong with it ends as one `ProtocolViolation`. What goes out has to be
in the registry of messages and views, and may hold only what the registry knows. Whether a
message may come *now* is `connection`'s business. Every frame goes out padded, and the padding
of what comes in is looked at and taken off here; nobody else knows of it.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Any, Final, NoReturn, cast

import msgpack
import msgspec

from .errors import Code, Declined, ProtocolViolation
from .framing import PREFIX, frame
from .limits import TO_CLIENT, TO_SERVER, Limits
from .messages import FromClient, FromServer, TableLine, Update
from .padding import KEY, LEAST_TAIL, beginning, is_padding, padded, with_entries
from .registry import FROM_CLIENT, FROM_SERVER, PARTS, check
from .update_size import base_size, open_room, private_room, size_for
from .views import DealView, OpenHands, TableView, You

__all__ = [
    "UpdateFrames",
    "as_many_as_fit",
    "be_strict",
    "decode_from_client",
    "decode_from_server",
    "encode",
    "encode_part",
]

_LARGEST: Final = 2**53
"""Whole numbers up to here are exact in every language's number type."""

_UNREADABLE: Final = (
    ValueError,
    TypeError,
    OverflowError,
    RecursionError,
    MemoryError,
    msgpack.UnpackException,
)
"""What `msgpack.unpackb` may raise over bytes that it does not like."""


# --- in ----------------------------------------------------------------------------------


def _bad(code: Code, why: str, at: str = "") -> NoReturn:
    raise ProtocolViolation(code, why=why, at=at) from None


def _map(pairs: list[tuple[Any, Any]]) -> dict[str, Any]:
    """A map whose keys are strings and come once each."""
    made = dict(pairs)
    if len(made) != len(pairs):
        _bad(Code.BAD_FRAME, why="repeated-key")
    for key in made:
        if type(key) is not str:
            _bad(Code.BAD_FRAME, why="key")
    return made


def _walk(inside: Any, room: int) -> None:
    """Refuse values of other types than ours, numbers too large, and deep nesting."""
    for value in inside:
        kind = type(value)
        if kind is str:
            continue
        if kind is int:
            if not -_LARGEST <= value <= _LARGEST:
                _bad(Code.BAD_FRAME, why="number")
        elif kind is list or kind is dict:
            if room == 0:
                _bad(Code.BAD_FRAME, why="depth")
            _walk(value if kind is list else value.values(), room - 1)
        elif not (value is None or kind is bool or kind is bytes):
            _bad(Code.BAD_FRAME, why="type")


def _unpacker(limits: Limits) -> Callable[[bytes], Any]:
    return functools.partial(
        msgpack.unpackb,
        raw=False,
        strict_map_key=True,
        object_pairs_hook=_map,
        max_map_len=limits.map,
        max_array_len=limits.array,
        max_str_len=limits.string,
        max_bin_len=limits.bin,
        max_ext_len=0,
    )


def _place(exc: msgspec.ValidationError) -> str:
    """Where in the message it is wrong, in our words: never what the peer had put there."""
    _, found, place = str(exc).rpartition(" - at `")
    return place.rstrip("`").replace("$.message", "$", 1) if found else "$"


class _ClientSaid(msgspec.Struct):
    message: FromClient


class _ServerSaid(msgspec.Struct):
    message: FromServer


# A union is converted forty times faster as the field of a class than by itself: msgspec
# keeps what it has found out about a class, and finds it out anew for a bare union.
def _decoder(limits: Limits, said: type[_ClientSaid | _ServerSaid]) -> Callable[[bytes], Any]:
    unpack, room = _unpacker(limits), limits.depth - 1

    def decode(body: bytes) -> Any:
        try:
            raw = unpack(body)
        except _UNREADABLE:
            _bad(Code.BAD_FRAME, why="msgpack")
        if type(raw) is not dict:
            _bad(Code.BAD_FRAME, why="not-a-map")
        if KEY in raw and not is_padding(raw.pop(KEY)):
            _bad(Code.BAD_FRAME, why="padding")
        _walk(raw.values(), room)
        try:
            return msgspec.convert({"message": raw}, said).message
        except msgspec.ValidationError as exc:
            _bad(Code.BAD_MESSAGE, why="schema", at=_place(exc))
        except Declined:  # a rule set that contradicts itself
            _bad(Code.BAD_MESSAGE, why="schema", at="rules")

    return decode


_from_client: Final = _decoder(TO_SERVER, _ClientSaid)
_from_server: Final = _decoder(TO_CLIENT, _ServerSaid)


def decode_from_client(body: bytes) -> FromClient:
    """Read what a client sent.

    Raises:
        ProtocolViolation: it is not a message of a client, or larger than a client's may be.
    """
    return cast(FromClient, _from_client(body))


def decode_from_server(body: bytes) -> FromServer:
    """Read what a server sent. Fields that we do not know are passed over.

    Raises:
        ProtocolViolation: it is not a message of a server, or larger than a server's may be.
    """
    return cast(FromServer, _from_server(body))


# --- out ---------------------------------------------------------------------------------

_pack: Final = msgspec.msgpack.Encoder().encode
_LIMIT: Final = dict.fromkeys(FROM_SERVER, TO_CLIENT.frame) | dict.fromkeys(
    FROM_CLIENT, TO_SERVER.frame
)
_HEAD: Final = 64
"""More bytes than a `Tables` has beside its lines."""
_WALKED: Final = [False]


def be_strict(on: bool = True) -> None:
    """Whether `encode_part` walks what it packs, as `encode` always does. For tests.

    It costs ten times what packing costs. Without it hidden cards are still kept in by the
    seal that they carry; only a stranger that holds none would pass.
    """
    _WALKED[0] = on


def encode(message: FromClient | FromServer) -> bytes:
    """A whole frame with *message* in it, padded, its length in front.

    Raises:
        TypeError: *message*, or something inside it, is not in the registry.
    """
    limit = _LIMIT.get(type(message))
    if limit is None:
        raise TypeError(f"{type(message).__qualname__} is not a message")
    check(message)
    body = _pack(message)
    assert len(body) <= limit, f"a {type(message).__name__} of {len(body)} bytes"
    return (
        _framed_update(message, body) if type(message) is Update else frame(padded(body, limit))
    )


def _framed_update(update: Update, body: bytes) -> bytes:
    table, deal = update.table, update.deal
    public = len(_pack(table)) + (0 if deal is None else len(_pack(deal)))
    if update.hands is not None:
        public += open_room(deal)
    base, room = base_size(table.rules, len(table.seats)), private_room(table.rules, deal)
    head, rest = with_entries(body, 1)
    return _filled(head + rest, size_for(base, public, room))


def _filled(body: bytes, size: int) -> bytes:
    """The frame of *body*, which lacks its last entry, with zeros up to *size* bytes."""
    held = len(body)
    while size < held + LEAST_TAIL and size < TO_CLIENT.frame:
        size *= 2  # never, as long as `private_room` keeps its promise
    assert held + LEAST_TAIL <= size, f"an Update of {held} bytes"
    begun = b"".join((size.to_bytes(PREFIX, "big"), body, beginning(size - held)))
    return begun.ljust(PREFIX + size, b"\0")


def as_many_as_fit(lines: Sequence[TableLine]) -> tuple[TableLine, ...]:
    """The first of *lines* that go into one frame together: how long a rule set is varies."""
    room = TO_CLIENT.frame - _HEAD
    for place, line in enumerate(lines):
        room -= len(_pack(line))
        if room < 0:
            return tuple(lines[:place])
    return tuple(lines)


def encode_part(view: TableView | DealView | You | OpenHands) -> msgspec.Raw:
    """A part of an `Update`, packed once for all who may see it.

    Raises:
        TypeError: *view* is not a view, or something inside it may not be sent.
    """
    if type(view) not in PARTS:
        raise TypeError(f"{type(view).__qualname__} is not a view")
    if _WALKED[0]:
        check(view)
    return msgspec.Raw(_pack(view))


_MAPS: Final = tuple([bytes((0x80 | entries,)) for entries in range(16)])
_UPDATE: Final = b"".join(map(_pack, ("t", "update", "seq")))
_TABLE, _DEAL, _YOU = map(_pack, ("table", "deal", "you"))


class UpdateFrames:
    """The frames in which one moment of a table is shown, made from packed parts.

    They are those that `encode` gives for the same `Update`s. What all viewers are shown is put
    together once.
    """

    __slots__ = ("_entries", "_open", "_size")

    def __init__(
        self, seq: int, table: msgspec.Raw, deal: msgspec.Raw | None, *, size: int
    ) -> None:
        """Begin the frames.

        Args:
            size: bytes that each body is to have, by `size_for`.
        """
        dealt = () if deal is None else (_DEAL, deal)
        self._open = b"".join((_UPDATE, _pack(seq), _TABLE, table, *dealt))
        self._entries = 5 if dealt else 4
        self._size = size

    def for_all(self) -> bytes:
        """The frame for those who have no hand."""
        return _filled(_MAPS[self._entries] + self._open, self._size)

    def for_seat(self, you: msgspec.Raw) -> bytes:
        """The frame for the owner of one."""
        body = b"".join((_MAPS[self._entries + 1], self._open, _YOU, you))
        return _filled(body, self._size)
