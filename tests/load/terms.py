"""On what terms a load is let in: the settings that differ, and how many they are."""

from __future__ import annotations

from typing import Final

__all__ = ["DEAF", "MUTE", "SETTINGS", "SSH_SETTINGS", "TABLES"]

MUTE: Final = 1_000
"""Connections that are made and say nothing. Thrown out, they come again."""
DEAF: Final = 200
"""Spectators of the honest tables who greet, give signs of life, and read nothing."""
TABLES: Final = 3

SETTINGS: Final[dict[str, int]] = {
    "port": 0,
    "ungreeted": 2 * MUTE,
    "spectators": DEAF,
    "goodbye_seconds": 0,
}
"""More strangers and spectators than a house would have; every other limit is as it comes."""

SSH_SETTINGS: Final[dict[str, int]] = {
    "port": 0,
    "spectators": 250,
    "actions_per_second": 50,
    "goodbye_seconds": 0,
}
"""More spectators than a table has, and players who may move twenty times a second."""
