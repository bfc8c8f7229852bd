"""Nothing is said to a person that is not marked for translation.

Judged by how the source looks: whatever reads like words and is no mark's argument has to be a
name, a command that is typed, a style, something for programmers, or on the list below.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
MARKS = {"_", "N_", "plural", "term", "counted"}
OURS = {
    "UnsupportedOperation",
    "ValueError",
    "TypeError",
    "RuntimeError",
    "AssertionError",
    "NotImplementedError",
}
"""What is raised with them is read by programmers."""
LOGS = {"debug", "info", "warning", "error", "critical", "exception", "log"}
SINKS = {"tell", "told", "Notice", "echo", "Ending", "ClickException", "UsageError", "fail"}
"""Whatever is handed to them is read, even a single word."""
WORDS = re.compile(r"[A-Za-z]{2,}[,.;:?]? [A-Za-z(]|[a-z]{2,}:? \{|\} [a-z]{2,}")
WORD = re.compile(r"[A-Za-z]{2,}")
STYLES = re.compile(r"(class:\S*|bold|blink|reverse|underline|\{\}|bg:\S+|#\w+|ansi\w+|\s)*")
PARTS = (
    "client/rummy_client",
    "protocol/rummy_protocol/text",
    "server/rummy_server/archive",
    "server/rummy_server/operating",
)
MODULES = (
    "server/rummy_server/simulate.py",
    "server/rummy_server/identity.py",
    "server/rummy_server/table/restored.py",
    "server/rummy_server/store/folder.py",
)
FREE = {
    "client/rummy_client/terminal/supervisor.py": "what it says is handed to it in words",
    "client/rummy_client/terminal/colours.py": "styles",
    "client/rummy_client/terminal/abilities.py": "styles",
    "client/rummy_client/keymap.py": "its tables are gathered as they stand",
    "server/rummy_server/operating/metrics.py": "for monitors, which have no language",
    "protocol/rummy_protocol/text/english*.py": "they are gathered as they stand",
}

TYPED = (
    "7H, TD", "agree no", "bot ", "buy in", "cards ", "create ", "discard ", "end deal",
    "join K7QX", "lay off ", "left right", "let NAME in", "meld {}", "move 7H", "order",
    "rummy ", "say good luck", "settings language=fr", "sudo ", "swap ", "take {}", "up down",
    "watch K7QX", " as {}",
)  # fmt: skip
"""Beginnings of what is typed, in whichever language, or read by a program."""
NAMES = ("Rummy {}", " Rummy {}", "rummy: {}", "store: {}",
         "\x1b]9;Rummy: {}", "<Identity", "<Seat", "looking in",
         "a channel has no descriptor",
         "nobody sees this screen", "Rummy Tables")  # fmt: skip
"""Names of the program and its parts, with what is translated already."""
ALLOWED = {
    "client/rummy_client/cli/words.py": "there is no catalogue to say it with",
    "client/rummy_client/config.py": "the head of a file",
    "server/rummy_server/archive/games.py": "a value, as it stands in JSON",
    "server/rummy_server/operating/beside.py": "for monitors",
}
FEW = 2
"""So many such things a module on that list may hold."""


def source() -> Iterator[str]:
    for part in PARTS:
        yield from (str(p.relative_to(ROOT)) for p in sorted((ROOT / part).rglob("*.py")))
    yield from MODULES


SOURCE = [name for name in source() if not any(Path(name).match(free) for free in FREE)]


def words_of(node: ast.AST) -> str | None:
    """The text of a literal, with ``{}`` for what is filled in."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(
            each.value if isinstance(each, ast.Constant) else "{}" for each in node.values
        )
    return None


def called(node: ast.AST) -> str:
    function = node.func if isinstance(node, ast.Call) else None
    return getattr(function, "id", "") or getattr(function, "attr", "")


