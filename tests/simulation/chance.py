"""Where the chance of a simulation comes from, and the Trio run that repeats itself.

Every concern draws from a stream of its own, known by its name, so that a change in one does
not shift the others. Nothing here knows what is simulated.
"""

from __future__ import annotations

import random
from collections.abc import Awaitable, Callable
from typing import TypeVar

import trio
import trio._core._run as scheduler
import trio.testing

__all__ = ["KNOBS", "Streams", "run_seeded"]

T = TypeVar("T")

KNOBS = ("_r", "_ALLOW_DETERMINISTIC_SCHEDULING")
"""Private names of Trio on which the order of tasks rests. A test says when they move."""


class Streams:
    """Random streams that follow from a seed and a name."""

    def __init__(self, seed: int) -> None:
        self._seed = seed

    def __call__(self, name: str) -> random.Random:
        return random.Random(f"{self._seed}/{name}")


def run_seeded(seed: int, main: Callable[[trio.testing.MockClock], Awaitable[T]]) -> T:
    """Run *main* in virtual time, with an order of tasks that follows from *seed*."""
    clock = trio.testing.MockClock(autojump_threshold=0)
    before = {knob: getattr(scheduler, knob) for knob in KNOBS}
    scheduler._r = random.Random(seed)
    scheduler._ALLOW_DETERMINISTIC_SCHEDULING = True
    try:
        return trio.run(main, clock, clock=clock)
    finally:
        for knob, value in before.items():
            setattr(scheduler, knob, value)
