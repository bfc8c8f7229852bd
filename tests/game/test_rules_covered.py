"""Every rule of `basic` has its number in the rules page and a test that holds us to it.

The table in docs/rules/coverage.md is made here, from the markers of the tests in this folder.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from pathlib import Path

FOLDER = Path(__file__).parent
PAGES = FOLDER.parent.parent / "docs" / "rules"

OTHER_GAMES = {"R25"}
"""Taking cards from deep in the pile: no switch of `basic`."""
SCOPE = {f"R{number:02}" for number in range(1, 69)} - OTHER_GAMES
ADVICE = {"E39"}
"""Said to people, done by nobody."""

HEAD = """# Which tests hold the game to which rule

Made from the markers of the tests by `pytest tests/game/test_rules_covered.py --regen`. The
rules themselves stand in [basic.md](basic.md); U and X are what players may rely on besides,
I are what must hold after every event of random play.

| Number | Tests |
| --- | --- |
"""


def marked():
    """The tests of each number, by the name of their file and their own."""
    found = defaultdict(list)
    for path in sorted(FOLDER.glob("test_*.py")):
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.FunctionDef):
                for number in numbers(node):
                    found[number].append(f"{path.stem[5:]}: {node.name[5:].replace('_', ' ')}")
    return found


def numbers(test):
    for mark in test.decorator_list:
        if isinstance(mark, ast.Call) and ast.unparse(mark.func) == "pytest.mark.rule":
            yield from (ast.literal_eval(argument) for argument in mark.args)


def order(number):
    letters, digits = re.fullmatch(r"([A-Z]+)-?(\d+)", number).groups()
    return "RECBUXIP".index(letters), int(digits)


def table(found):
    rows = (
        f"| {number} | {'<br>'.join(found[number])} |" for number in sorted(found, key=order)
    )
    return HEAD + "\n".join(rows) + "\n"


def told():
    """The numbers that the rules page explains."""
    return set(re.findall(r"\*\*([REC]\d\d|B-\d+)\*\*", (PAGES / "basic.md").read_text()))


def test_every_rule_of_basic_is_explained():
    assert SCOPE - told() == set()
    assert told() & OTHER_GAMES == set()


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
