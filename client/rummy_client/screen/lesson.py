"""The lesson as a panel: a page of it, wrapped to a width, with the keys for it at the end.

Where it stands, and when a page is due, is not in here.
"""

from __future__ import annotations

from ..lesson import due
from ..lesson_page import Page, page_of, place_words
from .cells import Line, folded
from .frame import card_style
from .scene import Scene

__all__ = ["lesson_lines", "lesson_page"]


def lesson_page(scene: Scene) -> Page | None:
    """The page that is due; ``None``: nobody is learning, or there is nothing to explain."""
    lesson = scene.desk.lesson
    if lesson is None or due(lesson, scene.model) is None:
        return None
    return page_of(lesson, scene.model, card_style(scene.look), keys=True)


def lesson_lines(page: Page, columns: int) -> list[Line]:
    """*page* on lines of *columns*: heading, what is explained, and what to press."""
    lines: list[Line] = [
        [("class:heading", f" {page.title}"), ("class:label", f"  {place_words(page)}")]
    ]
    for sentence in page.sentences:
        lines += _folded("class:text", sentence, columns)
    return [*lines, *(_folded("class:turn", page.todo, columns) if page.todo else [])]


def _folded(style: str, sentence: str, columns: int) -> list[Line]:
    return [[("", " "), *line] for line in folded(style, sentence, columns - 2)]
