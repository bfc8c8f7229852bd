"""When a player is told, unasked, that little time is left. Pure functions of the model."""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy_protocol.text import plural

from ..model import Model

__all__ = ["TimeWarning", "next_warning", "time_left"]

MARKS: Final = (30, 10)
"""Seconds left, at which it is told."""


class TimeWarning(NamedTuple):
    at: float
    """When it is due, by the clock that the model was given."""
    seconds: int
    about: tuple[object, ...]
    """The decision, so that none is told of twice."""


def next_warning(model: Model, now: float) -> TimeWarning | None:
    """What is to be told next of the player's own clock; ``None``: nothing."""
    table, deal = model.table, model.deal
    if table is None or deal is None or table.clock is None or not model.may:
        return None
    ends = model.view_at + table.clock / 1000
    kinds = tuple(one.kind for one in deal.waiting if one.seat == model.seat)
    for seconds in MARKS:
        if ends - seconds > now:
            return TimeWarning(
                ends - seconds, seconds, (deal.number, deal.turn, kinds, seconds)
            )
    return None


def time_left(seconds: int) -> str:
    """How long there is for the decision that is waited for."""
    return plural(
        "{n} second is left for this decision.",
        "{n} seconds are left for this decision.",
        seconds,
    )
