"""What is counted of a deal: hands, and the cards that each seat has laid. No points yet."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

from rummy_protocol.cards import Face, is_joker, rank

from .rules import Rules
from .sealed import Sealed
from .state import Deal, Meld, face

__all__ = ["Scores", "Tally", "held_points", "laid_cards", "tally", "unopened"]

Scores: TypeAlias = tuple[Fraction, ...]
"""For each seat of the table what a deal brings it."""


class Tally(Sealed, frozen=True):
    """What is counted of a deal before anything is made of it."""

    seats: tuple[int, ...]
    """Who was dealt in."""
    held: tuple[int, ...]
    """What the hand of each seat of the table counts; 0 for who was not dealt in."""
    laid: tuple[int, ...]
    """What the cards count that each seat has laid (R78)."""
    out: int | None
    rummy: bool
    """Whether who went out laid everything in one turn (E30)."""
    alone: bool
    """Whether nobody but him had laid anything in this deal."""

    def each(self, points: Iterable[tuple[int, Fraction | int]]) -> Scores:
        """Scores for the whole table from those of some seats."""
        told = dict(points)
        return tuple(Fraction(told.get(seat, 0)) for seat in range(len(self.held)))

    @property
    def losers(self) -> tuple[int, ...]:
        return tuple(seat for seat in self.seats if seat != self.out)


def tally(rules: Rules, deal: Deal) -> Tally:
    """Count *deal*, which is over."""
    outcome = deal.outcome
    assert outcome is not None, "only a deal that is over has a score"
    return Tally(
        seats=deal.seats,
        held=held_points(rules, deal),
        laid=tuple(sum(points for _, points in laid) for laid in laid_cards(rules, deal)),
        out=outcome.out,
        rummy=outcome.rummy,
        alone=set(deal.played) <= {outcome.out},
    )


def held_points(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """What each hand counts: its cards (R43), or the flat sum of who never opened.

    The flat sum is for everybody but the player who went out, in a blocked deal as well: it
    stands for cards that could not be brought to the table, whoever ended the deal.
    """
    values, flat = rules.values, rules.ruleset.unopened_points
    held = [sum([values[face(card)] for card in hand]) for hand in deal.hands]
    if flat is not None:
        for seat in deal.seats:
            if unopened(deal, seat):
                held[seat] = flat
    return tuple(held)


def unopened(deal: Deal, seat: int) -> bool:
    """Whether *seat* never opened, and did not go out all at once without."""
    went_out = deal.outcome is not None and deal.outcome.out == seat
    return seat not in deal.opened and not went_out


def laid_cards(rules: Rules, deal: Deal) -> tuple[tuple[tuple[Face, int], ...], ...]:
    """For each seat the cards on the table that it laid itself, each with what it counts.

    A card counts for who laid it, on whosesoever meld it lies (R78); a joker counts as a
    joker, not as what it stands for.
    """
    laid: list[list[tuple[Face, int]]] = [[] for _ in deal.hands]
    for meld in deal.melds:
        for card, points, seat in zip(
            meld.cards, _counted(rules, meld), meld.credit, strict=True
        ):
            laid[seat].append((face(card), points))
    return tuple(map(tuple, laid))


def _counted(rules: Rules, meld: Meld) -> Iterator[int]:
    """What each card of *meld* counts; an ace below a two may count otherwise (R79)."""
    low, values = rules.ruleset.ace_low_points, rules.values
    above = (*meld.stands[1:], None)
    for card, stands, following in zip(meld.cards, meld.stands, above, strict=True):
        shown = face(card)
        below_two = following is not None and (rank(stands), rank(following)) == (1, 2)
        if below_two and low is not None and not is_joker(shown):
            yield low
        else:
            yield values[shown]
