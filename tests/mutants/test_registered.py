"""The list of mutants is whole; that each is killed, `make mutants` shows."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from .collect import ROOT, Mutant, faults, mutants

PROMISES = {f"P{number}" for number in (*range(1, 28), *range(30, 38))}
"""The fair shuffle (P28, P29) is not there yet."""


def test_every_mutant_stands_for_one_change_that_can_be_made():
    assert list(faults(mutants())) == []


def test_every_promise_has_a_mutant():
    """P35."""
    assert PROMISES - {mutant.promise for mutant in mutants()} == set()


def test_every_promise_is_written_down():
    told = (ROOT / "SECURITY.md").read_text()

    assert PROMISES - set(re.findall(r"\bP\d+\b", told)) == set()


def test_what_is_said_to_check_a_promise_is_there():
    told = (ROOT / "SECURITY.md").read_text()
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.M))
    paths = {path for run in re.findall(r"`pytest ([^`]+)`", told) for path in run.split()}

    assert set(re.findall(r"`make ([a-z-]+)`", told)) <= targets
    assert [path for path in paths if not (ROOT / path).exists()] == []
    assert [
        page for page in re.findall(r"\((docs/[^)]+)\)", told) if not (ROOT / page).is_file()
    ] == []


def test_there_are_at_least_sixty():
    assert len(mutants()) >= 60


ONE = Mutant(
    name="one",
    promise="P10",
    file="tests/mutants/registry.py",
    before="class Mutant(",
    after="class Another(",
    test="tests/mutants/test_registered.py::test_there_are_at_least_sixty",
    why="for this test",
)


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"name": "Two Words"}, "hyphens"),
        ({"promise": "Q1"}, "no promise"),
        ({"after": "class Mutant("}, "changes nothing"),
        ({"file": "tests/mutants/nowhere.py"}, "is not there"),
        ({"before": "e"}, "is found"),
        ({"test": "tests/mutants/test_registered.py::test_nothing"}, "has no"),
    ],
    ids=str,
)
def test_a_mutant_that_cannot_be_made_is_noticed(wrong, told):
    assert list(faults([ONE])) == []
    assert any(told in fault for fault in faults([replace(ONE, **wrong)]))


def test_a_name_that_is_there_twice_is_noticed():
    assert list(faults([ONE, ONE])) == ["one is there 2 times"]
