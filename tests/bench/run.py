"""The benches: one command, one table, and `build/bench.json` with everything behind it.

    python tests/bench/run.py --quick     about three minutes
    python tests/bench/run.py --full      about twenty; leave the machine alone meanwhile

No figure here makes anything fail: they are evidence, to be read. What each one means, and
how it is got, stands in `docs/performance.md`.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from crowd import RATE, Plan, coming_back, crowd, keeping
from report import text
from stage import HERE, contender
from terminal import terminal
from terms import SETTINGS, STYLES, told

__all__: list[str] = []

QUICK: Final = Plan(
    sizes=(1, 100),
    rounds=3,
    closed_seconds=2,
    open_rounds=3,
    open_seconds=3.5,
    variants=False,
    engine_rounds=3,
    engine_seconds=1,
    returns=20,
    paints=5,
    key_seconds=6,
)
FULL: Final = Plan(
    sizes=(1, 25, 100, 400),
    rounds=5,
    closed_seconds=4,
    open_rounds=7,
    open_seconds=8,
    variants=True,
    engine_rounds=5,
    engine_seconds=3,
    returns=60,
    paints=15,
    key_seconds=30,
)
PARTS: Final = "servers,journal,return,engine,client"


def _say(what: str) -> None:
    print(f"... {what}", file=sys.stderr, flush=True)


def _smoke() -> dict[str, Any]:
    """A dozen moves at the yardstick: enough to see that load and server understand."""
    with contender("raw", "raw", 2, ["raw.py", "--size", "400"]) as bare:
        moved = bare.ask("moves 6")
        back = bare.ask("return 1")
    return {"smoke": {"moves": moved["moves"], "bytes": back["bytes"]}}


def _write(path: Path, figures: dict[str, Any]) -> None:
    path.write_text(json.dumps(figures, indent=1) + "\n")


def _engine(rounds: int, seconds: float) -> dict[str, float]:
    """Medians over fresh processes."""
    runs = [
        json.loads(
            subprocess.check_output([sys.executable, "engine.py", str(seconds)], cwd=HERE)
        )
        for _ in range(rounds)
    ]
    return {name: statistics.median(run[name] for run in runs) for name in runs[0]}


def _machine() -> dict[str, Any]:
    return {
        "python": platform.python_version(),
        "system": platform.platform(),
        "cores": os.cpu_count(),
        "load_before": os.getloadavg()[0],
        "at": time.strftime("%Y-%m-%d %H:%M", time.gmtime()),
    }


def _measure(plan: Plan, parts: list[str]) -> Iterator[tuple[str, Any]]:
    """Everything that was asked for, part by part."""
    if "servers" in parts:
        crowds = []
        for size in plan.sizes:
            _say(f"{size} tables")
            crowds.append(crowd(size, plan, 100 if size > 100 else None))
            yield "servers", crowds
    if "journal" in parts:
        _say("games on disk, and encrypted")
        yield "journal", keeping(100, plan)
    if "return" in parts:
        _say("coming back")
        yield "return", coming_back(plan)
    if "engine" in parts:
        _say("judge and solver")
        yield "engine", _engine(plan.engine_rounds, plan.engine_seconds)
    if "client" in parts:
        _say("client")
        yield "client", terminal(plan.paints, plan.key_seconds)


def _heading(figures: dict[str, Any]) -> str:
    """What the reader of the table has to know first."""
    machine = figures["machine"]
    return (
        f"{figures['plan']} run of {machine['at']} UTC, Python {machine['python']}, "
        f"{machine['cores']} cores, load before {machine['load_before']:.1f}\n"
        "server on core 0, load on core 1, loopback; games in memory and no TLS if not said\n"
        f"settings: {told(SETTINGS)}\n"
        f"moves: real rummy, draw and discard where no more is said; {told(STYLES['turns'])}\n"
        f"latency at {RATE} moves a second; medians, and between what the ratios lie\n"
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    how = options.add_mutually_exclusive_group(required=True)
    how.add_argument("--quick", action="store_true")
    how.add_argument("--full", action="store_true")
    how.add_argument("--smoke", action="store_true", help="only see that it runs")
    options.add_argument("--out", type=Path, default=Path("build/bench.json"))
    options.add_argument("--only", default=PARTS, metavar="PART,...", help=PARTS)
    given = options.parse_args()
    given.out.parent.mkdir(parents=True, exist_ok=True)
    if given.smoke:
        _write(given.out, _smoke())
        return
    figures = {
        "plan": "full" if given.full else "quick",
        "machine": _machine(),
        "settings": {"server": SETTINGS, "styles": STYLES},
    }
    for name, found in _measure(FULL if given.full else QUICK, given.only.split(",")):
        figures[name] = found
        _write(given.out, figures)
    print(_heading(figures))
    print(text(figures))


if __name__ == "__main__":
    main()
