"""The page on sessions lists what players elsewhere complained of, and the tests of it here.

A test bears a number in its name (`test_u07_...`, `test_x41_...`, `test_p8_...`), or one of
the first two kinds in its docstring or a marker. The table at the end of the page is made
from that.
"""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import lru_cache
from pathlib import Path

TESTS = Path(__file__).parent.parent
PAGE = TESTS.parent / "docs" / "sessions.md"
BEGIN = "<!-- Made by `pytest tests/server/test_sessions_covered.py --regen`. -->\n"

COMPLAINTS = {
    "U01": "a dropped player finds the same seat, hand and clock again",
    "U02": "a drop never ends a table by itself",
    "U03": "every choice of one who is gone is taken in the end",
    "U04": "the hold is honoured to its last second, for the host as for anybody",
    "U05": "who comes back can act at once",
    "U06": "the view after a return is the live view",
    "U07": "nobody is both back and given up",
    "U08": "a silent old connection keeps nobody out of his seat",
    "U09": "who comes back is told what he has missed",
    "U10": "a seated player needs no password and no free place to return",
    "U11": "the way back leads straight to the table",
    "U12": "the owner takes his seat back from the bot",
    "U13": "those who are there choose: wait, a bot, or the end",
    "X-31": "a table that is not there is asked for, and the server stands still",
    "X-33": "a watcher vanishes, and every table stops",
    "X-35": "half a message is followed by a whole one",
    "X-37": "a message that is too long ends the connection without a word",
    "X-39": "what the server sends keeps a dead connection alive",
    "X-41": "one person twice, or a stranger of the same name",
    "X-43": "a return that leads to another table",
    "X-45": "all drop at once, and the match can never go on",
    "X-47": "a move for an older view is dropped without a word",
    "X-49": "the same deals after every start",
    "X-51": "the player on turn leaves, and it is nobody's turn",
    "X-53": "a card that is gone is played all the same",
    "X-55": "all others drop out, and their cards are paid for",
    "X-57": "junk or a drop stops the clock",
    "X-59": "who comes and goes keeps the match from starting",
    "X-61": "a hand is shown before the deal is scored",
    "X-63": "watching one's own table shows everything",
    "X-65": "what cannot be played is told to the whole table",
    "X-67": "hands and passwords in the log",
    "X-69": "the place in the hand from which a card came",
    "X-87": "the same player in the list twice",
    "X-89": "what was answered already is asked again",
    "X-91": "a wrong password or number makes a new table",
    "X-93": "nobody wants the card, and the deal never ends",
    "X-95": "quitting by a slip of the finger",
    "X-97": "a table is swept away while its owner waits",
    "X-99": "a watcher stuck at a table that is no more",
    "P5": "one live connection of a seat, and the newest proof wins",
    "P6": "only a secret gives a right",
    "P7": "an honest client always gets back",
    "P8": "a stolen secret is noticed",
    "P9": "secrets are compared in constant time and kept as hashes",
    "P11": "each action takes effect once",
    "P12": "one order for each table",
    "P13": "after a restart every table stands as it stood",
}
NUMBER = re.compile(r"\b(U\d\d|X-\d\d)\b")
KINDS = {"u": "U{:02}", "x": "X-{:02}", "p": "P{}"}


def numbers(test):
    """The numbers that a test bears."""
    marks = (ast.unparse(mark) for mark in test.decorator_list)
    yield from NUMBER.findall(" ".join((ast.get_docstring(test) or "", *marks)))
    named = re.match(r"test_([uxp])(\d+)_", test.name)
    if named is not None:
        yield KINDS[named[1]].format(int(named[2]))


@lru_cache(maxsize=1)
def borne():
    found = defaultdict(list)
    for path in sorted(TESTS.rglob("test_*.py")):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                if not node.name.startswith("test_"):
                    continue
                for number in numbers(node):
                    name = f"{path.stem[5:]}: {node.name[5:].replace('_', ' ')}"
                    if number in COMPLAINTS and name not in found[number]:
                        found[number].append(name)
    return found


def table():
    rows = (
        f"| {number} | {what} | {'<br>'.join(borne()[number])} |"
        for number, what in COMPLAINTS.items()
    )
    return "| Number | | Tests |\n| --- | --- | --- |\n" + "\n".join(rows) + "\n"


def test_every_complaint_has_a_test():
    assert [number for number in COMPLAINTS if not borne()[number]] == []


def test_the_page_lists_them_as_they_are(request):
    told, _, made = PAGE.read_text().partition(BEGIN)
    if request.config.getoption("--regen"):
        PAGE.write_text(f"{told}{BEGIN}\n{table()}")
        made = f"\n{table()}"

    assert made == f"\n{table()}", "run pytest with --regen"
