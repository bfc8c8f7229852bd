"""What every screen has around its middle: title, notice, what may be done, keys, last line.

The middle is the business of the module of each screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol import text
from rummy_protocol.text import _

from ..desk import Over, Writing
from ..feed import HouseSaid, Spoken
from ..keymap import key_name, label_of
from ..linkstate import Connecting, Ended, Lost, Online, Replaying
from ..moment import active
from ..words import absence_word, name_of
from .cells import Line, at, between, broken, clip_line, folded, grounded, width_of
from .look import Look, Size, card_text
from .scene import Scene
from .typing import command_lines

__all__ = [
    "FRAME_ROWS",
    "card_style",
    "filled",
    "fitted",
    "frame_rows",
    "framed",
    "key_line",
    "keys_text",
    "paragraph",
    "ruled",
    "shortened",
    "side_cells",
]

FRAME_ROWS: Final = 5
"""Title, notice, prompt, keys, last line; on a small screen the notice is in the last line."""
SIDE_FROM: Final = 100
"""Columns from which log and chat have a column of their own beside a table."""
SIDE_MOST: Final = 46
"""Cells that such a column takes at most, and"""
WIDE_FROM: Final = 160
"""columns from which there is room for a wider one, too."""
KEPT_KEYS: Final = 2
"""Keys at the end of their line that stand even where there is little room: help and quit."""
_GAP: Final = "class:gap"
"""The style of what parts two keys: there a line may be broken."""


def frame_rows(size: Size) -> int:
    """The rows that the frame takes; the rest is the middle's."""
    return FRAME_ROWS if size.rows >= 24 else FRAME_ROWS - 1


