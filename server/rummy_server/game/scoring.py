"""What a deal is worth to each, exactly. Who wins a match is `match`'s business.

A deal is first tallied: what each hand counts, and what each seat has laid. A `Scoring` then
says what that brings; its two parts are small values, one for a deal in which somebody went
out and one for a deal in which nobody did. Seats that are out of the match score nothing.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import TypeAlias

import msgspec

from rummy_protocol.cards import Face, is_joker, rank
from rummy_protocol.choices import BlockedScoring, DealScoring

from .rules import Rules
from .sealed import Sealed
from .state import Deal, Meld, face, faces_in

__all__ = [
    "Differences",
    "LaidLessHeld",
    "LowestTakesAll",
    "Nothing",
    "OwnHands",
    "Payment",
    "Penalties",
    "Rummy",
    "Scores",
    "Scoring",
    "SeatLine",
    "Sum",
    "Tally",
    "Way",
    "held_points",
    "laid_cards",
    "lines",
    "score",
    "tally",
]

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


# --- counting ----------------------------------------------------------------------------


def score(rules: Rules, deal: Deal) -> Scores:
    """The points of a deal that is over, seat by seat."""
    return rules.scoring(rules, deal)


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
            if _unopened(deal, seat):
                held[seat] = flat
    return tuple(held)


def _unopened(deal: Deal, seat: int) -> bool:
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
            opened=not (flat and seat in deal.seats and _unopened(deal, seat)),
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
