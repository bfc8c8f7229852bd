"""The column beside the table: what happened above, what was said beneath."""

from __future__ import annotations

from rummy_protocol.text import _, term

from ..feed import Aside, HouseSaid, Spoken, feed
from .cells import Line, folded, grounded, width_of
from .frame import filled
from .lesson import lesson_lines, lesson_open
from .log import feed_lines
from .scene import Scene

__all__ = ["side_lines"]

CHAT_SHARE = 3
"""One line of so many is for what was said."""


def side_lines(scene: Scene, cells: int, rows: int) -> list[Line]:
    """The column, on exactly *rows* lines of *cells*."""
    taught = rows // 2 if lesson_open(scene) else 0
    rows -= taught
    said_rows = max(3, rows // CHAT_SHARE)
    model = scene.model
    deal = model.deal.number if model.deal is not None else 0
    happened = [
        item
        for item in feed(model.log, model.spoken, deal)
        if not isinstance(item, Spoken | HouseSaid)
    ]
    said = [item for item in model.spoken if isinstance(item, Spoken | HouseSaid | Aside)]
    chat = [item for item in said if not isinstance(item, Aside)]
    log_rows = rows - said_rows - 2
    told = feed_lines(scene, chat, said_rows, cells) or _silence(scene, cells)
    lines = [
        *lesson_lines(scene, cells, taught),
        headed(term("heading", "log"), scene, cells),
        *filled(feed_lines(scene, happened, log_rows, cells), log_rows),
        headed(_chat_title(scene), scene, cells),
        *filled(told, said_rows),
    ]
    return [grounded(line, "class:side", cells) for line in lines[: rows + taught]]


def _chat_title(scene: Scene) -> str:
    if scene.model.watching and not scene.model.replaying:
        return _("chat of those who watch")
    return term("heading", "chat")


def _silence(scene: Scene, cells: int) -> list[Line]:
    """What stands where those who watch have said nothing, who may look for the players."""
    if not scene.model.watching or scene.model.replaying:
        return []
    words = _("Those who watch speak here. What the players say is read by players alone.")
    return [[("", " "), *line] for line in folded("class:label", words, cells - 2)]


def headed(title: str, scene: Scene, cells: int) -> Line:
    """A rule of *cells* with a title in it."""
    head: Line = [("class:rule", scene.look.rule), ("class:heading", f" {title} ")]
    return [*head, ("class:rule", scene.look.rule * max(0, cells - width_of(head)))]
