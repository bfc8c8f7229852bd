"""Words that a table asks for: typed unseen, or out of the environment.

Never arguments: those are shown to all who list processes.
"""

from __future__ import annotations

import os
import sys

import click

from .words import _

__all__ = ["secret_word", "watch_code_of", "watch_word"]


def secret_word(ask: bool) -> str:
    """The password of a table."""
    if ask and sys.stdin.isatty():
        return _unseen("Password")
    return os.environ.get("RUMMY_PASSWORD", "")


def watch_word(ask: bool, ask_password: bool) -> str:
    """What is said to look on at a table: its watch code, or else its password."""
    if ask and sys.stdin.isatty():
        return _unseen(_("Watch code"))
    return os.environ.get("RUMMY_WATCH_CODE", "") or secret_word(ask_password)


def watch_code_of(table: str) -> str:
    """The watch code that *table* shall have; nothing where nobody can be asked."""
    code = os.environ.get("RUMMY_WATCH_CODE", "")
    if code or not sys.stdin.isatty():
        return code
    return _unseen(_("Watch code of {table}", table=table))


def _unseen(what: str) -> str:
    return str(click.prompt(what, hide_input=True, default="", show_default=False))
