"""Zeros at the end of a frame, so that its length does not tell what is in it. Bytes only.

Padding is the last entry of a message's map: the key `pad`, and a binary value of zeros. It
belongs to the frame and not to the message, so no class has a field for it. How long an
`Update` has to be says `update_size`; everything else is rounded up here.
"""

from __future__ import annotations

from typing import Final

__all__ = [
    "KEY",
    "LEAST_TAIL",
    "STEP",
    "beginning",
    "is_padding",
    "padded",
    "tail",
    "with_entries",
]

KEY: Final = "pad"
STEP: Final = 128
"""The bodies of all frames but `Update` are a multiple of it."""

_KEY: Final = bytes((0xA0 | len(KEY),)) + KEY.encode()
LEAST_TAIL: Final = len(_KEY) + 2
"""What an entry takes up beside its zeros, where they are at most 255."""
_LONG: Final = len(_KEY) + 3
_SHORT: Final = tuple([_KEY + bytes((0xC4, zeros)) for zeros in range(256)])
"""How the entries begin that have so many zeros."""


def beginning(size: int) -> bytes:
    """All but the zeros of an entry of exactly *size* bytes; `LEAST_TAIL` or more."""
    if size < LEAST_TAIL + 256:
        return _SHORT[size - LEAST_TAIL]
    return _KEY + b"\xc5" + (size - _LONG).to_bytes(2, "big")


def tail(size: int) -> bytes:
    """An entry of exactly *size* bytes, its key and its zeros included."""
    return beginning(size).ljust(size, b"\0")


def with_entries(body: bytes, more: int) -> tuple[bytes, bytes]:
    """The head of the map *body* as if it had *more* entries, and what follows the head."""
    first = body[0]
    if first < 0x90:
        entries, begins = (first & 0x0F) + more, 1
    else:
        entries, begins = int.from_bytes(body[1:3], "big") + more, 3
    if begins == 1 and entries < 16:
        return bytes((0x80 | entries,)), body[1:]
    return b"\xde" + entries.to_bytes(2, "big"), body[begins:]


def padded(body: bytes, most: int) -> bytes:
    """*body* with so many zeros that its length is a multiple of `STEP`.

    One that is a multiple already, or could not become one within *most* bytes, stays as it is.
    """
    if not len(body) % STEP:
        return body
    longer = b"".join(with_entries(body, 1))
    held = len(longer)
    gap = -held % STEP
    if gap < LEAST_TAIL:
        gap += STEP
    if held + gap > most:
        return body
    return longer + tail(gap)


def is_padding(value: object) -> bool:
    """Whether *value* is what may stand under `KEY`: bytes, and all of them zero."""
    return type(value) is bytes and value.count(0) == len(value)
