"""Where seats and tastes of those who come by ssh are kept: a folder for each key.

There is none for guests. The gateway keeps what a client of one's own would keep at home.
Whoever runs the house can read it, as he could read the games themselves.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

from ..seatfile import HeldSeat, SeatFileError, free_seats, hold_seat

__all__ = ["KEPT_SECONDS", "folder_of", "kept_seat", "settings_in", "tidy"]

KEPT_SECONDS: Final = 30 * 86_400
"""After so long a seat that nobody came back to is forgotten, and so are tastes."""


def folder_of(seats: Path, key: str) -> Path | None:
    """Where the seats of *key* are; ``None`` for a guest, who has none to come back to."""
    return seats / key if key else None


def settings_in(folder: Path) -> Path:
    """Where the tastes of the person are whose seats are in *folder*."""
    return folder / "settings.toml"


def kept_seat(folder: Path | None, pin: str) -> HeldSeat | None:
    """The newest seat in *folder* that no other session holds, in the house with *pin*."""
    if folder is None:
        return None
    for path in free_seats(folder):
        held = hold_seat(path)
        if held is None:
            continue
        if held.seat.pin == pin:
            return held
        held.release()
    return None


def tidy(seats: Path, now: float) -> None:
    """Remove what nobody has come back to for long, and folders in which nothing is left."""
    if not seats.is_dir():
        return
    for folder in seats.iterdir():
        with contextlib.suppress(OSError, SeatFileError):
            for path in (*free_seats(folder), *folder.glob("settings.toml")):
                if now - path.stat().st_mtime > KEPT_SECONDS:
                    path.unlink(missing_ok=True)
            if not (any(folder.glob("*.seat")) or settings_in(folder).exists()):
                for left in folder.glob("*.lock"):
                    left.unlink(missing_ok=True)
                folder.rmdir()
