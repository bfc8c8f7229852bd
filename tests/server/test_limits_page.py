"""The page of limits says what the program does."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rummy_protocol.limits import GREETING
from rummy_server import passwords, pipe
from rummy_server.descriptors import OWN
from rummy_server.room.house import NAME_CELLS
from rummy_server.settings import Settings
from rummy_server.table.spoken import CHAT_CELLS

PAGE = (Path(__file__).parent.parent.parent / "docs" / "limits.md").read_text()
TOLD = {
    name.strip("`"): float(figure.replace(",", ""))
    for name, figure in re.findall(r"^\| (`?[a-z][a-z_ ]+`?) \| ([\d,.]+) \|", PAGE, re.M)
}
NO_LIMITS = {
    "port",
    "bot_pause_ms",
    "scoring_seconds",
    "scoring_seconds_bots",
    "sleep_seconds",
    "forget_seconds",
    "missed_turns",
    "beat_seconds",
    "goodbye_seconds",
    "back_seconds",
}
"""Settings that say how games are run and not how much somebody may have."""
OTHERS = {
    "first frame": GREETING,
    "kernel buffer": pipe.UNDELIVERED,
    "frames a second": Settings().frames_per_second,
    "frame burst": Settings().frame_burst,
    "line of chat": CHAT_CELLS,
    "name": NAME_CELLS,
    "passwords at a time": passwords.AT_ONCE,
}


def numbers():
    settings = Settings()
    for name in settings.__struct_fields__:
        value = getattr(settings, name)
        if isinstance(value, int | float) and name not in NO_LIMITS:
            yield name, value
    yield from OTHERS.items()


@pytest.mark.parametrize(("name", "figure"), list(numbers()))
def test_every_limit_stands_on_the_page_with_its_figure(name, figure):
    assert TOLD[name] == figure


def test_the_page_has_no_other_figures():
    assert set(TOLD) == {name for name, _ in numbers()}
    assert f"with {OWN} left over" in PAGE
