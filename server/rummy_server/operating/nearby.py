"""Names for sockets whose paths are too long to be one: a socket's name has about 100 bytes."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

__all__ = ["nearby"]

NAME_BYTES: Final = 100


@contextmanager
def nearby(path: Path) -> Iterator[str]:
    """A name for *path* that is short enough for a socket, for as long as it is needed."""
    if len(os.fsencode(path)) <= NAME_BYTES:
        yield str(path)
        return
    folder = os.open(path.parent, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        yield f"/proc/self/fd/{folder}/{path.name}"
    finally:
        os.close(folder)
