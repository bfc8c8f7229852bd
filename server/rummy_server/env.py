"""The one door to the outside: time, entropy, the dealer's shuffle, the store, the network,
and the threads in which passwords are tried.

The rest of the server imports none of these itself, and each part is given only the piece
that it needs. `house_env` is the world; `seeded_env` repeats itself, for tests and simulation.
"""

from __future__ import annotations

import hashlib
import os
import random
import secrets
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Protocol

import msgspec
import trio

from .game.state import Card
from .journal import Journal, MemoryJournal
from .passwords import Passwords, QuickPasswords, ScryptPasswords
from .pipe import Network, TcpNetwork

__all__ = [
    "Entropy",
    "Env",
    "Shuffle",
    "SystemEntropy",
    "SystemShuffle",
    "SystemTime",
    "Time",
    "house_env",
    "real_env",
    "seeded_env",
]


class Time(Protocol):
    def now(self) -> float:
        """Seconds of a clock that never goes back; only differences mean anything."""

    def wall(self) -> datetime:
        """The date, for records. Nothing is decided by it."""


class Entropy(Protocol):
    def __call__(self, count: int, /) -> bytes:
        """*count* bytes that nobody can guess."""


class Shuffle(Protocol):
    def __call__(self, label: str, cards: tuple[Card, ...], /) -> tuple[Card, ...]:
        """*cards* in a new order. Keeps no state: *label* says what it is for."""


class Env(msgspec.Struct, frozen=True, kw_only=True):
    """Everything that a server gets from outside itself."""

    time: Time
    entropy: Entropy
    shuffle: Shuffle
    store: Journal
    network: Network
    passwords: Passwords = msgspec.field(default_factory=ScryptPasswords)


class _RunTime:
    """The clock of the Trio run, which tests may replace by a mock."""

    @property
    def now(self) -> Callable[[], float]:
        # Asked of the clock itself: by way of Trio each of a move's looks costs twice as much.
        return trio.lowlevel.current_clock().current_time


class SystemTime(_RunTime):
    """That clock, and the real date."""

    def wall(self) -> datetime:
        return datetime.now(UTC)


class SystemEntropy:
    """The operating system's."""

    def __call__(self, count: int, /) -> bytes:
        return os.urandom(count)


class SystemShuffle:
    """Every order equally likely, from the operating system's entropy."""

    def __init__(self) -> None:
        self._chance = secrets.SystemRandom()

    def __call__(self, label: str, cards: tuple[Card, ...], /) -> tuple[Card, ...]:
        order = list(cards)
        self._chance.shuffle(order)
        return tuple(order)


class SeededEntropy:
    """Bytes that follow from a seed. For tests: anybody can guess them."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._drawn = 0

    def __call__(self, count: int, /) -> bytes:
        self._drawn += 1
        text = f"{self._seed}/{self._drawn}".encode()
        return hashlib.shake_128(text).digest(count)


class SeededShuffle:
    """The same order whenever seed, label and cards are the same."""

    def __init__(self, seed: str) -> None:
        self._seed = seed

    def __call__(self, label: str, cards: tuple[Card, ...], /) -> tuple[Card, ...]:
        order = list(cards)
        random.Random(f"{self._seed}/{label}").shuffle(order)
        return tuple(order)


class StandingTime(_RunTime):
    """The same clock, which a test drives, and a date that stands still."""

    def wall(self) -> datetime:
        return datetime(2000, 1, 1, tzinfo=UTC)


def real_env() -> Env:
    """The world as it is; what is played is kept in memory only."""
    return house_env(MemoryJournal())


def house_env(store: Journal, network: Network | None = None) -> Env:
    """The world as it is, *store* to keep what is played, and a plain network or another."""
    return Env(
        time=SystemTime(),
        entropy=SystemEntropy(),
        shuffle=SystemShuffle(),
        store=store,
        network=network or TcpNetwork(),
    )


def seeded_env(
    seed: int | str,
    network: Network,
    store: Journal | None = None,
    orders: Sequence[tuple[Card, ...]] = (),
    passwords: Passwords | None = None,
) -> Env:
    """A world that repeats itself.

    Args:
        seed: What every piece of chance follows from.
        network: Usually a `MemoryNetwork`.
        store: A journal of the test's own, to look into.
        orders: Orders of the pack for the first deals, instead of shuffled ones.
        passwords: How passwords are kept, if not for nothing.
    """
    shuffle: Shuffle = SeededShuffle(str(seed))
    if orders:
        shuffle = _Stacked(shuffle, orders)
    return Env(
        time=StandingTime(),
        entropy=SeededEntropy(str(seed)),
        shuffle=shuffle,
        store=store or MemoryJournal(keep=True),
        network=network,
        passwords=passwords or QuickPasswords(),
    )


class _Stacked:
    """Gives prepared orders for deals, in turn, and leaves the rest to another shuffle."""

    def __init__(self, other: Shuffle, orders: Sequence[tuple[Card, ...]]) -> None:
        self._other = other
        self._orders = list(orders)

    def __call__(self, label: str, cards: tuple[Card, ...], /) -> tuple[Card, ...]:
        if self._orders and len(self._orders[0]) == len(cards):
            return self._orders.pop(0)
        return self._other(label, cards)
