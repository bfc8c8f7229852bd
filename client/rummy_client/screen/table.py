"""The table while it is played at: people, melds, what happened, and the own hand."""

from __future__ import annotations

from rummy_protocol.views import TableView

from ..desk import Over
from ..feed import feed
from ..words import clock_text, opening_sentence, seconds_left
from .cells import Line, clip, width_of
from .frame import FRAME_ROWS, framed, key_line, ruled
from .hand import hand_lines, worth_line
from .log import feed_lines
from .melds import meld_lines
from .offers import offer_lines
from .people import paired_seat_lines, seat_lines
from .pile import pile_end, pile_lines
from .prompt import TURN_KEYS, prompt
from .rules import brief_rules
from .scene import Scene

__all__ = ["draw_table", "table_title"]

ROOM_BETWEEN = 6
"""Lines for melds and log below which seats stand two to a line."""


def table_title(scene: Scene, table: TableView) -> Line:
    dot = scene.look.dot
    parts = [clip(table.name, 24), brief_rules(table.rules, scene)]
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
    rest: Line = []
    if deal.recycles:
        rest += [("class:label", f"   pile used again {deal.recycles}x")]
    rest += [("class:label", f"   turn {deal.turn}   table "), ("class:name", table.id)]
    if table.watching:
        rest += [("class:label", f"   {table.watching} watching")]
    room = scene.size.columns - width_of(told) - width_of(rest)
    return [*told, *pile_end(scene, room), *rest]


def draw_table(scene: Scene) -> list[Line]:
    """The whole screen."""
    table = scene.model.table
    assert table is not None, "the table screen is due only at a table"
    people = seat_lines(scene)
    hand = _hand(scene)
    room = scene.size.rows - FRAME_ROWS - 1 - len(people) - len(hand)
    if room < ROOM_BETWEEN and len(people) > 4:
        people, full = paired_seat_lines(scene), len(people)
        room += full - len(people)
    middle = [_piles(scene), *people, *_between(scene, room), *hand]
    return framed(
        scene, table_title(scene, table), middle, prompt(scene), key_line(scene, TURN_KEYS)
    )


def _hand(scene: Scene) -> list[Line]:
    you = scene.model.you
    if you is None:
        return []
    opening = opening_sentence(you.opening) if you.opening is not None else ""
    needed: list[Line] = [[("class:turn", f" {opening}")]] if opening else []
    return [*hand_lines(scene), *needed, worth_line(scene)]


def _between(scene: Scene, room: int) -> list[Line]:
    """Melds and log, between people and hand, on exactly *room* lines."""
    model = scene.model
    headings = room >= 7
    rows = room - (3 if headings else 0)
    melds, title = _upper(scene, rows)
    happened = feed(model.log, model.spoken, model.deal.number if model.deal else 0)
    said = feed_lines(scene, happened, max(0, rows - len(melds)))
    said = [*said, *([[]] * (rows - len(melds) - len(said)))]
    if not headings:
        return [*melds, *said]
    mine = "your hand" if model.you is not None else ""
    return [
        ruled(title, scene),
        *melds,
        ruled("log", scene),
        *said,
        ruled(mine, scene),
    ]


def _upper(scene: Scene, rows: int) -> tuple[list[Line], str]:
    """What stands over the log: the melds, or what a question is about; and its heading."""
    deal = scene.model.deal
    if scene.desk.over is Over.PILE and deal is not None:
        heading = f"the discard pile, newest first: {deal.discards} cards"
        return pile_lines(scene, rows), heading
    if scene.desk.over is Over.OFFER:
        asked = offer_lines(scene, max(1, rows - 1))
        return [*meld_lines(scene, max(1, rows - len(asked))), *asked], "melds"
    return meld_lines(scene, max(1, rows - min(3, rows // 2))), "melds"
