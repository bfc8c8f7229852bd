"""What a player chose while playing, on its way to where it is kept.

Writing may take a while and the game goes on meanwhile: choices are gathered for a moment and
written from a thread. What was set by an option or by the terminal is no choice of anybody's,
and never comes here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

import trio

from .liking import Settings
from .tastes import changes_between

__all__ = ["Choices"]

GATHERED_SECONDS: Final = 0.5
"""A key that goes through all colours is one choice."""


class Choices:
    """What is not kept yet. Belongs to one client, and is used in its thread alone."""

    def __init__(
        self,
        remember: Callable[[Mapping[str, object]], str] | None,
        tell: Callable[[str], None],
    ) -> None:
        self._remember = remember
        self._tell = tell
        self._unkept: dict[str, object] = {}
        self._noted = trio.Event()

    def note(self, before: Settings, after: Settings) -> None:
        """Take note of what the player chose, who had *before* and has *after*."""
        if before is not after and (chosen := changes_between(before, after)):
            self._unkept |= chosen
            self._noted.set()

    async def keep(self) -> None:
        """Keep what is chosen, again and again."""
        while True:
            await self._noted.wait()
            await trio.sleep(GATHERED_SECONDS)
            self._noted = trio.Event()
            chosen, self._unkept = self._unkept, {}
            if self._remember is not None and chosen:
                with trio.CancelScope(shield=True):
                    wrong = await trio.to_thread.run_sync(self._remember, chosen)
                if wrong:
                    self._tell(wrong)

    def keep_now(self) -> None:
        """Keep what is left, when the client has ended."""
        chosen, self._unkept = self._unkept, {}
        if self._remember is not None and chosen:
            self._remember(chosen)
