"""The own hand: cards in a row, with cursor, picks and marks beneath, and what it is worth."""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy_protocol.cards import Face

from ..desk import advised, hand_of, picked_places
from ..order import Sort, groups_of, places_of
from .cells import Line, between, joined, padded, width_of
from .look import card_text, cards_line, suit_style
from .scene import Scene

__all__ = ["hand_lines", "worth_line"]

CARD_CELLS: Final = 6
"""A card, its brackets, and the gap after it."""

_ORDER: Final = {Sort.MELDS: "melds", Sort.SUIT: "suit", Sort.RANK: "rank"}


class _Marks(NamedTuple):
    """Places in the hand, as it is shown, that stand out; of equal cards one may."""

    picked: tuple[int, ...]
    hinted: tuple[int, ...]
    fresh: tuple[int, ...]


def _marks(scene: Scene) -> _Marks:
    model, desk = scene.model, scene.desk
    hand = hand_of(model, desk)
    picked = picked_places(model, desk)
    fresh = model.you.fresh if model.you is not None else None
    advice = model.advice
    hinted = places_of(advised(advice.action), hand, picked) if advice is not None else ()
    return _Marks(picked, hinted, places_of((fresh,), hand) if fresh is not None else ())


def _card(face: Face, scene: Scene, at_cursor: bool, picked: bool) -> Line:
    ground = "cursor" if at_cursor else "picked" if picked else "card"
    left, right = "[]" if picked else "  "
    label = f"{card_text(face, scene.look):>3}"
    style = f"class:{ground}.{suit_style(face)}"
    return [(f"class:{ground}", left), (style, label), (f"class:{ground}", right), ("", " ")]


def _mark(place: int, scene: Scene, marks: _Marks) -> Line:
    caret = scene.look.caret if place == scene.desk.cursor else " "
    if place in marks.hinted:
        flag = ("class:tip", "tip")
    else:
        flag = ("class:fresh", "new") if place in marks.fresh else ("", "")
    return [("class:caret", f"  {caret}"), (flag[0], padded(flag[1], 3))]


def hand_lines(scene: Scene) -> list[Line]:
    """Two lines for each row of cards: the cards, and the marks beneath them.

    Of a very large hand only the row with the cursor has its marks, or little else would fit.
    """
    rows = _rows(scene)
    if len(rows) * 2 <= (scene.size.rows - 12) // 2:
        return [line for row in rows for line in (row.cards, row.marks)]
    cursor, lines = scene.desk.cursor, list[Line]()
    for row in rows:
        here = row.first <= cursor < row.first + row.count
        lines += [row.cards, row.marks] if here else [row.cards]
    return lines


class _Row:
    """Cards that stand side by side, with their marks; it is filled card by card."""

    def __init__(self, first: int) -> None:
        self.first = first
        self.count = 0
        self.cards: Line = [("", " ")]
        self.marks: Line = [("", " ")]


def _rows(scene: Scene) -> list[_Row]:
    groups, marks = groups_of(scene.model, scene.desk.sort), _marks(scene)
    rows, place = [_Row(0)], 0
    for number, group in enumerate(groups):
        if number and rows[-1].count:
            rows[-1].cards.append(("class:rule", f"{scene.look.bar} "))
            rows[-1].marks.append(("", "  "))
        for face in group:
            if width_of(rows[-1].cards) + CARD_CELLS > scene.size.columns:
                rows.append(_Row(place))
            at_cursor = place == scene.desk.cursor
            rows[-1].cards += _card(face, scene, at_cursor, place in marks.picked)
            rows[-1].marks += _mark(place, scene, marks)
            rows[-1].count += 1
            place += 1
    return rows


def worth_line(scene: Scene) -> Line:
    """What the hand counts, and what its best melds would leave."""
    you = scene.model.you
    if you is None:
        return []
    count = len(you.hand)
    told: Line = [
        ("class:label", f" {count} card{'s' if count != 1 else ''}, {you.points} points"),
    ]
    if you.split:
        rest = joined([cards_line(you.deadwood, scene.look, "text")], "") or [("", "nothing")]
        told += [("class:label", "; its melds leave "), ("class:number", f"{you.dead_points}")]
        told += [("class:label", ": "), *rest]
    order: Line = [
        ("class:key", "  o"),
        ("class:label", f" sorted by {_ORDER[scene.desk.sort]}"),
    ]
    return between(told, order, scene.size.columns - 1)
