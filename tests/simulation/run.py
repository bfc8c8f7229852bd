"""Simulate seeds from the command line, and print what was hit.

    python tests/simulation/run.py --seeds 2000 --jobs 2
    python tests/simulation/run.py --seed 81724 --until 118 --trace

The seeds that have failed before run first, always. Ends with 1 if any seed fails.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from tests.simulation.course import simulate  # noqa: E402
from tests.simulation.report import failure, kept_seeds, report, told_again  # noqa: E402
from tests.simulation.shrink import shrunk  # noqa: E402

__all__: list[str] = []


def main() -> int:
    asked = _asked()
    if asked.seed is not None:
        return _one(asked)
    if asked.jobs > 1:
        return _shared(asked)
    seeds = list(range(asked.first, asked.first + asked.seeds))
    own = asked.part is None
    seeds = [*kept_seeds(), *seeds] if own else seeds[asked.part :: asked.parts]
    began = time.monotonic()
    totals: Counter[str] = Counter()
    failures = _run(seeds, totals, again=0.01)
    if own:
        print(report(totals, time.monotonic() - began))
    else:
        print(json.dumps(totals))
    return 1 if failures else 0


def _asked() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--seeds", type=int, default=200, help="how many")
    parser.add_argument("--from", dest="first", type=int, default=0, help="the first one")
    parser.add_argument("--jobs", type=int, default=1, help="processes at once")
    parser.add_argument("--seed", type=int, help="this one only")
    parser.add_argument("--until", type=int, help="stop at this event")
    parser.add_argument("--trace", action="store_true", help="print every event, as JSON")
    parser.add_argument(
        "--shrink", action="store_true", help="look for a smaller run that fails"
    )
    parser.add_argument("--hash", action="store_true", help="print the hash of the trace only")
    parser.add_argument("--part", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--parts", type=int, default=1, help=argparse.SUPPRESS)
    return parser.parse_args()


def _one(asked: argparse.Namespace) -> int:
    if asked.shrink:
        for line in shrunk(asked.seed):
            print(line)
        return 0
    outcome = simulate(asked.seed, until=asked.until, tell=print if asked.trace else None)
    if asked.hash:
        print(outcome.hash)
    elif outcome.failed:
        print(failure(outcome))
    else:
        print(f"seed {asked.seed}: {outcome.events} events, {outcome.seconds:.0f} s, held")
    return 1 if outcome.failed else 0


def _run(seeds: list[int], totals: Counter[str], again: float) -> int:
    """Run *seeds*; a share of *again* twice, in this and in another process."""
    failures = 0
    for number, seed in enumerate(seeds):
        outcome = simulate(seed)
        totals.update({f"hit {kind}": count for kind, count in outcome.hits.items()})
        totals.update(
            {
                "seeds": 1,
                "events": outcome.events,
                "seconds": round(outcome.seconds),
                "lives": outcome.lives,
                "batches": outcome.batches,
                "matches": outcome.matches,
            }
        )
        if outcome.failed:
            failures += 1
            print(failure(outcome), flush=True)
        if again and number % round(1 / again) == 0:
            totals["run twice"] += 1
            if not told_again(seed, outcome.hash):
                failures += 1
                print(f"SIM-FAIL P34 seed={seed}: another run of it went otherwise", flush=True)
    totals["failures"] += failures
    return failures


def _shared(asked: argparse.Namespace) -> int:
    """Have several processes run a part of the seeds each."""
    began = time.monotonic()
    totals: Counter[str] = Counter()
    failures = _run(kept_seeds(), totals, again=0)
    parts = [
        subprocess.Popen(
            [
                sys.executable,
                __file__,
                *("--seeds", str(asked.seeds), "--from", str(asked.first)),
                *("--part", str(part), "--parts", str(asked.jobs)),
            ],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONHASHSEED": str(part + 1)},
        )
        for part in range(asked.jobs)
    ]
    for part in parts:
        *lines, last = part.communicate()[0].splitlines()
        for line in lines:
            print(line, flush=True)
        totals.update(json.loads(last))
        failures += part.returncode != 0
    print(report(totals, time.monotonic() - began))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
