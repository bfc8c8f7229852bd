"""``rummy games``, ``export``, ``replay``, ``verify`` and ``backup``: what is kept, for people.

What may be seen of a game is decided in `rummy_server.archive`; in here it is put out.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final

import click
import msgspec

from rummy_protocol import text
from rummy_protocol.messages import Update
from rummy_protocol.text import N_, _, plural
from rummy_server import archive
from rummy_server.archive import Game, NoSuchGame, State
from rummy_server.game.view import Bystander, Seat, Viewer
from rummy_server.journal import JournalError
from rummy_server.store.folder import default_data_folder

from ..reel import Reel
from ..terminal.columns import padded
from .manner import Manner
from .store import Kept, copied, kept
from .terminal import by_lines, write_what_can_be_shown

__all__ = ["backup", "export", "games", "replay", "verify"]


_STATES: Final = {
    State.RUNNING: N_("running"),
    State.FINISHED: N_("finished"),
    State.BROKEN_OFF: N_("broken off"),
}


# --- games -------------------------------------------------------------------------------


def games(form: str, data: Path | None) -> int:
    """List the games."""
    damaged = list[str]()
    with kept(data) as found:
        listed = archive.games(found.reader, damaged.append)
    for words in damaged:
        click.echo(f"rummy games: {words}.", err=True)
    if form == "json":
        click.echo(msgspec.json.format(msgspec.json.encode([_line(game) for game in listed])))
    elif not listed:
        click.echo(_("No game has been played here yet."))
    else:
        click.echo("\n".join(map(_row, listed)))
    return 1 if damaged else 0


def _line(game: Game) -> dict[str, Any]:
    result = game.result
    return {
        "game": game.code,
        "table": game.name,
        "rules": game.ruleset.preset,
        "state": game.state.value,
        "began": game.began,
        "ended": game.ended or None,
        "deals": game.scored,
        "players": [
            {"name": player.name, "bot": player.bot, "points": text.points(points)}
            for player, points in zip(game.players, game.totals, strict=True)
        ],
        "winners": [] if result is None else [game.names[seat] for seat in result.winners],
        "why": "" if result is None else result.why,
    }


def _row(game: Game) -> str:
    day = game.began[:16].replace("T", " ")
    rules = text.game(game.ruleset.preset) or _("own rules")
    told = text.apart([_points(game), _outcome(game)])
    return f"{day:16}  {game.code:8}  {padded(rules, 16)}  {told}"


def _points(game: Game) -> str:
    return ", ".join(
        f"{_('{name} (bot)', name=player.name) if player.bot else player.name}"
        f" {text.points(points)}"
        for player, points in zip(game.players, game.totals, strict=True)
    )


def _outcome(game: Game) -> str:
    if game.state is not State.FINISHED or game.result is None:
        return _(_STATES[game.state])
    return text.match_result(game.result, game.names)


# --- one game ----------------------------------------------------------------------------


def export(
    code: str,
    form: str,
    seat: str | None,
    onlooker: bool,
    output: Path | None,
    data: Path | None,
) -> int:
    """Write one game down."""
    if seat is not None and onlooker:
        raise click.UsageError(_("--seat and --onlooker are two viewers: say one of them."))
    with kept(data) as found, _told_in_a_line():
        game = archive.find(found.reader, code)
        whole = form == "jsonl" and (seat is not None or onlooker)
        # Nothing else may hold the lines: they have to end before the store is closed.
        _put_out(_lines(found, game, form, seat, whole), output)
    return 0


def _lines(found: Kept, game: Game, form: str, seat: str | None, whole: bool) -> Iterator[str]:
    viewer, place = _viewer(game, seat)
    sent = archive.updates(found.reader, game, viewer)
    if whole:
        return archive.update_lines(game, sent, place)
    if form == "jsonl":
        return archive.public_lines(game, sent)
    return archive.account(game, sent, place)


def _viewer(game: Game, seat: str | None) -> tuple[Viewer, int | None]:
    if seat is None:
        return Bystander(), None
    number = game.seat_of(seat)
    return Seat(number), number


def _put_out(lines: Iterable[str], output: Path | None) -> None:
    if output is None:
        write_what_can_be_shown()
        try:
            for line in lines:
                click.echo(line)
        except BrokenPipeError:
            _nobody_reads()
        return
    try:
        output.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    except OSError as exc:
        raise click.ClickException(
            _("Cannot write {file}: {why}.", file=str(output), why=str(exc.strerror))
        ) from None


def _nobody_reads() -> None:
    """Whoever read our output has ended, like ``head``: say no more, and do not complain."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, sys.stdout.fileno())


