"""The table while it is played at: people, melds, what happened, and the own hand."""

from __future__ import annotations

from rummy_protocol.views import TableView

from ..feed import feed
from ..words import clock_text, seconds_left
from .cells import Line, clip
from .frame import FRAME_ROWS, framed, key_line, ruled
from .hand import hand_lines, worth_line
from .log import feed_lines
from .look import cards_line
from .melds import meld_lines
from .people import seat_lines
from .prompt import TURN_KEYS, prompt
from .rules import brief_rules
from .scene import Scene

__all__ = ["draw_table", "table_title"]


def table_title(scene: Scene, table: TableView) -> Line:
    dot = scene.look.dot
    parts = [clip(table.name, 24), brief_rules(table.rules)]
    if scene.model.deal is not None:
        parts.append(f"deal {scene.model.deal.number}")
    if scene.model.watching:
        parts.append("you are watching")
    left = seconds_left(table.clock, scene.model.view_at, scene.now)
    told: Line = [("class:title", f" {dot} ".join(parts))]
    if left is not None:
        style = "class:hurry" if left <= 10 else "class:title"
        told += [("class:title", f" {dot} "), (style, clock_text(left))]
    return told


def _piles(scene: Scene) -> Line:
    deal, table = scene.model.deal, scene.model.table
    if deal is None or table is None:
        return [("class:label", " The cards are being shuffled.")]
    stock = f"{deal.stock}" if deal.stock else "empty"
    told: Line = [("class:label", " stock "), ("class:number", stock)]
    told += [("class:label", "   discard ")]
    if deal.top:
        ground = "card"
        told += [(f"class:{ground}", " "), *cards_line(deal.top[-3:], scene.look, ground)]
        told += [(f"class:{ground}", " "), ("class:label", f" of {deal.discards}")]
    else:
        told += [("class:label", "none")]
    if deal.recycles:
        told += [("class:label", f"   pile used again {deal.recycles}x")]
    told += [("class:label", f"   turn {deal.turn}   table "), ("class:name", table.id)]
    if table.watching:
        told += [("class:label", f"   {table.watching} watching")]
    return told


def draw_table(scene: Scene) -> list[Line]:
    """The whole screen."""
    model, table = scene.model, scene.model.table
    assert table is not None, "the table screen is due only at a table"
    people = seat_lines(scene)
    hand = [*hand_lines(scene), worth_line(scene)] if model.you is not None else []
    room = scene.size.rows - FRAME_ROWS - 1 - len(people) - len(hand)
    middle = [_piles(scene), *people, *_between(scene, room), *hand]
    return framed(
        scene, table_title(scene, table), middle, prompt(scene), key_line(scene, TURN_KEYS)
    )


def _between(scene: Scene, room: int) -> list[Line]:
    """Melds and log, between people and hand, on exactly *room* lines."""
    model = scene.model
    headings = room >= 7
    rows = room - (3 if headings else 0)
    melds = meld_lines(scene, max(1, rows - min(3, rows // 2)))
    happened = feed(model.log, model.spoken, model.deal.number if model.deal else 0)
    said = feed_lines(scene, happened, max(0, rows - len(melds)))
    said = [*said, *([[]] * (rows - len(melds) - len(said)))]
    if not headings:
        return [*melds, *said]
    mine = "your hand" if model.you is not None else ""
    return [
        ruled("melds", scene),
        *melds,
        ruled("log", scene),
        *said,
        ruled(mine, scene),
    ]
