"""What a learner does with the lesson: turn its page, put it away, bring it back.

A part of `commands`; the same rules hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import msgspec

from rummy_protocol.text import _

from ..desk import Desk
from ..lesson.course import Lesson, read
from ..model import Model
from .outcome import Command, Outcome, changed, told

__all__ = ["LESSON_COMMANDS"]


def _next(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, lesson=read(desk.lesson or Lesson(), model))


def _shut(model: Model, desk: Desk, pressed: str) -> Outcome:
    lesson = desk.lesson or Lesson(shut=True)
    lesson = msgspec.structs.replace(lesson, shut=not lesson.shut)
    desk = msgspec.structs.replace(desk, lesson=lesson)
    if lesson.shut:
        return told(model, desk, _("The lesson is put away; L brings it back."), bad=False)
    return Outcome(model, desk)


LESSON_COMMANDS: Final[Mapping[str, Command]] = {"lesson-next": _next, "lesson": _shut}
