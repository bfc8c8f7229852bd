"""How a run of seeds is told: failures as lines that reproduce them, and counts.

A seed that has failed is written down in `seeds.txt`, and runs first from then on.
"""

from __future__ import annotations

import os
import platform
import subprocess
import sys
from collections.abc import Mapping
from functools import cache
from pathlib import Path

import trio

from .course import Outcome
from .faults import KINDS

__all__ = ["failure", "kept_seeds", "report", "told_again"]

HERE = Path(__file__).resolve().parent


def kept_seeds() -> list[int]:
    """Seeds that have failed once, the oldest first; what follows a # says of what."""
    lines = (HERE / "seeds.txt").read_text().splitlines()
    told = [line.partition("#")[0].strip() for line in lines]
    return [int(one) for one in told if one]


@cache
def _commit() -> str:
    found = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"],
        cwd=HERE,
        capture_output=True,
        text=True,
        check=False,
    )
    return found.stdout.strip() or "unknown"


def failure(outcome: Outcome) -> str:
    """One line that says what did not hold, and how to see it again."""
    return (
        f"SIM-FAIL {outcome.promise} seed={outcome.seed} commit={_commit()}"
        f" python={platform.python_version()} trio={trio.__version__}"
        f" at t={outcome.at:.3f} event={outcome.event}: {outcome.words}"
        f"  repro: python tests/simulation/run.py --seed {outcome.seed}"
        f" --until {outcome.event} --trace"
    )


def told_again(seed: int, hash: str) -> bool:
    """Whether *seed* goes the same way in another process, which hashes otherwise."""
    found = subprocess.run(
        [sys.executable, str(HERE / "run.py"), "--seed", str(seed), "--hash"],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PYTHONHASHSEED": str(seed % 1000 + 17)},
    )
    return found.stdout.strip() == hash


def report(totals: Mapping[str, int], seconds: float) -> str:
    """What was simulated, and how often each kind of fault was hit."""
    seeds = totals.get("seeds", 0)
    lines = [
        f"{seeds} seeds in {seconds:.0f} s, {totals.get('failures', 0)} failed;"
        f" {totals.get('seconds', 0) / 3600:.1f} hours simulated,"
        f" {totals.get('events', 0):,} events, {totals.get('lives', 0):,} lives of the server,"
        f" {totals.get('batches', 0):,} batches kept, {totals.get('matches', 0):,} matches"
        f" ended, {totals.get('run twice', 0)} seeds run twice"
    ]
    lines += [f"  {kind:<14} {totals.get(f'hit {kind}', 0):>7,}" for kind in KINDS]
    return "\n".join(lines)
