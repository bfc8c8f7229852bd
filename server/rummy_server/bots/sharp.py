"""``sharp``: remembers what was taken and thrown, and asks what the others may hold."""

from __future__ import annotations

from rummy_protocol.actions import Action

from . import steady
from .mind import Mind
from .sight import Sight

__all__ = ["choose"]


def choose(sight: Sight, mind: Mind) -> Action:
    return steady.choose(sight)
