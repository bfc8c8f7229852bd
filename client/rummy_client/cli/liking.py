"""What a player likes, as the command line has it: options over the file over what is usual.

The options are words of `tastes`. An option counts for this once and is not written down; what
is chosen in the game is. Nothing heavy is loaded before a command runs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple, TypeVar

import click

from .words import N_

if TYPE_CHECKING:
    from ..liking import Settings

__all__ = ["Liking", "liked", "liking", "taken"]

Run = TypeVar("Run", bound=Callable[..., Any])

THEMES: Final = ("dark", "light", "contrast", "four-colour", "colour-blind", "monochrome")
WHEN: Final = ("on", "off", "away")

_FLAGS: Final = ("theme", "letters", "mouse", "bell", "notify", "title")
"""The tastes that have an option. A name and a language have one as well, of the commands."""

_OPTIONS: Final = (
    click.option(
        "--theme", type=click.Choice(THEMES, case_sensitive=False), help=N_("The colours.")
    ),
    click.option("--letters/--signs", default=None, help=N_("Suits as letters, or as signs.")),
    click.option("--mouse/--no-mouse", default=None, help=N_("Whether the mouse plays.")),
    click.option("--bell", type=click.Choice(WHEN), help=N_("Ring when it is your turn.")),
    click.option(
        "--notify", type=click.Choice(WHEN), help=N_("Have the desktop say so as well.")
    ),
    click.option(
        "--title/--no-title", default=None, help=N_("Say so in the title of the window.")
    ),
)


class Liking(NamedTuple):
    """What holds, and where choices are kept."""

    settings: Settings
    remember: Callable[[Mapping[str, object]], str]
    """Keeps choices, by field; what is to be told if that failed, else nothing."""
    wrong: tuple[str, ...] = ()
    """What stands in the file and nobody understands."""


def liked(command: Run) -> Run:
    """Give *command* the options of a player's tastes."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def taken(options: dict[str, Any]) -> dict[str, Any]:
    """Take the tastes out of *options*: those that were given, to the command or before it."""
    given = {name: options.pop(name, None) for name in _FLAGS}
    context = click.get_current_context(silent=True)
    before = context.find_root().params if context is not None else {}
    told = {name: before.get(name) if value is None else value for name, value in given.items()}
    return {name: value for name, value in told.items() if value is not None}


def liking(flags: Mapping[str, object], path: Path | None = None) -> Liking:
    """What holds with *flags*, words by name as they were typed."""
    from ..config import Unkept, config_path, contents, keep
    from ..tastes import settings_of, understood, value_for

    file = path or config_path()

    def remember(changes: Mapping[str, object]) -> str:
        try:
            keep(file, changes)
        except Unkept as wrong:
            return str(wrong)
        return ""

    told = contents(file)
    found = understood(told.told)
    typed = {name: value_for(name, word) for name, word in flags.items()}
    wrong = (told.wrong, *found.wrong) if told.wrong else found.wrong
    return Liking(settings_of(found.values, typed), remember, wrong)
