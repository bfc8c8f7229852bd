"""Going out in one turn: how every card of a hand can leave it. Exact, where it is asked.

New melds come first, then what is laid off, then the last discard: in `is_clear` standings no
other order could do more, and nobody needs to add to a meld of the same turn, since it could
have been laid longer. There the card with the fewest ways to go decides what is tried. All
other standings are for `search` to try in every order, and so are jokers from the table.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import FinalDiscard, LayOffGate, LayOffOn, SwapUse

from ..melding.growth import Growth, reaching
from ..melding.holdings import faces_of, holds, jokers_in, less, plus, size_of
from ..melding.layings import Laying, layings, used
from ..rules import Bounds, Rules
from .duties import waived
from .gates import gate_for, lays_off_on
from .lacking import complete, fits_contract, fulfilled
from .moves import may_meld
from .standing import Standing, one_card

__all__ = ["Cover", "cover", "is_clear"]


class Cover(NamedTuple):
    """What empties a hand, in an order in which it may be done."""

    melds: tuple[Laying, ...]
    lay_offs: tuple[tuple[int, Growth], ...]
    """Numbers of melds, and what is added to them, one after the other."""
    discard: Face | None


class _Left(NamedTuple):
    """What is still to be done."""

    hand: int
    table: tuple[Laying, ...]
    """The melds that may be added to, as they have grown."""
    fresh: tuple[Laying, ...]
    discards: bool
    spare: int
    """So many jokers may yet go otherwise than they are owed."""


def is_clear(rules: Rules, standing: Standing) -> bool:
    """Whether `cover` has the whole answer."""
    bounds, opening = rules.bounds, rules.bounds.opening
    jokers = jokers_in(standing.hand)
    if jokers and rules.melds.jokers.not_more:
        return False
    if standing.must == JOKER or standing.locked == JOKER:
        return False
    if opening is None or standing.opened or bounds.lay_off is LayOffOn.NONE:
        return True
    if waived(bounds, standing) and not opening.contract:
        return True
    return not opening.exact and not (jokers and (opening.no_jokers or opening.pure_run))


class _Turn(NamedTuple):
    """What does not change in the course of one search."""

    rules: Rules
    standing: Standing
    numbers: tuple[int, ...]
    """Of the melds that may be added to."""
    new_melds: int
    """How many melds may have been laid at the end."""
    last: FinalDiscard


def cover(rules: Rules, standing: Standing) -> Cover | None:
    """How the whole hand can go in this turn; ``None``: it cannot."""
    if standing.early:
        return None
    bounds, melds = rules.bounds, _open_melds(rules.bounds, standing)
    turn = _Turn(
        rules,
        standing,
        tuple([number for number, _ in melds]),
        _most_melds(bounds, standing),
        bounds.last,
    )
    left = _Left(
        standing.hand,
        tuple([laying for _, laying in melds]),
        standing.fresh_melds,
        bounds.last is not FinalDiscard.NEVER,
        jokers_in(standing.hand) - standing.owed if standing.owed else _ANY,
    )
    steps = _finish(turn, left, set())
    return None if steps is None else _told(turn, steps)


def _open_melds(bounds: Bounds, standing: Standing) -> list[tuple[int, Laying]]:
    """The melds that may be added to now, or once something of this turn lies."""
    if bounds.lay_off is LayOffOn.NONE:
        return []
    if bounds.gate is LayOffGate.AFTER_OPEN_NEXT_TURN and not standing.opened_before:
        return []
    return [
        (lying.id, lying.laying)
        for lying in standing.melds
        if lays_off_on(bounds, standing.seat, lying.owner)
    ]


def _most_melds(bounds: Bounds, standing: Standing) -> int:
    if not may_meld(bounds, standing):
        return len(standing.fresh_melds)
    if bounds.closed and bounds.opening is None:
        return len(standing.fresh_melds) + 1
    if bounds.new_melds is None or (bounds.waived and not standing.laid_before):
        return len(standing.fresh_melds) + size_of(standing.hand)
    return bounds.new_melds


_Step = tuple[int, Laying | Growth | Face]
"""A place in the table and what is added there, or a new meld, or a discard."""

_MOST = 2_000
"""Hands that are looked at in vain before it is given up, like `search.MOST`."""
_LARGE = 18
_FEW = 60
"""The same where so many cards and more would have to go: each of them takes its time."""
_ANY = 99
_MELD = -1
_DISCARD = -2


def _finish(turn: _Turn, left: _Left, failed: set[_Left]) -> tuple[_Step, ...] | None:
    if not left.hand:
        return () if _is_lawful(turn, left) else None
    if left in failed or len(failed) >= _most(turn):
        return None
    for step, after in _ways(turn, left):
        rest = _finish(turn, after, failed)
        if rest is not None:
            return (step, *rest)
    failed.add(left)
    return None


def _most(turn: _Turn) -> int:
    return _MOST if size_of(turn.standing.hand) < _LARGE else _FEW


def _is_lawful(turn: _Turn, left: _Left) -> bool:
    """Whether a turn may end that did all this."""
    bounds, standing = turn.rules.bounds, turn.standing
    if left.discards and turn.last is FinalDiscard.REQUIRED:
        return False
    laid_off = left.table != tuple([laying for _, laying in _open_melds(bounds, standing)])
    if laid_off and not gate_for(bounds, standing)[0] and not left.fresh:
        return False
    if _in_order(turn, left.fresh) is None:
        return False
    owes = bool(left.fresh) or standing.must_open
    if standing.opened or waived(bounds, standing) or not owes:
        return True
    return fulfilled(bounds.opening, left.fresh)


def _in_order(turn: _Turn, fresh: tuple[Laying, ...]) -> tuple[Laying, ...] | None:
    """The new melds in an order in which no opening comes too early to lay the rest.

    Only where nothing may be melded after it does their order matter.
    """
    bounds, lain = turn.rules.bounds, turn.standing.fresh_melds
    new, opening = fresh[len(lain) :], bounds.opening
    if not bounds.closed or turn.standing.opened or opening is None or opening.contract:
        return new
    if opening.no_jokers:
        # With a joker among them they are no opening at all.
        new = tuple(sorted(new, key=lambda laying: not laying.wild))
        if any(laying.wild for laying in lain + new):
            return new
    for place, last in reversed(list(enumerate(new))):
        others = new[:place] + new[place + 1 :]
        if not fulfilled(opening, lain + others):
            return (*others, last)
    return new if not new else None


def _ways(turn: _Turn, left: _Left) -> list[tuple[_Step, _Left]]:
    """Every way to be rid of that card of the hand for which there are fewest."""
    best: list[tuple[_Step, _Left]] = []
    melds = _new_melds(turn, left)
    for face in dict.fromkeys(faces_of(left.hand)):
        ways = list(_ways_of(turn, left, melds, face))
        if not ways:
            return []
        if not best or len(ways) < len(best):
            best = ways
            if len(best) == 1:
                break
    return best


def _new_melds(turn: _Turn, left: _Left) -> list[tuple[int, Laying]]:
    """New melds; of those that take the same cards one of each kind."""
    if len(left.fresh) >= turn.new_melds:
        return []
    bounds, standing, opening = turn.rules.bounds, turn.standing, turn.rules.bounds.opening
    free = opening is None or standing.opened
    by_cards = free or (waived(bounds, standing) and not (opening and opening.contract))
    found: dict[object, tuple[int, Laying]] = {}
    for laying in layings(turn.rules.melds, left.hand):
        cards = used(laying)
        found.setdefault(cards if by_cards else laying, (cards, laying))
    if free or opening is None or not opening.contract:
        return list(found.values())
    if complete(opening, left.fresh):
        return [] if bounds.closed else list(found.values())
    return [
        (cards, laying)
        for cards, laying in found.values()
        if fits_contract(opening, (*left.fresh, laying))
    ]


def _ways_of(
    turn: _Turn, left: _Left, melds: list[tuple[int, Laying]], face: Face
) -> Iterator[tuple[_Step, _Left]]:
    """Every way to be rid of one card with this face."""
    card, new_only = one_card(face), turn.rules.bounds.swap_use is SwapUse.NEW_MELD
    for cards, laying in melds:
        if holds(cards, card):
            hand = less(left.hand, cards)
            fresh = (*left.fresh, laying)
            yield (_MELD, laying), left._replace(hand=hand, fresh=fresh)
    for place, lies in enumerate(left.table):
        for growth in reaching(turn.rules, lies, left.hand, card):
            table = (*left.table[:place], growth.after, *left.table[place + 1 :])
            hand = less(left.hand, growth.added)
            spare = left.spare - (jokers_in(growth.added) if new_only else 0)
            if spare >= 0:
                yield (place, growth), left._replace(hand=hand, table=table, spare=spare)
    if left.discards and _may_go_last(turn, left, face):
        hand, spare = less(left.hand, card), left.spare - (face == JOKER)
        after = left._replace(hand=hand, discards=False, spare=spare)
        yield (_DISCARD, face), after


def _may_go_last(turn: _Turn, left: _Left, face: Face) -> bool:
    """Whether the card is not the only one of its kind that is bound."""
    standing = turn.standing
    if face == JOKER:
        return left.spare > 0
    if face not in (standing.locked, standing.must):
        return True
    return holds(standing.hand, plus(one_card(face), one_card(face)))


def _told(turn: _Turn, steps: tuple[_Step, ...]) -> Cover:
    melds: list[Laying] = []
    lay_offs: list[tuple[int, Growth]] = []
    discard: Face | None = None
    for place, what in steps:
        match what:
            case Laying():
                melds.append(what)
            case Growth():
                lay_offs.append((turn.numbers[place], what))
            case _:
                discard = what
    ordered = _in_order(turn, (*turn.standing.fresh_melds, *melds))
    return Cover(ordered or (), tuple(lay_offs), discard)
