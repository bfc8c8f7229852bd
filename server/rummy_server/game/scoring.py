"""What a deal is worth to each, exactly. Who wins a match is `match`'s business."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import msgspec

from .rules import Rules
from .state import Deal, face

__all__ = [
    "Differences",
    "Nothing",
    "OwnHands",
    "Payment",
    "Penalties",
    "Rummy",
    "Sum",
    "held_points",
    "score",
]

Scores = tuple[Fraction, ...]


def held_points(rules: Rules, deal: Deal) -> tuple[int, ...]:
    """What each hand counts (R43)."""
    values = rules.values
    return tuple(sum(values[face(card)] for card in hand) for hand in deal.hands)


def score(rules: Rules, deal: Deal) -> Scores:
    """The points of a deal that is over, seat by seat."""
    assert deal.outcome is not None, "only a deal that is over has a score"
    held = held_points(rules, deal)
    if deal.outcome.out is None:
        return rules.score_blocked(held)
    return rules.score_out(held, deal.outcome.out, deal.outcome.rummy)


class Rummy(msgspec.Struct, frozen=True, kw_only=True):
    """What going rummy adds (R51)."""

    factor: int = 1
    extra: int = 0

    def raised(self, points: int, rummy: bool) -> Fraction:
        return Fraction(points * self.factor + self.extra if rummy else points)


class Sum(msgspec.Struct, frozen=True):
    """Who went out scores what all others hold, and nobody else scores (R44, R45)."""

    rummy: Rummy

    def __call__(self, held: Sequence[int], out: int, rummy: bool) -> Scores:
        won = self.rummy.raised(sum(held) - held[out], rummy)
        return tuple(won if seat == out else Fraction(0) for seat in range(len(held)))


class Penalties(msgspec.Struct, frozen=True):
    """Every loser is charged for his own cards (R65, E31)."""

    rummy: Rummy

    def __call__(self, held: Sequence[int], out: int, rummy: bool) -> Scores:
        return tuple(
            Fraction(0) if seat == out else self.rummy.raised(points, rummy)
            for seat, points in enumerate(held)
        )


class Payment(msgspec.Struct, frozen=True):
    """Every loser pays his own cards to the winner (R67, E31)."""

    rummy: Rummy

    def __call__(self, held: Sequence[int], out: int, rummy: bool) -> Scores:
        charged = Penalties(self.rummy)(held, out, rummy)
        won = sum(charged, Fraction(0))
        return tuple(won if seat == out else -owed for seat, owed in enumerate(charged))


class Differences(msgspec.Struct, frozen=True):
    """The lowest hand wins the differences to the others; a tie shares (R62, R63, E33)."""

    paid: bool
    """Whether the others pay them, too (R67)."""

    def __call__(self, held: Sequence[int]) -> Scores:
        low = min(held)
        share = Fraction(sum(held) - low * len(held), list(held).count(low))
        return tuple(
            share if points == low else Fraction(low - points if self.paid else 0)
            for points in held
        )


class OwnHands(msgspec.Struct, frozen=True):
    """Everybody's cards count against him (R65, C17)."""

    sign: int
    """1 where points are penalties, -1 where they are wanted."""

    def __call__(self, held: Sequence[int]) -> Scores:
        return tuple(Fraction(self.sign * points) for points in held)


class Nothing(msgspec.Struct, frozen=True):
    """A blocked deal counts for nobody."""

    def __call__(self, held: Sequence[int]) -> Scores:
        return (Fraction(0),) * len(held)
