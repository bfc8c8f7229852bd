"""Exact search of what the rest of a turn can still do. It judges no single play.

Some plays are legal only if the turn can still be ended after them: an opening of several
melds, a card or a joker that has to be laid, going out in one turn. All of that is asked of
one `Standing`, and here is the one place that answers.

What is plain is answered at once, what is plainly vain is not tried (`outlook`), and where
all cards must go `cover` knows how. For the rest every order of plays is tried, those first
that do what is owed.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from functools import lru_cache
from typing import TypeAlias

from msgspec.structs import replace

from rummy_protocol.actions import Action, Discard, LayMeld
from rummy_protocol.cards import JOKER

from ..melding.holdings import faces_of, size_of
from ..rules import Rules
from .duties import discards, duty_of, ended, owes_opening
from .moves import lay_offs, melds_with, new_melds, plays, swaps
from .outlook import hopeless
from .shortcuts import after_joker, cover_way, is_covered, must_go, opening_ways, serves
from .standing import Standing

__all__ = ["MOST", "can_end", "discards", "opens_with", "plays", "way_out", "way_to_end"]

MOST = 600
"""Standings of one turn that are looked at in vain before it is given up as lost. In ten
thousand random searches the most was 315; the rest is for games that nobody sane makes, like
half a pack taken where all of it would have to go at once."""
_LARGE = 16
"""Of more cards so many are left, whatever is laid, that the turn can end with a discard."""

_Way: TypeAlias = tuple[tuple[Action, ...], Standing]
"""Plays after which the turn can end at once, and where it then stands."""


def can_end(rules: Rules, standing: Standing) -> bool:
    """Whether the turn can come to a lawful end, by whatever plays."""
    known = _at_once(rules, standing)
    return _way(rules, standing) is not None if known is None else known


def way_to_end(rules: Rules, standing: Standing) -> tuple[Action, ...] | None:
    """Plays, and the discard if there is one, by which the turn ends with nothing owed."""
    found = _way(rules, standing)
    if found is None:
        return None
    actions, last = found
    return actions if not last.hand else (*actions, _dearest(rules, last))


def way_out(rules: Rules, standing: Standing) -> tuple[Action, ...] | None:
    """The same, if every card of the hand can go in this turn."""
    return way_to_end(rules, replace(standing, beyond=True))


def opens_with(rules: Rules, standing: Standing) -> bool | None:
    """Whether the seat, which has not opened, could begin with a new meld and end the turn.

    ``None``: it could open or go out, but with what play first was not found.
    """
    found = _way(rules, replace(standing, must_open=True))
    if found is None:
        return False
    return True if found[0] and isinstance(found[0][0], LayMeld) else None


def _dearest(rules: Rules, standing: Standing) -> Discard:
    faces = faces_of(discards(rules, standing))
    return Discard(max(faces, key=lambda face: (rules.values[face], face)))


def _at_once(rules: Rules, standing: Standing) -> bool | None:
    """Whether the turn can end, where that is plain; ``None``: it has to be searched."""
    if not standing.hand:
        return ended(rules.bounds, standing)
    if size_of(standing.hand) > 1 and not duty_of(rules.bounds, standing, out=False):
        return True
    return True if discards(rules, standing) else None


@lru_cache(maxsize=1 << 13)
def _way(rules: Rules, standing: Standing) -> _Way | None:
    return _search(rules, standing, set())


def _search(rules: Rules, standing: Standing, failed: set[Hashable]) -> _Way | None:
    known = _at_once(rules, standing)
    if known is not None:
        return ((), standing) if known else None
    key = _key(standing)
    if key in failed:
        return None
    if len(failed) >= MOST or hopeless(rules, standing):
        failed.add(key)
        return None
    found = _answered(rules, standing, failed)
    if found is None:
        failed.add(key)
    return found


def _answered(rules: Rules, standing: Standing, failed: set[Hashable]) -> _Way | None:
    if must_go(rules, standing) and is_covered(rules, standing):
        found = cover_way(rules, standing)
        return found or _tried(rules, after_joker(rules, standing), failed)
    if owes_opening(standing):
        for actions, after in opening_ways(rules, standing):
            rest = _search(rules, after, failed)
            if rest is not None:
                return (*actions, *rest[0]), rest[1]
    return _tried(rules, _sorted(rules, standing), failed)


def _tried(
    rules: Rules, some: Iterable[tuple[Action, Standing]], failed: set[Hashable]
) -> _Way | None:
    for action, after in some:
        found = _search(rules, after, failed)
        if found is not None:
            return (action, *found[0]), found[1]
    return None


def _sorted(rules: Rules, standing: Standing) -> Iterator[tuple[Action, Standing]]:
    """The plays, those first that do what is owed; of many cards only what can serve it."""
    must = standing.must
    if must is None and not standing.owed:
        yield from plays(rules, standing)
        return
    if must is not None and must != JOKER:
        yield from new_melds(rules, standing, melds_with(rules, standing.hand, must))
    others = []
    for action, after in _served(rules, standing):
        if after.must != must or after.owed < standing.owed:
            yield action, after
        else:
            others.append((action, after))
    yield from others


def _served(rules: Rules, standing: Standing) -> Iterator[tuple[Action, Standing]]:
    """The plays without those that cannot help where many cards are left anyway."""
    owed = duty_of(rules.bounds, standing, out=False)
    if size_of(standing.hand) <= _LARGE or owed not in ("use", "lay-joker"):
        yield from plays(rules, standing)
        return
    for action, after in lay_offs(rules, standing):
        if after.must != standing.must or serves(standing, action):
            yield action, after
    yield from swaps(rules, standing)
    if standing.owed or standing.must == JOKER:
        yield from new_melds(rules, standing)


def _key(standing: Standing) -> Hashable:
    """What two standings have in common that can end in the same ways."""
    lying = sorted([(each.laying, each.owner == standing.seat) for each in standing.melds])
    return (
        standing.hand,
        tuple(lying),
        tuple(sorted(standing.fresh_melds)),
        standing.opened,
        standing.must,
        standing.locked,
        standing.owed,
        standing.beyond,
        standing.reached,
    )
