"""The command line of the client: every command by its name, and how a line is completed.

Pure, like the commands themselves. The keys that count say which commands there are; beside
them stand the few that take words: a taste with its value, cards, a table, something to say.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import msgspec

from rummy_protocol.clean import clean
from rummy_protocol.text import _

from ..desk import Desk
from ..keymap import KEYS
from ..model import Model
from ..moment import PLAYS, active, contexts
from .obey import COMMANDS, obey
from .outcome import Outcome, told
from .spelled import SPELLED, spelled

__all__ = ["Completion", "commanded", "completed", "completions", "shown_line", "written"]

_UNTYPED: Final = frozenset({"choose", "answer", "dismiss", "command"})
"""Commands that mean nothing without the key that was pressed for them."""


class Completion(NamedTuple):
    line: str
    """The whole line as it would stand."""
    about: str
    """What it does; empty for what speaks for itself."""


# --- what can be typed -------------------------------------------------------------------


def _commands(model: Model, desk: Desk) -> dict[str, str]:
    """The commands that can be given now, each with what it does."""
    here = _put_away(desk)
    told = {
        key.command: _(key.help)
        for key in active(model, here)
        if key.command not in _UNTYPED and key.keys != "any"
    }
    for name, word in SPELLED.items():
        if word.counts(model, here, told.keys()):
            told[name] = _(word.about)
    return told


def completions(model: Model, desk: Desk, typed: str) -> tuple[Completion, ...]:
    """How the line *typed* can go on, in the order in which it is offered."""
    name, blank, rest = typed.lstrip().partition(" ")
    known = _commands(model, desk)
    if not blank:
        return tuple(
            Completion(f"{each} " if spelled(each, model, desk, "") else each, about)
            for each, about in known.items()
            if each.startswith(name.lower())
        )
    if name not in known:
        return ()
    before, _blank, begun = rest.rpartition(" ")
    lead = f"{name} {before} " if before else f"{name} "
    return tuple(
        Completion(lead + word, known[name])
        for word in spelled(name, model, desk, before)
        if word.lower().startswith(begun.lower())
    )


# --- a line while it is written ----------------------------------------------------------


def shown_line(desk: Desk) -> str:
    """What stands in the line: what was typed, or the completion that is chosen."""
    return desk.completions[desk.completion - 1] if desk.completion else desk.typed


def written(desk: Desk, line: str) -> Desk:
    """*desk* after the line was changed by hand to *line*."""
    if line == shown_line(desk):
        return desk
    return msgspec.structs.replace(desk, typed=line, completions=(), completion=0)


def completed(model: Model, desk: Desk, step: int) -> Desk:
    """*desk* with the next completion in the line, or the one before.

    Those that are gone through stay the same, whatever happens at the table meanwhile. The
    only one there is is taken at once, so that the next step completes the word after it.
    """
    offered = desk.completions or tuple(
        each.line for each in completions(model, desk, desk.typed)
    )
    if not offered:
        return desk
    if len(offered) == 1:
        only = offered[0]
        return msgspec.structs.replace(desk, typed=only, completions=(), completion=0)
    place = (desk.completion + step) % (len(offered) + 1)
    return msgspec.structs.replace(desk, completions=offered, completion=place)


def _put_away(desk: Desk) -> Desk:
    """*desk* without the command line."""
    return msgspec.structs.replace(
        desk, writing=None, target="", typed="", completions=(), completion=0
    )


# --- a line that is done -----------------------------------------------------------------


def commanded(model: Model, desk: Desk, line: str) -> Outcome:
    """What follows from the command *line*; it stays open if there is no such command."""
    name, _blank, rest = line.strip().replace("=", " ", 1).partition(" ")
    name, rest, here = name.lower().replace("_", "-"), rest.strip(), _put_away(desk)
    if not name:
        return Outcome(model, here)
    if name in SPELLED and SPELLED[name].counts(model, here, _commands(model, desk).keys()):
        return SPELLED[name].run(model, here, rest)
    if name in _commands(model, desk) or _is_play(name, model, here):
        return obey(model, here, name, rest)
    typed = msgspec.structs.replace(desk, typed=line, completions=(), completion=0)
    word = clean(name, 24)
    if name in COMMANDS or name in SPELLED:
        sentence = _("{command} can do nothing here. Tab shows what can be done.", command=word)
    else:
        sentence = _("There is no command {command}. Tab shows what there is.", command=word)
    return told(model, typed, sentence)


def _is_play(name: str, model: Model, desk: Desk) -> bool:
    """Whether *name* is a play, at a table where one plays: why it cannot be is told there."""
    plays = {key.command for key in KEYS if key.where in PLAYS}
    return name in plays and "hand" in contexts(model, desk)
