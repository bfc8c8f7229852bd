"""The servers' part of a run: how many moves, how late, how much memory, how soon back.

Every figure of the product stands beside the yardstick's, taken in alternating windows of
the same round; what is kept is the list of windows, and `report` makes ratios of them.
"""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import msgspec
from stage import Contender, contender

__all__ = ["RATE", "Plan", "coming_back", "crowd", "keeping"]

RATE: Final = 300
"""Moves a second in the windows that measure latency."""
HOUSE: Final = ["house.py"]
BUILD: Final = Path(__file__).parents[2] / "build"
"""On the disk of the project: in memory, flushing would cost nothing."""


class Plan(msgspec.Struct, frozen=True):
    """How much of everything a run does."""

    sizes: tuple[int, ...]
    rounds: int
    closed_seconds: float
    open_rounds: int
    open_seconds: float
    variants: bool
    """Whether the side figures are taken too: other updates, other styles of play."""
    engine_rounds: int
    engine_seconds: float
    returns: int
    paints: int
    key_seconds: float


Windows = dict[str, list[dict[str, Any]]]


def _alternate(rivals: list[Contender], words: str, rounds: int) -> Windows:
    """One window for each of *rivals* in every round, in an order that changes."""
    windows: Windows = {rival.name: [] for rival in rivals}
    for number in range(rounds):
        order = random.Random(number).sample(rivals, len(rivals))
        for rival in order if number % 2 else order[::-1]:
            windows[rival.name].append(rival.ask(words))
    return windows


def _memory(rival: Contender, tables: int) -> dict[str, Any]:
    """After 40 moves a table: what was added for each connection."""
    rival.ask("moves 40")
    grown = rival.grown_kib()
    return {
        "empty_mib": rival.empty_kib / 1024,
        "grown_kib": grown,
        "kib_per_client": grown / (5 * tables),
    }


def crowd(size: int, plan: Plan, beside: int | None) -> dict[str, Any]:
    """All that is measured with *size* tables; *beside*: a second house, of that size."""
    with ExitStack() as stack:

        def rival(name: str, player: str, tables: int, command: list[str], *more: str):
            return stack.enter_context(contender(name, player, tables, command, *more))

        house = rival("house", "house", size, HOUSE)
        memory = {"house": _memory(house, size)}
        update = round(house.ask("closed 0.2 0.5")["bytes_per_update"])
        same = ["raw.py", "--size", str(max(120, update - 4))]
        bare = rival("raw", "raw", size, same)
        memory["raw"] = _memory(bare, size)
        fast, slow = [house, bare], [house, bare]
        if beside is not None:
            fast.append(rival(f"house-{beside}", "house", beside, HOUSE))
        if size == 100:
            fast.append(rival("house-deals", "house", size, HOUSE, "style=deals"))
        if plan.variants and size == 100:
            fast.append(rival("raw-300", "raw", size, ["raw.py", "--size", "300"]))
        closed = _alternate(fast, f"closed 0.5 {plan.closed_seconds}", plan.rounds)
        late = _alternate(slow, f"open {RATE} {plan.open_seconds}", plan.open_rounds)
    return {
        "tables": size,
        "update_bytes": update,
        "memory": memory,
        "closed": closed,
        "open": late,
    }


def coming_back(plan: Plan) -> dict[str, Any]:
    """Seats of 25 tables drop their connection and take it up again, in a quiet server."""
    with ExitStack() as stack:
        house = stack.enter_context(contender("house", "house", 25, HOUSE))
        house.ask("moves 40")
        bare = stack.enter_context(contender("raw", "raw", 25, ["raw.py", "--size", "300"]))
        return _alternate([house, bare], f"return {plan.returns}", plan.rounds)


def keeping(size: int, plan: Plan) -> dict[str, Any]:
    """The product beside itself: games in memory, on disk, on disk and encrypted."""
    with ExitStack() as stack:
        BUILD.mkdir(exist_ok=True)
        place = Path(stack.enter_context(TemporaryDirectory(dir=BUILD, prefix="bench-")))

        def rival(name: str, command: list[str], *more: str) -> Contender:
            return stack.enter_context(contender(name, "house", size, command, *more))

        kept = [*HOUSE, "--data", str(place / "plain")]
        encrypted = [*HOUSE, "--data", str(place / "encrypted"), "--tls"]
        rivals = [
            rival("memory", HOUSE),
            rival("journal", kept),
            rival("journal-tls", encrypted, "tls=1"),
        ]
        closed = _alternate(rivals, f"closed 0.5 {plan.closed_seconds}", plan.rounds)
        late = _alternate(rivals, f"open {RATE} {plan.open_seconds}", plan.rounds)
    return {"tables": size, "closed": closed, "open": late}
