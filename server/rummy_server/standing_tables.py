"""Tables that the house keeps: there as soon as it listens, and there again when all have left.

Nobody owns one. Whoever sits down first is its host, as at any table; when the last person
has left it is closed like any table, and a new one of the same name stands ready.
"""

from __future__ import annotations

import msgspec

from rummy_protocol.errors import Code, Declined
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import DEAL_BEHIND, LONGEST_DELAY, Options

from .game.variants import rules_for
from .passwords import NO_WORDS, TableWords
from .room.records import Opened

__all__ = ["StandingTable", "as_opened", "check_standing"]

USUAL_SEATS = 4


class StandingTable(msgspec.Struct, frozen=True, kw_only=True):
    """What a table is called, and what is played at it."""

    name: str
    rules: RuleSet
    seats: int | None = None
    """``None``: four, or as near to that as the game lets."""
    turn_seconds: int = 0
    """Time for a decision; 0: no clock."""
    delay: int = 0
    """Seconds by which spectators are behind; 0: live, -1: a whole deal."""
    spectators: bool = True
    """Whether anybody may look on."""
    words: TableWords = NO_WORDS
    """What is kept of the code that they have to know, if there is one."""

    @property
    def places(self) -> int:
        """How many seats it has."""
        low, high = self.rules.players_min, self.rules.players_max
        return max(low, min(USUAL_SEATS, high)) if self.seats is None else self.seats


def check_standing(table: StandingTable) -> None:
    """See that *table* can be opened.

    Raises:
        Declined: its game is not for so many, or there is no such clock.
    """
    low, high = table.rules.players_min, table.rules.players_max
    if not low <= table.places <= high:
        raise Declined(Code.BAD_OPTION, one="seats", low=low, high=high)
    if table.turn_seconds and not 5 <= table.turn_seconds <= 3600:
        raise Declined(Code.BAD_OPTION, one="turn_seconds", low=5, high=3600)
    if not DEAL_BEHIND <= table.delay <= LONGEST_DELAY:
        raise Declined(Code.BAD_OPTION, one="delay", low=DEAL_BEHIND, high=LONGEST_DELAY)
    rules_for(table.rules.for_deal(1), table.places)


def as_opened(table: StandingTable, code: str, bot_pause_ms: int) -> Opened:
    """The first record of *table*, which is to be found under *code*."""
    options = Options(
        seats=table.places,
        turn_seconds=table.turn_seconds,
        bot_pause_ms=bot_pause_ms,
        delay=table.delay,
        spectators=table.spectators,
        watch_code=bool(table.words.watch_code),
    )
    return Opened(
        id=code,
        name=table.name,
        ruleset=table.rules,
        options=options,
        salt=table.words.salt,
        password=b"",
        watch_code=table.words.watch_code,
        rules_hash=table.rules.rules_hash(),
    )
