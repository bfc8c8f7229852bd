"""How long tests wait, by the clock on the wall, for what is bound to come."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import trio

__all__ = ["PATIENCE", "come_true"]

PATIENCE: Final = 60
"""Seconds after which a test has failed. Nothing is measured by it: what comes in a
hundredth of a second on a machine of its own may take many on one that others use too."""


async def come_true(met: Callable[[], object]) -> None:
    """Wait until *met*, of which nobody could tell us when it does: it lies with others."""
    with trio.fail_after(PATIENCE):
        while not met():  # noqa: ASYNC110
            await trio.sleep(0.01)
