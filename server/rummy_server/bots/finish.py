"""Exact search of what the rest of a turn can still do. It judges no single play.

Some plays are legal only if the turn can then still be finished: going rummy waives the
limit of one meld (C24), and a taken card may not be the only one left (E12).

It is made for hands of up to fourteen cards; one of half a pack can keep it busy for long.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from rummy_protocol.cards import Face

from ..game.melds import MeldRules, MeldTable, faces_of, mask_of, masks_in, meld_table

__all__ = ["WayOut", "can_finish", "way_out"]

LastDiscard: TypeAlias = Literal["optional", "required"]

_ANY: Final = 99
"""More melds than a hand can hold."""


class WayOut(msgspec.Struct, frozen=True):
    """Plays that empty a hand, in an order in which each of them is legal."""

    melds: tuple[tuple[Face, ...], ...]
    """New melds; they come first."""
    lay_offs: tuple[tuple[int, tuple[Face, ...]], ...]
    """Places in the table, and what is laid off there."""
    discard: Face | None


class _Left(msgspec.Struct, frozen=True):
    """What is still to be done, and how much of each means is left."""

    hand: int
    table: tuple[int, ...]
    """The melds as masks, as they have grown."""
    new_melds: int
    discards: int
    melded: bool = False
    owing: bool = False
    """Whether something was laid off that asks for a new meld in this turn."""


class _Turn(msgspec.Struct, frozen=True):
    """What does not change in the course of one search."""

    table: MeldTable
    now: frozenset[int]
    """Places that may be added to."""
    later: frozenset[int]
    """Places that may be added to once a new meld lies."""
    locked: int
    last_required: bool


_Step: TypeAlias = tuple[int, int]
"""A place in the table and what is laid off there; -1 for a new meld, -2 for a discard."""

_MELD: Final = -1
_DISCARD: Final = -2


def can_finish(
    melds: MeldRules,
    table: Sequence[tuple[Face, ...]],
    hand: Sequence[Face],
    *,
    new_melds: int | None,
    lay_off: bool | Collection[int],
    last_discard: LastDiscard,
    locked: Face | None,
    opens: Collection[int] = (),
) -> bool:
    """Whether every card of *hand* can leave it before the turn ends.

    Args:
        table: the melds that lie.
        new_melds: how many melds may still be laid in this turn; ``None``: any number.
        lay_off: whether one may lay off, or the places in *table* where one may.
        last_discard: whether the last card has to be discarded.
        locked: a card that may not be discarded.
        opens: places where one may lay off as soon as a meld is laid in this turn.
    """
    found = way_out(
        melds,
        table,
        hand,
        new_melds=new_melds,
        lay_off=lay_off,
        last_discard=last_discard,
        locked=locked,
        opens=opens,
    )
    return found is not None


def way_out(
    melds: MeldRules,
    table: Sequence[tuple[Face, ...]],
    hand: Sequence[Face],
    *,
    new_melds: int | None,
    lay_off: bool | Collection[int],
    last_discard: LastDiscard,
    locked: Face | None,
    opens: Collection[int] = (),
) -> WayOut | None:
    """Plays by which every card of *hand* leaves it in this turn; ``None`` if there are none.

    To lay off on a meld of the same turn is never needed: it could have been laid longer.
    """
    places = lay_off if not isinstance(lay_off, bool) else range(len(table) if lay_off else 0)
    turn = _Turn(
        meld_table(melds),
        frozenset(places),
        frozenset(opens) - frozenset(places),
        0 if locked is None else 1 << locked,
        last_discard == "required",
    )
    left = _Left(
        mask_of(hand),
        tuple(map(mask_of, table)),
        _ANY if new_melds is None else new_melds,
        1,
    )
    steps = _finish(melds, turn, left, set())
    return None if steps is None else _told(turn, steps)


def _finish(
    melds: MeldRules, turn: _Turn, left: _Left, failed: set[_Left]
) -> tuple[_Step, ...] | None:
    if not left.hand:
        done = not left.owing and not (turn.last_required and left.discards)
        return () if done else None
    if left in failed:
        return None
    for step, after in _ways(turn, left, masks_in(melds, left.hand)):
        rest = _finish(melds, turn, after, failed)
        if rest is not None:
            return (step, *rest)
    failed.add(left)
    return None


def _ways(turn: _Turn, left: _Left, melds: Sequence[int]) -> list[tuple[_Step, _Left]]:
    """Every way to be rid of that card of the hand for which there are fewest."""
    best: list[tuple[_Step, _Left]] = []
    hand = left.hand
    while hand:
        card = hand & -hand
        hand ^= card
        ways = list(_ways_of(turn, left, melds, card))
        if not ways:
            return []
        if not best or len(ways) < len(best):
            best = ways
    return best


def _ways_of(
    turn: _Turn, left: _Left, melds: Sequence[int], card: int
) -> Iterator[tuple[_Step, _Left]]:
    """Every way to be rid of *card*."""
    if left.new_melds:
        for meld in melds:
            if meld & card:
                yield (
                    (_MELD, meld),
                    _Left(
                        left.hand & ~meld, left.table, left.new_melds - 1, left.discards, True
                    ),
                )
    for place, lies in enumerate(left.table):
        if place not in turn.now and place not in turn.later:
            continue
        owing = left.owing or (place in turn.later and not left.melded)
        for added in _reaches(turn.table, lies, left.hand, card):
            grown = (*left.table[:place], lies | added, *left.table[place + 1 :])
            yield (
                (place, added),
                _Left(
                    left.hand & ~added, grown, left.new_melds, left.discards, left.melded, owing
                ),
            )
    if left.discards and not card & turn.locked:
        yield (
            (_DISCARD, card),
            _Left(left.hand ^ card, left.table, left.new_melds, 0, left.melded, left.owing),
        )


def _reaches(table: MeldTable, lies: int, hand: int, card: int) -> Iterator[int]:
    """The least that must be laid off on the meld *lies* for *card* to be laid off there."""
    ends = table.grows[lies]
    starts = ends & hand
    while starts:
        added = one = starts & -starts
        starts ^= one
        while one and one != card:
            one = table.grows[lies | added] & ~ends & hand & ~added
            added |= one
        if one:
            yield added


def _told(turn: _Turn, steps: Sequence[_Step]) -> WayOut:
    laid: dict[int, int] = {}
    for place, mask in steps:
        if place >= 0:
            laid[place] = laid.get(place, 0) | mask
    melded = tuple(turn.table.orders[mask][0] for place, mask in steps if place == _MELD)
    lay_offs = tuple((place, faces_of(mask)) for place, mask in laid.items())
    discard = next((faces_of(mask)[0] for place, mask in steps if place == _DISCARD), None)
    return WayOut(melded, lay_offs, discard)
