"""The two lines above a command that is being typed: what it does, and how it can go on.

They take the place of what may be done and its keys, so that nothing moves.
"""

from __future__ import annotations

from rummy_protocol.text import _

from ..commands.line import Completion, completions, shown_line
from .cells import Line, clip_line, width_of
from .scene import Scene

__all__ = ["command_lines"]


def command_lines(scene: Scene) -> tuple[Line, Line]:
    """What the line means as it stands, and the completions around the one that is chosen."""
    offered = _offered(scene)
    if not offered:
        words = _("Enter does it; Esc leaves. No command goes on like this.")
        return [("class:label", f" {words}")], []
    chosen = max(0, scene.desk.completion - 1)
    about = offered[min(chosen, len(offered) - 1)].about
    words = _("Tab completes, Enter does it, Esc leaves.")
    lead: Line = [("class:turn", f" {about} ")] if about else []
    told: Line = [*lead, ("class:label", f" {words}")]
    return told if width_of(told) <= scene.size.columns else lead, _row(scene, offered)


def _offered(scene: Scene) -> tuple[Completion, ...]:
    """What is gone through, or what could be."""
    desk = scene.desk
    offered = completions(scene.model, desk, desk.typed)
    if not desk.completion:
        return offered
    about = {each.line: each.about for each in offered}
    return tuple(Completion(line, about.get(line, "")) for line in desk.completions)


def _row(scene: Scene, offered: tuple[Completion, ...]) -> Line:
    """The completions on one line; it begins where the chosen one can be seen."""
    chosen, columns = scene.desk.completion - 1, scene.size.columns
    known = len(_before(shown_line(scene.desk)))
    items = [_item(scene, each.line[known:], n == chosen) for n, each in enumerate(offered)]
    first = 0
    while first < chosen and sum(map(width_of, items[first : chosen + 1])) > columns - 4:
        first += 1
    row: Line = [("class:label", "…" if first else " ")]
    for item in items[first:]:
        row += item
    return clip_line(row, columns)


def _item(scene: Scene, word: str, chosen: bool) -> Line:
    mark = scene.look.arrow if chosen else " "
    return [("class:chosen" if chosen else "class:key", f"{mark}{word.strip()} ")]


def _before(line: str) -> str:
    """The words of *line* that are complete: what is offered is the word after them."""
    line = line.lstrip()
    return line[: line.rstrip().rfind(" ") + 1] if " " in line.rstrip() else ""
