"""The melds on the table, each with the number by which cards are laid off to it.

Each has a place of its own that it keeps, whatever is laid to those before it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rummy_protocol.actions import LayOff, SwapJoker
from rummy_protocol.cards import Face
from rummy_protocol.text import _
from rummy_protocol.views import MeldView

from ..desk import hand_of
from ..words import name_of
from .cards import OVER, Drawn, fan_lines
from .cells import Line, at, clip, clip_line, flow, width, width_of
from .hand import cards_dealt
from .look import card_text, lying_line, meld_text
from .scene import Scene

__all__ = ["meld_lines"]

OWNER_CELLS: Final = 10
BOX_ROWS: Final = 3
BOX_CELLS: Final = 24
"""The least that a place for a drawn meld takes."""
LARGE_ROWS: Final = 4
LARGE_CELLS: Final = 36
"""The same for large ones, for which there is room on few screens."""
LABEL_CELLS: Final = 8
"""What number and owner of a drawn meld take, where there is a little room."""
SLOT_CELLS: Final = 38
"""The least that a place for a meld takes in a line where there is room enough."""
TIGHTEST: Final = 16
"""The least that a place for a meld takes at all."""


def meld_lines(scene: Scene, cells: int, rows: int, drawn: bool = False) -> list[Line]:
    """All melds on at most *rows* lines: drawn, card by card, or in short, as room allows."""
    deal = scene.model.deal
    if deal is None or not deal.melds:
        return [[("class:label", f" {_('There are no melds on the table yet.')}")]]
    fitting = _fitting(scene)
    if drawn:
        large = max(1, cells // LARGE_CELLS)
        if rows // (LARGE_ROWS + 1) * large >= _most_melds(scene, len(deal.melds)):
            return _boxes(scene, deal.melds, fitting, _Box(cells // large, large, 1, True))
        across = max(1, cells // BOX_CELLS)
        high = -(-len(deal.melds) // across)
        for apart in (1, 0):
            if high * (BOX_ROWS + apart) <= rows + apart:
                box = _Box(cells // across, across, apart)
                return _boxes(scene, deal.melds, fitting, box)
    across = max(1, cells // SLOT_CELLS, -(-len(deal.melds) // max(1, rows)))
    if cells // across >= TIGHTEST:
        return _slots(scene, deal.melds, fitting, cells // across, across)
    items = [_short(meld, scene, fitting, owner=False) for meld in deal.melds]
    return [[("", " "), *line] for line in flow(items, cells - 1, " ")[:rows]]


def _fitting(scene: Scene) -> set[int]:
    """The melds to point at: those of an open question, of a hint, or of the chosen card."""
    model, desk = scene.model, scene.desk
    if desk.choice:
        return set(desk.choice)
    advice = model.advice.action if model.advice is not None else None
    if isinstance(advice, LayOff | SwapJoker):
        return {advice.meld}
    if model.you is None or "lay-off" not in model.may:
        return set()
    chosen = desk.picks or hand_of(model, desk)[desk.cursor : desk.cursor + 1]
    homes = [set(fit.melds) for fit in model.you.fits if fit.card in chosen]
    return set.union(*homes) if homes else set()


def _number(meld: MeldView, fitting: set[int]) -> Line:
    """The number of a meld, and a plus where the chosen card could be laid."""
    fits, aim = meld.id in fitting, at("meld", meld.id)
    style = f"class:{'fits' if fits else 'number'} {aim}"
    return [(style, f"{meld.id}{'+' if fits else ' '}")]


def _owner(meld: MeldView, scene: Scene, cells: int) -> Line:
    if meld.owner is None:
        return []
    style = "class:me" if meld.owner == scene.model.seat else "class:label"
    aim = at("meld", meld.id)
    return [(f"{style} {aim}", f"{clip(name_of(scene.model, meld.owner), cells)} ")]


def _aimed(line: Line, meld: MeldView) -> Line:
    aim = at("meld", meld.id)
    return [(f"{style} {aim}", text) for style, text in line]


def _whole(meld: MeldView, scene: Scene, fitting: set[int]) -> Line:
    """Card by card, on a ground like that of cards."""
    cards = lying_line(meld.cards, meld.stands, scene.look, "card")
    strip = _aimed([("class:card", " "), *cards, ("class:card", " ")], meld)
    return [*_number(meld, fitting), *_owner(meld, scene, OWNER_CELLS), *strip]


def _short(meld: MeldView, scene: Scene, fitting: set[int], owner: bool = True) -> Line:
    words = meld_text(meld.cards, scene.look, meld.stands)
    head = [*_number(meld, fitting), *(_owner(meld, scene, OWNER_CELLS) if owner else [])]
    return [*head, *_aimed([("class:text", words)], meld)]


def _slots(
    scene: Scene, melds: tuple[MeldView, ...], fitting: set[int], cells: int, across: int
) -> list[Line]:
    """A place of *cells* for each meld, *across* of them to a line."""
    lines: list[Line] = []
    for place, meld in enumerate(melds):
        told = _fullest(meld, scene, fitting, cells - 2)
        if place % across == 0:
            lines.append([])
        lines[-1] += [("", " "), *told, ("", " " * (cells - 1 - width_of(told)))]
    return lines


def _fullest(meld: MeldView, scene: Scene, fitting: set[int], cells: int) -> Line:
    """As much of a meld as *cells* hold."""
    ways = (
        _whole(meld, scene, fitting),
        _short(meld, scene, fitting),
        _short(meld, scene, fitting, owner=False),
    )
    return next((way for way in ways if width_of(way) <= cells), clip_line(ways[-1], cells))


# --- drawn -----------------------------------------------------------------------------------


class _Box(NamedTuple):
    """The places for drawn melds, all alike."""

    cells: int
    across: int
    """So many stand side by side."""
    apart: int
    """Lines between one and the next below."""
    large: bool = False

    @property
    def rows(self) -> int:
        return LARGE_ROWS if self.large else BOX_ROWS


def _boxes(
    scene: Scene, melds: tuple[MeldView, ...], fitting: set[int], place: _Box
) -> list[Line]:
    lines: list[Line] = []
    for number, meld in enumerate(melds):
        if number % place.across == 0:
            lines += [[] for _row in range(place.rows + place.apart)]
        first = len(lines) - place.rows - place.apart
        box = _box(meld, scene, fitting, place)
        for line, part in zip(lines[first : first + place.rows], box, strict=True):
            line += part
    return lines


def _box(meld: MeldView, scene: Scene, fitting: set[int], place: _Box) -> list[Line]:
    """A drawn meld of exactly its place; one that is too long lies in a row."""
    cells = place.cells
    label = LABEL_CELLS if cells >= BOX_CELLS + LABEL_CELLS - 6 else 6
    owner = _owner(meld, scene, label - 1) or [("", " ")]
    fan = _fan(meld, scene, place, cells - label - 1)
    if not fan:
        told = _fullest(meld, scene, fitting, cells - 2)
        empty: Line = [("", " " * cells)]
        first = [("", " "), *told, ("", " " * (cells - 1 - width_of(told)))]
        return [first, *([empty] * (place.rows - 1))]
    heads: list[Line] = [_number(meld, fitting), owner, *([[]] * (place.rows - 2))]
    return [
        [
            ("", " "),
            *head,
            ("", " " * (label - width_of(head))),
            *part,
            ("", _rest(part, cells - label - 1)),
        ]
        for head, part in zip(heads, fan, strict=True)
    ]


def _fan(meld: MeldView, scene: Scene, place: _Box, room: int) -> list[Line]:
    """The cards of a meld, as far apart as *room* allows; nothing if they do not fit."""
    aim = at("meld", meld.id)
    stands = meld.stands if len(meld.stands) == len(meld.cards) else meld.cards
    cards = [
        Drawn(face, "card", aim, label=_name(scene, face, stand))
        for face, stand in zip(meld.cards, stands, strict=True)
    ]
    plain = all(width(card.label) < OVER for card in cards)
    for step in (OVER, 0) if place.large and plain else (0,):
        fan = fan_lines(cards, scene.look, place.rows, step)
        if width_of(fan[0]) <= room:
            return fan
    return []


def _most_melds(scene: Scene, lie: int) -> int:
    """So many melds may come to lie in this deal, so that no place need be made smaller."""
    table = scene.model.table
    seats = len(table.seats) if table is not None else 0
    return max(lie, seats * (cards_dealt(scene) // 3 + 1))


def _name(scene: Scene, face: Face, stand: Face) -> str:
    told = card_text(face, scene.look)
    return told if face == stand else f"{told}={card_text(stand, scene.look)}"


def _rest(part: Line, cells: int) -> str:
    return " " * max(0, cells - width_of(part))
