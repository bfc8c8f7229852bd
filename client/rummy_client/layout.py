"""Moving the cards of a hand about: groups of places in, groups of places out.

A place is the number of a card in the hand as it is shown, so that of two equal cards the one
is moved that was meant. Pure; it knows no faces.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeAlias

__all__ = ["Layout", "dropped", "gathered", "layout_of", "parted", "stepped"]

Layout: TypeAlias = tuple[tuple[int, ...], ...]
"""Groups of places, none of them empty."""


def layout_of(sizes: Iterable[int]) -> Layout:
    """The places of a hand as it lies, in groups of *sizes*."""
    told, begins = list[tuple[int, ...]](), 0
    for size in sizes:
        told.append(tuple(range(begins, begins + size)))
        begins += size
    return _without_empty(told)


def _without_empty(groups: Iterable[Sequence[int]]) -> Layout:
    return tuple([tuple(group) for group in groups if group])


def _home(groups: Layout, place: int) -> int:
    return next(number for number, group in enumerate(groups) if place in group)


def stepped(groups: Layout, place: int, step: int) -> Layout:
    """The card at *place* one step to the left (-1) or to the right (1).

    At the end of its group it steps into the next one, which passes no card; at the end of the
    hand it steps out, into a group of its own.
    """
    home = _home(groups, place)
    group, told = list(groups[home]), [list(one) for one in groups]
    here = group.index(place)
    there = here + step
    if 0 <= there < len(group):
        told[home][here], told[home][there] = group[there], group[here]
        return _without_empty(told)
    told[home].remove(place)
    beyond = home + step
    if not 0 <= beyond < len(groups):
        told.insert(0 if step < 0 else len(told), [place])
    elif step < 0:
        told[beyond].append(place)
    else:
        told[beyond].insert(0, place)
    return _without_empty(told)


def parted(groups: Layout, place: int) -> Layout:
    """A gap before the card at *place*; or none any more, where there is one."""
    home = _home(groups, place)
    here = groups[home].index(place)
    if here:
        group = groups[home]
        return (*groups[:home], group[:here], group[here:], *groups[home + 1 :])
    if not home:
        return groups
    joined = (*groups[home - 1], *groups[home])
    return (*groups[: home - 1], joined, *groups[home + 1 :])


def gathered(groups: Layout, places: Sequence[int]) -> Layout:
    """The cards at *places*, in that order, as a group where the first of them in the hand lay.

    What lay left of it in its group stays a group, and so does what lay right.
    """
    first = min(places)
    home = _home(groups, first)
    left = [place for place in groups[home] if place < first]
    right = [place for place in groups[home] if place > first and place not in places]
    before = [[place for place in group if place not in places] for group in groups[:home]]
    after = [[place for place in group if place not in places] for group in groups[home + 1 :]]
    return _without_empty([*before, left, tuple(places), right, *after])


def dropped(groups: Layout, place: int, at: int, *, behind: bool) -> Layout:
    """The card at *place* laid down before the card at the place *at*, or *behind* it."""
    if place == at:
        return groups
    told = [[one for one in group if one != place] for group in groups]
    for group in told:
        if at in group:
            group.insert(group.index(at) + behind, place)
    return _without_empty(told)
