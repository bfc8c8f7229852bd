"""How a client runs for the person who started it. Values, and none of what it runs with.

Neither the network nor a screen is loaded: ``rummy play`` knows all this before its server
is started, and loads its own part while the server loads.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, NamedTuple

import click

from .liking import Liking, liking

if TYPE_CHECKING:
    from .cast import Recording

__all__ = ["Manner", "manner_of"]


class Manner(NamedTuple):
    """How a client runs."""

    plain: bool
    lifeline: int | None = None
    """Of the process that looks after the terminal."""
    stay: bool = False
    """By lines: whether to go on telling when the input has ended."""
    kept: bool = True
    """Whether the server outlives the client, so that there is a seat to come back to."""
    learn: bool = False
    """Whether the first deal is explained."""
    liking: Liking | None = None
    """What the player likes; ``None``: as usual, and nothing is kept."""

    recording: Recording | None = None
    """Where what is drawn shall be written down; ``None``: nowhere."""

    @property
    def name(self) -> str:
        """What the player likes to be called; empty: nothing of his own."""
        return self.liking.settings.name if self.liking is not None else ""


def manner_of(plain: bool, lifeline: int | None, flags: Mapping[str, object]) -> Manner:
    """How a client runs for this person, who typed *flags* about what he likes."""
    liked = liking(flags)
    for line in liked.wrong:
        click.echo(line, err=True)
    return Manner(plain, lifeline, liking=liked)
