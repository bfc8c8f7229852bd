"""What a gateway is told when it starts, and what it answers. Values only.

Whoever starts one reads this module and no other: the rest is loaded in the gateway's process.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from .limits import Limits

__all__ = ["Errand", "House", "Opened"]


class House(NamedTuple):
    """Where the house is in which all of them play."""

    host: str
    port: int
    pin: str = ""
    """Of its key; empty if it does not encrypt."""


class Errand(msgspec.Struct, frozen=True, kw_only=True):
    """What a gateway is to do."""

    bind: str
    """The address to listen at; ``*`` is every address there is."""
    port: int
    house: House
    folder: str
    """Where its key and the seats are kept."""
    limits: Limits = Limits()


class Opened(msgspec.Struct, frozen=True):
    """Where it listens, and the fingerprint of its key; or why it does not."""

    port: int = 0
    fingerprint: str = ""
    fault: str = ""
    by_port: bool = False
    """Whether it is the port that cannot be had."""
