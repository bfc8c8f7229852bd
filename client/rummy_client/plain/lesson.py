"""The lesson as the plain client tells it: each page once, when it is due, and when asked for.

What a page says, and when it is due, is not in here.
"""

from __future__ import annotations

from rummy_protocol.text import Style, _

from ..lesson.course import Lesson, Topic, after, due, read
from ..lesson.page import page_of, place_words
from ..model import Model

__all__ = ["Tutor"]


class Tutor:
    """Remembers how far a learner has come. One for each client, called from one thread."""

    def __init__(self, lesson: Lesson | None = None) -> None:
        self._lesson = lesson
        """``None``: nobody is learning."""
        self._told: Topic | None = None
        """The page that was told last."""

    def follow(self, old: Model, new: Model, style: Style) -> list[str]:
        """The page that became due when *old* was replaced by *new*; mostly nothing."""
        if self._lesson is None:
            return []
        self._lesson = after(self._lesson, old, new)
        topic = due(self._lesson, new)
        if topic is self._told or topic in self._lesson.seen:
            return []
        return self._page(new, style)

    def answer(self, wish: str, model: Model, style: Style) -> list[str]:
        """The lines for what a learner said: *next*, *lesson* or *lesson-off*."""
        if wish == "lesson-off":
            self._lesson = None
            return [_("The lesson is over. Say {word} for it to go on.", word="lesson")]
        if wish == "next" and self._lesson is not None:
            self._lesson = read(self._lesson, model)
        self._lesson = self._lesson or Lesson()
        return self._page(model, style) or [_("There is nothing to explain now.")]

    def _page(self, model: Model, style: Style) -> list[str]:
        page = page_of(self._lesson, model, style, keys=False) if self._lesson else None
        if page is None:
            return []
        self._told = page.topic
        head = _("Lesson, {place}: {title}.", place=place_words(page), title=page.title)
        return [head, *page.sentences, *([page.todo] if page.todo else [])]
