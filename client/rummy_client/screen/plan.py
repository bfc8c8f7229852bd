"""How a screen of a table is divided: which part gets how many lines and cells.

All of it follows from the size and from what does not change in a deal, so that nothing moves
when something happens.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from ..ways import rules_in_force
from .frame import frame_rows, side_cells
from .lesson import lesson_open
from .openhands import open_hand_rows
from .scene import Scene

__all__ = ["Plan", "plan_of"]

DRAWN_FROM: Final = 30
"""Rows from which, beside such a column, piles and melds are drawn card by card."""
TALL_FROM: Final = 36
"""Rows from which cards are tall."""
PILES: Final = 20
"""Cells for stock and pile, where they are drawn."""
PANEL: Final = 4
"""Rows of the panel of a seat."""


class Plan(NamedTuple):
    """Lines and cells of each part. All lines together fill the middle of the screen."""

    cells: int
    """Of the table; what is left of the columns is the side's."""
    side: int
    """Cells of the column for log and chat; 0: there is none."""
    drawn: bool
    """Whether piles, seats and melds are drawn; else they are lines of text."""
    seats: int
    """Lines for the people at the table."""
    abreast: int
    """How many of them stand side by side."""
    melds: int
    log: int
    """Lines for log and chat, where they have no column."""
    hand: int
    opening: int
    """A line for what an opening still lacks, where the game asks for one."""


def plan_of(scene: Scene) -> Plan:
    """The division of the screen for the table that *scene* shows."""
    columns, rows = scene.size.columns, scene.size.rows
    table = scene.model.table
    count = len(table.seats) if table is not None else 2
    side = side_cells(scene.size)
    cells = columns - side - 1 if side else columns
    drawn = bool(side) and rows >= DRAWN_FROM and (count <= 4 or rows >= TALL_FROM)
    abreast = _abreast(count, cells, rows, drawn)
    seats = -(-count // abreast) * (PANEL if drawn else 1)
    seated = scene.model.you is not None
    rules = rules_in_force(scene.model)
    opening = int(seated and rules is not None and rules.opens)
    hand = _hand_rows(rows) if seated else open_hand_rows(scene)
    piles = 0 if drawn else 1
    left = rows - frame_rows(scene.size) - piles - seats - hand - seated - opening
    plan = Plan(cells, side, drawn, seats, abreast, left, 0, hand, opening)
    return plan if side else _divided(plan, rows, lesson_open(scene))


def _abreast(count: int, cells: int, rows: int, drawn: bool) -> int:
    if drawn:
        return count if count <= 4 else 3
    if rows < 24:
        return min(3, max(2, cells // 30))
    return 2 if count > 4 else 1


def _hand_rows(rows: int) -> int:
    if rows < 24:
        return 3 if rows < 20 else 4
    return 7 if rows >= TALL_FROM else 5


def _divided(plan: Plan, rows: int, lesson: bool) -> Plan:
    """*plan*, whose lines that are left are shared by melds and log, or melds and lesson."""
    if lesson:
        log = max(1, plan.melds - (3 if rows >= 24 else 1))
    else:
        log = max(1, min(plan.melds // 2, plan.melds - 3 if rows < 24 else plan.melds))
    return plan._replace(melds=plan.melds - log, log=log)