class _told_in_a_line:
    """Turns what is wrong with what was asked for into one line."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: Any, exc: BaseException | None, trace: Any) -> None:
        if isinstance(exc, NoSuchGame):
            raise click.ClickException(str(exc)) from None


# --- once more ---------------------------------------------------------------------------


def replay(manner: Manner, what: str, seat: str | None, data: Path | None) -> int:
    """Turn a game over again, in the client."""
    with _told_in_a_line():
        reel = _from_file(Path(what)) if _names_file(what) else _from_store(what, seat, data)
    return _by_lines(reel) if by_lines(manner.plain) else _full_screen(reel, manner)


def _names_file(what: str) -> bool:
    return what.endswith(".jsonl") or Path(what).is_file()


def _from_file(path: Path) -> Reel:
    try:
        with path.open("rb") as file:
            filed = archive.read_file(file)
    except OSError as exc:
        raise click.ClickException(
            _("Cannot read {file}: {why}.", file=str(path), why=str(exc.strerror))
        ) from None
    return Reel(filed.code, filed.updates, filed.seat)


def _from_store(code: str, seat: str | None, data: Path | None) -> Reel:
    with kept(data) as found:
        game = archive.find(found.reader, code)
        viewer, place = _viewer(game, seat)
        updates: list[Update] = [
            update for _, update in archive.updates(found.reader, game, viewer)
        ]
    return Reel(game.code, updates, place)


def _full_screen(reel: Reel, manner: Manner) -> int:
    from ..app import run_client
    from ..replay import ReplayLink
    from .client import surroundings, tastes

    around = surroundings(manner._replace(kept=False))
    ending = run_client(ReplayLink(reel), (), around, tastes(manner))
    if ending.line:
        click.echo(ending.line, err=ending.status != 0)
    return ending.status


def _by_lines(reel: Reel) -> int:
    from ..plain.client import printer
    from ..replay import told_by_lines

    write_what_can_be_shown()
    write, typed = printer(sys.stdout), sys.stdin if sys.stdin.isatty() else None
    try:
        for line in told_by_lines(reel, typed):
            write(line)
    except BrokenPipeError:
        _nobody_reads()
    return 0


# --- checking and copying ----------------------------------------------------------------


def verify(what: str, full: bool, data: Path | None) -> int:
    """Check what is kept; 1 if there is any fault."""
    key = None
    if what and Path(what).is_file():
        key, what, data = data or default_data_folder(), "", Path(what)
    with kept(data, key) as found, _told_in_a_line():
        faults = 0
        for fault in _faults(found, what, full):
            faults += 1
            click.echo(fault)
        if not faults:
            click.echo(_all_is_well(found, what))
    return 1 if faults else 0


def _faults(found: Kept, what: str, full: bool) -> Iterator[str]:
    table = archive.find(found.reader, what).table if what else None
    if table is None:
        yield from (text.named("store", line) for line in found.reader.faults())
    try:
        yield from map(str, archive.verify(found.reader, table, full=full, signed=found.signed))
    except JournalError as exc:
        yield text.named("store", str(exc))


def _all_is_well(found: Kept, what: str) -> str:
    told = _("{what}: no fault found.", what=str(what or found.place))
    if found.signed is None:
        unsigned = _("The key of the house is not here, so its signatures were not checked.")
        return f"{told} {unsigned}"
    return told


def backup(to: Path, data: Path | None) -> int:
    """Copy what is kept into one file."""
    copied(data, to)
    with kept(to) as found:
        count = len(list(found.reader.tables()))
    told = plural("{file} holds {n} table.", "{file} holds {n} tables.", count, file=str(to))
    click.echo(f"{told} {_('It knows every card: keep it safe.')}")
    return 0
