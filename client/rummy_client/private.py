"""Whether a file is for its owner alone: what lets one in somewhere has to be.

It says what is wrong, and what to do; whether that is an end is for the owner of the file to
say. Nothing is mended in here.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from rummy_protocol.text import N_, _

__all__ = ["openness"]

FOREIGN: Final = N_("{file} belongs to another user")


def openness(path: Path, foreign: str = FOREIGN) -> str:
    """Why others can read or write *path*, and what to do; empty if they cannot.

    Args:
        foreign: what is said of what belongs to another user.

    Raises:
        OSError: there is nothing to be looked at.
    """
    found = path.stat()
    if found.st_uid != os.geteuid():
        return _(foreign, file=str(path))
    if stat.S_IMODE(found.st_mode) & 0o077:
        return _(
            "{file} is open to other users; run: chmod {mode} '{file}'",
            file=str(path),
            mode="700" if path.is_dir() else "600",
        )
    return ""
