"""Bots: policies that see what a player sees, and nothing else.

A bot is a fold over the updates that its seat was sent: ``(memory, update) -> memory,
action?``. It can remember, and it cannot peek. Pace, seats and journals are the server's.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping
from itertools import islice
from typing import Final, TypeAlias

import msgspec

from rummy_protocol.actions import Action
from rummy_protocol.messages import Update
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import TableView

from . import easy, sharp, steady
from .mind import Mind, remembered
from .sight import Sight, sight_of
from .simple import simple_actions
from .turn import Turn, turn_of

__all__ = ["LEVELS", "Bot", "Memory", "Policy", "suggest"]


class Memory(msgspec.Struct, frozen=True):
    """What a bot carries from one update to the next."""

    mind: Mind | None = None
    turn: Turn | None = None
    """What is known of the running turn, if it is one's own."""
    seq: int = -1
    """The update for which it last chose something."""
    table: TableView | None = None
    tries: int = 0
    """How often it has chosen for that same update. Asked again, it was refused."""


Policy: TypeAlias = Callable[[Memory, Update, random.Random], tuple[Memory, Action | None]]
_Choice: TypeAlias = Callable[[Sight, Mind, random.Random], Action]


class Bot(msgspec.Struct, frozen=True):
    """One level of play."""

    level: str
    choose: _Choice
    watches: bool = False
    """Whether it keeps the log of the deal in mind."""

    def fresh(self) -> Memory:
        """The memory of a bot that has just sat down."""
        return Memory()

    def step(
        self, memory: Memory, update: Update, chance: random.Random
    ) -> tuple[Memory, Action | None]:
        """Take in *update*; choose an action if this seat has to decide.

        Given the very same update again, a bot concludes that its choice was refused, and
        chooses something plainer. So ask once for each decision.
        """
        mind, turn = memory.mind, memory.turn
        if self.watches and update.deal is not None:
            mind = remembered(mind, update.deal)
        if update.deal is not None and update.you is not None:
            turn = turn_of(turn, update.deal, update.you.seat)
        sight = sight_of(update, turn)
        if sight is None:
            return msgspec.structs.replace(memory, mind=mind, turn=turn), None
        again = memory.seq == update.seq and memory.table == update.table
        tries = memory.tries + 1 if again else 0
        after = Memory(mind, turn, update.seq, update.table, tries)
        if tries:
            return after, next(islice(simple_actions(sight), tries - 1, None), None)
        return after, self.choose(sight, mind or Mind(0), chance)


LEVELS: Final[Mapping[str, Bot]] = {
    "easy": Bot("easy", lambda sight, mind, chance: easy.choose(sight, chance)),
    "steady": Bot("steady", lambda sight, mind, chance: steady.choose(sight)),
    "sharp": Bot("sharp", lambda sight, mind, chance: sharp.choose(sight, mind), True),
}
"""The bots by name, the weakest first."""


def suggest(rules: RuleSet, update: Update) -> Action | None:
    """A hint: what a sensible player would do now; ``None`` where nothing is asked."""
    assert rules == update.table.rules, "the update says what is played"
    sight = sight_of(update)
    return None if sight is None else steady.choose(sight)
