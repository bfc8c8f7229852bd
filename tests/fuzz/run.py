"""Coverage-guided fuzzing of every target, one after the other, each in a process of its own.

    python -m tests.fuzz.run --minutes 10           all targets share the time
    python -m tests.fuzz.run --target text --minutes 1
    python -m tests.fuzz.run --minutes 10 --keep    and add what leads to new code to the corpus

It needs atheris (`pip install '.[fuzz]'`). It prints a line for each target: runs, inputs that
led to new code, crashes. An input that fails stays in `build/fuzz/<target>`, and the exit
status is 1.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from pathlib import Path
from typing import Final, NamedTuple

__all__: list[str] = []

HERE: Final = Path(__file__).parent
KEPT: Final = HERE / "corpus"
BUILD: Final = HERE.parent.parent / "build" / "fuzz"
NAMES: Final = (
    "from_client", "from_server", "at_the_server", "client", "framing", "text", "rules",
)  # fmt: skip
LONGEST: Final = {"from_server": 16_384, "client": 16_384, "framing": 256}
PACKAGES: Final = ["rummy_protocol", "rummy_client", "rummy_server"]
SMALL: Final = 1_024
"""Bytes of an input that is kept for good."""
MANY: Final = 50
"""Inputs of a target that are kept for good."""


class Total(NamedTuple):
    target: str
    runs: int
    new: int
    crashes: int
    seconds: float


def _fuzz(name: str, options: list[str]) -> None:
    """Fuzz in this process; libFuzzer ends it."""
    import atheris

    with atheris.instrument_imports(include=PACKAGES):
        from .targets import TARGETS
    assert set(TARGETS) == set(NAMES)
    atheris.Setup([sys.argv[0], *options], TARGETS[name])
    atheris.Fuzz()


def _child(name: str, *options: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "tests.fuzz.run", "--child", name, "--", *options]
    return subprocess.run(command, stderr=subprocess.PIPE, text=True, cwd=HERE.parent.parent)


def _stat(said: str, name: str) -> int:
    found = re.search(rf"stat::{name}:\s+(\d+)", said)
    return int(found[1]) if found else 0


def _spend(name: str, seconds: float) -> Total:
    found = BUILD / name / "found"
    found.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    child = _child(
        name,
        str(found),
        str(KEPT / name),
        f"-max_total_time={max(1, round(seconds))}",
        f"-max_len={LONGEST.get(name, 4_200)}",
        f"-artifact_prefix={BUILD / name}/",
        "-print_final_stats=1",
        "-rss_limit_mb=1024",
        "-timeout=5",
    )
    (BUILD / name / "log").write_text(child.stderr)
    return Total(
        name,
        _stat(child.stderr, "number_of_executed_units"),
        _stat(child.stderr, "new_units_added"),
        int(child.returncode != 0),
        time.monotonic() - began,
    )


def _keep(name: str) -> None:
    """Add inputs that led to new code to the corpus, the smallest of them."""
    kept = KEPT / name
    known = {file.read_bytes() for file in kept.iterdir()}
    found = sorted((BUILD / name / "found").iterdir(), key=lambda one: one.stat().st_size)
    new = [file for file in found if file.read_bytes() not in known]
    for file in new[: max(0, MANY - len(known))]:
        if file.stat().st_size <= SMALL:
            (kept / file.name[:16]).write_bytes(file.read_bytes())


def main() -> int:
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    options.add_argument("--minutes", type=float, default=5)
    options.add_argument("--target", choices=NAMES, action="append")
    options.add_argument("--keep", action="store_true")
    options.add_argument("--child", help=argparse.SUPPRESS)
    options.add_argument("rest", nargs="*", help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.child:
        _fuzz(given.child, given.rest)
        return 0
    names = given.target or NAMES
    totals = []
    for name in names:
        total = _spend(name, given.minutes * 60 / len(names))
        print(
            f"{name:14} {total.runs:>11,} runs in {total.seconds:4.0f} s, "
            f"{total.new:>5,} inputs to new code, {total.crashes} crashes",
            flush=True,
        )
        totals.append(total)
        if given.keep and not total.crashes:
            _keep(name)
    crashes = sum(total.crashes for total in totals)
    print(f"{'all':14} {sum(total.runs for total in totals):>11,} runs, {crashes} crashes")
    return int(crashes > 0)


if __name__ == "__main__":
    sys.exit(main())
