"""A bot at a table: a fold over what its seat was sent, and nothing else.

It is the same for a bot that was asked to play and for one that stands in for somebody.
"""

from __future__ import annotations

import random
from typing import Any, Final

from rummy_protocol.actions import Action
from rummy_protocol.messages import Update

from .bots import LEVELS

__all__ = ["STAND_IN", "BotSeat"]

STAND_IN: Final = "steady"
"""The level of a bot that plays for somebody who is away."""


class BotSeat:
    """One bot, with its memory and its own chance."""

    def __init__(self, level: str, seed: bytes) -> None:
        self._bot = LEVELS[level]
        self._memory: Any = self._bot.fresh()
        self._chance = random.Random(seed)
        self.action: Action | None = None
        """What it would do now; ``None`` while others decide."""
        self.seq = -1
        """The newest `Update` that it has seen."""

    def hear(self, update: Update) -> None:
        """See what the seat sees, and think about it."""
        self.seq = update.seq
        self._memory, self.action = self._bot.step(self._memory, update, self._chance)
