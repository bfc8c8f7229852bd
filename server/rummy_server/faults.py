"""What the log says of an exception that a barrier has stopped: where, and of what kind.

Never its words: an assertion about a deal may name cards that nobody has seen yet.
"""

from __future__ import annotations

import traceback
from pathlib import PurePath

__all__ = ["where"]


def where(exc: BaseException) -> str:
    """The kind of *exc* and the way through the code that it came."""
    if isinstance(exc, BaseExceptionGroup):
        inside = "; ".join(map(where, exc.exceptions))
        return f"{type(exc).__name__} ({inside})"
    steps = traceback.extract_tb(exc.__traceback__)
    way = " > ".join(f"{PurePath(s.filename).name}:{s.lineno} {s.name}" for s in steps)
    cause = f", caused by {where(exc.__cause__)}" if exc.__cause__ is not None else ""
    return f"{type(exc).__name__} at {way or 'nowhere'}{cause}"
