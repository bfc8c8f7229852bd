"""What a title says of looking on: that one does, from whose place, how late, and what is open.

Which hand lies in front is not decided here.
"""

from __future__ import annotations

from rummy_protocol.text import _

from ..looking import followed
from ..words import how_late
from .scene import Scene

__all__ = ["looking_parts"]


def looking_parts(scene: Scene) -> list[str]:
    """Parts of the title of a table."""
    model = scene.model
    table, told = model.table, list[str]()
    if table is None:
        return told
    if table.open_hands:
        told.append(_("open hands"))
    if model.watching:
        seat = followed(model, scene.desk)
        if seat is None:
            told.append(_("you are watching"))
        else:
            told.append(_("you follow {name}", name=model.names[seat]))
        told += how_late(table.options)
    return told
