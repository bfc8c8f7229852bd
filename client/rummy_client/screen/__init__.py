"""The screen as a pure function of what is known: styled lines, and no terminal.

`draw` gives exactly as many lines as there are rows, none wider than the columns. The last of
them is where the input line stands while something is written.
"""

from __future__ import annotations

from ..desk import Over, Screen, screen_of
from .cells import Line, narrowed, text_of
from .create import draw_create
from .gate import draw_gate, too_small
from .lobby import draw_linking, draw_lobby
from .look import Look, Size
from .reading import draw_reading
from .scene import Scene
from .settings import draw_settings
from .sheet import draw_sheet
from .table import draw_table
from .waiting import draw_waiting

__all__ = ["Line", "Look", "Scene", "Size", "draw", "text_of", "too_small"]

_READING = (Over.HELP, Over.LOG, Over.SCORES, Over.RULES, Over.AWAY, Over.LESSON)


def draw(scene: Scene) -> list[Line]:
    """The lines of the screen, top to bottom."""
    if too_small(scene.size):
        lines = draw_gate(scene.size)
    elif scene.desk.over in _READING:
        lines = draw_reading(scene)
    elif scene.desk.over is Over.SETTINGS:
        lines = draw_settings(scene)
    else:
        lines = _draw_screen(scene)
    if scene.look.ascii_only or scene.look.letters:
        lines = [narrowed(line, all_of_it=scene.look.ascii_only) for line in lines]
    return lines


def _draw_screen(scene: Scene) -> list[Line]:
    match screen_of(scene.model, scene.desk):
        case Screen.LINKING:
            return draw_linking(scene)
        case Screen.LOBBY:
            return draw_lobby(scene)
        case Screen.CREATE:
            return draw_create(scene)
        case Screen.WAITING:
            return draw_waiting(scene)
        case Screen.TABLE:
            return draw_table(scene)
        case Screen.SHEET | Screen.OVER:
            return draw_sheet(scene)
