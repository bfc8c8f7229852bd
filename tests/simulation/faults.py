"""Everything that can go wrong in a simulation, and what of it a seed draws.

Each seed draws its own few kinds and their rates, and some draw none: a run in which all go
wrong at once would hide what one of them does alone.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Final

__all__ = ["KINDS", "NETWORK", "PROCESS", "STORE", "Faults"]

NETWORK: Final = (
    "fragment",
    "delay",
    "bandwidth",
    "clog",
    "cut",
    "half-close",
    "half-open",
    "thaw",
    "slow-reader",
    "no-connection",
    "accept-error",
    "swizzle-clog",
)
STORE: Final = (
    "lost-tail",
    "torn-tail",
    "corrupt-tail",
    "commit-delay",
    "latency-spike",
    "io-error",
    "disk-full",
    "lost-answer",
    "stale-epoch",
)
PROCESS: Final = ("kill", "kill-at-call", "planned-stop", "wall-jump", "pause")
KINDS: Final = NETWORK + STORE + PROCESS

TAILS: Final = ("lost-tail", "torn-tail", "corrupt-tail")
"""What becomes of a crash; they need one, so that every seed with a crash has them."""

NONE: Final = 0.06
"""The share of seeds in which nothing goes wrong."""


class Faults:
    """Which kinds a seed has, how often each strikes, and how often each did."""

    def __init__(self, chance: random.Random, without: frozenset[str] = frozenset()) -> None:
        self._chance = chance
        self.on = False
        """Whether faults strike now; they do in the middle of a run only."""
        self.rates: dict[str, float] = {}
        self.hits: Counter[str] = Counter()
        quiet, share = chance.random() < NONE, chance.uniform(0.15, 0.6)
        for kind in KINDS:
            drawn, rate = chance.random(), chance.random()
            drawn = 0 if kind in TAILS else drawn
            if not quiet and drawn < share and kind not in without:
                self.rates[kind] = rate

    def __contains__(self, kind: str) -> bool:
        return kind in self.rates

    def strikes(self, kind: str, most: float) -> bool:
        """Whether *kind* strikes here; with its rate at the highest it does in *most* cases."""
        rate = self.rates.get(kind)
        if rate is None or not self.on or self._chance.random() >= most * rate:
            return False
        self.hits[kind] += 1
        return True

    def some(self, *kinds: str) -> list[str]:
        """Those of *kinds* that this seed has."""
        return [kind for kind in kinds if kind in self.rates]
