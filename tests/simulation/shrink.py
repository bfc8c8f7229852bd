"""Makes a run that fails smaller: fewer people, and kinds of faults left out one by one."""

from __future__ import annotations

from collections.abc import Iterator

from .course import Outcome, simulate
from .faults import KINDS
from .report import failure

__all__ = ["shrunk"]


def shrunk(seed: int) -> Iterator[str]:
    """Say what of *seed* is not needed for it to break the same promise."""
    first = simulate(seed)
    if not first.failed:
        yield f"seed {seed} holds"
        return
    yield failure(first)
    without: frozenset[str] = frozenset()
    for kind in KINDS:
        if kind in first.hits:
            tried = without | {kind}
            if _same(first, simulate(seed, without=tried)):
                without = tried
    people: int | None = None
    for most in (1, 2, 3, 4, 6):
        if _same(first, simulate(seed, without=without, people=most)):
            people = most
            break
    last = simulate(seed, without=without, people=people)
    needed = sorted(set(last.hits) - without)
    yield f"fails as well with {people or 'all'} people and of the faults only {needed}"
    yield failure(last)


def _same(first: Outcome, other: Outcome) -> bool:
    return other.promise == first.promise
