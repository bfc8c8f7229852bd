"""An application that is drawn when it is its turn, where many share one thread.

Who gives the turns, and by what order, is not known in here.
"""

from __future__ import annotations

from collections.abc import Callable
from contextvars import Context
from typing import Any, TypeAlias

from prompt_toolkit.application import Application

__all__ = ["Draw", "Turn", "TurnTaking"]

Draw: TypeAlias = Callable[[], None]
Turn: TypeAlias = Callable[[Draw, Context], None]
"""Calls the first in the second, once, when it is its turn; asked again before that, it
still calls it once."""


class TurnTaking(Application[None]):
    """An application that asks for a *turn* whenever it has something new to show.

    Without one it is drawn as soon as the loop has nothing else to do.
    """

    def __init__(self, turn: Turn | None, **options: Any) -> None:
        super().__init__(**options)
        self._turn = turn

    def invalidate(self) -> None:
        if self._turn is None:
            super().invalidate()
        elif self.is_running and self.context is not None:
            self._turn(self._redraw, self.context)
