"""How a command ends: its exit status, and one line where it could not do what it was told.

Which command it was, and what it does, is no business of this module.
"""

from __future__ import annotations

import errno
import sys
from collections.abc import Callable

import click

from .words import _

__all__ = ["told_in_one_line"]


def told_in_one_line(run: Callable[[], int | None]) -> int:
    """The exit status of *run*; what the person did wrong is said in one line."""
    try:
        return run() or 0
    except click.UsageError as wrong:
        context = wrong.ctx or click.get_current_context(silent=True)
        command = context.command_path if context is not None else "rummy"
        where = _("See: {command} --help", command=command)
        click.echo(f"{command}: {_sentence(_one_line(wrong))} {where}", err=True)
        return 2
    except click.ClickException as wrong:
        click.echo(f"rummy: {_one_line(wrong)}", err=True)
        return 2
    except (click.Abort, KeyboardInterrupt):
        return 130
    except BaseExceptionGroup as several:
        if several.split(KeyboardInterrupt)[1] is not None:
            raise
        return 130
    except OSError as no:
        if no.filename is not None or no.errno not in (errno.ENOSPC, errno.EIO):
            raise
        told = _("Cannot write {file}: {why}.", file=sys.stdout.name, why=str(no.strerror))
        click.echo(f"rummy: {told}", err=True)
        return 2


def _one_line(wrong: click.ClickException) -> str:
    return " ".join(wrong.format_message().split())


def _sentence(told: str) -> str:
    """*told* with an end, where another sentence follows."""
    return told if told.endswith((".", "?", "!", "?)")) else f"{told}."
