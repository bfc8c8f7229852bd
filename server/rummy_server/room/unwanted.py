"""Who was shown out of a table by its host, and may not look on there any more.

Pure judgements about the list that a room keeps of them. A person is known by the name he
looked on under and by where he came from; of an address only a hash is kept, since all that
is needed of it is whether it is the same again.
"""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Final, TypeAlias

from rummy_protocol.clean import skeleton

from ..addresses import is_loopback, whose

if TYPE_CHECKING:
    from .records import Room

__all__ = ["Unwanted", "is_unwanted", "whence", "with_unwanted", "without"]

Unwanted: TypeAlias = tuple[tuple[str, bytes], ...]

MOST: Final = 200
"""So many are kept of a table; after that whoever was shown out first may come back."""
HASH_BYTES: Final = 16


def whence(table: str, address: str) -> bytes:
    """By what somebody from *address* is known again at *table*, and at no other table.

    On the house's own machine all have the same address: nobody is known by that.
    """
    if is_loopback(address):
        return b""
    return hashlib.sha256(f"{table} {whose(address)}".encode()).digest()[:HASH_BYTES]


def is_unwanted(room: Room, name: str, address: str) -> bool:
    """Whether somebody so called, or whoever is at *address*, was shown out."""
    shape, origin = skeleton(name), whence(room.id, address)
    return any(
        skeleton(out) == shape or (bool(origin) and origin == from_there)
        for out, from_there in room.shown_out
    )


def with_unwanted(before: Unwanted, name: str, origin: bytes) -> Unwanted:
    """*before*, and one more."""
    others = tuple(one for one in before if one != (name, origin))
    return (*others, (name, origin))[-MOST:]


def without(before: Unwanted, name: str) -> Unwanted:
    """*before* without those who were so called."""
    return tuple(one for one in before if skeleton(one[0]) != skeleton(name))
