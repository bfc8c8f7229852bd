"""What a player does with the order of the own hand: move cards, part and gather groups, sort.

A part of `commands`; the same rules hold. The house is told of it by and by, so nothing in
here waits for it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from rummy_protocol.cards import Face
from rummy_protocol.own_order import merged
from rummy_protocol.text import _

from ..desk import Desk, hand_of, picked_places
from ..layout import Layout, dropped, gathered, layout_of, parted, stepped
from ..model import Model
from ..order import Sort, groups_of, places_of, same_card
from .outcome import Command, Outcome, changed, told

__all__ = ["ORDER_COMMANDS", "as_taken", "drop", "laid_as", "with_own_order"]


def _layout(model: Model, desk: Desk) -> Layout:
    return layout_of(len(group) for group in groups_of(model, desk.sort))


def _relaid(model: Model, desk: Desk, layout: Layout) -> Outcome:
    """The hand lies as *layout* has it, from now on in the player's own order."""
    if model.you is None:
        return Outcome(model, desk)
    hand, picked = hand_of(model, desk), picked_places(model, desk)
    order = tuple(tuple(hand[place] for place in group) for group in layout)
    moved = {place: now for now, place in enumerate(sum(layout, ()))}
    model = replace(model, you=replace(model.you, order=order))
    return changed(
        model,
        desk,
        sort=Sort.OWN,
        cursor=moved.get(desk.cursor, 0),
        places=tuple(moved[place] for place in picked),
    )


def _moves(change: Callable[[Layout, int], Layout]) -> Command:
    """What *change* makes of the card at the cursor."""

    def command(model: Model, desk: Desk, pressed: str) -> Outcome:
        layout = _layout(model, desk)
        if not any(desk.cursor in group for group in layout):
            return Outcome(model, desk)
        return _relaid(model, desk, change(layout, desk.cursor))

    return command


def _part(model: Model, desk: Desk, pressed: str) -> Outcome:
    """Two or more picked cards become a group; else a gap comes or goes before the cursor."""
    picked = picked_places(model, desk)
    if len(picked) > 1:
        return _relaid(model, desk, gathered(_layout(model, desk), picked))
    return _moves(parted)(model, desk, pressed)


def drop(model: Model, desk: Desk, place: int, at: int, *, behind: bool) -> Outcome:
    """The card at *place* is laid down before, or *behind*, the one at the place *at*."""
    layout = _layout(model, desk)
    if not {place, at} <= set(sum(layout, ())):
        return Outcome(model, desk)
    desk = replace(desk, cursor=place)
    return _relaid(model, desk, dropped(layout, place, at, behind=behind))


def laid_as(model: Model, desk: Desk, groups: Sequence[Sequence[Face]]) -> Outcome:
    """The hand lies in *groups*, which have all its cards."""
    assert model.you is not None, "there is a hand to be laid"
    old = hand_of(model, desk)
    order = tuple(tuple(group) for group in groups if group)
    model = replace(model, you=replace(model.you, order=order))
    return _resorted(model, desk, Sort.OWN, old)


def _resorted(model: Model, desk: Desk, sort: Sort, old: tuple[Face, ...]) -> Outcome:
    """*desk* with the hand in another order than *old*, the cursor on its card."""
    hand = hand_of(model, replace(desk, sort=sort))
    near = [same_card(old, hand, place) for place in places_of(desk.picks, old, desk.places)]
    places = places_of(desk.picks, hand, near)
    return changed(
        model, desk, sort=sort, cursor=same_card(old, hand, desk.cursor), places=places
    )


def with_own_order(model: Model, desk: Desk) -> Model:
    """*model* with an order of the player's own, if the desk shows one and there is none yet.

    It begins with what is shown: so the first card that is drawn comes to the end of it.
    """
    if desk.sort is not Sort.OWN or model.you is None or model.you.order or not model.you.hand:
        return model
    return replace(model, you=replace(model.you, order=groups_of(model, Sort.SUIT)))


def as_taken(before: Model, desk: Desk, model: Model) -> Model:
    """*model*, which came after *before*, with that of equal cards gone which was picked.

    The house knows faces only, and leaves out the last of equal ones.
    """
    if desk.sort is not Sort.OWN or before.you is None or model.you is None:
        return model
    old = hand_of(before, desk)
    gone = Counter(old) - Counter(model.you.hand)
    if not model.you.order or not any(old.count(face) > n for face, n in gone.items()):
        return model
    out = set[int]()
    for place in picked_places(before, desk) or (desk.cursor,):
        if place < len(old) and gone[old[place]] > 0:
            gone[old[place]] -= 1
            out.add(place)
    kept = [[old[n] for n in group if n not in out] for group in _layout(before, desk)]
    order = merged(kept, model.you.hand)
    return replace(model, you=replace(model.you, order=order))


def _sort(model: Model, desk: Desk, pressed: str) -> Outcome:
    """The next way to sort; the player's own is among them once he has moved a card."""
    laid = model.you is not None and model.you.order
    sorts = [sort for sort in Sort if laid or sort is not Sort.OWN]
    place = sorts.index(desk.sort) + 1 if desk.sort in sorts else 0
    return _resorted(model, desk, sorts[place % len(sorts)], hand_of(model, desk))


def _drop_order(model: Model, desk: Desk, pressed: str) -> Outcome:
    """Give the own order up."""
    if model.you is None or not model.you.order:
        return told(model, desk, _("Your hand has no order of its own."), bad=False)
    old = hand_of(model, desk)
    model = replace(model, you=replace(model.you, order=()))
    sort = Sort.MELDS if desk.sort is Sort.OWN else desk.sort
    return _resorted(model, desk, sort, old)


ORDER_COMMANDS: Final[Mapping[str, Command]] = {
    "sort": _sort,
    "card-left": _moves(lambda layout, place: stepped(layout, place, -1)),
    "card-right": _moves(lambda layout, place: stepped(layout, place, 1)),
    "part": _part,
    "drop-order": _drop_order,
}
