"""A match: deal after deal until somebody has won. It is the fold of its events.

Who has dropped out keeps his seat and his points, but gets no cards, until he buys himself in
again where the game lets him. The rules of a deal are those of the match with the changes of
that deal made, for as many as are dealt in.
"""

from __future__ import annotations

from fractions import Fraction
from typing import TypeVar, assert_never

from msgspec.structs import replace

from rummy_protocol.choices import Tie
from rummy_protocol.errors import Code, Declined
from rummy_protocol.ruleset import RuleSet

from .events import (
    BoughtIn,
    DealEnded,
    DealEvent,
    Dealt,
    Discarded,
    Drew,
    Event,
    LaidOff,
    MatchBegan,
    MatchEnded,
    Melded,
    Restocked,
    Scored,
    Swapped,
    TookBack,
    TookDiscards,
    TurnBegan,
)
from .evolve import evolve
from .rules import Ending, Rules
from .scoring import score
from .sealed import Sealed
from .state import Card, Deal, Outcome, Phase
from .variants import rules_for

__all__ = [
    "Match",
    "Result",
    "begin",
    "buy_in",
    "close_deal",
    "follow",
    "may_buy_in",
    "next_dealer",
    "rules_of",
    "rules_played",
]


T = TypeVar("T")


class Result(Sealed, frozen=True):
    """A deal that was played and scored."""

    number: int
    """From 1, in this match."""
    dealer: int
    outcome: Outcome
    hands: tuple[tuple[Card, ...], ...]
    """What was left in them; open to all (E43)."""
    points: tuple[Fraction, ...]
    """What the deal brought."""
    totals: tuple[Fraction, ...]
    rules_hash: str = ""
    """Of the rule set of the match, with the changes of this deal made."""


class Match(Sealed, frozen=True):
    players: int
    dealer: int
    """Who dealt the running or last deal; before the first one, who will."""
    number: int
    """Deals that have begun."""
    totals: tuple[Fraction, ...]
    out: tuple[int, ...] = ()
    """Seats that have dropped out, in order around the table."""
    bought: tuple[int, ...] = ()
    """How often each seat has bought itself in; empty while nobody has."""
    deal: Deal | None = None
    history: tuple[DealEvent, ...] = ()
    """What has happened in the running or last deal."""
    results: tuple[Result, ...] = ()
    ended: MatchEnded | None = None

    @property
    def left(self) -> tuple[int, ...]:
        """Seats that are in the match."""
        return tuple(seat for seat in range(self.players) if seat not in self.out)

    @property
    def scored(self) -> bool:
        """Whether the last deal that was dealt has been scored."""
        return bool(self.results) and self.results[-1].number == self.number


# --- before a deal -----------------------------------------------------------------------


def begin(players: int, dealer: int) -> MatchBegan:
    """A match of *players* in which *dealer*, chosen by chance, deals first (R08)."""
    return MatchBegan(players, dealer)


def next_dealer(match: Match) -> int:
    """Who deals next: the deal moves on to the next seat that is in, whatever became of the
    last one (R09, E41, E48)."""
    if match.number == 0:
        return match.dealer
    left = match.left
    return next((seat for seat in left if seat > match.dealer), left[0])


def rules_of(ruleset: RuleSet, match: Match) -> Rules:
    """The rules of the deal that runs; of the next one, when none does.

    Args:
        ruleset: of the match.
    """
    if match.deal is not None and (match.ended is not None or not match.scored):
        return rules_played(ruleset, match)
    return rules_for(ruleset.for_deal(match.number + 1), len(match.left))


def rules_played(ruleset: RuleSet, match: Match) -> Rules:
    """The rules of the deal that runs or was the last; of the first, before it is dealt."""
    if match.deal is None:
        return rules_of(ruleset, match)
    return rules_for(ruleset.for_deal(match.number), len(match.deal.seats))


def may_buy_in(ruleset: RuleSet, match: Match, seat: int) -> bool:
    """Whether *seat*, which has dropped out, may come back for the next deal."""
    bought = match.bought[seat] if match.bought else 0
    between = match.scored and match.ended is None
    return seat in match.out and between and bought < ruleset.buy_ins and len(match.left) >= 2


def buy_in(ruleset: RuleSet, match: Match, seat: int) -> BoughtIn:
    """*seat* comes back, with as many points as the worst of those who are in.

    Raises:
        Declined: it has not dropped out, or cannot come back (any more, or now).
    """
    if seat not in match.out:
        raise Declined(Code.NOT_OUT)
    if not may_buy_in(ruleset, match, seat):
        raise Declined(Code.NO_BUY_IN)
    worst = max(match.totals[other] for other in match.left)
    return BoughtIn(seat, (worst.numerator, worst.denominator))


# --- after a deal ------------------------------------------------------------------------


