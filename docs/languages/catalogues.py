"""Gather every sentence of the program into the catalogues, and compile them.

    python docs/languages/catalogues.py             gather, merge into each CODE.po, compile
    python docs/languages/catalogues.py --missing   say what no language has yet, by language
    python docs/languages/catalogues.py --new CODE  begin the catalogue of another language

Marked sentences are found by Babel in the source; the tables of English templates are taken
from the language itself, with the name of their table as context, the words of keys from the
table of keys, and help from the commands. A sentence that is gone from
the program goes from the catalogues as well. What was translated is never guessed at anew.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from typing import TypeAlias

import click
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from compiled import compile_all

from rummy_client.cli import rummy
from rummy_client.cli_words import paragraphs
from rummy_client.keymap import CONTEXTS, KEY_NAMES, KEYS
from rummy_protocol.text import ENGLISH, LANGUAGES
from rummy_protocol.text.language import templates

ROOT = Path(__file__).parent.parent.parent
CATALOGUES = ROOT / "protocol" / "rummy_protocol" / "languages"
KEYWORDS = {
    "_": None,
    "N_": None,
    "plural": (1, 2),
    "term": ((1, "c"), 2),
    "counted": (1, 2),
}
PLURALS = {
    "fr": "nplurals=2; plural=(n > 1);",
    "ro": "nplurals=3; plural=(n == 1 ? 0 : n == 0 || (n % 100 > 0 && n % 100 < 20) ? 1 : 2);",
    "ko": "nplurals=1; plural=0;",
    "bg": "nplurals=2; plural=(n != 1);",
    "de": "nplurals=2; plural=(n != 1);",
}
"""Which form a number takes, as gettext writes it down."""
HEADER = """\
# {name}: every sentence of Rummy Tables. `make languages` gathers them.
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""
SOURCES = ("protocol/rummy_protocol", "server/rummy_server", "client/rummy_client")


def gathered() -> Catalog:
    """Every sentence there is, with where it stands."""
    catalogue = Catalog(project="Rummy Tables", fuzzy=False)
    for context, key, template in templates(ENGLISH):
        if template:
            note = f"{context} {key}".strip()
            catalogue.add(template, context=context, auto_comments=[note])
    for context, sentence, note in (*_keys(), *_help()):
        catalogue.add(sentence, context=context, auto_comments=[note])
    for source in SOURCES:
        for path in sorted((ROOT / source).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            for line, message, comments, context in extract_from_file(
                "python", path, keywords=KEYWORDS, comment_tags=("Translators:",)
            ):
                catalogue.add(
                    message, locations=[(name, line)], auto_comments=comments, context=context
                )
    return catalogue


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
        if len(name) > 1:
            yield "key name", name, "what stands on a key"


def _help(command: click.Command = rummy, path: str = "rummy") -> Iterator[Found]:
    """The help of the command line: of each command, its options, and those under it."""
    for paragraph in paragraphs(command.help or ""):
        yield None, paragraph, f"help of {path}"
    for param in command.params:
        if not getattr(param, "hidden", False) and (told := getattr(param, "help", None)):
            for paragraph in paragraphs(told):
                yield None, paragraph, f"help of {path} {param.opts[0]}"
    if isinstance(command, click.Group):
        for name, under in command.commands.items():
            if not under.hidden:
                yield from _help(under, f"{path} {name}")


def catalogue_of(code: str) -> Catalog:
    with (CATALOGUES / f"{code}.po").open("rb") as file:
        return read_po(file, locale=code, abort_invalid=True)


def merged(code: str, template: Catalog) -> Catalog:
    """The catalogue of *code* with all sentences of *template* and no others."""
    path = CATALOGUES / f"{code}.po"
    if not path.exists():
        path.write_text(_header(code), encoding="utf-8")
    catalogue = catalogue_of(code)
    catalogue.update(template, no_fuzzy_matching=True, update_header_comment=False)
    catalogue.obsolete.clear()
    return catalogue


def written(code: str, catalogue: Catalog) -> None:
    with (CATALOGUES / f"{code}.po").open("wb") as file:
        file.write(_header(code).encode())
        write_po(file, catalogue, width=96, omit_header=True, include_lineno=False)


def _header(code: str) -> str:
    return HEADER.format(name=LANGUAGES[code], code=code, plurals=PLURALS[code])


def missing(catalogue: Catalog) -> list[str]:
    """The sentences that *catalogue* does not have."""
    told = []
    for message in catalogue:
        said = message.string if isinstance(message.string, tuple) else (message.string,)
        if message.id and not all(said):
            told.append(message.id if isinstance(message.id, str) else message.id[0])
    return told


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--missing", action="store_true")
    options.add_argument("--new", metavar="CODE")
    chosen = options.parse_args()
    template = gathered()
    codes = [chosen.new] if chosen.new else sorted(set(LANGUAGES) - {"en"})
    for code in codes:
        catalogue = merged(code, template)
        lacking = missing(catalogue)
        if chosen.missing:
            print(f"{code}: {len(lacking)} of {len(catalogue)} missing")
            for sentence in lacking:
                print(f"  {sentence}")
            continue
        written(code, catalogue)
        print(f"{code}: {len(catalogue)} sentences, {len(lacking)} missing")
    if not chosen.missing:
        compile_all()


if __name__ == "__main__":
    main()
