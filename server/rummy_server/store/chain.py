"""The chain in which the batches of a table hang together: what is hashed, and what is signed.

Pure: bytes in, bytes out. Each link covers the one before it, so that no batch can be changed,
left out, moved or put in without all later links being others.
"""

from __future__ import annotations

import hashlib
import struct
from typing import Final

__all__ = ["first", "link", "sealed", "time_check"]

FIRST: Final = b"rummy-tables first link 1"
LINK: Final = b"rummy-tables link 1"
TIME: Final = b"rummy-tables house time 1"
SEAL: Final = b"rummy-tables seal 1"

_size: Final = struct.Struct(">I").pack
_seq: Final = struct.Struct(">Q").pack
_at: Final = struct.Struct(">d").pack
_sizes: Final = struct.Struct(">5I Q d").pack


def _joined(*parts: bytes) -> bytes:
    """*parts* in one, so that no two lists of parts give the same."""
    return b"".join([piece for part in parts for piece in (_size(len(part)), part)])


def first(table: str) -> bytes:
    """What stands before the first batch of *table*."""
    return hashlib.sha256(_joined(FIRST, table.encode())).digest()


def link(
    before: bytes, table: str, seq: int, at: float, day: str, body: bytes, imprint: bytes
) -> bytes:
    """The link of batch *seq* of *table*, which hangs on the link *before*."""
    name, date = table.encode(), day.encode()
    # All lengths stand in front, so that no two lists of parts give the same.
    sizes = _sizes(len(before), len(name), len(date), len(body), len(imprint), seq, at)
    parts = (LINK, sizes, before, name, date, body, imprint)
    return hashlib.sha256(b"".join(parts)).digest()


def sealed(table: str, seq: int, head: bytes) -> bytes:
    """What the house signs to say that *table* stood at *head* after batch *seq*."""
    return _joined(SEAL, table.encode(), _seq(seq), head)


def time_check(at: float) -> bytes:
    """By which a house time is known to be the one that was written."""
    return hashlib.sha256(_joined(TIME, _at(at))).digest()
