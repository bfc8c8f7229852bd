"""What happened, in plain words: the last lines of it on the table, all of it on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ..feed import Aside, Change, FeedItem, HouseSaid, Spoken
from ..words import told_entry
from .cells import Line, folded
from .frame import card_style
from .scene import Scene

__all__ = ["feed_lines", "item_text"]

_CHANGES: Final = {
    Change.SAT: "sat down.",
    Change.BACK: "is back.",
    Change.LOST: "lost the connection; the seat is kept.",
    Change.BOT: "stayed away; a bot plays on.",
    Change.LEFT: "left the table; a bot plays on.",
    Change.ASLEEP: "stayed away; the table waits.",
    Change.FREED: "left the table.",
    Change.HOST: "is the host of the table now.",
}


def item_text(scene: Scene, item: FeedItem) -> tuple[str, str]:
    """A style, and the sentence for one thing that happened."""
    match item:
        case Spoken():
            return "class:said", f"{item.name}: {item.text}"
        case HouseSaid():
            return "class:said", item.text
        case Aside():
            return "class:aside", f"{item.name} {_CHANGES[item.change]}"
        case _:
            return "class:log", told_entry(scene.model, item, card_style(scene.look))


def feed_lines(scene: Scene, items: Sequence[FeedItem], rows: int) -> list[Line]:
    """The last *rows* lines of what happened."""
    lines: list[Line] = []
    for item in reversed(items):
        if len(lines) >= rows:
            break
        style, sentence = item_text(scene, item)
        told = folded(style, sentence, scene.size.columns - 2, "  ")
        lines = [*([("", " "), *line] for line in told), *lines]
    return lines[len(lines) - rows :] if len(lines) > rows else lines
