"""A match: deal after deal until somebody has won. It is the fold of its events."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from msgspec.structs import replace

from rummy_protocol.choices import Tie

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
from .rules import Rules
from .scoring import score
from .sealed import Sealed
from .state import Card, Deal, Outcome, Phase

__all__ = ["Match", "Result", "begin", "close_deal", "follow", "next_dealer"]


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


class Match(Sealed, frozen=True):
    players: int
    dealer: int
    """Who dealt the running or last deal; before the first one, who will."""
    number: int
    """Deals that have begun."""
    totals: tuple[Fraction, ...]
    deal: Deal | None = None
    history: tuple[DealEvent, ...] = ()
    """What has happened in the running or last deal."""
    results: tuple[Result, ...] = ()
    ended: MatchEnded | None = None


def begin(players: int, dealer: int) -> MatchBegan:
    """A match of *players* in which *dealer*, chosen by chance, deals first (R08)."""
    return MatchBegan(players, dealer)


def next_dealer(match: Match) -> int:
    """Who deals next: the deal moves on by one, whatever became of the last (R09, E48)."""
    return match.dealer if match.number == 0 else (match.dealer + 1) % match.players


def close_deal(rules: Rules, match: Match) -> tuple[Event, ...]:
    """Score the deal that is over, and end the match if that decides it (R46-R49)."""
    assert match.deal is not None, "there is a deal to score"
    assert match.deal.phase is Phase.OVER, "and it is over"
    points = score(rules, match.deal)
    scored = Scored(tuple((p.numerator, p.denominator) for p in points))
    winners = _winners(rules, match, _added(match.totals, points))
    if not winners:
        return (scored,)
    why = "deals" if rules.ending.target is None else "target"
    return scored, MatchEnded(winners, why)


def _winners(rules: Rules, match: Match, totals: tuple[Fraction, ...]) -> tuple[int, ...]:
    """Whose match it is; nobody's, while it goes on."""
    ending = rules.ending
    if ending.target is not None and max(totals) < ending.target:
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
            raise NotImplementedError
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
    )
    return replace(match, totals=totals, results=(*match.results, result))
