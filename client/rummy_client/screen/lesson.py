"""The panel of the lesson: what is explained now, and what to do, on lines that are given."""

from __future__ import annotations

from rummy_protocol.text import _

from ..lesson.course import READING
from ..lesson.page import Page, page_of, place_words
from .cells import Line, clip, folded, text_of, width_of
from .frame import card_style, filled, keys_text, paragraph
from .scene import Scene

__all__ = ["lesson_heading", "lesson_lines", "lesson_open", "whole_lesson"]


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
    words = folded("class:text", " ".join(page.sentences), cells - 2)
    todo = folded("class:tip", page.todo, cells - 2) if page.todo else []
    room = max(0, rows - 1 - len(todo))
    cut = len(words) > room
    if cut and room > 0:
        words[room - 1] = [("class:text", f"{text_of(words[room - 1])} …")]
    told = [[("", " "), *line] for line in [*words[:room], *todo]]
    return filled([_head(scene, lesson_heading(page), cells, cut), *told], rows)


def lesson_heading(page: Page) -> str:
    """What the page is called, and how far the lesson has come."""
    return _("lesson, {place}: {title}", place=place_words(page), title=page.title)


def whole_lesson(scene: Scene) -> list[Line]:
    """All of the page; what to do stands there only where it can be done there."""
    lesson = scene.desk.lesson
    style = card_style(scene.look)
    page = page_of(lesson, scene.model, style, keys=True) if lesson is not None else None
    if page is None:
        return []
    told = paragraph("class:text", " ".join(page.sentences), scene)
    todo = page.todo if page.topic in READING else ""
    return [
        [("class:heading", f" {lesson_heading(page)}")],
        [],
        *told,
        *([[], *paragraph("class:tip", todo, scene)] if todo else []),
    ]


def _head(scene: Scene, title: str, cells: int, cut: bool = False) -> Line:
    """A rule with the title in it, and with the key for the rest of what is *cut*."""
    rule = scene.look.rule
    whole = keys_text([("N", _("shows all"))]) if cut else []
    room = cells - width_of(whole) - 4
    head: Line = [("class:rule", rule), ("class:tip", f" {clip(title, room)} ")]
    if cut:
        whole = [*whole, ("", " "), ("class:rule", rule)]
    rest = rule * max(0, cells - width_of(head) - width_of(whole) - bool(whole))
    return [*head, ("class:rule", f"{rest} " if whole else rest), *whole]
