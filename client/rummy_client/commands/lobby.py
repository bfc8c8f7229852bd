"""What a player wants of the house: tables, seats, bots, and a table of his own.

The second half of `commands`; the same rules hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from rummy_protocol import text
from rummy_protocol.errors import Declined
from rummy_protocol.messages import (
    Bot,
    Create,
    Games,
    Join,
    ListTables,
    Ready,
    Say,
    Start,
    TableLine,
    Watch,
)
from rummy_protocol.text import _
from rummy_protocol.views import SeatKind

from ..desk import Desk, Writing
from ..form import (
    Form,
    RowKind,
    base_of,
    row_at,
    rows_of,
    rules_of,
    stepped,
    with_games,
    with_row,
    with_typed,
)
from ..model import Model, pending_of
from ..words import table_of
from .outcome import Command, Outcome, changed, sent, told
from .settings import named

__all__ = ["LOBBY_COMMANDS", "enter", "entered", "line_start"]


# --- the lobby ---------------------------------------------------------------------------


def _table_at(model: Model, desk: Desk) -> TableLine | None:
    tables = model.tables or ()
    return tables[min(desk.row, len(tables) - 1)] if tables else None


def _enter_table(model: Model, desk: Desk, watch: bool) -> Outcome:
    line = _table_at(model, desk)
    if line is None:
        return told(model, desk, _("There is no table yet; n makes one."), bad=False)
    return enter(model, desk, line, watch)


def enter(model: Model, desk: Desk, line: TableLine, watch: bool) -> Outcome:
    """Sit down or look on at a table of the list, after its word if it asks for one."""
    writing = None
    if watch and line.options.watch_code:
        writing = Writing.WATCH_CODE
    elif line.options.password:
        writing = Writing.PASSWORD
    if writing is not None:
        return changed(model, desk, writing=writing, target=line.id, watch=watch)
    request = Watch(0, line.id) if watch else Join(0, line.id, b"", b"")
    return sent(model, desk, request)


def _join(model: Model, desk: Desk, pressed: str) -> Outcome:
    return _enter_table(model, desk, watch=False)


def _watch(model: Model, desk: Desk, pressed: str) -> Outcome:
    return _enter_table(model, desk, watch=True)


def _join_code(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, writing=Writing.CODE)


def _refresh(model: Model, desk: Desk, pressed: str) -> Outcome:
    return sent(model, desk, ListTables(0))


def _new_table(model: Model, desk: Desk, pressed: str) -> Outcome:
    form = desk.form
    if not form.name and model.welcome is not None:
        form = msgspec.structs.replace(form, name=table_of(model.welcome.name))
    if model.games is not None:
        form = with_games(form, model.games)
    opened = msgspec.structs.replace(desk, creating=True, row=0, form=form)
    if model.games is None and model.online and not pending_of(model, Games):
        return Outcome(model, opened, (Games(0),))
    return Outcome(model, opened)


# --- making a table ----------------------------------------------------------------------


def _steps(step: int) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        row = row_at(desk.form, desk.row)
        form = stepped(desk.form, desk.row, step)
        # Rows come and go with what they decide; the cursor stays on its own.
        names = [each.name for each in rows_of(form)]
        return changed(model, desk, form=form, row=names.index(row.name))

    return command


def _type_number(model: Model, desk: Desk, pressed: str) -> Outcome:
    row = row_at(desk.form, desk.row)
    if not row.number:
        return told(
            model, desk, _("There is no number here; the arrow keys change it."), bad=False
        )
    return changed(model, desk, writing=Writing.NUMBER, target=pressed)


def _back(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, creating=False, row=0)


def request_of(form: Form) -> Create:
    """The request that opens the table of *form*."""
    return Create(
        0,
        form.name,
        b"",
        b"",
        preset=base_of(form).preset,
        changes=form.changes,
        seats=form.seats,
        turn_seconds=form.turn_seconds,
        absence=form.absence,
        spectators=form.spectators,
        delay=form.delay if form.spectators else 0,
        watch_code=form.watch_code if form.spectators else "",
        password=form.password,
        bots=(form.level,) * form.bots,
    )


def _create(model: Model, desk: Desk, pressed: str) -> Outcome:
    row = row_at(desk.form, desk.row)
    if row.kind is RowKind.TEXT:
        writing = next(each for each, name in _FIELDS.items() if name == row.name)
        return changed(model, desk, writing=writing)
    if not desk.form.name.strip():
        return told(model, desk, _("The table needs a name: go up to it and press Enter."))
    rules = rules_of(desk.form)
    if isinstance(rules, Declined):
        return told(model, desk, text.refusal(rules.code, rules.rule, rules.details))
    return sent(model, desk, request_of(desk.form))


# --- the waiting room --------------------------------------------------------------------


def _ready(model: Model, desk: Desk, pressed: str) -> Outcome:
    if model.table is None or model.seat is None:
        return Outcome(model, desk)
    return sent(model, desk, Ready(0, not model.table.seats[model.seat].ready))


def _start(model: Model, desk: Desk, pressed: str) -> Outcome:
    return sent(model, desk, Start(0))


def _seat_at(model: Model, desk: Desk) -> int:
    seats = model.table.seats if model.table is not None else ()
    return min(desk.row, len(seats) - 1)


def _seats_bot(level: str) -> Command:
    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        if model.table is None:
            return Outcome(model, desk)
        at = _seat_at(model, desk)
        free = model.table.seats[at].kind is SeatKind.OPEN
        return sent(model, desk, Bot(0, level, at if free else None))

    return command


def _bot_out(model: Model, desk: Desk, pressed: str) -> Outcome:
    if model.table is None:
        return Outcome(model, desk)
    at = _seat_at(model, desk)
    if model.table.seats[at].kind is not SeatKind.BOT:
        return told(model, desk, _("No bot sits there; choose its seat with the arrow keys."))
    return sent(model, desk, Bot(0, "", at))


# --- the input line ----------------------------------------------------------------------


_FIELDS: Final[Mapping[Writing | None, str]] = {
    Writing.TABLE_NAME: "name",
    Writing.TABLE_PASSWORD: "password",
    Writing.TABLE_WATCH_CODE: "watch_code",
}
"""What of the form is written in a line."""


def line_start(desk: Desk) -> str:
    """What stands in the input line when it opens."""
    if desk.writing in _FIELDS:
        return str(getattr(desk.form, _FIELDS[desk.writing]))
    if desk.writing is Writing.NUMBER:
        return desk.target
    return desk.settings.name if desk.writing is Writing.NAME else ""


def entered(model: Model, desk: Desk, typed: str) -> Outcome:
    """What follows from *typed*, which was written into the input line and ended with Enter.

    The line stays open in the outcome's desk where nothing could be done with it.
    """
    writing, words = desk.writing, typed.strip()
    closed = msgspec.structs.replace(desk, writing=None, target="")
    model = msgspec.structs.replace(model, notice=None)
    if writing in _FIELDS:
        form = with_row(desk.form, _FIELDS[writing], words)
        return Outcome(model, msgspec.structs.replace(closed, form=form))
    if writing is Writing.NAME:
        return named(model, desk, words)
    if writing is Writing.NUMBER:
        return _number_typed(model, closed, words)
    if not words:
        return Outcome(model, closed)
    outcome = sent(model, closed, _request(desk, words))
    return outcome if outcome.effects else outcome._replace(desk=desk)


def _number_typed(model: Model, desk: Desk, words: str) -> Outcome:
    row = row_at(desk.form, desk.row)
    if not words:
        return Outcome(model, desk)
    form = with_typed(desk.form, row, words)
    if isinstance(form, Declined):
        return told(model, desk, text.refusal(form.code, form.rule, form.details))
    names = [each.name for each in rows_of(form)]
    return changed(model, desk, form=form, row=names.index(row.name))


def _request(desk: Desk, words: str) -> Say | Join | Watch:
    match desk.writing:
        case Writing.CHAT:
            return Say(0, words)
        case Writing.WATCH_CODE | Writing.PASSWORD if desk.watch:
            return Watch(0, desk.target, words)
        case Writing.PASSWORD:
            return Join(0, desk.target, b"", b"", words)
        case _:
            return Join(0, words, b"", b"")


LOBBY_COMMANDS: Final[Mapping[str, Command]] = {
    "join": _join,
    "watch": _watch,
    "join-code": _join_code,
    "refresh": _refresh,
    "new-table": _new_table,
    "less": _steps(-1),
    "more": _steps(1),
    "type-number": _type_number,
    "create": _create,
    "back": _back,
    "ready": _ready,
    "start": _start,
    "bot-easy": _seats_bot("easy"),
    "bot-steady": _seats_bot("steady"),
    "bot-sharp": _seats_bot("sharp"),
    "bot-out": _bot_out,
}
