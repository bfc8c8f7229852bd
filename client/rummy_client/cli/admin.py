"""``rummy admin``: errands for the house that runs on this machine, and what it answers."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple, assert_never

import click
import msgspec

from rummy_protocol import text
from rummy_server.operating import language as say
from rummy_server.operating.caller import NobodyThere, call
from rummy_server.store.folder import default_data_folder

from ..terminal.columns import padded, width
from .words import N_, _

__all__ = ["admin"]

SOCKET = "admin.sock"
SHORT = 20.0
"""Seconds after which a house that does not answer is taken for ill."""
LONG = 600.0
"""The same for a copy of everything."""


class Options(NamedTuple):
    """What was typed beside the errand and its words."""

    seat: bool
    table: str
    why: str
    stop: bool
    off: bool
    back_in: int | None


def admin(
    errand: str, words: Sequence[str], data: Path | None, form: str, **options: Any
) -> int:
    """Have *errand* done; the exit status: 1 if it was not, or the house is not well."""
    asked = _errand(errand, words, Options(**options))
    folder = (data or default_data_folder()).absolute()
    try:
        seconds = LONG if isinstance(asked, say.Backup) else SHORT
        answer = call(folder / SOCKET, asked, seconds)
    except NobodyThere as nobody:
        if form == "json":
            click.echo(_json(say.Failed(str(nobody))))
        else:
            click.echo(f"rummy: {nobody}", err=True)
        return 1
    click.echo(_json(answer) if form == "json" else "\n".join(_told(answer)))
    well = not isinstance(answer, say.Failed) and getattr(answer, "healthy", True)
    return 0 if well else 1


def _json(answer: say.Answer) -> str:
    """One line that no terminal takes for anything but text."""
    return json.dumps(msgspec.to_builtins(answer), ensure_ascii=True)


# --- what was typed ----------------------------------------------------------------------


def _errand(name: str, words: Sequence[str], options: Options) -> say.Errand:
    wanted, make = _ERRANDS[name]
    if wanted and not words:
        raise click.UsageError(
            _("{errand} what? Write: rummy admin {errand} {wanted}", errand=name, wanted=wanted)
        )
    if len(words) > 1 and name != "announce":
        raise click.UsageError(
            _(
                "{errand} takes one word, and {word} is too much.",
                errand=name,
                word=repr(words[1]),
            )
        )
    if words and not wanted:
        raise click.UsageError(
            _(
                "{errand} takes no words, and {word} is too much.",
                errand=name,
                word=repr(words[0]),
            )
        )
    for option, value in options._asdict().items():
        if value not in (False, "", None) and option not in _ALLOWED.get(name, ()):
            raise click.UsageError(
                _(
                    "{option} says nothing for {errand}.",
                    option=f"--{option.replace('_', '-')}",
                    errand=name,
                )
            )
    return make(" ".join(words), options)


def _kick(word: str, options: Options) -> say.Errand:
    if not (word.isascii() and word.isdigit()):
        raise click.UsageError(
            _("kick takes the number of a session; see: rummy admin sessions")
        )
    return say.Kick(int(word), options.seat)


_ERRANDS: dict[str, tuple[str, Callable[[str, Options], say.Errand]]] = {
    "tables": ("", lambda word, options: say.ListTables()),
    "sessions": ("", lambda word, options: say.ListSessions()),
    "kick": ("SESSION", _kick),
    "close": ("TABLE", lambda word, options: say.Close(word, options.why)),
    "announce": ("TEXT", lambda word, options: say.Announce(word, options.table)),
    "drain": ("", lambda word, options: say.Drain(options.stop, options.off)),
    "restart": ("", lambda word, options: say.Restart(options.back_in)),
    "health": ("", lambda word, options: say.Health()),
    "backup": ("FILE", lambda word, options: say.Backup(str(Path(word).absolute()))),
}
"""By its name: the word that it needs, and how it is made."""

_ALLOWED = {
    "kick": ("seat",),
    "close": ("why",),
    "announce": ("table",),
    "drain": ("stop", "off"),
    "restart": ("back_in",),
}


# --- what is answered --------------------------------------------------------------------


def _told(answer: say.Answer) -> Iterator[str]:
    match answer:
        case say.Tables(tables=tables):
            yield from _columns(_TABLES, map(_table, tables)) if tables else (_("No table."),)
        case say.Sessions(sessions=sessions):
            yield from (
                _columns(_SESSIONS, map(_session, sessions))
                if sessions
                else (_("Nobody is connected."),)
            )
        case say.State():
            yield _health(answer)
        case say.Done(words=words):
            yield words
        case say.Failed(why=why):
            yield _("Not done: {why}", why=why)
        case _:
            assert_never(answer)


_TABLES = (
    N_("CODE"),
    N_("STAGE"),
    N_("SEATS"),
    N_("HERE"),
    N_("BOTS"),
    N_("WATCHING"),
    N_("DEALS"),
    N_("GAME"),
    N_("NAME"),
)
_SESSIONS = (
    N_("NUMBER"),
    N_("TABLE"),
    N_("SEAT"),
    N_("SILENT"),
    N_("UNSENT"),
    N_("ADDRESS"),
    N_("NAME"),
)


def _table(line: say.TableLine) -> tuple[str, ...]:
    taken = line.people + line.bots
    numbers = (f"{taken}/{line.seats}", line.here, line.bots, line.watching, line.deals)
    return line.code, text.stage(line.stage), *map(str, numbers), line.game, line.name


def _session(line: say.SessionLine) -> tuple[str, ...]:
    seat = "" if not line.table else _("watches") if line.seat is None else str(line.seat)
    rest = (f"{line.silent} s", f"{line.unsent} B", line.address, line.name)
    return str(line.number), line.table or "-", seat or "-", *rest


def _health(state: say.State) -> str:
    told = _(
        "store {store}, late by {lag} ms at most, sessions: {sessions}, tables: {tables}, "
        "in play: {playing}",
        store=state.store,
        lag=state.lag_ms,
        sessions=state.sessions,
        tables=state.tables,
        playing=state.playing,
    )
    word = _("healthy") if state.healthy else _("not healthy")
    drains = [_("draining")] if state.draining else []
    return text.named(word, ", ".join([told, *drains]))


def _columns(head: Sequence[str], rows: Iterator[tuple[str, ...]]) -> Iterator[str]:
    """Lines with their columns under one another; the last is as long as it likes."""
    lines = [tuple(map(_, head)), *rows]
    cells = [max(width(line[place]) for line in lines) for place in range(len(head) - 1)]
    for line in lines:
        words = (padded(word, wide) for word, wide in zip(line, cells, strict=False))
        yield "  ".join((*words, line[-1])).rstrip()
