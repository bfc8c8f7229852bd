"""The houses at which a person was last: where to look first the next time.

Only a convenience. Who a house is, `known` remembers; a file that cannot be read or
written is nothing worth stopping for.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgspec

__all__ = ["LastHouse", "last_houses", "remember_house"]

FILE: Final = "last_houses"
MOST: Final = 5
LONGEST_FILE: Final = 8192


class LastHouse(msgspec.Struct, frozen=True):
    """A house where somebody was."""

    host: str
    port: int
    pin: str = ""
    """Empty for a house that does not encrypt."""
    name: str = ""


def last_houses(folder: Path) -> tuple[LastHouse, ...]:
    """The houses of before that are remembered in *folder*, the last one first."""
    try:
        with (folder / FILE).open(encoding="utf-8", errors="replace") as file:
            text = file.read(LONGEST_FILE)
    except OSError:
        return ()
    return tuple(_read(text))[:MOST]


def remember_house(folder: Path, house: LastHouse) -> None:
    """From now on *house* is the last one."""
    before = [
        one
        for one in last_houses(folder)
        if (one.host, one.port) != (house.host, house.port)
        and not (house.pin and one.pin == house.pin)
    ]
    lines = [_written(one) for one in (house, *before)[:MOST]]
    draft = folder / f"{FILE}.new"
    with suppress(OSError):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle = os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.writelines(lines)
        draft.replace(folder / FILE)


def _written(house: LastHouse) -> str:
    name = " ".join(house.name.split())
    return f"{house.host} {house.port} {house.pin or '-'} {name}\n"


def _read(text: str) -> Iterator[LastHouse]:
    for line in text.splitlines():
        host, _, rest = line.partition(" ")
        port, _, rest = rest.partition(" ")
        pin, _, name = rest.partition(" ")
        if host and port.isascii() and port.isdigit() and 0 < int(port[:6]) <= 65_535:
            yield LastHouse(host, int(port[:6]), "" if pin == "-" else pin, name)
