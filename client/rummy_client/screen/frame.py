"""What every screen has around its middle: title, notice, what may be done, keys, last line.

The middle is the business of the module of each screen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rummy_protocol import text

from ..desk import Over, Writing
from ..feed import HouseSaid, Spoken
from ..keymap import key_name
from ..linkstate import Connecting, Ended, Lost, Online, Replaying
from ..moment import active
from ..words import name_of
from .cells import Line, between, clip_line, folded, width_of
from .look import Look, card_text
from .scene import Scene

__all__ = [
    "FRAME_ROWS",
    "card_style",
    "filled",
    "framed",
    "key_line",
    "keys_text",
    "paragraph",
    "ruled",
]

FRAME_ROWS: Final = 5
"""Title, notice, prompt, keys, last line."""


def card_style(look: Look) -> text.Style:
    """Cards in sentences, as this terminal shows them."""
    return text.Style(lambda face: card_text(face, look), " ", "{joker}={card}")


def _link(scene: Scene) -> Line:
    """How it stands with the connection."""
    match scene.model.link:
        case Lost(seconds=seconds, planned=planned):
            left = max(0, round(seconds - (scene.now - scene.model.link_at)))
            if planned:
                return [("class:wait", f" closed for a moment, back in {left} s ")]
            return [("class:bad", f" no connection, next try in {left} s ")]
        case Connecting(attempt=attempt):
            again = f", try {attempt + 1}" if attempt else ""
            return [("class:wait", f" connecting{again} ")]
        case Ended():
            return [("class:bad", " disconnected ")]
        case Online(plain=True):
            return [("class:open", " NOT ENCRYPTED "), ("class:online", " online ")]
        case Replaying(place=place, last=last):
            return [("class:wait", f" replay {place} of {last} ")]
        case _:
            return [("class:online", " online ")]


def _notice(scene: Scene) -> list[Line]:
    """What the player is told, on at most two lines, and what his turn still owes."""
    return [*_told(scene), *_owed(scene)]


def _owed(scene: Scene) -> list[Line]:
    you = scene.model.you
    if you is None or not you.duty or not scene.model.may:
        return []
    words = text.duty(you.duty, you.duty_cards, card_style(scene.look))
    back: Line = keys_text([("u", "takes back")]) if "take-back" in scene.model.may else []
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
    """Keys with what they do: the key stands out."""
    told: Line = []
    for key, label in keys:
        told += [("", "  "), ("class:key", key), ("class:label", f" {label}")]
    return told[1:]


def key_line(scene: Scene, leave_out: Sequence[str] = ()) -> Line:
    """The keys that count now, less those that the line above names already."""
    keys = [
        (key_name(key.keys.split()[0]), key.label)
        for key in active(scene.model, scene.desk)
        if key.label and key.where not in leave_out and not key.where.startswith("over-")
    ]
    return [("", " "), *keys_text(keys)] if scene.desk.over is not Over.VOTE else _votes(scene)


def _votes(scene: Scene) -> Line:
    """How the others have voted so far, on the seat that is voted about."""
    model = scene.model
    cast = model.table.votes if model.table is not None else ()
    told = [
        f"{name_of(model, who)}: {choice}"
        for who, whom, choice in cast
        if whom == scene.desk.absent
    ]
    return [("class:label", f" Votes so far: {', '.join(told) or 'none'}.")]


def _bottom(scene: Scene) -> Line:
    """What was said last. While something is written, the input stands here."""
    said = [item for item in scene.model.spoken if isinstance(item, Spoken | HouseSaid)]
    if not said or scene.desk.writing is Writing.CHAT:
        return []
    match said[-1]:
        case Spoken(name=name, text=words):
            return [("class:said", f" {name}: {words}")]
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


def filled(lines: Sequence[Line], rows: int) -> list[Line]:
    """*lines*, cut or filled with empty ones to *rows*."""
    return [*lines[: max(0, rows)], *([[]] * (rows - len(lines)))]


def framed(
    scene: Scene, title: Line, middle: Sequence[Line], prompt: Line, keys: Line
) -> list[Line]:
    """A whole screen of exactly the rows that there are."""
    columns, rows = scene.size.columns, scene.size.rows
    head: Line = [("class:title", " "), *title]
    bar = between(head, _link(scene), columns, "class:title")
    # A notice has a line of its own; a long one covers the last line of the middle as well.
    told = _notice(scene) or [[]]
    body = filled(middle, rows - FRAME_ROWS)[: rows - FRAME_ROWS + 1 - len(told)]
    lines = [bar, *body, *told, prompt, keys, _bottom(scene)]
    return [clip_line(line, columns) for line in lines]
