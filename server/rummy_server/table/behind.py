"""How far spectators are behind a table, and what of it they may see by now (U26).

It keeps moments of the table in order, each with the time from which it may be seen: some
seconds after it was, or, a deal behind, from when the next deal begins. It knows times and
the stages of a match, and neither cards nor connections.
"""

from __future__ import annotations

from collections import deque
from typing import Final

import msgspec

from rummy_protocol.views import DEAL_BEHIND, Stage, TableView

from ..game.sealed import Sealed
from ..room.records import Room

__all__ = ["Behind", "Moment"]

MOST: Final = 4_096
"""Moments that are kept of a table. Beyond that the newest takes the place of the one before,
and comes no earlier for it."""


class Moment(Sealed, frozen=True):
    """A table as it was."""

    room: Room
    view: TableView | None
    """As everybody saw it, onlookers left out; ``None``: nobody was there."""


class _Kept(msgspec.Struct, frozen=True):
    at: float
    """When it was or, once that is known, when it may be seen."""
    moment: Moment


class Behind:
    """The moments of one table. Only its gallery may use it."""

    def __init__(self, delay: int) -> None:
        """Keep moments for *delay* seconds, or (``DEAL_BEHIND``) until the next deal."""
        self._delay: Final = delay
        self._due: deque[_Kept] = deque()
        """When each may be seen, in the order of the moments and never falling."""
        self._held: list[_Kept] = []
        """The moments of the deal that is played."""
        self._number = 0
        """Of that deal; 0: none is played."""
        self._free_from = 0.0
        """When all has been seen that was let go so far."""
        self.newest: Moment | None = None

    def add(self, at: float, moment: Moment) -> None:
        """Note how the table stood at the time *at*, which is not before that of the last."""
        self.newest = moment
        if self._delay == DEAL_BEHIND:
            self._add_to_deal(at, moment)
        else:
            self._let_go(at + self._delay, moment)

    def seen(self, now: float) -> Moment | None:
        """The newest moment that may be seen by *now*; those before it are forgotten."""
        due = self._due
        while len(due) > 1 and due[1].at <= now:
            due.popleft()
        return due[0].moment if due and due[0].at <= now else None

    def next_after(self, seen: Moment | None, now: float) -> float | None:
        """When something else may be seen than *seen*, if that is known yet."""
        if self.seen(now) is not seen:
            return now
        return next((kept.at for kept in self._due if kept.at > now), None)

    @property
    def waiting(self) -> bool:
        """Whether there is more to be seen than what is seen now."""
        return len(self._due) > 1 or bool(self._held)

    @property
    def all_seen(self) -> float:
        """When all has been seen that is let go by now."""
        return self._due[-1].at if self._due else 0.0

    def _let_go(self, due: float, moment: Moment) -> None:
        if len(self._due) >= MOST:
            self._due.pop()
        self._due.append(_Kept(due, moment))
        self._free_from = due

    def _add_to_deal(self, at: float, moment: Moment) -> None:
        room = moment.room
        match room.stage:
            case Stage.PLAYING if room.match is not None and room.match.deal is not None:
                if room.match.number != self._number:
                    self._let_deal_go(at)
                    self._number = room.match.number
                self._hold(at, moment)
            case Stage.SCORING:
                self._hold(at, moment)
            case _ if self._held:
                self._hold(at, moment)
                self._let_deal_go(at)
            case _:
                self._let_go(max(at, self._free_from), moment)

    def _hold(self, at: float, moment: Moment) -> None:
        if len(self._held) >= MOST // 2:
            self._held.pop()
        self._held.append(_Kept(at, moment))

    def _let_deal_go(self, now: float) -> None:
        """The deal that was held is over: let it be seen from *now* on, as fast as it was
        played, and after all that is still being seen."""
        held, self._held, self._number = self._held, [], 0
        if not held:
            return
        later = max(now, self._free_from) - held[0].at
        for kept in held:
            self._let_go(kept.at + later, kept.moment)
        self._free_from = max(self._free_from, now + later)
