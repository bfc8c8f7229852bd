"""What a deal is worth to each, exactly. Who wins a match is `match`'s business.

A `Scoring` makes points of what was counted; its two parts are small values, one for a deal
in which somebody went out and one for a deal in which nobody did. Seats that are out of the
match score nothing.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeAlias

import msgspec

from rummy_protocol.cards import Face
from rummy_protocol.choices import BlockedScoring, DealScoring

from .counting import Scores, Tally, held_points, laid_cards, tally, unopened
from .rules import Rules
from .sealed import Sealed
from .state import Deal, faces_in

__all__ = [
    "Differences",
    "LaidLessHeld",
    "LowestTakesAll",
    "Nothing",
    "OwnHands",
    "Payment",
    "Penalties",
    "Rummy",
    "Scoring",
    "SeatLine",
    "Sum",
    "Way",
    "lines",
    "score",
]


def score(rules: Rules, deal: Deal) -> Scores:
    """The points of a deal that is over, seat by seat."""
    return rules.scoring(rules, deal)


# --- deals in which somebody goes out, and blocked ones --------------------------------------


class Rummy(msgspec.Struct, frozen=True, kw_only=True):
    """What going rummy adds (R51)."""

    factor: int = 1
    extra: int = 0

    def raised(self, points: int, rummy: bool) -> int:
        return points * self.factor + self.extra if rummy else points


class Sum(msgspec.Struct, frozen=True, kw_only=True):
    """Who went out scores what all others hold, and nobody else scores (R44, R45).

    The bonus for going out is added last; going rummy does not raise it.
    """

    rummy: Rummy = Rummy()
    bonus: int = 0

    def __call__(self, told: Tally) -> Scores:
        assert told.out is not None, "somebody went out"
        won = self.rummy.raised(sum(told.held[seat] for seat in told.losers), told.rummy)
        return told.each([(told.out, won + self.bonus)])


class Penalties(msgspec.Struct, frozen=True, kw_only=True):
    """Every loser is charged for his own cards (R65, E31); the winner may be let off some."""

    rummy: Rummy = Rummy()
    bonus: int = 0
    """Taken off for going out: points are penalties here."""
    winner: tuple[int, ...] = (0, 0, 0)
    """Taken off for going out as usual, in one turn, and in one turn before anybody else
    had laid a card."""

    def __call__(self, told: Tally) -> Scores:
        assert told.out is not None, "somebody went out"
        how = 0 if not told.rummy else 2 if told.alone else 1
        charged = [(s, self.rummy.raised(told.held[s], told.rummy)) for s in told.losers]
        return told.each([*charged, (told.out, -self.winner[how] - self.bonus)])


class Payment(msgspec.Struct, frozen=True, kw_only=True):
    """Every loser pays his own cards to the winner (R67, E31), and the bonus, if any."""

    rummy: Rummy = Rummy()
    bonus: int = 0

    def __call__(self, told: Tally) -> Scores:
        assert told.out is not None, "somebody went out"
        paid = {
            seat: self.rummy.raised(told.held[seat], told.rummy) + self.bonus
            for seat in told.losers
        }
        won = (told.out, sum(paid.values()))
        return told.each([won, *((seat, -owed) for seat, owed in paid.items())])


class LaidLessHeld(msgspec.Struct, frozen=True, kw_only=True):
    """Everybody scores the cards he laid, less those he holds (R78, R80).

    In a blocked deal nobody has the bonus and nobody went rummy.
    """

    rummy: Rummy = Rummy()
    bonus: int = 0

    def __call__(self, told: Tally) -> Scores:
        def brought(seat: int) -> int:
            laid = told.laid[seat] - told.held[seat]
            if seat != told.out:
                return laid
            return self.rummy.raised(laid, told.rummy) + self.bonus

        return told.each((seat, brought(seat)) for seat in told.seats)


class Differences(msgspec.Struct, frozen=True):
    """The lowest hand wins the differences to the others; a tie shares (R62, R63, E33)."""

    paid: bool
    """Whether the others pay them, too (R67)."""

    def __call__(self, told: Tally) -> Scores:
        held = {seat: told.held[seat] for seat in told.seats}
        low = min(held.values())
        over = {seat: points - low for seat, points in held.items() if points > low}
        share = Fraction(sum(over.values()), len(held) - len(over))
        return told.each(
            (seat, -over[seat] if self.paid else 0) if seat in over else (seat, share)
            for seat in told.seats
        )


class LowestTakesAll(msgspec.Struct, frozen=True):
    """The lowest hand stands for who would have gone out: it takes what the others hold.

    A tie shares what those hold who are not in it.
    """

    def __call__(self, told: Tally) -> Scores:
        low = min(told.held[seat] for seat in told.seats)
        best = [seat for seat in told.seats if told.held[seat] == low]
        pot = sum(told.held[seat] for seat in told.seats if seat not in best)
        return told.each((seat, Fraction(pot, len(best))) for seat in best)


class OwnHands(msgspec.Struct, frozen=True):
    """Everybody's cards count against him (R65, C17)."""

    sign: int
    """1 where points are penalties, -1 where they are wanted."""

    def __call__(self, told: Tally) -> Scores:
        return told.each((seat, self.sign * told.held[seat]) for seat in told.seats)


class Nothing(msgspec.Struct, frozen=True):
    """A blocked deal counts for nobody."""

    def __call__(self, told: Tally) -> Scores:
        return told.each(())


Way: TypeAlias = (
    Sum | Penalties | Payment | LaidLessHeld | Differences | LowestTakesAll | OwnHands | Nothing
)


class Scoring(msgspec.Struct, frozen=True):
    """How the deals of a game are scored."""

    out: Way
    blocked: Way

    def __call__(self, rules: Rules, deal: Deal) -> Scores:
        told = tally(rules, deal)
        return (self.blocked if told.out is None else self.out)(told)


# --- the score sheet ---------------------------------------------------------------------


class SeatLine(Sealed, frozen=True):
    """What the score sheet of a deal says of one seat. Open to all: the deal is over (E43)."""

    hand: tuple[Face, ...]
    """What was left, sorted."""
    held: int
    """What it counts, the flat sum of who never opened included."""
    laid: tuple[tuple[Face, int], ...]
    """The cards that the seat laid, where they score, each with its points (R78)."""
    opened: bool
    """Whether the seat had opened or gone out; ``True`` where no flat sum asks for it."""
    played: bool
    """Whether the seat was dealt in."""
    points: Fraction
    """What the deal brings."""


def lines(rules: Rules, deal: Deal) -> tuple[SeatLine, ...]:
    """The lines of the score sheet of *deal*, which is over: one for each seat of the table."""
    points, held, laid = score(rules, deal), held_points(rules, deal), laid_cards(rules, deal)
    shown, flat = _table_scores(rules, deal), rules.ruleset.unopened_points is not None
    return tuple(
        SeatLine(
            hand=faces_in(hand),
            held=held[seat],
            laid=laid[seat] if shown else (),
            opened=not (flat and seat in deal.seats and unopened(deal, seat)),
            played=seat in deal.seats,
            points=points[seat],
        )
        for seat, hand in enumerate(deal.hands)
    )


def _table_scores(rules: Rules, deal: Deal) -> bool:
    """Whether the cards on the table are counted in *deal*."""
    ruleset, out = rules.ruleset, deal.outcome is not None and deal.outcome.out is not None
    counted = ruleset.deal_scoring is DealScoring.MELDS_MINUS_HAND
    return counted and (out or ruleset.blocked is BlockedScoring.SAME)
