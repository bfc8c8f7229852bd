"""What a player likes: how the screen looks, what is told and how, and which keys ask again.

A value and nothing else. Where it is kept between two evenings, and what the command line adds
to it, is not known in here.
"""

from __future__ import annotations

from enum import StrEnum

import msgspec

__all__ = ["Settings", "Switch", "Theme"]


class Theme(StrEnum):
    """Which colours are used. None of them carries a meaning alone."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"
    """High contrast."""
    FOUR = "four-colour"
    """Dark, with a colour for each suit."""
    BLIND = "colour-blind"
    """Safe for those who cannot tell red from green, or blue from yellow."""
    MONO = "monochrome"


class Switch(StrEnum):
    """When something is done that calls the player."""

    OFF = "off"
    ON = "on"
    AWAY = "away"
    """Only while the terminal says that it is not looked at, or does not say."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What a player may like otherwise."""

    theme: Theme = Theme.DARK
    letters: bool = False
    """Suits as the letters c d h s, frames as ASCII."""
    single_key: bool = False
    """Discard at the first press, without the guard."""
    bell: Switch = Switch.ON
    """Ring when it becomes the player's turn."""
    title: bool = True
    """Say in the title of the terminal's window whose turn it is."""
    notify: Switch = Switch.OFF
    """Have the desktop say when it becomes the player's turn."""
    mouse: bool | None = None
    """Whether the mouse plays; ``None``: unless the terminal is one that takes it badly."""
    language: str = ""
    """One of `LANGUAGES`; empty: as the locale has it."""
    name: str = ""
    """What the player is called; empty: as the system calls him."""
