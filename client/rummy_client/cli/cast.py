"""``rummy watch --record FILE``: a client that is recorded, on a terminal or without one."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

import click

from .words import _

if TYPE_CHECKING:
    from rummy_protocol.messages import Request

    from ..environment import Ending, Environment
    from ..liking import Settings
    from ..link import Link

__all__ = ["SIZE", "Recording", "run_recorded"]

USUAL: Final = (80, 24)
SMALLEST, LARGEST = (20, 5), (500, 200)


class Recording(NamedTuple):
    """What shall be recorded, and how."""

    path: Path
    size: tuple[int, int] | None
    """Columns and rows of a screen that nobody sees; ``None``: that of the terminal."""

    @property
    def unseen(self) -> bool:
        """Whether it is made without a terminal."""
        return self.size is not None or not (sys.stdin.isatty() and sys.stdout.isatty())


class _Size(click.ParamType):  # type: ignore[type-arg]  # older click has no arguments
    name = "COLSxROWS"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        found = re.fullmatch(r"(\d{1,4})x(\d{1,4})", str(value))
        size = (int(found[1]), int(found[2])) if found else (0, 0)
        low, high = SMALLEST, LARGEST
        if not all(
            one <= two <= three for one, two, three in zip(low, size, high, strict=True)
        ):
            self.fail(_("a size is written like {example}.", example="80x24"))
        return size


SIZE: Final = _Size()


def run_recorded(
    link: Link,
    opening: Sequence[Request],
    around: Environment,
    settings: Settings | None,
    recording: Recording,
) -> Ending:
    """Run a client and write down what is drawn; how it ended.

    Raises:
        click.ClickException: there cannot be such a file.
    """
    from msgspec.structs import replace

    from ..app import run_client
    from ..screen import Size
    from ..terminal.cast import both, open_cast, unseen

    size = Size(*(recording.size or _measured()))
    with ExitStack() as stack:
        try:
            cast = open_cast(recording.path, size, "Rummy Tables", around.clock)
        except FileExistsError:
            told = _("{file} is there already; name another file.", file=str(recording.path))
            raise click.ClickException(told) from None
        except OSError as no:
            told = _(
                "{file} cannot be written: {why}.",
                file=str(recording.path),
                why=str(no.strerror),
            )
            raise click.ClickException(told) from None
        stack.callback(cast.close)
        if recording.unseen:
            from prompt_toolkit.input import create_pipe_input

            keyboard = stack.enter_context(create_pipe_input())
            variables = dict(around.variables) | {"TERM": "xterm-256color"}
            around = replace(
                around,
                variables=variables,
                input=keyboard,
                output=unseen(cast, size),
                probe=False,
                unattended=True,
            )
        else:
            around = replace(around, output=both(cast, sys.stdout, lambda: Size(*_measured())))
        return run_client(link, opening, around, settings)


def _measured() -> tuple[int, int]:
    """The size of this process's terminal, if it has one."""
    try:
        found = os.get_terminal_size(sys.stdout.fileno())
    except (OSError, ValueError):
        return USUAL
    return (found.columns, found.lines) if found.columns and found.lines else USUAL
