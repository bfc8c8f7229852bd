"""The numbers of a house at one moment. None of them depends on a card."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

from rummy_protocol.views import SeatKind, Stage

from ..app import Server
from .counted import Counted
from .pulse import Pulse

__all__ = ["Numbers", "numbers_of"]


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    healthy: bool
    draining: bool
    lag: float
    """As `Pulse` has it."""
    connections: int
    let_in: int
    turned_away: Mapping[str, int]
    """By why."""
    tables: Mapping[str, int]
    """By their stage."""
    people: int
    """Connected, and at a seat."""
    watching: int
    bots: int
    actions: Mapping[str, int]
    """By what became of them."""
    batches: int
    append_seconds: Mapping[float, int]
    """As `Counted` has it: by the first limit that was not passed."""
    append_seconds_in_all: float
    events: Mapping[str, int] = {}
    """Of the log, by their names."""


def numbers_of(
    server: Server,
    counted: Counted,
    pulse: Pulse,
    healthy: bool,
    events: Mapping[str, int],
) -> Numbers:
    """How the house stands now."""
    tables = server.lobby.tables.values()
    stages = Counter(table.room.stage.value for table in tables)
    return Numbers(
        healthy=healthy,
        draining=server.lobby.draining,
        lag=pulse.lag,
        connections=len(server.sessions),
        let_in=server.let_in,
        turned_away=dict(server.turned_away),
        tables={stage.value: stages[stage.value] for stage in Stage},
        people=sum(len(table.people.seated) for table in tables),
        watching=sum(len(table.people.watching) for table in tables),
        bots=sum(place.kind is SeatKind.BOT for table in tables for place in table.room.seats),
        actions=dict(counted.actions),
        batches=counted.batches,
        append_seconds=dict(counted.seconds),
        append_seconds_in_all=counted.seconds_in_all,
        events=dict(events),
    )
