"""Whether spectators see all hands of a deal: only where the owner of every seat has agreed.

Pure judgements about the places of a room; `records` keeps what comes of them. A deal is open
from its first card or not at all, so nobody who withdraws takes back what was seen, and nobody
who agrees late shows what he did not mean to.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..game.match import Match
    from .records import Place

__all__ = ["all_agree", "consenting", "with_deal"]


def all_agree(seats: Sequence[Place]) -> bool:
    """Whether every owner of one of *seats* has agreed. Bots, and those who have left their
    seat to one, are not asked."""
    return all(place.consents or not place.owned for place in seats)


def consenting(seats: Sequence[Place]) -> tuple[int, ...]:
    """The seats whose owners have agreed."""
    return tuple([seat for seat, place in enumerate(seats) if place.consents])


def with_deal(
    deals: tuple[int, ...], match: Match | None, seats: Sequence[Place]
) -> tuple[tuple[int, ...], bool]:
    """The open deals of *match*, once another was dealt to *seats*, and whether it is one."""
    assert match is not None, "deals are dealt in a match"
    agreed = all_agree(seats)
    return ((*deals, match.number) if agreed else deals), agreed
