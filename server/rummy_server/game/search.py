"""Exact search of what the rest of a turn can still do. It judges no single play.

Some plays are legal only if the turn can still be ended after them: an opening of several
melds, a card or a joker that has to be laid, going out in one turn. All of that is asked of
one `Standing`, and here is the one place that answers.
"""

from __future__ import annotations

from collections.abc import Hashable
from functools import lru_cache

from msgspec.structs import replace

from rummy_protocol.actions import Action, Discard

from .duties import discards, duty_of, ended
from .holdings import faces_of, size_of
from .moves import plays
from .outlook import hopeless
from .rules import Rules
from .standing import Standing

__all__ = ["can_end", "discards", "plays", "way_out", "way_to_end"]


def can_end(rules: Rules, standing: Standing) -> bool:
    """Whether the turn can come to a lawful end, by whatever plays."""
    known = _at_once(rules, standing)
    return _way(rules, standing) is not None if known is None else known


def way_to_end(rules: Rules, standing: Standing) -> tuple[Action, ...] | None:
    """Plays, and the discard if there is one, by which the turn ends with nothing owed."""
    if _at_once(rules, standing) is False:
        return None
    path = _way(rules, standing)
    if path is None:
        return None
    actions, last = path
    return actions if not last.hand else (*actions, _dearest(rules, last))


def way_out(rules: Rules, standing: Standing) -> tuple[Action, ...] | None:
    """The same, if every card of the hand can go in this turn."""
    return way_to_end(rules, replace(standing, beyond=True))


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


_Way = tuple[tuple[Action, ...], Standing]


@lru_cache(maxsize=1 << 12)
def _way(rules: Rules, standing: Standing) -> _Way | None:
    """Plays after which the turn can end at once, and where it then stands."""
    return _search(rules, standing, set())


def _search(rules: Rules, standing: Standing, failed: set[Hashable]) -> _Way | None:
    known = _at_once(rules, standing)
    if known is not None:
        return ((), standing) if known else None
    key = _key(standing)
    if key in failed or hopeless(rules, standing):
        return None
    for action, after in plays(rules, standing):
        found = _search(rules, after, failed)
        if found is not None:
            return (action, *found[0]), found[1]
    failed.add(key)
    return None


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
    )
