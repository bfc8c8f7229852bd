"""Turning over a game that was played, by name; the keys stand in `keymap`.

Nothing is turned in here: a step is an effect, and whoever holds the game takes it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..desk import Desk
from ..model import Model
from .outcome import Command, Outcome, Step

__all__ = ["REPLAY_COMMANDS"]


def _steps(step: Step) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        return Outcome(model, desk, (step,))

    return command


REPLAY_COMMANDS: Final[Mapping[str, Command]] = {
    "replay-next": _steps(Step.NEXT),
    "replay-back": _steps(Step.BACK),
    "replay-deal": _steps(Step.NEXT_DEAL),
    "replay-deal-before": _steps(Step.DEAL_BEFORE),
    "replay-auto": _steps(Step.AUTO),
}
