"""Lists that are asked for by lines: people, tables, games, and the rules of each.

Pure functions of the model for the plain client. They ask nothing of the server.
"""

from __future__ import annotations

from collections.abc import Sequence

from rummy_protocol import text
from rummy_protocol.messages import TableLine
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import _, plural, term
from rummy_protocol.views import Options, Presence, SeatKind, SeatView, Stage, TableView

from ..model import Model
from ..ways import rules_in_force
from ..words import game_in_brief, level_word, options_text, watching_word, who_watches

__all__ = ["games", "gathering", "nowhere", "rules", "tables", "who"]


def nowhere() -> str:
    """What is answered to questions about a table where there is none."""
    return _("You are at no table.")


def who(model: Model) -> list[str]:
    """The people at the table."""
    table = model.table
    if table is None:
        return [nowhere()]
    lines = [_seat(model, number, seat, table) for number, seat in enumerate(table.seats)]
    if table.watching:
        lines.append(
            plural(
                "Watching: {n} person ({names}).",
                "Watching: {n} people ({names}).",
                table.watching,
                names=", ".join(table.spectators),
            )
        )
    return lines


def _seat(model: Model, number: int, seat: SeatView, table: TableView) -> str:
    if seat.kind is SeatKind.OPEN:
        return _("Seat {n} is free.", n=number + 1)
    told = [seat.name]
    told += [term("seat", "you")] if number == model.seat else []
    if seat.kind is SeatKind.BOT:
        told.append(term("seat", "{level} bot", level=level_word(seat.level)))
    told += [term("seat", "host")] if number == table.host else []
    told += [term("seat", "out of the match")] if seat.out else []
    told += [term("seat", "ready")] if seat.ready and table.stage is not Stage.PLAYING else []
    if seat.presence is not Presence.HERE:
        told.append(text.presence(seat.presence, seat.hold))
    return _("Seat {n}: {what}.", n=number + 1, what=", ".join(told))


def rules(model: Model, named: str = "") -> list[str]:
    """The rules in force; or those of a game, or of a table that can be joined."""
    if named:
        return _rules_named(model, named)
    here = rules_in_force(model)
    if here is None or model.table is None:
        words = "rules"
        return [_("You are at no table. Say {word} and a game or a table's code.", word=words)]
    lines = text.ruleset_lines(here if model.deal is not None else model.table.rules)
    if model.deal is not None and model.table.rules.deal_changes:
        lines.insert(0, _("The rules of deal {number}:", number=model.deal.number))
    return [*lines, _run(model.table.options, model.table.watching)]


def _run(options: Options, watching: int) -> str:
    return _("How the table is run: {how}.", how=options_text(options, watching))


def _rules_named(model: Model, named: str) -> list[str]:
    for line in model.tables or ():
        if named.lower() in (line.id.lower(), line.name.lower()):
            return [*text.ruleset_lines(line.rules), _run(line.options, line.watching)]
    for game in model.games or ():
        if named.casefold() in (game.preset.casefold(), text.game(game.preset).casefold()):
            return text.ruleset_lines(game)
    told = {"name": named[:20], "games": "games", "tables": "tables"}
    return [
        _("There is no {name} known here. Say {games}, or {tables}, and then again.", **told)
    ]


def gathering(table: TableView) -> str:
    """Where a table stands on which no cards were dealt."""
    taken = sum(seat.kind is not SeatKind.OPEN for seat in table.seats)
    return _(
        "The table {name} ({code}): {stage}, {taken} of {seats} seats taken.",
        name=table.name,
        code=table.id,
        stage=text.stage(table.stage),
        taken=taken,
        seats=len(table.seats),
    )


def tables(lines: Sequence[TableLine]) -> list[str]:
    """The tables of the house, one a line."""
    if not lines:
        return [_("There are no tables yet. Open one with: {words}", words="create NAME")]
    return [_table_line(line) for line in lines]


def _table_line(line: TableLine) -> str:
    told = [text.game(line.rules.preset) or _("a game of its own")]
    told.append(_("{taken} of {seats} seats taken", taken=line.taken, seats=line.options.seats))
    told.append(text.stage(line.stage))
    told += [_("password")] if line.options.password else []
    if line.options.watch_code or not line.options.spectators:
        told.append(who_watches(line.options))
    told += [watching_word(line.watching)] if line.watching else []
    return f"{text.named(line.id, ', '.join([line.name, *told]))}."


def games(listed: Sequence[RuleSet]) -> list[str]:
    """The games of the house, one a line."""
    return [
        f"{text.named(text.game(rules.preset, typed=True), game_in_brief(rules))}."
        for rules in listed
    ]
