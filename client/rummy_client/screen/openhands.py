"""All hands, for a spectator to whom they are open and who follows nobody."""

from __future__ import annotations

from rummy_protocol.text import term
from rummy_protocol.views import You

from ..words import name_of
from .cells import Line, clip_line, padded, width_of
from .frame import filled
from .look import cards_line, meld_text
from .scene import Scene
from .side import headed

__all__ = ["open_hand_rows", "open_hands"]

NAME_CELLS = 12


def open_hand_rows(scene: Scene) -> int:
    """The lines that open hands take: one for each, and a heading."""
    return len(scene.model.hands) + 1 if scene.model.hands else 0


def open_hands(scene: Scene, cells: int, rows: int) -> list[Line]:
    """Every hand on a line of its own."""
    lines = [headed(term("heading", "open hands"), scene, cells)]
    lines += [_hand(scene, each, cells) for each in scene.model.hands]
    return filled(lines, rows)


def _hand(scene: Scene, each: You, cells: int) -> Line:
    deal = scene.model.deal
    turn = deal is not None and any(waiting.seat == each.seat for waiting in deal.waiting)
    arrow = scene.look.arrow if turn else " "
    style = "class:turn" if turn else "class:name"
    head: Line = [(style, f" {arrow} {padded(name_of(scene.model, each.seat), NAME_CELLS)} ")]
    strip = [
        ("class:card", " "),
        *cards_line(each.hand, scene.look, "card"),
        ("class:card", " "),
    ]
    if width_of(head) + width_of(strip) <= cells or not each.hand:
        return [*head, *(strip if each.hand else [])]
    groups = [*each.split, *((card,) for card in each.deadwood)] or [each.hand]
    short = " ".join(meld_text(group, scene.look) for group in groups)
    return clip_line([*head, ("class:text", short)], cells)
