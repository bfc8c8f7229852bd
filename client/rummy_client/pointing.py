"""What the mouse means: a click or a drag in, what a key or a command would do out.

The same rules hold as in `commands`. Whoever has no mouse misses nothing: for all of it there
are keys.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from msgspec.structs import replace

from rummy_protocol.actions import LayOff
from rummy_protocol.cards import Face
from rummy_protocol.text import _

from .commands.obey import obey
from .commands.order import drop
from .commands.outcome import Outcome, changed, told
from .commands.play import DRAW_FIRST, must_draw, play
from .desk import Desk, Over, hand_of, picked_places
from .model import Model
from .moment import command_for, contexts
from .screen.cells import Target
from .terminal.mouse import Gesture, Wheel
from .ways import meant
from .words import meld_key

__all__ = ["pointed", "wheeled"]

WHEEL_LINES: Final = 3


def pointed(model: Model, desk: Desk, gesture: Gesture) -> Outcome | None:
    """What follows from *gesture*; ``None``: nothing does."""
    start, end = gesture.start, gesture.end
    if gesture.held:
        return _held(model, desk, start)
    if end is None:
        return None
    if start == end:
        clicked = _CLICKED.get(start.kind)
        return clicked(model, desk, start.which) if clicked is not None else None
    if start.kind != "hand" or "hand" not in contexts(model, desk):
        return None
    return _dragged(model, desk, int(start.which), end, gesture.behind)


def wheeled(model: Model, desk: Desk, wheel: Wheel) -> Outcome | None:
    """The wheel does what the arrows do, where they scroll or choose a line."""
    outcome: Outcome | None = None
    lines = WHEEL_LINES if "scroll" in contexts(model, desk) else 1
    for _line in range(lines):
        command = command_for(model, desk, wheel.value)
        if command is None:
            return outcome
        outcome = obey(model, desk, command, wheel.value)
        model, desk = outcome.model, outcome.desk
    return outcome


def _held(model: Model, desk: Desk, start: Target) -> Outcome | None:
    """The button goes down on a card: the cursor goes there, so that one sees what is held."""
    if start.kind != "hand" or "hand" not in contexts(model, desk):
        return None
    return changed(model, desk, cursor=int(start.which))


def _pressed(model: Model, desk: Desk, key: str) -> Outcome | None:
    command = command_for(model, desk, key)
    return obey(model, desk, command, key) if command is not None else None


def _hand(model: Model, desk: Desk, place: str) -> Outcome | None:
    if "hand" not in contexts(model, desk):
        return None
    return obey(model, replace(desk, cursor=int(place)), "pick")


def _meld(model: Model, desk: Desk, which: str) -> Outcome | None:
    meld = int(which)
    if desk.over is Over.CHOOSE:
        return obey(model, desk, "choose", meld_key(meld))
    if "hand" not in contexts(model, desk):
        return None
    if not desk.picks:
        return told(model, desk, _("Pick the cards first that shall go there."), bad=False)
    return _lay_off(model, desk, meld, desk.picks)


def _lay_off(model: Model, desk: Desk, meld: int, cards: tuple[Face, ...]) -> Outcome:
    if must_draw(model):
        return told(model, desk, _(DRAW_FIRST))
    return play(model, desk, meant(model, LayOff(meld, cards)))


def _stock(model: Model, desk: Desk, which: str) -> Outcome | None:
    return obey(model, desk, "draw-stock") if "hand" in contexts(model, desk) else None


def _discard(model: Model, desk: Desk, which: str) -> Outcome | None:
    """A card is taken; or else the one that is picked is thrown there, or the pile is shown."""
    here = contexts(model, desk)
    if "discard" in here and len(desk.picks) == 1:
        return obey(model, desk, "discard")
    if "take" in here:
        return obey(model, desk, "take-discard")
    return obey(model, desk, "pile") if here & {"deep", "pile"} else None


def _row(model: Model, desk: Desk, which: str) -> Outcome | None:
    """The line is chosen; a click on the chosen one does what Enter does."""
    if desk.row != int(which):
        return changed(model, desk, row=int(which))
    return _pressed(model, desk, "enter")


def _setting(model: Model, desk: Desk, which: str) -> Outcome | None:
    """The setting is chosen; a click on the chosen one takes its next value."""
    if desk.over is not Over.SETTINGS:
        return None
    if desk.setting != int(which):
        return changed(model, desk, setting=int(which))
    return _pressed(model, desk, "enter")


_Clicked = Callable[[Model, Desk, str], Outcome | None]

_CLICKED: Final[Mapping[str, _Clicked]] = {
    "hand": _hand,
    "meld": _meld,
    "stock": _stock,
    "discard": _discard,
    "key": _pressed,
    "row": _row,
    "setting": _setting,
}


def _dragged(model: Model, desk: Desk, place: int, end: Target, behind: bool) -> Outcome | None:
    """The card at *place* of the hand was drawn over to something else."""
    hand = hand_of(model, desk)
    if not place < len(hand):
        return None
    if end.kind == "hand":
        return drop(model, desk, place, int(end.which), behind=behind)
    if end.kind == "meld":
        along = place in picked_places(model, desk)
        return _lay_off(model, desk, int(end.which), desk.picks if along else (hand[place],))
    if end.kind == "discard":
        alone = replace(desk, cursor=place, picks=(hand[place],), places=(place,))
        return obey(model, alone, "discard")
    return None
