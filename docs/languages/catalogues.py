"""Gather every sentence of the program into the catalogues, and compile them.

    python docs/languages/catalogues.py             gather, merge into each CODE.po, compile
    python docs/languages/catalogues.py --missing   say what no language has yet, by language
    python docs/languages/catalogues.py --new CODE  begin the catalogue of another language

Marked sentences are found by Babel in the source; the tables of English templates are taken
from the language itself, with the name of their table as context. A sentence that is gone from
the program goes from the catalogues as well. What was translated is never guessed at anew.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.pofile import read_po, write_po
from compiled import compile_all

from rummy_protocol.text import ENGLISH, LANGUAGES
from rummy_protocol.text.language import templates

ROOT = Path(__file__).parent.parent.parent
CATALOGUES = ROOT / "protocol" / "rummy_protocol" / "languages"
KEYWORDS = {
    "_": None,
    "N_": None,
    "plural": (1, 2),
    "term": ((1, "c"), 2),
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