def unmarked(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Literals that are read by people and not marked."""
    yield from _within(tree, in_sink=False)


def _within(node: ast.AST, in_sink: bool) -> Iterator[tuple[int, str]]:
    for child in ast.iter_child_nodes(node):
        told = words_of(child)
        if told is not None:
            if (in_sink and WORD.search(told)) or (
                WORDS.search(told) and not STYLES.fullmatch(told)
            ):
                yield child.lineno, told
            if isinstance(child, ast.JoinedStr):
                inner = [each for each in child.values if isinstance(each, ast.FormattedValue)]
                for each in inner:
                    yield from _within(each, in_sink=False)
        elif called(child) in MARKS:
            for filled in child.keywords:
                yield from _within(filled, in_sink=False)
        elif not _for_nobody(child):
            yield from _within(child, called(child) in SINKS)


def _for_nobody(node: ast.AST) -> bool:
    """Whether what *node* holds is marked, gathered elsewhere, or for programmers."""
    match node:
        case ast.Call():
            name = called(node)
            return name in OURS | LOGS or name in ("Verb", "Struct")
        case ast.Expr(value=value):
            return words_of(value) is not None
        case ast.keyword(arg=arg):
            return arg in ("help", "metavar", "err", "nl")
        case ast.Assert():
            return words_of(node.msg) is not None if node.msg is not None else False
        case _:
            return False


@pytest.mark.parametrize("name", SOURCE)
def test_what_people_read_is_marked(name) -> None:
    found = [
        each
        for each in unmarked(ast.parse((ROOT / name).read_text("utf-8")))
        if not each[1].startswith(TYPED + NAMES)
    ]

    if name in ALLOWED:
        assert 0 < len(found) <= FEW, "it needs its place on the list"
    else:
        assert found == []


@pytest.mark.parametrize(
    "code",
    [
        'told(model, desk, "Nobody is there.")',
        'told(model, desk, f"{name} is back.")',
        'tell("Done")',
        'click.echo(f"Table {table}")',
        'yield "The cards are being dealt."',
        'Notice("Wait", bad=False)',
        '[("class:good", "your turn")]',
        'told(model, desk, on or "no more of it")',
        'raise click.UsageError("That is too much.")',
        'x = {"a": "lay off to it"}',
        '_("{who}: {what}", who=name, what="and a card")',
    ],
)
def test_what_is_not_marked_is_found(code) -> None:
    assert list(unmarked(ast.parse(code)))


@pytest.mark.parametrize(
    "code",
    [
        'told(model, desk, _("Nobody is there."))',
        'plural("{n} card", "{n} cards", n)',
        'ROWS = (("a", N_("lay off to it")),)',
        '[("class:good bold", _("your turn"))]',
        'raise ValueError("that is no card")',
        'assert cards, "there has to be a card"',
        'log.info("house opened at %s", port)',
        '"""What a module is."""',
        'click.option("--plain", help="Play by lines.")',
        'Lines("nothing", "or-one-word")',
    ],
)
def test_what_is_marked_or_read_by_nobody_is_let_pass(code) -> None:
    assert list(unmarked(ast.parse(code))) == []


def marked(tree: ast.AST) -> Iterator[tuple[str | None, str]]:
    """What is handed to a mark anywhere in *tree*, with its context."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
            continue
        words = [a.value for a in node.args if isinstance(a, ast.Constant)]
        if node.func.id in ("_", "N_", "plural") and words and isinstance(words[0], str):
            yield None, words[0]
        if node.func.id == "term" and len(words) > 1:
            yield words[0], words[1]


def test_what_is_marked_is_gathered_wherever_it_stands(tools) -> None:
    """In the places of f-strings, too, where the extractor of Babel sees nothing."""
    known = {
        (message.context, message.id if isinstance(message.id, str) else message.id[0])
        for message in tools.gathering.gathered()
        if message.id
    }
    found = {each for name in source() for each in marked(ast.parse((ROOT / name).read_text()))}

    assert len(found) > 800
    assert found - known == set()
