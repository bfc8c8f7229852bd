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
from .words import name_of, seconds_left, waiting_sentence

__all__ = [
    "clock",
    "hand",
    "last_lines",
    "rules",
    "score",
    "table",
    "tables",
    "turn_sentence",
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
    if you.duty:
        lines.append(text.duty(you.duty))
    return lines


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
        lines.append(f"Meld {meld.id}: {style.many(meld.cards)}{whose}.")
    if not deal.melds:
        lines.append("No melds are on the table.")
    counts = (f"{name_of(model, seat)} {count}" for seat, count in enumerate(deal.hands))
    lines.append(f"Cards in hand: {', '.join(counts)}.")
    lines.append(turn_sentence(model, style) or waiting_sentence(model))
    return lines


def turn_sentence(model: Model, style: Style) -> str:
    """What the player may do now; empty where it is not for him to decide."""
    if model.you is None or model.deal is None or not model.you.may:
        return ""
    may = model.you.may
    if "draw" in may or "take" in may or "end-deal" in may:
        ways = [text.action(kind) for kind in may if kind != "take"]
        ways = ["draw" if way == text.action("draw") else way for way in ways]
        if "take" in may and model.deal.top:
            ways.append(f"take the {style.one(model.deal.top[-1])}")
        return f"It is your turn: {_either(ways)}."
    return text.may(may)


def score(model: Model) -> list[str]:
    """Everybody's points in this match."""
    if model.table is None:
        return ["You are at no table."]
    rules = model.table.rules
    end = f"to {rules.target} points" if rules.target else f"over {_deals(rules.deals or 0)}"
    told = [
        f"{name_of(model, number)} {text.points(seat.points)}"
        for number, seat in enumerate(model.table.seats)
        if seat.kind is not SeatKind.OPEN
    ]
    best = " The lowest score wins." if rules.lowest_wins else ""
    return [
        f"A match {end}, {_deals(model.table.deals_played)} played. {', '.join(told)}.{best}"
    ]


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
    told = [text.entry(entry, model.names, model.seat, style) for entry in model.log[-LAST:]]
    return told or ["Nothing has happened in this deal."]


def rules(model: Model) -> list[str]:
    """The rules in force."""
    if model.table is None:
        return ["You are at no table."]
    return text.ruleset_lines(model.table.rules)


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
    return [rules.preset for rules in listed]


def _cards(count: int) -> str:
    return "1 card" if count == 1 else f"{count} cards"


def _deals(count: int) -> str:
    return "1 deal" if count == 1 else f"{count} deals"


def _points(count: int) -> str:
    return "1 point" if count == 1 else f"{count} points"


def _melds(ids: Iterable[int]) -> str:
    told = [str(number) for number in ids]
    return f"meld {told[0]}" if len(told) == 1 else f"melds {' and '.join(told)}"


def _either(ways: Sequence[str]) -> str:
    if len(ways) < 2:
        return "".join(ways)
    return f"{', '.join(ways[:-1])} or {ways[-1]}"
