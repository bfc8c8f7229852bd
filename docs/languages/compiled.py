"""Compile the catalogues of the languages: each `CODE.po` into the `CODE.mo` that is read.

The build of a wheel calls it; so does `catalogues.py`. It gathers and changes no sentence.
"""

from __future__ import annotations

import os
from pathlib import Path

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).parent.parent.parent
CATALOGUES = ROOT / "protocol" / "rummy_protocol" / "languages"


def compile_all() -> None:
    """Write every `CODE.mo` anew; sentences that were marked as doubtful are left out."""
    for path in sorted(CATALOGUES.glob("*.po")):
        with path.open("rb") as file:
            catalogue = read_po(file, locale=path.stem, abort_invalid=True)
        half = path.with_suffix(f".{os.getpid()}.half")  # others may be building, too
        with half.open("wb") as file:
            write_mo(file, catalogue)
        half.replace(path.with_suffix(".mo"))  # a program may be reading the old one


class Compiles(BuildHookInterface):
    """Called before a wheel is made, and before the tree is installed as it lies."""

    PLUGIN_NAME = "custom"

    def initialize(self, version, build_data) -> None:
        compile_all()
