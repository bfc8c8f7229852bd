"""All registered mutants, from the files beside this one, and what is wrong with the list."""

from __future__ import annotations

import importlib.util
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
NOT_LISTS = ("collect", "conftest", "registry", "run", "test_registered")

if str(HERE) not in sys.path:
    sys.path.insert(0, str(HERE))

from registry import Mutant  # noqa: E402 its place has to be known first

__all__ = ["HERE", "ROOT", "Mutant", "faults", "mutants"]


def mutants() -> tuple[Mutant, ...]:
    """Every mutant of every list, in the order of the files."""
    return tuple(mutant for path in lists() for mutant in _of(path))


def lists() -> tuple[Path, ...]:
    return tuple(path for path in sorted(HERE.glob("*.py")) if path.stem not in NOT_LISTS)


def _of(path: Path) -> tuple[Mutant, ...]:
    name = f"mutants_{path.stem}"
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found: tuple[Mutant, ...] = module.MUTANTS
    return found


def faults(found: Iterable[Mutant]) -> Iterator[str]:
    """One line for each thing in the list that cannot be right."""
    found = tuple(found)
    for name, count in Counter(mutant.name for mutant in found).items():
        if count > 1:
            yield f"{name} is there {count} times"
    for mutant in found:
        yield from (f"{mutant.name}: {fault}" for fault in _faults(mutant))


def _faults(mutant: Mutant) -> Iterator[str]:
    if not re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", mutant.name):
        yield "a name is words joined by hyphens"
    if not re.fullmatch(r"[PRITXUC]\d\d?", mutant.promise):
        yield f"{mutant.promise} is no promise"
    if mutant.before == mutant.after:
        yield "changes nothing"
    source = ROOT / mutant.file
    if not source.is_file():
        yield f"{mutant.file} is not there"
    elif (times := source.read_text().count(mutant.before)) != 1:
        yield f"its text is found {times} times in {mutant.file}"
    for test in mutant.test.split():
        yield from _faults_of_test(test)


def _faults_of_test(test: str) -> Iterator[str]:
    file, *names = test.split("::")
    path = ROOT / file
    if not path.is_file():
        yield f"{file} is not there"
        return
    text = path.read_text()
    for name in names:
        bare = name.partition("[")[0]
        if not re.search(rf"^\s*(async def|def|class) {re.escape(bare)}\b", text, re.M):
            yield f"{file} has no {bare}"
