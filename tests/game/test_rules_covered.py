"""Every rule that is played here, and every worked example, has a test that holds us to it.

The table in docs/rules/coverage.md is made here, from the markers of all tests.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

TESTS = Path(__file__).parent.parent
PAGES = TESTS.parent / "docs" / "rules"

RULES = {f"R{number:02}" for number in range(1, 82)}
GOLDENS = {
    *(f"B-{number}" for number in range(1, 15)),
    *("F-1", "F-2", "W-1", "W-2"),
    *(f"5-{number}" for number in range(1, 6)),
    *(f"11-{number}" for number in range(1, 5)),
    *(f"12-{number}" for number in range(1, 4)),
    *(f"14-{number}" for number in range(1, 4)),
    *("15-1", "15-2"),
}
ADVICE = {"E39"}
"""Said to people, done by nobody."""

FAMILIES = ("R", "E", "C", "B", "F", "W", "5", "11", "12", "14", "15", "G", "U", "X", "I", "P")

HEAD = """# Which tests hold the game to which rule

Made from the markers of the tests by `pytest tests/game/test_rules_covered.py --regen`. R, E
and C are explained on the pages of the games beside this one; B, F, W and the numbers with a
dash are worked examples, G the sheets of the games, U and X what players may rely on besides,
I what must hold after every event of random play.

| Number | Tests |
| --- | --- |
"""


@lru_cache(maxsize=1)
def marked():
    """The tests of each number, by the name of their file and their own."""
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                for number in numbers(node):
                    name = f"{path.stem[5:]}: {node.name[5:].replace('_', ' ')}"
                    if name not in found[number]:
                        found[number].append(name)
    return found


def numbers(test):
    """The numbers with which a test is marked, those of single cases of it included."""
    for mark in test.decorator_list:
        for call in ast.walk(mark):
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.rule":
                for argument in call.args:
                    yield from ast.literal_eval(argument).split()


def order(number):
    family, digits = re.fullmatch(r"([A-Z]|\d+)-?(\d+)", number).groups()
    return FAMILIES.index(family), int(digits)


def table(found):
    rows = (
        f"| {number} | {'<br>'.join(found[number])} |" for number in sorted(found, key=order)
    )
    return HEAD + "\n".join(rows) + "\n"


def told():
    """The numbers that the pages of the games explain."""
    pages = (page for page in PAGES.glob("*.md") if page.name != "coverage.md")
    said = "\n".join(page.read_text() for page in pages)
    return set(re.findall(r"(?<![\w-])([REC]\d\d|[BFW]-\d+)(?![\w-])", said))


def test_every_rule_is_explained():
    assert sorted(RULES - told(), key=order) == []


def test_every_rule_has_a_test():
    assert sorted(RULES - set(marked()), key=order) == []


def test_every_worked_example_has_a_test():
    assert sorted(GOLDENS - set(marked()), key=order) == []


def test_every_rule_that_is_explained_has_a_test():
    assert sorted(told() - set(marked()) - ADVICE, key=order) == []


def test_every_number_that_a_test_names_is_explained():
    named = {number for number in marked() if number[0] in "RECB"}

    assert sorted(named - told(), key=order) == []


def test_the_table_of_tests_is_up_to_date(request):
    page = PAGES / "coverage.md"
    if request.config.getoption("--regen"):
        page.write_text(table(marked()))

    assert page.read_text() == table(marked()), "run pytest with --regen"
