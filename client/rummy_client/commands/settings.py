"""What a player does on the page of settings. What each of them means is known to `tastes`.

A part of `commands`; the same rules hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from rummy_protocol.text import _

from ..desk import Desk, Over, Writing
from ..model import Model
from ..tastes import TASTES, BadTaste, stepped, with_word
from .outcome import Command, Outcome, changed, told

__all__ = ["SETTING_COMMANDS", "named"]


def _open(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, over=Over.SETTINGS, setting=0)


def _goes(step: int) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        last = len(TASTES) - 1
        return changed(model, desk, setting=max(0, min(desk.setting + step, last)))

    return command


def _steps(step: int) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        taste = TASTES[desk.setting]
        if not taste.values:
            return changed(model, desk, writing=Writing.NAME)
        return changed(model, desk, settings=stepped(desk.settings, taste.name, step))

    return command


def named(model: Model, desk: Desk, typed: str) -> Outcome:
    """What follows from a name that was *typed*; the line stays open if it will not do."""
    try:
        settings = with_word(desk.settings, "name", typed.strip())
    except BadTaste as bad:
        return told(model, desk, str(bad))
    model = msgspec.structs.replace(model, notice=None)
    if settings != desk.settings and model.at_table:
        words = _("At the next table you are called so; here you keep your name.")
        return told(
            model, msgspec.structs.replace(desk, writing=None, settings=settings), words, False
        )
    return changed(model, desk, writing=None, settings=settings)


SETTING_COMMANDS: Final[Mapping[str, Command]] = {
    "settings": _open,
    "setting-before": _goes(-1),
    "setting-after": _goes(1),
    "setting-less": _steps(-1),
    "setting-more": _steps(1),
}
