"""All that a screen is drawn from, in one value."""

from __future__ import annotations

from typing import NamedTuple

from ..desk import Desk
from ..model import Model
from .look import Look, Size

__all__ = ["Scene"]


class Scene(NamedTuple):
    model: Model
    desk: Desk
    look: Look
    size: Size
    now: float
    """By the clock that the model was given."""
