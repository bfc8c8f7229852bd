"""What a player does with the own hand: cursor, picks, order. Nothing of it leaves the client.

A part of `commands`; the same rules hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from .desk import Desk, Sort, groups_of, hand_of
from .model import Model
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
    for face in hand_of(model, desk)[desk.cursor : desk.cursor + 1]:
        if face in desk.picks:
            return changed(model, desk, picks=tuple(p for p in desk.picks if p != face))
        return changed(model, desk, picks=(*desk.picks, face))
    return Outcome(model, desk)


def _unpick(model: Model, desk: Desk, pressed: str) -> Outcome:
    return changed(model, desk, picks=())


def _pick_meld(model: Model, desk: Desk, pressed: str) -> Outcome:
    """Pick the first meld of the hand, or the one after that which is picked."""
    melds = model.you.can_meld if model.you is not None else ()
    if not melds:
        return told(model, desk, "Your hand holds no meld now.", bad=False)
    places = [n for n, meld in enumerate(melds) if set(meld) == set(desk.picks)]
    after = (places[0] + 1) % len(melds) if places else 0
    return changed(model, desk, picks=melds[after])


def _sort(model: Model, desk: Desk, pressed: str) -> Outcome:
    orders = list(Sort)
    order = orders[(orders.index(desk.sort) + 1) % len(orders)]
    at = hand_of(model, desk)[desk.cursor : desk.cursor + 1]
    hand = [face for group in groups_of(model, order) for face in group]
    cursor = hand.index(at[0]) if at and at[0] in hand else 0
    return changed(model, desk, sort=order, cursor=cursor)


HAND_COMMANDS: Final[Mapping[str, Command]] = {
    "left": _left,
    "right": _right,
    "first": _first,
    "last": _last,
    "pick": _pick,
    "unpick": _unpick,
    "pick-meld": _pick_meld,
    "sort": _sort,
}
