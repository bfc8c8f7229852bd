"""The own hand: drawn cards with cursor, picks and marks, and what it is worth.

It always takes the lines that it was given: where its cards cannot be drawn, they stand in
rows, and where even those are too many, the rows about the cursor are shown.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from rummy_protocol import text
from rummy_protocol.cards import Face
from rummy_protocol.text import N_, _, plural, term

from ..desk import advised, fresh_places, hand_of, picked_places
from ..order import groups_of, places_of
from ..ways import rules_in_force
from ..words import name_of
from .cards import APART, CARD, OVER, WIDE, Drawn, fan_lines, whole_cells
from .cells import (
    DRAWN,
    Line,
    at,
    between,
    clip_line,
    joined,
    padded,
    width,
    width_of,
)
from .look import card_text, cards_line, suit_style
from .scene import Scene

__all__ = ["cards_dealt", "hand_lines", "worth_line"]

FLAT: Final = 4
"""The cells of a card that stands in a row: an edge and its name."""
BOXED_FROM: Final = 5
"""Lines from which cards are drawn: room to rise, three lines of card, marks."""
WIDE_FROM: Final = 7
"""Lines from which they may be wide, and then have the shape of cards."""

_ORDER: Final = {
    "melds": N_("sort: by melds"),
    "suit": N_("sort: by suit"),
    "rank": N_("sort: by rank"),
    "own": N_("sort: your own"),
}


class _Held(NamedTuple):
    """A card of the hand, with all that is to be seen of it."""

    face: Face
    place: int
    cursor: bool
    picked: bool
    flag: str
    """``tip``, ``fresh``, or nothing."""

    @property
    def ground(self) -> str:
        return "picked" if self.picked else "cursor" if self.cursor else "card"

    @property
    def frame(self) -> str:
        """The ground of the edges, where a picked card shows that the cursor is at it."""
        return "cursor" if self.cursor else self.ground

    @property
    def drawn(self) -> Drawn:
        aim = at("hand", self.place)
        return Drawn(self.face, self.ground, aim, self.picked, self.frame)


def _held(scene: Scene) -> list[list[_Held]]:
    """The hand in its groups."""
    model, desk = scene.model, scene.desk
    hand = hand_of(model, desk)
    picked = picked_places(model, desk)
    advice = model.advice
    hinted = places_of(advised(advice.action), hand, picked) if advice is not None else ()
    new = fresh_places(model, desk)
    told, place = list[list[_Held]](), 0
    for group in groups_of(model, desk.sort):
        told.append([])
        for face in group:
            flag = "tip" if place in hinted else "fresh" if place in new else ""
            here = place == desk.cursor
            told[-1].append(_Held(face, place, here, place in picked, flag))
            place += 1
    return told


def hand_lines(scene: Scene, cells: int, rows: int) -> list[Line]:
    """The hand on exactly *rows* lines of at most *cells*."""
    groups = _held(scene)
    step = _step(scene, groups, cells, rows) if rows >= BOXED_FROM else 0
    lines = _boxes(scene, groups, step, rows) if step else _rows(scene, groups, cells, rows)
    return [*lines, *([[]] * (rows - len(lines)))]


# --- drawn cards -----------------------------------------------------------------------------


def _step(scene: Scene, groups: list[list[_Held]], cells: int, rows: int) -> int:
    """How far apart cards lie; 0 where they do not fit side by side.

    It is reckoned for a card more than was dealt, so that it stays when one is drawn.
    """
    count = max(cards_dealt(scene) + 1, sum(map(len, groups)))
    parts = max(len(groups), count // 3)
    wide = WIDE * count + parts if rows >= WIDE_FROM else cells
    needed = {
        WIDE: wide,
        APART: APART * count + parts,
        CARD: CARD * count + 2 * (parts - 1),
        OVER: (OVER + 1) * len(groups) + OVER * count + len(groups),
    }
    return next((step for step, need in needed.items() if need + 2 <= cells), 0)


def cards_dealt(scene: Scene) -> int:
    """Cards that were dealt to each; of a table that does not fit its rules, none."""
    table, rules = scene.model.table, rules_in_force(scene.model)
    if table is None or rules is None:
        return 0
    seats = sum(not seat.out for seat in table.seats)
    fits = 0 <= seats - rules.players_min < len(rules.hand_sizes)
    return rules.hand_size(seats) if fits else max(rules.hand_sizes, default=0)


def _boxes(scene: Scene, groups: list[list[_Held]], step: int, rows: int) -> list[Line]:
    fans = [
        fan_lines([held.drawn for held in group], scene.look, rows - 2, step, lift=True)
        for group in groups
    ]
    gap = " " if step == OVER else "  "
    cards = [[("", " "), *joined(parts, gap)] for parts in zip(*fans, strict=True)]
    marks = [_marks(scene, group, step) for group in groups]
    return [*cards, [("", " "), *joined(marks, gap)]]


def _marks(scene: Scene, group: list[_Held], step: int) -> Line:
    """What stands under a group: as wide as the group."""
    told: Line = []
    for place, held in enumerate(group):
        last = place == len(group) - 1
        told += _mark(scene, held, whole_cells(step) if last else step)
    return told


def _mark(scene: Scene, held: _Held, cells: int) -> Line:
    """A caret under the card at the cursor, and a word for a new or an advised one."""
    caret = scene.look.caret if held.cursor else " "
    if not held.flag:
        lead = " " * (min(cells, WIDE - 1) // 2 if cells > APART else 2)
        return [("class:caret", padded(f"{lead}{caret}", cells))]
    words = {"tip": term("under a card, 3 cells", "tip")}
    words["fresh"] = term("under a card, 3 cells", "new")
    caret += " " if held.cursor and cells >= CARD else ""
    word = padded(words[held.flag], cells - width(caret))
    return [("class:caret", caret), (f"class:{held.flag}", word)]


# --- cards in rows ---------------------------------------------------------------------------


def _rows(scene: Scene, groups: list[list[_Held]], cells: int, rows: int) -> list[Line]:
    """Rows of cards, each with marks under it if there is room for those of all of them."""
    packed = _packed(groups, cells)
    if len(packed) * 2 <= rows:
        return [line for row in packed for line in (_flat(scene, row), _flat_marks(scene, row))]
    here = next((n for n, row in enumerate(packed) if any(h and h.cursor for h in row)), 0)
    first = max(0, min(here - rows // 2, len(packed) - rows))
    return [_flat(scene, row) for row in packed[first : first + rows]]


def _packed(groups: list[list[_Held]], cells: int) -> list[list[_Held | None]]:
    """The cards in rows of *cells*; ``None`` parts two groups."""
    rows, used = [list[_Held | None]()], 1
    for number, group in enumerate(groups):
        if number and rows[-1]:
            rows[-1].append(None)
            used += 2
        for held in group:
            if used + FLAT + 1 > cells:
                rows.append([])
                used = 1
            rows[-1].append(held)
            used += FLAT
    return rows


def _flat(scene: Scene, row: list[_Held | None]) -> Line:
    told: Line = [("", " ")]
    before: _Held | None = None
    for held in row:
        if held is None:
            told += [_closing(before), ("", " ")]
        else:
            told += _flat_card(scene, held, before)
        before = held
    return [*told, _closing(before)]


def _closing(held: _Held | None) -> tuple[str, str]:
    """The right edge of the last card before a gap."""
    if held is None:
        return "", ""
    return f"class:{held.frame}.edge", "]" if held.picked else "│"


def _flat_card(scene: Scene, held: _Held, before: _Held | None) -> Line:
    """A card with its left edge, which tells what the colours tell as well."""
    after = "]" if before is not None and before.picked else "│"
    flag = {"tip": "!", "fresh": "+"}.get(held.flag, after)
    edge = scene.look.arrow if held.cursor else "[" if held.picked else flag
    aim = at("hand", held.place)
    return [
        (f"class:{held.frame} {aim}", edge),
        (
            f"class:{held.ground}.{suit_style(held.face)} {aim}",
            f"{card_text(held.face, scene.look):>3}",
        ),
    ]


def _flat_marks(scene: Scene, row: list[_Held | None]) -> Line:
    told: Line = [("", " ")]
    for held in row:
        told += [("", "  ")] if held is None else _mark(scene, held, FLAT)
    return told


# --- what it is worth ------------------------------------------------------------------------


def worth_line(scene: Scene, cells: int) -> Line:
    """What the hand counts, and what its best melds would leave."""
    you = scene.model.you
    if you is None:
        return []
    count = len(you.hand)
    if scene.model.watching:
        name = name_of(scene.model, you.seat)
        mine = plural("{name}'s hand: {n} card", "{name}'s hand: {n} cards", count, name=name)
    else:
        mine = plural("Your hand: {n} card", "Your hand: {n} cards", count)
    worth = plural("{n} point", "{n} points", you.points)
    counted = f"{mine}, {worth}"
    picked = len(picked_places(scene.model, scene.desk))
    facts = [plural("{n} picked", "{n} picked", picked)] if picked else []
    key = at("key", "o")
    order: Line = [
        (f"class:key {key}", "o"),
        (f"class:label {key}", f" {_(_ORDER[scene.desk.sort.value])}"),
    ]
    room = max(30, cells - width_of(order) - 4)
    ways = [[counted, *facts]]
    if you.split:
        left = plural("{n} without melds", "{n} without melds", you.dead_points)
        loose = [[counted, *facts, text.named(left, DRAWN)]] if you.deadwood else []
        ways = [*loose, [counted, *facts, left], [counted, left], [mine, left], *ways]
    tellings = [_worth(scene, mine, way) for way in ways]
    told = next((one for one in tellings if width_of(one) <= room), tellings[-1])
    told = clip_line(told, room)
    return between(told, order, cells - 1)


def _worth(scene: Scene, mine: str, facts: Sequence[str]) -> Line:
    """*facts*, the first of which begins with *mine*, a heading; and the deadwood drawn."""
    before, _mine, after = text.apart(facts).partition(mine)
    after, named, _end = after.partition(DRAWN)
    told: Line = [("class:heading", f" {before}{mine}"), ("class:label", after)]
    you = scene.model.you
    if named and you is not None:
        told += cards_line(you.deadwood, scene.look, "text")
    return told
