"""Loading what stays for as long as the process lives, without looking for garbage in it.

Modules, classes and tables are no garbage, yet each few hundred of them have Python's collector
walk through what was loaded before. It rests while they are loaded, and passes over them
afterwards: an eighth of the time until the first picture. Nothing but time depends on it, and
nothing is imported in here.
"""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

__all__ = ["loading"]


@contextmanager
def loading() -> Iterator[None]:
    """Load something that stays; the collector is left as it was found."""
    looked = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if looked:
            gc.enable()
