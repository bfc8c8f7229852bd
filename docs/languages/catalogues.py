"""Gather every sentence of the program into the catalogues, and compile them.

    python docs/languages/catalogues.py             gather, merge into each CODE.po, compile
    python docs/languages/catalogues.py --missing   say what is missing or malformed
    python docs/languages/catalogues.py --new CODE  begin the catalogue of another language
    python docs/languages/catalogues.py --take CODE FILE...
                                                    take what is translated in other .po files

A sentence that is gone from the program goes from the catalogues as well. What was translated
is never guessed at anew.
"""

from __future__ import annotations

import argparse
from pathlib import Path

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


def taken(catalogue: Catalog, code: str, path: Path) -> int:
    """How many sentences were taken from *path* into *catalogue*; those that it has are said
    anew, and those that nobody says are left out."""
    count = 0
    with path.open("rb") as file:
        for message in read_po(file, locale=code, abort_invalid=True):
            mine = catalogue.get(message.id, message.context) if message.id else None
            if mine is not None and not missing(message):
                mine.string = message.string
                count += 1
    return count


def lacking(catalogue: Catalog, code: str) -> list[str]:
    """What *catalogue* lacks, or has wrong, a line each."""
    told = []
    for message in catalogue:
        if not message.id:
            continue
        sentence = message.id if isinstance(message.id, str) else message.id[0]
        if message.context:
            sentence = f"[{message.context}] {sentence}"
        if missing(message):
            told.append(sentence)
        told += [f"{sentence}\n    {fault}" for fault in faults(message, code)]
    return told


def main() -> None:
    options = argparse.ArgumentParser()
    options.add_argument("--missing", action="store_true")
    options.add_argument("--new", metavar="CODE")
    options.add_argument("--take", metavar=("CODE", "FILE"), nargs="+")
    chosen = options.parse_args()
    template = gathered()
    one, *files = chosen.take or [chosen.new]
    for code in [one] if one else sorted(set(LANGUAGES) - {"en"}):
        catalogue = merged(code, template)
        for name in files:
            print(f"{code}: {taken(catalogue, code, Path(name))} taken from {name}")
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
