"""What a seat has done in its running turn, as far as its log told. It judges nothing.

An update shows the last entries of a log only, and a turn can have more of them. So whoever
follows a deal keeps this from one update to the next.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from rummy_protocol.cards import Face
from rummy_protocol.news import Entry, LaidOff, Melded, Swapped, TookBack, TookDiscard
from rummy_protocol.views import DealView

__all__ = ["Turn", "turn_of"]

_Play: TypeAlias = Melded | LaidOff | Swapped


class Turn(msgspec.Struct, frozen=True):
    """A turn of one seat."""

    deal: int
    """The number of the deal."""
    noted: int = 0
    """The last entry of the log that was seen."""
    whole: bool = True
    """Whether all that belongs to the turn has been seen."""
    took: tuple[Face | None, ...] = ()
    """What was taken from the discard pile in it, the deepest first."""
    plays: tuple[_Play, ...] = ()
    """What was played in it and not taken back."""
    played: bool = False
    """Whether an earlier turn of this deal is known to have brought a meld or a lay-off."""

    @property
    def melds(self) -> tuple[Melded, ...]:
        """The new melds of this turn."""
        return tuple([play for play in self.plays if isinstance(play, Melded)])

    @property
    def cards(self) -> int:
        """How many cards it brought to the table."""
        return sum([len(play.cards) for play in self.plays])


def turn_of(before: Turn | None, deal: DealView, seat: int) -> Turn:
    """The turn as it stands in *deal*; *before* is what was known of this deal earlier."""
    turn = before if before is not None and before.deal == deal.number else Turn(deal.number)
    for entry in deal.log:
        if entry.n <= turn.noted:
            continue
        if entry.n > turn.noted + 1:
            turn = replace(_next(turn), whole=False)
        turn = replace(_with(turn, entry, seat), noted=entry.n)
    return turn


def _next(turn: Turn) -> Turn:
    """Nothing done yet."""
    played = turn.played or any(not isinstance(play, Swapped) for play in turn.plays)
    return Turn(turn.deal, turn.noted, played=played)


def _with(turn: Turn, entry: Entry, seat: int) -> Turn:
    if entry.seat != seat:
        return _next(turn)
    match entry:
        case Melded() | LaidOff() | Swapped():
            return replace(turn, plays=(*turn.plays, entry))
        case TookBack():
            # What was played before anything was seen cannot be found here, and need not.
            return replace(turn, plays=turn.plays[:-1])
        case TookDiscard():
            return replace(_next(turn), took=entry.cards)
        case _:
            return _next(turn)
