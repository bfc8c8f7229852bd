"""What a seed plays: which tables, by which games, under which settings of the house.

Short matches by many games. Nothing goes wrong here; that is `faults`' business.
"""

from __future__ import annotations

import random
from typing import Any, Final

from rummy_protocol.views import Absence
from rummy_server.app import Settings
from rummy_server.game.variants import PRESETS

from .players import Plan

__all__ = ["plans_of", "settings_of"]

TURNS: Final = (20, 20, 30)
"""After so many a deal ends, blocked."""


def settings_of(chance: random.Random) -> Settings:
    """Limits and times of the house; some of them narrow."""
    return Settings(
        bot_pause_ms=chance.choice((0, 0, 200, 800)),
        scoring_seconds=chance.choice((2, 10, 30)),
        sleep_seconds=chance.choice((60, 1800)),
        forget_seconds=100,
        inbox=chance.choice((1, 4, 64)),
        unsent_frames=chance.choice((16, 256)),
        unsent_bytes=chance.choice((16_384, 262_144)),
        ping_seconds=10,
        connects_per_minute=chance.choice((32, 120)),
    )


def plans_of(chance: random.Random) -> list[Plan]:
    """One to three tables."""
    return [
        Plan(number, _table(chance)) for number in range(chance.choice((1, 1, 1, 1, 1, 2, 3)))
    ]


def _table(chance: random.Random) -> dict[str, Any]:
    preset = chance.choice(sorted(PRESETS))
    rules = PRESETS[preset]
    low = max(2, rules.players_min)
    seats = min(rules.players_max, chance.choice((low, low, low, low, low + 1, 4, 6)))
    seats = max(seats, low)
    humans = chance.randint(1, min(seats, 3))
    changes: dict[str, Any] = {"max_turns_per_deal": chance.choice(TURNS)}
    if rules.target is not None:
        changes |= {"target": None, "deals": chance.choice((1, 1, 1, 2))}
    elif rules.deals is not None:
        changes |= {"deals": chance.choice((1, 1, 1, 2))}
    return {
        "preset": preset,
        "changes": changes,
        "seats": seats,
        "bots": ("easy",) * (seats - humans),
        "turn_seconds": chance.choice((0, 0, 5, 20)),
        "hold_seconds": chance.choice((5, 20, 60)),
        "absence": chance.choice(tuple(Absence)),
        "password": chance.choice(("", "", "oPen-sesAme")),
    }
