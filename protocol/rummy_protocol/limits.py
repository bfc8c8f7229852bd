"""How large anything may be that comes off the wire. Numbers only; nothing is checked here.

The two directions differ: a client has little to say, a view has much to show.
"""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["GREETING", "TO_CLIENT", "TO_SERVER", "Limits"]


class Limits(msgspec.Struct, frozen=True):
    """The most that a receiver takes. What is larger by one ends the connection."""

    frame: int
    """Bytes of a frame's body, the four bytes of length not counted."""
    map: int
    """Entries of a map."""
    array: int
    """Elements of an array."""
    string: int
    """Bytes of a string in UTF-8, keys included."""
    bin: int
    """Bytes of a binary value."""
    depth: int
    """Maps and arrays inside one another, the message itself counted as one."""


TO_SERVER: Final = Limits(frame=4_096, map=32, array=128, string=1_024, bin=256, depth=6)
TO_CLIENT: Final = Limits(frame=65_536, map=96, array=512, string=2_048, bin=65_536, depth=12)

GREETING: Final = 512
"""Bytes of the body of a client's first frame: a stranger has a name to say, and no more."""
