"""How a house says on its own network where it is, and the short code by which it is known.

A house tells the same few things in two ways: as the TXT record of a service that is announced
by multicast DNS, and as the answer to a question that is broadcast. Both are hints of whoever
may be on the network, and are believed no further than that: who a house is, its key proves.
Bytes and values only; nothing in here sends, listens, or knows an interface.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from ipaddress import IPv4Interface
from typing import Final

import msgspec

from . import PROTOCOL

__all__ = [
    "CODE_LENGTH",
    "CODE_LETTERS",
    "PORT",
    "SERVICE",
    "TOKEN_BYTES",
    "Notice",
    "answer",
    "as_code",
    "broadcasts",
    "from_properties",
    "join_code",
    "properties",
    "question",
    "read_answer",
    "token_of",
]

SERVICE: Final = "_rummy._tcp.local."
"""The type of the service, as multicast DNS has it."""
PORT: Final = 7866
"""The UDP port on which houses hear questions, whatever the TCP port that they listen at."""

CODE_LETTERS: Final = "ACDEFHJKMNPRTVWXY34679"
"""No two of them look or sound much alike: without 0 O Q, 1 I L, 2 Z, 5 S, 8 B, 6 G, U V."""
CODE_LENGTH: Final = 8

TOKEN_BYTES: Final = 8
QUESTION_BYTES: Final = 400
"""A question is as long as the longest answer, so that nobody can have a house send more to
a victim than he sends himself."""
_ASKS: Final = b"rummy?1"
_TELLS: Final = b"rummy!1"
_MOST_NAME: Final = 120
"""Bytes of a name."""


class Notice(msgspec.Struct, frozen=True):
    """What a house tells of itself to everybody on its network."""

    code: str
    """Its short code; one house has one, on however many interfaces it is heard."""
    name: str
    port: int
    """Where it listens for players."""
    protocol: tuple[int, int] = PROTOCOL
    build: str = ""
    plain: bool = False
    """Whether it does not encrypt."""


# --- the code ----------------------------------------------------------------------------


def join_code(pin: str) -> str:
    """The short code of the house with the key of *pin*, like ``K7FH-4RTM``.

    It takes a moment on purpose: a key with the same code as another can only be found by
    making keys until one fits, and each of them costs whoever tries this moment, too.
    """
    drawn = hashlib.scrypt(pin.encode(), salt=b"rummy-tables", n=2**14, r=8, p=1, dklen=16)
    number, signs = int.from_bytes(drawn, "big"), ""
    for _ in range(CODE_LENGTH):
        number, place = divmod(number, len(CODE_LETTERS))
        signs += CODE_LETTERS[place]
    return f"{signs[:4]}-{signs[4:]}"


def as_code(typed: str) -> str:
    """The code that *typed* is, however it was typed; empty if it cannot be one."""
    signs = "".join(typed.split()).replace("-", "").upper()
    if len(signs) != CODE_LENGTH or not set(signs) <= set(CODE_LETTERS):
        return ""
    return f"{signs[:4]}-{signs[4:]}"


# --- what is told ------------------------------------------------------------------------


def properties(notice: Notice) -> dict[str, str]:
    """*notice* as a TXT record; the port stands elsewhere."""
    major, minor = notice.protocol
    name = notice.name.encode()[:_MOST_NAME].decode(errors="ignore")
    told = {"code": notice.code, "name": name, "v": f"{major}.{minor}", "build": notice.build}
    return told | ({"plain": "1"} if notice.plain else {})


def from_properties(told: Mapping[str, str | None], port: int) -> Notice | None:
    """What a TXT record says; ``None`` if that is not what a house says."""
    code = as_code(told.get("code") or "")
    major, dot, minor = (told.get("v") or "").partition(".")
    if not code or not dot or not 1 <= port <= 65_535:
        return None
    if not (_is_number(major) and _is_number(minor)):
        return None
    name, build = told.get("name") or "", told.get("build") or ""
    version = int(major), int(minor)
    return Notice(code, name, port, version, build, told.get("plain") == "1")


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 6


def question(token: bytes) -> bytes:
    """Whether there is a house; *token*, eight bytes, comes back with each answer."""
    return (_ASKS + token).ljust(QUESTION_BYTES, b"\0")


def token_of(data: bytes) -> bytes:
    """The token of the question that *data* is; empty if it is none."""
    if len(data) != QUESTION_BYTES or not data.startswith(_ASKS):
        return b""
    return data[len(_ASKS) : len(_ASKS) + TOKEN_BYTES]


def answer(token: bytes, notice: Notice) -> bytes:
    """What a house says to a question with *token*; never longer than the question."""
    told = properties(notice) | {"port": str(notice.port)}
    packed = [f"{key}={value}".encode()[:255] for key, value in told.items()]
    return _TELLS + token + b"".join(bytes([len(one)]) + one for one in packed)


def read_answer(data: bytes, token: bytes) -> Notice | None:
    """What a house says in *data*; ``None`` if it is no answer to the question of *token*."""
    head = _TELLS + token
    if not data.startswith(head) or len(data) > QUESTION_BYTES:
        return None
    told, rest = dict[str, str | None](), data[len(head) :]
    while rest:
        one, rest = rest[1 : 1 + rest[0]], rest[1 + rest[0] :]
        key, _, value = one.decode(errors="replace").partition("=")
        told.setdefault(key, value)
    port = told.get("port") or ""
    return from_properties(told, int(port)) if _is_number(port) else None


def broadcasts(own: Iterable[tuple[str, int]]) -> tuple[str, ...]:
    """Where all on the networks of *own* addresses, each with its prefix, hear a question."""
    nets = (IPv4Interface(f"{ip}/{prefix}").network for ip, prefix in own)
    return tuple(
        dict.fromkeys(str(net.broadcast_address) for net in nets if net.prefixlen < 31)
    )
