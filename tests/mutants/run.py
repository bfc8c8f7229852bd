"""Makes every registered mutant in a copy of the project, and sees its test fail.

    python tests/mutants/run.py               all of them
    python tests/mutants/run.py --list        what there is
    python tests/mutants/run.py --only NAME   one

First the tests have to pass in an unchanged copy: a test that fails anyway kills nothing.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from typing import Final

from collect import ROOT, Mutant, faults, mutants

LONGEST: Final = 300
"""Seconds after which a test that does not end counts as failed: it hangs on the defect."""
FAILED: Final = 1
"""What pytest says when tests have failed; everything above is a mistake in the asking."""


class Copy:
    """A copy of the project in which one mutant at a time is made."""

    def __init__(self, place: Path) -> None:
        self.root = place
        for name in tracked():
            target = place / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)

    def run(self, tests: Sequence[str]) -> tuple[int, str]:
        """The exit status of pytest over *tests*, and the end of what it said."""
        roots = os.pathsep.join(
            str(self.root / name) for name in ("protocol", "server", "client")
        )
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
        environment = os.environ | {"PYTHONPATH": roots, "PYTHONDONTWRITEBYTECODE": "1"}
        environment.pop("RUMMY_INSTALLED", None)
        try:
            done = subprocess.run(
                command,
                cwd=self.root,
                env=environment,
                capture_output=True,
                text=True,
                timeout=LONGEST,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return FAILED, "did not end"
        return done.returncode, (done.stdout + done.stderr)[-1500:]

    def judge(self, mutant: Mutant) -> tuple[int, str]:
        source = self.root / mutant.file
        text = source.read_text()
        source.write_text(text.replace(mutant.before, mutant.after))
        try:
            return self.run(mutant.test.split())
        finally:
            source.write_text(text)


def tracked() -> list[str]:
    told = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return [name for name in told.stdout.split("\0") if (ROOT / name).is_file()]


def main() -> int:
    asked = options()
    found = [m for m in mutants() if not asked.only or m.name in asked.only]
    wrong = list(faults(found))
    if wrong or not found:
        print(*(wrong or ["there is no such mutant"]), sep="\n")
        return 2
    if asked.list:
        for mutant in found:
            print(f"{mutant.promise:4} {mutant.name}: {mutant.why}\n     {mutant.test}")
        return 0
    with tempfile.TemporaryDirectory() as place:
        return all_of(found, [Copy(Path(place) / str(n)) for n in range(asked.jobs)])


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--list", action="store_true")
    return parser.parse_args()


def all_of(found: Sequence[Mutant], copies: Sequence[Copy]) -> int:
    """Judge *found* in *copies*; the exit status."""
    began = time.monotonic()
    tests = sorted({test for mutant in found for test in mutant.test.split()})
    status, told = copies[0].run(tests)
    if status:
        print(f"The tests do not pass without any mutant:\n{told}")
        return 2
    print(
        f"{len(tests)} tests pass without a mutant, {time.monotonic() - began:.0f} s.",
        flush=True,
    )
    free: Queue[Copy] = Queue()
    for copy in copies:
        free.put(copy)

    def judge(mutant: Mutant) -> bool:
        copy = free.get()
        try:
            status, told = copy.judge(mutant)
        finally:
            free.put(copy)
        killed = status == FAILED
        verdict = "killed  " if killed else "SURVIVED" if status == 0 else "BROKEN  "
        print(f"{verdict} {mutant.promise:4} {mutant.name}", flush=True)
        if status > FAILED:
            print(told)
        return killed

    with ThreadPoolExecutor(len(copies)) as pool:
        killed = sum(pool.map(judge, found))
    print(f"{killed} of {len(found)} killed, {time.monotonic() - began:.0f} s.")
    return 0 if killed == len(found) else 1


if __name__ == "__main__":
    sys.exit(main())
