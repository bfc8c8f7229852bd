"""What ``rummy serve`` keeps up beside the house: a log, numbers, and the admin socket."""

from __future__ import annotations

import logging
import sys
from pathlib import Path
from typing import NamedTuple

import click

from rummy_server.app import Beside
from rummy_server.operating.beside import looking_after
from rummy_server.operating.counted import Counted
from rummy_server.operating.lines import Lines, open_log
from rummy_server.store.folder import DataFolder
from rummy_server.store.sqlite import SqliteJournal

from .words import _

__all__ = ["Upkeep"]


class Upkeep(NamedTuple):
    """How it is kept up."""

    form: str = "text"
    level: str = "info"
    file: Path | None = None
    port: int | None = None
    """Where on this machine metrics are shown; nowhere without one."""

    def lines(self) -> Lines:
        """The log, opened.

        Raises:
            click.ClickException: there is no writing to that file.
        """
        try:
            level = logging.getLevelName(self.level.upper())
            lines = open_log(self.form, level, sys.stderr, self.file)
        except OSError as exc:
            raise click.ClickException(
                _("Cannot write {file}: {why}.", file=str(self.file), why=str(exc.strerror))
            ) from exc
        if self.file is None and sys.stderr.isatty():
            # A person reads along, and shall read what others type before any of it.
            lines.hold_back()
        return lines

    def beside(
        self, folder: DataFolder, journal: SqliteJournal, counted: Counted, lines: Lines
    ) -> Beside:
        """What is to run beside the house."""
        return looking_after(folder.socket, journal, counted, lines, self.port)
