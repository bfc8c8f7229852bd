"""What a terminal is written so that its player looks up: bell, title, a desktop message.

Pure: bytes as text, and a value that says what the terminal was told last. Names of people and
tables stand in a title and a message; everything that could end the sequence, or begin another
one, is taken out of them. docs/playing.md lists every sequence.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, NamedTuple

import msgspec

from rummy_protocol.clean import clean
from rummy_protocol.text import _

from ..liking import Settings, Switch
from ..model import Model
from ..tongue import is_utf8
from ..words import name_of

__all__ = ["Called", "Means", "called", "due", "hushed", "means_of", "title_of", "turn_began"]

BELL: Final = "\x07"
FOCUS_ON: Final = "\x1b[?1004h"
FOCUS_OFF: Final = "\x1b[?1004l"
KEEP_TITLE: Final = "\x1b[22;2t"
"""Put the title aside that the window has."""
OLD_TITLE: Final = "\x1b[23;2t"

TITLE_CELLS: Final = 60
MESSAGE_CELLS: Final = 80

_BARE: Final = ("linux", "dumb", "", "eterm-color")
"""Terminals that show such sequences as text, or are not known at all."""


class Means(NamedTuple):
    """By which means a terminal can call its player, besides the bell."""

    window: bool
    """Whether it is one that has a window, with a title and a focus."""
    notify: int = 9
    """The operating system command for a message: 9, or 777."""
    multiplexer: str = ""
    """What it runs in, ``tmux`` or ``screen``; empty: in neither."""
    utf8: bool = True


def means_of(variables: Mapping[str, str]) -> Means:
    """What *variables*, the environment, say about the terminal."""
    name = variables.get("TERM", "")
    if name in _BARE or name.startswith("vt"):
        return Means(False)
    inside = ""
    if variables.get("TMUX") or name.startswith("tmux"):
        inside = "tmux"
    elif variables.get("STY") or name.startswith("screen"):
        inside = "screen"
    urgent = name.startswith(("rxvt", "foot"))
    urgent = urgent or bool(variables.get("VTE_VERSION") or variables.get("KONSOLE_VERSION"))
    return Means(True, 777 if urgent else 9, inside, is_utf8(variables))


class Called(msgspec.Struct, frozen=True):
    """What the terminal was told, and what it said."""

    title: str = ""
    """The title that was written last; empty: none."""
    kept: bool = False
    """Whether the title that was there before was put aside."""
    reporting: bool = False
    """Whether it is to say when it is looked at."""
    looked_at: bool | None = None
    """Whether it is looked at; ``None``: it has not said."""


# --- what is to be told ------------------------------------------------------------------


def turn_began(before: Model, model: Model) -> bool:
    """Whether it has become the player's turn, or his turn once more."""
    if model.you is None or not model.you.may or model.replaying:
        return False
    if before.you is None or not before.you.may:
        return True
    return _turn(before) != _turn(model)


def _turn(model: Model) -> tuple[int, int]:
    return (model.deal.number, model.deal.turn) if model.deal is not None else (0, 0)


def due(switch: Switch, looked_at: bool | None) -> bool:
    """Whether the player is to be called, who may be looking at the terminal."""
    return switch is Switch.ON or (switch is Switch.AWAY and looked_at is not True)


def title_of(model: Model) -> str:
    """What the title of the window says."""
    if model.table is None:
        return "Rummy"
    table = clean(model.table.name, 30)
    waiting = model.deal.waiting if model.deal is not None and not model.replaying else ()
    if model.you is not None and model.you.may and not model.replaying:
        return _("* Your turn at {table}", table=table)
    if len(waiting) == 1:
        name = clean(name_of(model, waiting[0].seat), 24)
        return _("{name}'s turn at {table}", name=name, table=table)
    return _("Rummy at {table}", table=table)


# --- what is written ---------------------------------------------------------------------


def called(
    told: Called, before: Model, model: Model, settings: Settings, means: Means
) -> tuple[Called, str]:
    """What the terminal is written after *before* became *model*, and what it then was told."""
    written, parts = told, list[str]()
    if means.window:
        written, parts = _kept_up(told, model, settings, means)
    if turn_began(before, model):
        if due(settings.bell, told.looked_at):
            parts.append(BELL)
        if means.window and due(settings.notify, told.looked_at):
            parts.append(_message(model, means))
    return written, "".join(parts)


def _kept_up(
    told: Called, model: Model, settings: Settings, means: Means
) -> tuple[Called, list[str]]:
    """Title and reports, as the settings have them."""
    parts = list[str]()
    title = _safe(title_of(model), TITLE_CELLS, means) if settings.title else ""
    if title and not told.kept:
        parts.append(KEEP_TITLE)
    if title and title != told.title:
        parts.append(f"\x1b]2;{title}\x07")
    if not title and told.kept:
        parts.append(OLD_TITLE)
    wanted = Switch.AWAY in (settings.bell, settings.notify)
    if wanted is not told.reporting:
        parts.append(FOCUS_ON if wanted else FOCUS_OFF)
    looked_at = told.looked_at if wanted else None
    return Called(title, bool(title), wanted, looked_at), parts


def hushed(told: Called) -> str:
    """What puts everything back."""
    return (FOCUS_OFF if told.reporting else "") + (OLD_TITLE if told.kept else "")


def _message(model: Model, means: Means) -> str:
    table = model.table.name if model.table is not None else ""
    words = _safe(
        _("It is your turn at {table}.", table=clean(table, 30)), MESSAGE_CELLS, means
    )
    if means.notify == 777:
        return _passed_on(f"\x1b]777;notify;Rummy;{words}\x07", means)
    return _passed_on(f"\x1b]9;Rummy: {words}\x07", means)


def _passed_on(sequence: str, means: Means) -> str:
    """*sequence* for the terminal outside, which a multiplexer stands before."""
    match means.multiplexer:
        case "tmux":
            doubled = sequence.replace("\x1b", "\x1b\x1b")
            return f"\x1bPtmux;{doubled}\x1b\\"
        case "screen":
            return f"\x1bP{sequence}\x1b\\"
        case _:
            return sequence


def _safe(words: str, cells: int, means: Means) -> str:
    """*words* as they may stand in a sequence: printable, short, and without its separator."""
    kept = clean(words, cells).replace(";", ",")
    if means.utf8:
        return kept
    return "".join(sign if sign.isascii() else "?" for sign in kept)
