"""Gather every sentence of the program into the catalogues, and compile them.

    python docs/languages/catalogues.py             gather, merge into each CODE.po, compile
    python docs/languages/catalogues.py --missing   say what is missing or malformed
    python docs/languages/catalogues.py --new CODE  begin the catalogue of another language

A sentence that is gone from the program goes from the catalogues as well. What was translated
is never guessed at anew.
"""

from __future__ import annotations

import argparse

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from faults import faults, missing
from gathering import ROOT, gathered

from rummy_protocol.text import LANGUAGES

CATALOGUES = ROOT / "protocol" / "rummy_protocol" / "languages"
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


def lacking(catalogue: Catalog, code: str) -> list[str]:
    """What *catalogue* lacks, or has wrong, a line each."""
    told = []
    for message in catalogue:
        if not message.id:
            continue
        sentence = message.id if isinstance(message.id, str) else message.id[0]
        if missing(message):
            told.append(sentence)
        told += [f"{sentence}\n    {fault}" for fault in faults(message, code)]
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
        wanting = lacking(catalogue, code)
        if chosen.missing:
            print(f"{code}: {len(wanting)} of {len(catalogue)} to do")
            for sentence in wanting:
                print(f"  {sentence}")
            continue
        written(code, catalogue)
        print(f"{code}: {len(catalogue)} sentences, {len(wanting)} to do")
    if not chosen.missing:
        from compiled import compile_all

        compile_all()


if __name__ == "__main__":
    main()
