"""Size and manner of every module: small enough to read, and saying what it is."""

from __future__ import annotations

import ast
import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

import rummy_protocol
import rummy_server
from rummy_protocol.ruleset import RuleSet
from rummy_server.game.variants import PRESETS

ROOT = Path(__file__).parent.parent
SOURCES = sorted(
    path for root in ("protocol", "server", "client") for path in (ROOT / root).rglob("*.py")
)
LONGEST_MODULE = 400
"""Lines; a module that nears it holds more than one idea."""
LONGEST_FUNCTION = 40
"""Lines of a body, its docstring not counted."""


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def functions(tree: ast.AST) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def lines_of(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    first = node.body[1] if ast.get_docstring(node) and len(node.body) > 1 else node.body[0]
    return (node.end_lineno or 0) - first.lineno + 1


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_a_module_says_what_it_is_and_stays_small(path: Path) -> None:
    tree = ast.parse(path.read_text())
    long = [f.name for f in functions(tree) if lines_of(f) > LONGEST_FUNCTION]
    lists = [
        node
        for node in tree.body
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__"
    ]

    assert ast.get_docstring(tree), "a module begins by saying what it is"
    assert len(path.read_text().splitlines()) <= LONGEST_MODULE
    assert not long
    assert lists or len(tree.body) == 1, "__all__ says what a module offers"


@pytest.mark.parametrize("path", SOURCES, ids=name)
def test_a_broad_except_stands_at_a_named_barrier_only(path: Path) -> None:
    wild = [
        line.strip()
        for line in path.read_text().splitlines()
        if re.search(r"except (Base)?Exception\b|except\s*:", line)
    ]

    assert all("# noqa: BLE001" in line and "barrier" in line for line in wild)


def test_the_suite_tries_what_people_install() -> None:
    """Under `make test` the packages come from the wheel, never from the working tree."""
    homes = [Path(package.__file__ or "") for package in (rummy_protocol, rummy_server)]
    installed = all("site-packages" in home.parts for home in homes)

    assert installed or "RUMMY_INSTALLED" not in os.environ


VARIANTS = ROOT / "server" / "rummy_server" / "game" / "variants"
NAMES = set(PRESETS) - set(RuleSet.__struct_fields__)
"""What games are called, save for words that are also fields of a rule set."""

CALLED = ROOT / "protocol" / "rummy_protocol" / "text" / "games.py"
"""The one place that says what people call them; nothing there hangs on which game it is."""


@pytest.mark.parametrize(
    "path", [p for p in SOURCES if VARIANTS not in p.parents and p != CALLED], ids=name
)
def test_no_module_outside_the_variants_names_a_game(path: Path) -> None:
    tree = ast.parse(path.read_text())
    said = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }

    assert not said & NAMES, "ask the fields of the rule set, never its name"
