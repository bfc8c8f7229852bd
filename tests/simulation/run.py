"""Simulate seeds from the command line, and print what was hit.

python tests/simulation/run.py --seeds 2000 --jobs 2
python tests/simulation/run.py --seed 81724 --until 118 --trace
"""

from __future__ import annotations

import argparse
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.simulation.course import simulate

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--seeds", type=int, default=20)
    parser.add_argument("--from", dest="first", type=int, default=0)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--until", type=int)
    parser.add_argument("--trace", action="store_true")
    a = parser.parse_args()
    seeds = [a.seed] if a.seed is not None else range(a.first, a.first + a.seeds)
    for seed in seeds:
        t = time.process_time()
        o = simulate(seed, until=a.until, tell=print if a.trace else None)
        print(
            seed,
            f"{time.process_time() - t:.2f}",
            o.events,
            f"{o.seconds:.0f}",
            o.hash[:8],
            o.lives,
            o.batches,
            o.matches,
            o.promise,
            o.words[:300],
            o.event,
            f"{o.at:.2f}",
        )
