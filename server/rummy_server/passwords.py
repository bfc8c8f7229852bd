"""Words that people think up for their tables, and what of them is kept.

Such a word can be guessed, so trying one is made dear: to whoever has got hold of the store,
and to the server as well, which is why it is done in threads, two at a time, and never in the
one that runs the tables. Secrets of seats are long and random, and are none of this.
"""

from __future__ import annotations

import hashlib
import unicodedata
from typing import Final, Protocol

import msgspec
import trio

__all__ = [
    "LONGEST_WORD",
    "NO_WORDS",
    "SALT_BYTES",
    "Passwords",
    "QuickPasswords",
    "ScryptPasswords",
    "TableWords",
    "scrypted",
]

SALT_BYTES: Final = 16
LONGEST_WORD: Final = 64
"""Characters of a password or a watch code."""
AT_ONCE: Final = 2
"""Passwords that are tried at the same time; each takes 16 MiB."""
BLOCK: Final = 8
COST: Final = 2**14
PASSES: Final = 5


class TableWords(msgspec.Struct, frozen=True):
    """What is kept of the words that a table asks for; empty: of none."""

    salt: bytes = b""
    password: bytes = b""
    watch_code: bytes = b""
    """By which one may look on, and not sit down."""

    def __repr__(self) -> str:
        return "TableWords()"


NO_WORDS: Final = TableWords()


class Passwords(Protocol):
    async def digest(self, password: str, salt: bytes) -> bytes:
        """What is kept of *password*: always the same with the same *salt*."""


class ScryptPasswords:
    """Scrypt at the cost that is advised for passwords (16 MiB, five passes)."""

    def __init__(self) -> None:
        self._limiter: trio.CapacityLimiter | None = None

    async def digest(self, password: str, salt: bytes) -> bytes:
        if self._limiter is None:
            self._limiter = trio.CapacityLimiter(AT_ONCE)
        return await trio.to_thread.run_sync(scrypted, password, salt, limiter=self._limiter)


def scrypted(password: str, salt: bytes) -> bytes:
    """What `ScryptPasswords` keeps of *password*; it takes as long as that has to."""
    return hashlib.scrypt(
        _plain(password), salt=salt, n=COST, r=BLOCK, p=PASSES, maxmem=2**26, dklen=32
    )


class QuickPasswords:
    """Costs nothing, and protects nothing. For tests and simulation."""

    async def digest(self, password: str, salt: bytes) -> bytes:
        await trio.lowlevel.checkpoint()
        return hashlib.sha256(salt + _plain(password)).digest()


def _plain(password: str) -> bytes:
    """The same bytes for what looks the same, whichever keyboard it was typed on."""
    return unicodedata.normalize("NFC", password).encode()
