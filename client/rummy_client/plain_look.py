"""Answers to questions about the game, as lines: the hand, the table, the score, the people.

Pure functions of the model for the plain client. They ask nothing of the server.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rummy_protocol import text
from rummy_protocol.messages import TableLine
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import Style
from rummy_protocol.views import Presence, SeatKind, SeatView, Stage, TableView

from .model import Model
from .plain_turn import owed, swaps, turn_sentence
from .ways import rules_in_force
from .words import (
    end_in_brief,
    game_in_brief,
    name_of,
    seconds_left,
    told_entry,
    waiting_sentence,
)

__all__ = [
    "clock",
    "hand",
    "last_lines",
    "rules",
    "score",
    "table",
    "tables",
    "who",
]

LAST = 8
"""Entries of the log that are told when somebody asks what was last."""


def hand(model: Model, style: Style) -> list[str]:
    """The player's own cards, and what can be made of them."""
    you = model.you
    if you is None or model.deal is None:
        return ["You hold no cards now."]
    lines = [f"Your hand, {_cards(len(you.hand))}: {style.many(you.hand)}."]
    if you.split:
        melds = "; ".join(style.many(meld) for meld in you.split)
        lines.append(f"Melds in your hand: {melds}.")
    if you.deadwood:
        lines.append(f"Deadwood: {style.many(you.deadwood)}, {_points(you.dead_points)}.")
    lines += [
        f"The {style.one(fit.card)} fits {_melds(fit.melds)}." for fit in you.fits if fit.melds
    ]
    if you.fresh is not None:
        lines.append(f"New this turn: {style.one(you.fresh)}.")
    if you.locked is not None:
        lines.append(f"The {style.one(you.locked)} may not be discarded this turn.")
    return [*lines, *swaps(model, style), *owed(model, style)]


def table(model: Model, style: Style) -> list[str]:
    """What lies on the table, and whose turn it is."""
    deal = model.deal
    if model.table is None:
        return ["You are at no table."]
    if deal is None:
        return [gathering(model.table), *who(model)]
    pile = f"The discard pile has {_cards(deal.discards)}"
    lines = [f"Deal {deal.number}. The stock has {_cards(deal.stock)}."]
    lines.append(f"{pile}, the {style.one(deal.top[-1])} on top." if deal.top else f"{pile}.")
    for meld in deal.melds:
        whose = f", laid by {name_of(model, meld.owner)}" if meld.owner is not None else ""
        lines.append(f"Meld {meld.id}: {style.lying(meld.cards, meld.stands)}{whose}.")
    if not deal.melds:
        lines.append("No melds are on the table.")
    counts = (
        f"{name_of(model, seat)} {count}"
        for seat, count in enumerate(deal.hands)
        if not model.table.seats[seat].out
    )
    lines.append(f"Cards in hand: {', '.join(counts)}.")
    rules = rules_in_force(model)
    if rules is not None and rules.opens:
        opened = [name_of(model, seat) for seat in deal.opened]
        lines.append(f"Opened: {', '.join(opened)}." if opened else "Nobody has opened.")
    lines.append(turn_sentence(model, style) or waiting_sentence(model))
    return lines


def score(model: Model) -> list[str]:
    """Everybody's points in this match."""
    if model.table is None:
        return ["You are at no table."]
    rules = model.table.rules
    told = [
        f"{name_of(model, number)} {text.points(seat.points)}{' (out)' if seat.out else ''}"
        for number, seat in enumerate(model.table.seats)
        if seat.kind is not SeatKind.OPEN
    ]
    best = " The lowest score wins." if rules.lowest_wins else ""
    played = _deals(model.table.deals_played)
    over = "over " if rules.deals is not None else ""
    return [f"A match {over}{end_in_brief(rules)}, {played} played. {', '.join(told)}.{best}"]


def who(model: Model) -> list[str]:
    """The people at the table."""
    if model.table is None:
        return ["You are at no table."]
    lines = [
        _seat(model, number, seat, model.table) for number, seat in enumerate(model.table.seats)
    ]
    if model.table.watching:
        names = ", ".join(model.table.spectators)
        lines.append(f"Watching: {model.table.watching} ({names}).")
    return lines


def _seat(model: Model, number: int, seat: SeatView, table: TableView) -> str:
    if seat.kind is SeatKind.OPEN:
        return f"Seat {number + 1} is free."
    told = [seat.name]
    told += ["you"] if number == model.seat else []
    told += [f"bot, {seat.level}"] if seat.kind is SeatKind.BOT else []
    told += ["host"] if number == table.host else []
    told += ["out of the match"] if seat.out else []
    told += ["ready"] if seat.ready and table.stage is not Stage.PLAYING else []
    if seat.presence is not Presence.HERE:
        told.append(text.presence(seat.presence, seat.hold))
    return f"Seat {number + 1}: {', '.join(told)}."


def clock(model: Model, now: float) -> list[str]:
    """How long there is for whatever is waited for."""
    if model.table is None:
        return ["You are at no table."]
    left = seconds_left(model.table.clock, model.view_at, now)
    if left is not None:
        return [f"{left} seconds are left for this decision."]
    left = seconds_left(model.table.next_deal, model.view_at, now)
    if left is not None:
        return [f"The next deal begins in {left} seconds."]
    return ["There is no clock at this moment."]


def last_lines(model: Model, style: Style) -> list[str]:
    """The newest entries of the log."""
    told = [told_entry(model, entry, style) for entry in model.log[-LAST:]]
    return told or ["Nothing has happened in this deal."]


def rules(model: Model, named: str = "") -> list[str]:
    """The rules in force; or those of a game, or of a table that can be joined."""
    if named:
        return _rules_named(model, named)
    here = rules_in_force(model)
    if here is None or model.table is None:
        return ["You are at no table. Say rules and a game or a table's code."]
    lines = text.ruleset_lines(here if model.deal is not None else model.table.rules)
    if model.deal is not None and model.table.rules.deal_changes:
        lines.insert(0, f"The rules of deal {model.deal.number}:")
    return lines


def _rules_named(model: Model, named: str) -> list[str]:
    known = {game.preset: game for game in model.games or ()}
    known |= {line.id.lower(): line.rules for line in model.tables or ()}
    found = known.get(named.lower())
    if found is None:
        return [f"There is no {named[:20]} known here. Say games, or tables, and then again."]
    return text.ruleset_lines(found)


def gathering(table: TableView) -> str:
    """Where a table stands on which no cards were dealt."""
    taken = sum(seat.kind is not SeatKind.OPEN for seat in table.seats)
    return (
        f"The table {table.name} ({table.id}): {text.stage(table.stage)}, "
        f"{taken} of {len(table.seats)} seats taken."
    )


def tables(lines: Sequence[TableLine]) -> list[str]:
    """The tables of the house, one a line."""
    if not lines:
        return ["There are no tables yet. Open one with: create NAME"]
    return [
        f"{line.id}: {line.name}, {line.rules.preset}, {line.taken} of {line.options.seats} "
        f"seats taken, {text.stage(line.stage)}"
        + (", password" if line.options.password else "")
        + (f", {line.watching} watching" if line.watching else "")
        + "."
        for line in lines
    ]


def games(listed: Sequence[RuleSet]) -> list[str]:
    """The games of the house, one a line."""
    return [f"{rules.preset}: {game_in_brief(rules)}." for rules in listed]


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _deals(count: int) -> str:
    return "1 deal" if count == 1 else f"{count} deals"


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _melds(ids: Iterable[int]) -> str:
    told = [str(number) for number in ids]
    return f"meld {told[0]}" if len(told) == 1 else f"melds {' and '.join(told)}"
