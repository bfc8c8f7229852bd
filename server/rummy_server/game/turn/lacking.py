"""What the first melds of a player lack to be an opening. Who has to open when is not asked.

New melds of one turn go in, as they were laid; what was laid off on them counts for nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from ..melding.holdings import size_of
from ..melding.jokers import is_run
from ..melding.layings import Laying
from ..melding.opening import opening_points
from ..rules import Opening, Slot

__all__ = ["complete", "fits_contract", "fulfilled", "points_of", "pure", "slots_left"]


def points_of(fresh: Iterable[Laying]) -> int:
    """What the melds count towards the opening."""
    return sum([opening_points(laying) for laying in fresh])


def pure(laying: Laying) -> bool:
    """Whether it is a run without jokers."""
    return not laying.wild and is_run(laying.stands)


def fulfilled(opening: Opening | None, fresh: Sequence[Laying]) -> bool:
    """Whether the melds are all that is asked of an opening."""
    if opening is None:
        return bool(fresh)
    if opening.no_jokers and any(laying.wild for laying in fresh):
        return False
    if opening.pure_run and not any(map(pure, fresh)):
        return False
    return complete(opening, fresh) and points_of(fresh) >= opening.points


def complete(opening: Opening, fresh: Sequence[Laying]) -> bool:
    """Whether every slot of the contract is filled."""
    return len(fresh) >= len(opening.contract) and not slots_left(opening, fresh)


def fits_contract(opening: Opening, fresh: Sequence[Laying]) -> bool:
    """Whether each of the melds finds a slot of its own in the contract."""
    return len(opening.contract) - len(slots_left(opening, fresh)) == len(fresh)


def slots_left(opening: Opening, fresh: Iterable[Laying]) -> tuple[Slot, ...]:
    """The slots that stay open when the melds fill as many as they can."""
    sizes = Counter([_shape(laying) for laying in fresh])
    left = []
    for slot in sorted(opening.contract, reverse=True):
        fits = [each for each in sizes if _fills(opening, slot, each)]
        if fits:
            best = max(fits)
            sizes[best] -= 1
            if not sizes[best]:
                del sizes[best]
        else:
            left.append(slot)
    return tuple(reversed(left))


def _shape(laying: Laying) -> Slot:
    return Slot(is_run(laying.stands), size_of(laying.stands))


def _fills(opening: Opening, slot: Slot, meld: Slot) -> bool:
    if meld.run is not slot.run:
        return False
    return meld.size == slot.size if opening.exact else meld.size >= slot.size
