"""Every sentence of the program, gathered from where it stands.

Marked sentences are found by Babel in the source; the tables of English templates are taken
from the language itself, with the name of their table as context, the words of keys from the
table of keys, and help from the commands.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator, Sequence
from contextlib import redirect_stderr
from io import StringIO
from pathlib import Path
from typing import Any, TypeAlias

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file

from rummy_client.cli.main import rummy
from rummy_client.cli.words import paragraphs
from rummy_client.keymap import CONTEXTS, KEY_NAMES, KEYS
from rummy_protocol.text import ENGLISH
from rummy_protocol.text.language import templates

ROOT = Path(__file__).parent.parent.parent
SOURCES = ("protocol/rummy_protocol", "server/rummy_server", "client/rummy_client")
KEYWORDS = {
    "_": None,
    "N_": None,
    "plural": (1, 2),
    "term": ((1, "c"), 2),
    "counted": (1, 2),
}


def gathered() -> Catalog:
    """Every sentence there is, with where it stands."""
    catalogue = Catalog(project="Rummy Tables", fuzzy=False)
    for context, key, template in templates(ENGLISH):
        if template:
            note = f"{context} {key}".strip()
            catalogue.add(template, context=context, auto_comments=[note])
    for context, sentence, note in (*_keys(), *_help()):
        catalogue.add(sentence, context=context, auto_comments=[note])
    for name, line, message, comments, context in _marked():
        catalogue.add(
            message, locations=[(name, line)], auto_comments=comments, context=context
        )
    return catalogue


def _marked() -> Iterator[tuple[str, int, Any, list[str], str | None]]:
    """What is marked in the source: file, line, sentence or two of them, notes, context."""
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            # Babel warns of f-strings, also where they only fill in a place.
            with redirect_stderr(StringIO()):
                found = list(
                    extract_from_file(
                        "python", path, keywords=KEYWORDS, comment_tags=("Translators:",)
                    )
                )
            for line, message, comments, context in found:
                yield name, line, message, comments, context
            for line, message, context in _in_f_strings(path.read_text(encoding="utf-8")):
                yield name, line, message, [], context


def _in_f_strings(source: str) -> Iterator[tuple[int, Any, str | None]]:
    """What is marked in the places of f-strings, where Babel sees nothing."""
    for told in ast.walk(ast.parse(source)):
        if isinstance(told, ast.JoinedStr):
            for call in ast.walk(told):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name):
                    words = [a.value for a in call.args if isinstance(a, ast.Constant)]
                    yield from _said(call.func.id, call.lineno, words)


def _said(mark: str, line: int, words: Sequence[Any]) -> Iterator[tuple[int, Any, str | None]]:
    match mark, words:
        case (("_" | "N_"), [str() as sentence, *_]):
            yield line, sentence, None
        case (("plural" | "counted"), [str() as one, str() as many, *_]):
            yield line, (one, many), None
        case "term", [str() as context, str() as word, *_]:
            yield line, word, context
        case _:
            pass


Found: TypeAlias = tuple[str | None, str, str]
"""A context, a sentence, and a note for translators."""


def _keys() -> Iterator[Found]:
    """The words of the table of keys."""
    for key in KEYS:
        if key.label:
            yield "key", key.label, f"label of a key: {key.help}"
        yield None, key.help, "what a key does"
    yield from ((None, heading, "heading of a group of keys") for heading in CONTEXTS.values())
    for name in KEY_NAMES.values():
        if re.search("[A-Za-z]{2}|[A-Z][0-9]", name):
            yield "key name", name, "what stands on a key"


def _help(command: click.Command = rummy, path: str = "rummy") -> Iterator[Found]:
    """The help of the command line: of each command, its options, and those under it."""
    for paragraph in paragraphs(command.help or ""):
        yield None, paragraph, f"help of {path}"
    for param in command.params:
        if not getattr(param, "hidden", False) and (told := getattr(param, "help", None)):
            for paragraph in paragraphs(told):
                if " " in paragraph or paragraph[0] != "[":  # else it is a value, like [text]
                    yield None, paragraph, f"help of {path} {param.opts[0]}"
    if isinstance(command, click.Group):
        for name, under in command.commands.items():
            if not under.hidden:
                yield from _help(under, f"{path} {name}")
