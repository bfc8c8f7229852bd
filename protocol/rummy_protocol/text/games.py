"""What the games are called where people read of them, each in one place for all.

Not what is typed: commands and files, and the wire, know a game by its preset.
"""

from __future__ import annotations

from typing import Final

from .spoken import N_, _

__all__ = ["game"]

_NAMES: Final = {
    "basic": N_("Basic Rummy"),
    "block": N_("Block Rummy"),
    "colonel": N_("Colonel"),
    "contract": N_("Contract Rummy"),
    "family": N_("Family Rummy"),
    "french": N_("French Rummy"),
    "french_500": N_("French 500"),
    "kalooki_40": N_("Kalooki 40"),
    "rami_51": N_("Rami 51"),
    "romme_40": N_("Rommé 40"),
    "rummy_500": N_("Rummy 500"),
    "scala_40": N_("Scala 40"),
    "wrotham": N_("Wrotham"),
}


def game(preset: str, *, typed: bool = False) -> str:
    """The name of a game; one of a house's own goes by what that house calls it.

    Args:
        typed: Whether the word stands beside it by which commands know the game.
    """
    if preset not in _NAMES:
        return preset
    name = _(_NAMES[preset])
    return f"{name} ({preset})" if typed else name