def side_cells(size: Size) -> int:
    """The cells of the column beside a table for log and chat; 0 where it has none."""
    roomy = size.columns >= SIDE_FROM and size.rows >= 24
    most = SIDE_MOST if size.columns < WIDE_FROM else size.columns
    return min(most, max(31, size.columns * 31 // 100)) if roomy else 0


def card_style(look: Look) -> text.Style:
    """Cards in sentences, as this terminal shows them."""
    return text.Style(lambda face: card_text(face, look), " ", "{joker}={card}")


def _link(scene: Scene) -> Line:
    """How it stands with the connection."""
    match scene.model.link:
        case Lost(seconds=seconds, planned=planned):
            left = max(0, round(seconds - (scene.now - scene.model.link_at)))
            if planned:
                words = _("closed for a moment, back in {seconds} s", seconds=left)
                return [("class:wait", f" {words} ")]
            words = _("no connection, next try in {seconds} s", seconds=left)
            return [("class:wait", f" {words} ")]
        case Connecting(attempt=attempt):
            again = _("connecting, try {n}", n=attempt + 1)
            return [("class:wait", f" {again if attempt else _('connecting')} ")]
        case Ended():
            return [("class:wait", f" {_('disconnected')} ")]
        case Online(plain=True):
            words = _("NOT ENCRYPTED")
            return [("class:open", f" {words} "), ("class:online", f" {_('online')} ")]
        case Replaying(place=place, last=last):
            words = _("replay {place} of {last}", place=place, last=last)
            return [("class:wait", f" {words} ")]
        case _:
            return [("class:online", f" {_('online')} ")]


def _notice(scene: Scene) -> list[Line]:
    """What the player is told, on at most two lines, and what his turn still owes."""
    return [*_told(scene), *_owed(scene)]


def _owed(scene: Scene) -> list[Line]:
    you = scene.model.you
    if you is None or not you.duty or not scene.model.may:
        return []
    words = text.duty(you.duty, you.duty_cards, card_style(scene.look))
    back: Line = []
    if "take-back" in scene.model.may:
        back = keys_text([("u", _("takes back"))])
    return [between([("class:turn", f" {words}")], back, scene.size.columns - 1)]


def _told(scene: Scene) -> list[Line]:
    notice = scene.model.notice
    if notice is None or scene.desk.over is Over.OFFER:
        return []
    words = notice.text
    if notice.refused is not None:
        refused = notice.refused
        style = card_style(scene.look)
        words = text.refusal(refused.code, refused.rule, refused.args, style)
    return paragraph("class:bad" if notice.bad else "class:good", words, scene)[:2]


def keys_text(keys: Sequence[tuple[str, str]]) -> Line:
    """Keys, named as prompt_toolkit does, with what they do: the key stands out."""
    told: Line = []
    for key, label in keys:
        aim = "" if " " in key or "-" in key[1:2] else at("key", key)
        told += [
            (_GAP, "  "),
            (f"class:key {aim}".rstrip(), " ".join(map(key_name, key.split()))),
            (f"class:label {aim}".rstrip(), f" {label}" if label else ""),
        ]
    return told[1:]


def key_line(scene: Scene, leave_out: Sequence[str] = ()) -> Line:
    """The keys that count now, less those that the line above names already."""
    keys = [
        (key.keys.split()[0], label_of(key))
        for key in active(scene.model, scene.desk)
        if key.label and key.where not in leave_out and not key.where.startswith("over-")
    ]
    return keys_text(keys) if scene.desk.over is not Over.VOTE else _votes(scene)


def _votes(scene: Scene) -> Line:
    """How the others have voted so far, on the seat that is voted about."""
    model = scene.model
    cast = model.table.votes if model.table is not None else ()
    told = [
        text.named(name_of(model, who), absence_word(choice))
        for who, whom, choice in cast
        if whom == scene.desk.absent
    ]
    words = (
        _("Votes so far: {votes}.", votes=", ".join(told)) if told else _("No votes so far.")
    )
    return [("class:label", words)]


def _bottom(scene: Scene) -> Line:
    """What was said last. While something is written, the input stands here."""
    said = [item for item in scene.model.spoken if isinstance(item, Spoken | HouseSaid)]
    if not said or scene.desk.writing is Writing.CHAT or side_cells(scene.size):
        return []
    match said[-1]:
        case Spoken(name=name, text=words):
            return [("class:said", f" {text.named(name, words)}")]
        case HouseSaid(text=words):
            twice = scene.model.notice is not None and scene.model.notice.text == words
            return [] if twice else [("class:said", f" {words}")]


def paragraph(style: str, words: str, scene: Scene) -> list[Line]:
    """*words* wrapped to the screen, with a blank before each line."""
    lines = folded(style, words, scene.size.columns - 2)
    return [[("", " "), *line] for line in lines]


def ruled(title: str, scene: Scene) -> Line:
    """A rule across the screen with a title in it."""
    rule, columns = scene.look.rule, scene.size.columns
    if not title:
        return [("class:rule", rule * columns)]
    head = [("class:rule", rule * 2), ("class:heading", f" {title} ")]
    return [*head, ("class:rule", rule * max(0, columns - width_of(head)))]


def shortened(lines: Sequence[Line], rows: int) -> list[Line]:
    """*lines* on at most *rows*, at least one, with a sign where there would be more."""
    if len(lines) <= rows:
        return [*lines]
    kept = [*lines[: max(1, rows)]]
    style, words = kept[-1][-1]
    return [*kept[:-1], [*kept[-1][:-1], (style, f"{words[:-2].rstrip()} …")]]


def filled(lines: Sequence[Line], rows: int) -> list[Line]:
    """*lines*, cut or filled with empty ones to *rows*."""
    return [*lines[: max(0, rows)], *([[]] * (rows - len(lines)))]


def framed(
    scene: Scene,
    title: Line,
    middle: Sequence[Line],
    prompt: Line,
    keys: Line,
    grounds: bool = False,
) -> list[Line]:
    """A whole screen of exactly the rows that there are.

    With *grounds* the lines of the middle have their grounds and their full width already.
    """
    columns, rows = scene.size.columns, scene.size.rows
    head: Line = [("class:title", " "), *title]
    bar = between(head, _link(scene), columns, "class:title")
    room = rows - frame_rows(scene.size)
    told, last = _told_and_last(scene)
    # A notice has a place of its own; a long one covers the end of the middle as well.
    body = filled(middle, room)[: max(0, room + _notices(scene) - len(told))]
    felt = body if grounds else [grounded(line, "class:felt", columns) for line in body]
    if scene.desk.writing is Writing.COMMAND:
        doing = command_lines(scene)
    else:
        doing = fitted(prompt, keys, columns)
    below = [*told, *doing, last]
    ground = (grounded(line, "class:ground", columns) for line in below)
    return [clip_line(bar, columns), *felt, *ground]


def _notices(scene: Scene) -> int:
    """Lines that stand ready for notices."""
    return 1 if scene.size.rows >= 24 else 0


def _told_and_last(scene: Scene) -> tuple[list[Line], Line]:
    """The notices, and the last line, which takes one of them where rows are few."""
    told = _notice(scene)
    if _notices(scene):
        return told or [[]], _bottom(scene)
    if len(told) == 1 and scene.desk.writing is None:
        return [], told[0]
    return told, _bottom(scene)


def fitted(prompt: Line, keys: Line, columns: int) -> tuple[Line, Line]:
    """The two lines of what may be done: what the first cannot hold stands in the second."""
    first: Line = []
    items = _items(prompt)
    while items and width_of(first) + width_of(items[0]) <= columns:
        first += items.pop(0)
    if items and not first:
        first, rest = broken(items.pop(0), columns)
        items.insert(0, [("", " "), *rest])
    second = [part for item in items for part in item]
    known = _items(keys)
    if second:
        second[0] = ("", " ") if second[0][0] == _GAP else second[0]
        known[:1] = [[(_GAP, "  "), *item] for item in known[:1]]
    else:
        second = [("", " ")]
    head, tail = known[:-KEPT_KEYS], known[-KEPT_KEYS:]
    if width_of(second) + sum(map(width_of, tail)) > columns:
        # The plays come first; help and quit are known by their keys.
        head, tail = [], [item[:2] for item in tail]
    room = columns - sum(map(width_of, tail))
    for item in head:
        if width_of(second) + width_of(item) > room:
            break
        second += item
    if width_of(second) <= room:
        second += [part for item in tail for part in item]
    return first, second


def _items(line: Line) -> list[Line]:
    """*line* cut before every key."""
    items: list[Line] = []
    for part in line:
        if not items or part[0] == _GAP or part[0].startswith("class:key"):
            fresh = not items or part[0] == _GAP or items[-1] != [(_GAP, "  ")]
            if fresh:
                items.append([])
        items[-1].append(part)
    return items