def close_deal(rules: Rules, match: Match) -> tuple[Event, ...]:
    """Score the deal that is over, and end the match if that decides it (R46-R49)."""
    deal = match.deal
    assert deal is not None, "there is a deal to score"
    assert deal.phase is Phase.OVER, "and it is over"
    points = score(rules, deal)
    exact, totals = tuple(map(_exact, points)), _added(match.totals, points)
    if rules.ending.eliminate_at is not None:
        return _eliminated(rules, deal, exact, totals)
    scored = Scored(exact, rules_hash=rules.ruleset.rules_hash())
    winners = _winners(rules.ending, match, totals)
    if not winners:
        return (scored,)
    return scored, MatchEnded(winners, "deals" if rules.ending.deals else "target")


def _exact(points: Fraction) -> tuple[int, int]:
    return points.numerator, points.denominator


def _eliminated(
    rules: Rules,
    deal: Deal,
    points: tuple[tuple[int, int], ...],
    totals: tuple[Fraction, ...],
) -> tuple[Event, ...]:
    """Have those drop out who have reached the limit; the last one who is left wins.

    Should nobody be left the best of them are, and share the match unless level players are
    to play on (E37).
    """
    ending, limit = rules.ending, rules.ending.eliminate_at
    assert limit is not None, "there is a limit to reach"
    left = [seat for seat in deal.seats if not ending.reached(totals[seat], limit)]
    shared = not left and ending.tie is Tie.SHARE
    if not left:
        best = min(totals[seat] for seat in deal.seats)
        left = [seat for seat in deal.seats if totals[seat] == best]
    dropped = tuple(seat for seat in deal.seats if seat not in left)
    scored = Scored(points, dropped, rules.ruleset.rules_hash())
    if len(left) == 1 or shared:
        return scored, MatchEnded(tuple(left), "last-standing")
    return (scored,)


def _winners(ending: Ending, match: Match, totals: tuple[Fraction, ...]) -> tuple[int, ...]:
    """Whose match it is; nobody's, while it goes on."""
    if ending.target is not None and not ending.reached(max(totals), ending.target):
        return ()
    if ending.deals is not None and match.number < ending.deals:
        return ()
    best = min(totals) if ending.lowest_wins else max(totals)
    level = tuple(seat for seat, total in enumerate(totals) if total == best)
    if len(level) == 1:
        return level
    match ending.tie:
        case Tie.SHARE:
            return level
        case Tie.EXTRA_DEAL:
            return ()
        case Tie.WENT_OUT_FIRST:
            outcome = match.deal.outcome if match.deal else None
            return tuple(seat for seat in level if outcome and seat == outcome.out)


def _added(totals: tuple[Fraction, ...], points: tuple[Fraction, ...]) -> tuple[Fraction, ...]:
    return tuple(total + more for total, more in zip(totals, points, strict=True))


def follow(match: Match | None, event: Event) -> Match:
    """The match after *event*. There is none before `MatchBegan`."""
    # The commonest first: a class that does not fit costs more than one that does.
    match event:
        case (
            Drew()
            | Discarded()
            | TurnBegan()
            | TookDiscards()
            | Melded()
            | LaidOff()
            | Swapped()
            | TookBack()
            | Restocked()
            | DealEnded()
        ):
            begun = _begun(match)
            deal = evolve(begun.deal, event)
            return replace(begun, deal=deal, history=(*begun.history, event))
        case Dealt():
            begun = _begun(match)
            return replace(
                begun,
                dealer=event.dealer,
                number=begun.number + 1,
                deal=evolve(None, event),
                history=(event,),
            )
        case BoughtIn():
            return _bought_in(_begun(match), event)
        case Scored():
            return _scored(_begun(match), event)
        case MatchEnded():
            return replace(_begun(match), ended=event)
        case MatchBegan():
            zeros = (Fraction(0),) * event.players
            return Match(players=event.players, dealer=event.dealer, number=0, totals=zeros)
    assert_never(event)


def _begun(match: Match | None) -> Match:
    assert match is not None, "a match begins with MatchBegan"
    return match


def _scored(match: Match, event: Scored) -> Match:
    deal = match.deal
    assert deal is not None, "there is a deal to score"
    assert deal.outcome is not None, "and it is over"
    points = tuple(Fraction(*exact) for exact in event.points)
    totals = _added(match.totals, points)
    result = Result(
        number=match.number,
        dealer=match.dealer,
        outcome=deal.outcome,
        hands=deal.hands,
        points=points,
        totals=totals,
        rules_hash=event.rules_hash,
    )
    return replace(
        match,
        totals=totals,
        out=tuple(sorted({*match.out, *event.out})),
        results=(*match.results, result),
    )


def _bought_in(match: Match, event: BoughtIn) -> Match:
    seat, bought = event.seat, match.bought or (0,) * match.players
    return replace(
        match,
        totals=_put(match.totals, seat, Fraction(*event.points)),
        out=tuple(other for other in match.out if other != seat),
        bought=_put(bought, seat, bought[seat] + 1),
    )


def _put(values: tuple[T, ...], seat: int, value: T) -> tuple[T, ...]:
    return (*values[:seat], value, *values[seat + 1 :])
