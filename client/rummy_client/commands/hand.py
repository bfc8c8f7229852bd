"""What a player does with the own hand: cursor and picks, which never leave the client.

A part of `commands`; the same rules hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from rummy_protocol.text import _

from ..desk import Desk, hand_of, picked_places
from ..model import Model
from .order import ORDER_COMMANDS
from .outcome import Command, Outcome, changed, told

__all__ = ["HAND_COMMANDS"]


def _move(model: Model, desk: Desk, place: int) -> Outcome:
    last = max(0, len(hand_of(model, desk)) - 1)
    return changed(model, desk, cursor=max(0, min(place, last)))


def _left(model: Model, desk: Desk, pressed: str) -> Outcome:
    return _move(model, desk, desk.cursor - 1)


def _right(model: Model, desk: Desk, pressed: str) -> Outcome:
    return _move(model, desk, desk.cursor + 1)


def _first(model: Model, desk: Desk, pressed: str) -> Outcome:
    return _move(model, desk, 0)


def _last(model: Model, desk: Desk, pressed: str) -> Outcome:
    return _move(model, desk, len(hand_of(model, desk)))


def _pick(model: Model, desk: Desk, pressed: str) -> Outcome:
    hand, places = hand_of(model, desk), picked_places(model, desk)
    if desk.cursor in places:
        places = tuple(place for place in places if place != desk.cursor)
    elif desk.cursor < len(hand):
        places = (*places, desk.cursor)
    picks = tuple(hand[place] for place in places)
    return changed(model, desk, picks=picks, places=places)


def _unpick(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, picks=(), places=())


def _pick_meld(model: Model, desk: Desk, pressed: str) -> Outcome:
    """Pick the first meld of the hand, or the one after that which is picked."""
    lays = model.you.can_meld if model.you is not None else ()
    melds = tuple(dict.fromkeys(lay.cards for lay in lays))
    if not melds:
        return told(model, desk, _("Your hand holds no meld now."), bad=False)
    after = (melds.index(desk.picks) + 1) % len(melds) if desk.picks in melds else 0
    return changed(model, desk, picks=melds[after], places=())


HAND_COMMANDS: Final[Mapping[str, Command]] = {
    "left": _left,
    "right": _right,
    "first": _first,
    "last": _last,
    "pick": _pick,
    "unpick": _unpick,
    "pick-meld": _pick_meld,
    **ORDER_COMMANDS,
}
