"""How often Python looks for garbage while a server runs. Nothing but time depends on it.

A move puts some hundred frozen values in the place of others, and counting references frees
those at once: there is no ring among them for the collector to find. Yet each of its rounds
walks through all that was replaced, which with Python's own settings and a hundred tables
is a pause of several milliseconds every two hundred moves.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["seldom_collecting"]

THRESHOLDS: Final = (25_000, 20, 20)
"""Some tens of megabytes may be in rings of garbage before they are looked for."""


@contextmanager
def seldom_collecting() -> Iterator[None]:
    """Let the collector pass over all that is there already, and come round less often."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*THRESHOLDS)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
