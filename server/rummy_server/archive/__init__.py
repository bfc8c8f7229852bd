"""Games that are kept: listed, told, turned over again move by move, and judged once more.

It reads what a store holds and writes nothing. What it shows goes through the same views as
what a table sends, so nobody can read here what he could not have seen there.
"""

from __future__ import annotations

from .account import account
from .filing import read_file, update_lines
from .frames import Frame, frames, updates
from .games import Game, NoSuchGame, State, find, games
from .moments import Moment, moments
from .public_lines import public_lines
from .source import KeptBatch, KeptSeal, KeptTable, Source
from .verify import Fault, verify

__all__ = [
    "Fault",
    "Frame",
    "Game",
    "KeptBatch",
    "KeptSeal",
    "KeptTable",
    "Moment",
    "NoSuchGame",
    "Source",
    "State",
    "account",
    "find",
    "frames",
    "games",
    "moments",
    "public_lines",
    "read_file",
    "update_lines",
    "updates",
    "verify",
]
