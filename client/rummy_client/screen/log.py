"""What happened, in plain words: the last lines of it on the table, all of it on request."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol.text import N_, _, named

from ..feed import Aside, Change, FeedItem, HouseSaid, Spoken
from ..words import told_entry
from .cells import Line, folded
from .frame import card_style, shortened
from .scene import Scene

__all__ = ["feed_lines", "item_text"]

_CHANGES: Final = {
    Change.SAT: N_("{name} sat down."),
    Change.BACK: N_("{name} is back."),
    Change.LOST: N_("{name} lost the connection; the seat is kept."),
    Change.BOT: N_("{name} stayed away; a bot plays on."),
    Change.LEFT: N_("{name} left the table; a bot plays on."),
    Change.ASLEEP: N_("{name} stayed away; the table waits."),
    Change.FREED: N_("{name} left the table."),
    Change.HOST: N_("{name} is the host of the table now."),
    Change.AGREES: N_("{name} agrees that those who watch see all hands."),
    Change.DISAGREES: N_("{name} no longer agrees that those who watch see all hands."),
}


def item_text(scene: Scene, item: FeedItem) -> tuple[str, str]:
    """A style, and the sentence for one thing that happened."""
    match item:
        case Spoken():
            return "class:said", named(item.name, item.text)
        case HouseSaid():
            return "class:said", item.text
        case Aside():
            return "class:aside", _(_CHANGES[item.change], name=item.name)
        case _:
            return "class:log", told_entry(scene.model, item, card_style(scene.look))


def feed_lines(scene: Scene, items: Sequence[FeedItem], rows: int, cells: int) -> list[Line]:
    """The last *rows* lines of what happened, told in *cells*."""
    lines: list[Line] = []
    for item in reversed(items):
        if len(lines) >= rows:
            break
        style, sentence = item_text(scene, item)
        told = folded(style, sentence, cells - 2, "  ")
        if not lines:
            # The newest is told from its beginning, whatever of it has room.
            told = shortened(told, rows)
        lines = [*([("", " "), *line] for line in told), *lines]
    return lines[len(lines) - rows :] if len(lines) > rows else lines
