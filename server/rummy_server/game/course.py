"""Following a course to its end. Who may begin one is `decide`'s business."""

from __future__ import annotations

from rummy_protocol.errors import RuleViolation

from .events import DealEvent
from .evolve import evolve
from .rules import Course
from .state import Card, Deal

__all__ = ["accepted", "followed", "unshuffled"]


def followed(course: Course, deal: Deal) -> tuple[tuple[DealEvent, ...], Deal]:
    """Everything that happens in *course*, and the deal as it then stands."""
    events: list[DealEvent] = []
    try:
        event = next(course)
        while True:
            events.append(event)
            deal = evolve(deal, event)
            event = course.send(deal)
    except StopIteration:
        return tuple(events), deal


def accepted(course: Course, deal: Deal) -> bool:
    """Whether *course* comes to its end without a refusal."""
    try:
        followed(course, deal)
    except RuleViolation:
        return False
    return True


def unshuffled(label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """The shuffle for questions that are only asked, where no order can matter."""
    return cards
