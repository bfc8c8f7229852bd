"""The page of settings: every taste with its value, and what the chosen one decides."""

from __future__ import annotations

from rummy_protocol.text import _

from ..desk import Desk, Writing
from ..keymap import label_of
from ..moment import active
from ..tastes import TASTES, Taste, shown, with_word
from .cells import Line, at, padded, width
from .frame import frame_rows, framed, keys_text, paragraph
from .lobby import windowed
from .scene import Scene

__all__ = ["draw_settings"]


def draw_settings(scene: Scene) -> list[Line]:
    room = scene.size.rows - frame_rows(scene.size)
    about = _about(scene, TASTES[scene.desk.setting])
    above = max(1, room - len(about))
    rows = [_row(scene, place) for place in range(len(TASTES))]
    listed = [rows[place] for place in windowed(len(rows), scene.desk.setting, above)]
    title: Line = [("class:title", _("Rummy: settings"))]
    roomy = room > len(rows) + len(about) + 2
    middle = [[], *listed, [], *about] if roomy else [*listed, *about]
    return framed(scene, title, middle, _prompt(scene), _keys(scene))


def _keys(scene: Scene) -> Line:
    named = [key for key in active(scene.model, scene.desk) if key.label]
    return keys_text([(key.keys.split()[0], label_of(key)) for key in named])


def _label_cells(scene: Scene) -> int:
    """As wide as the widest label is in the language that is spoken, up to half the screen."""
    return min(scene.size.columns // 2, max(width(_(each.label)) for each in TASTES))


def _row(scene: Scene, place: int) -> Line:
    taste, chosen = TASTES[place], place == scene.desk.setting
    value = shown(scene.desk.settings, taste.name) or _("as the system has it")
    arrow = scene.look.arrow if chosen else " "
    words = f" {arrow} {padded(_(taste.label), _label_cells(scene))}  {value}"
    if chosen:
        return [(at("setting", place, "class:chosen"), padded(words, scene.size.columns))]
    return [(at("setting", place, "class:name"), words)]


def _about(scene: Scene, taste: Taste) -> list[Line]:
    """What the chosen setting decides, and what there is to choose from."""
    lines = paragraph("class:text", _(taste.about), scene)
    if taste.values and scene.size.rows >= 20:
        others = ", ".join(_said(scene.desk, taste.name, word) for word in taste.values)
        choose = _("To choose from: {words}.", words=others)
        lines += paragraph("class:label", choose, scene)
    return lines


def _said(desk: Desk, name: str, word: str) -> str:
    return shown(with_word(desk.settings, name, word), name)


def _prompt(scene: Scene) -> Line:
    if scene.desk.writing is Writing.NAME:
        return [("class:turn", " " + _("Enter keeps the name, Esc drops the change."))]
    words = _("What is changed holds at once, and is kept.")
    return [("class:turn", f" {words}")]
