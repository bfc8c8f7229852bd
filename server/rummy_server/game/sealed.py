"""The seal that every value with hidden cards in it carries.

The encoder of the wire cannot write a seal, so nothing that holds one can be sent, however
deep it lies in what was meant to be sent. The journal's codec, and no other, lifts seals.
"""

from __future__ import annotations

from typing import Final

import msgspec

__all__ = ["SEAL", "Seal", "Sealed"]


class Seal:
    """A mark without content. There is one, `SEAL`."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "SEAL"


SEAL: Final = Seal()


class Sealed(msgspec.Struct, frozen=True, kw_only=True):
    """Base of all values that may know hidden cards."""

    seal: Seal = SEAL
