"""The panel of the lesson: what is explained now, and what to do, on lines that are given."""

from __future__ import annotations

from rummy_protocol.text import _

from ..lesson.page import page_of, place_words
from .cells import Line, folded, text_of, width, width_of
from .frame import card_style, filled
from .scene import Scene

__all__ = ["lesson_lines", "lesson_open"]


def lesson_open(scene: Scene) -> bool:
    """Whether room is kept for a lesson: as long as somebody takes it, page or no page."""
    lesson = scene.desk.lesson
    return lesson is not None and not lesson.shut and not lesson.over


def lesson_lines(scene: Scene, cells: int, rows: int) -> list[Line]:
    """The page for this moment on exactly *rows* lines; what to do now comes last."""
    lesson = scene.desk.lesson
    if lesson is None or lesson.shut or rows < 1:
        return filled([], rows)
    page = page_of(lesson, scene.model, card_style(scene.look), keys=True)
    if page is None:
        return filled([_head(scene, _("lesson"), cells)], rows)
    title = _("lesson, {place}: {title}", place=place_words(page), title=page.title)
    words = folded("class:text", " ".join(page.sentences), cells - 2)
    todo = folded("class:tip", page.todo, cells - 2) if page.todo else []
    room = max(0, rows - 1 - len(todo))
    if len(words) > room > 0:
        words[room - 1] = [("class:text", f"{text_of(words[room - 1])} …")]
        todo = (_with_room_wanted(page.todo, cells - 2) if todo else []) or todo
    told = [[("", " "), *line] for line in [*words[:room], *todo]]
    return filled([_head(scene, title, cells), *told], rows)


def _with_room_wanted(todo: str, cells: int) -> list[Line]:
    """What to do now, and that there is more to read; nothing if that takes two lines."""
    words = f"{todo} {_('A larger terminal shows the rest.')}"
    return [[("class:tip", words)]] if width(words) <= cells else []


def _head(scene: Scene, title: str, cells: int) -> Line:
    rule = scene.look.rule
    head: Line = [("class:rule", rule), ("class:tip", f" {title} ")]
    return [*head, ("class:rule", rule * max(0, cells - width_of(head)))]
