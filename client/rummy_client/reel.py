"""A game that was played, as the updates that one viewer was sent, and a place in it.

Pure. To go one step on, the next update is heard; to go anywhere else, everything from the
beginning of that deal is, so that the model knows as much of the deal as it would have then.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from rummy_protocol.messages import Seated, Update, Watching

from .commands.outcome import Step
from .linkstate import Replaying

__all__ = ["Reel", "Shown"]

Shown: TypeAlias = Replaying | Watching | Seated | Update


class Reel:
    """Belongs to one client, which turns it. There is at least one update."""

    def __init__(self, code: str, updates: Sequence[Update], seat: int | None) -> None:
        assert updates, "a game has a beginning"
        self.code = code
        self.place = 0
        self._updates = updates
        self._seat = seat
        self._deals = _beginnings(updates)

    @property
    def last(self) -> int:
        """The place of the last update; the first has the place 0."""
        return len(self._updates) - 1

    @property
    def at_end(self) -> bool:
        return self.place == self.last

    def begin(self, auto: bool) -> list[Shown]:
        """What a client hears that has heard nothing yet."""
        return self._from_deal(0, auto)

    def turn(self, step: Step, auto: bool) -> list[Shown]:
        """What the client hears when it takes *step*."""
        place = self._to(step)
        if place == self.place + 1:
            self.place = place
            return [self._where(auto), self._updates[place]]
        if place == self.place:
            return [self._where(auto)]
        return self._from_deal(place, auto)

    def _to(self, step: Step) -> int:
        match step:
            case Step.NEXT:
                return min(self.last, self.place + 1)
            case Step.BACK:
                return max(0, self.place - 1)
            case Step.NEXT_DEAL:
                return next((d for d in self._deals if d > self.place), self.last)
            case Step.DEAL_BEFORE:
                return next((d for d in reversed(self._deals) if d < self.place), 0)
            case Step.AUTO:
                return self.place

    def _from_deal(self, place: int, auto: bool) -> list[Shown]:
        self.place = place
        first = next((d for d in reversed(self._deals) if d <= place), 0)
        return [self._where(auto), *self._looking(), *self._updates[first : place + 1]]

    def _looking(self) -> list[Shown]:
        """By these a client forgets what it knew of the deal."""
        table = self._updates[0].table.id
        looking: list[Shown] = [Watching(0, table)]
        return looking if self._seat is None else [*looking, Seated(0, table, self._seat)]

    def _where(self, auto: bool) -> Replaying:
        return Replaying(self.code, self.place, self.last, auto)


def _beginnings(updates: Sequence[Update]) -> list[int]:
    """The places at which a deal has just been dealt."""
    found, number = list[int](), 0
    for place, update in enumerate(updates):
        now = update.deal.number if update.deal is not None else 0
        if now not in (0, number):
            found.append(place)
        number = now
    return found
