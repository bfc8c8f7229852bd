"""What a learner does with the lesson: turn its page, put it away, bring it back.

A part of `commands`; the same rules hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from rummy_protocol.text import _

from ..desk import Desk, Over
from ..lesson.course import READING, Lesson, read, topic_of
from ..model import Model
from .outcome import Command, Outcome, changed, told

__all__ = ["LESSON_COMMANDS"]


def _next(model: Model, desk: Desk, pressed: str) -> Outcome:
    lesson = read(desk.lesson or Lesson(), model)
    # What is to be done, and not only read, is done at the table.
    over = desk.over if topic_of(lesson, model) in READING else None
    return changed(model, desk, lesson=lesson, over=over, scroll=0)


def _whole(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, over=Over.LESSON, scroll=0)


def _shut(model: Model, desk: Desk, pressed: str) -> Outcome:
    lesson = desk.lesson or Lesson(shut=True)
    lesson = msgspec.structs.replace(lesson, shut=not lesson.shut)
    desk = msgspec.structs.replace(desk, lesson=lesson)
    if lesson.shut:
        return told(model, desk, _("The lesson is put away; L brings it back."), bad=False)
    return Outcome(model, desk)


LESSON_COMMANDS: Final[Mapping[str, Command]] = {
    "lesson-next": _next,
    "lesson-whole": _whole,
    "lesson": _shut,
}
