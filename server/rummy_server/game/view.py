"""What a viewer may see of a deal, put together from nothing, card by card.

`public_view` is the same for everybody, `private_view` is for the owner of a hand alone, and
nothing else here makes a view. There is no viewer who sees everything, and none by default.
Nothing is decided in here: what is open to a seat, the rules say.

A table that shows every move keeps a `Views` and asks for the next by `views_of(rules,
match, last)`. What did not change is the same object as before, so `is` tells what has to be
packed anew; and a hand is searched for melds only when it has changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import TypeAlias, assert_never

import msgspec

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import Seen
from rummy_protocol.views import (
    DealResult,
    DealView,
    MeldView,
    OpenHands,
    Points,
    SeatResult,
    Waiting,
    You,
)

from . import own_view
from .log import latest_entries
from .match import Match
from .rules import Rules
from .scoring import lines
from .sealed import Sealed
from .state import Card, Deal, Meld, Phase, Play, face

__all__ = [
    "Bystander",
    "Seat",
    "Viewer",
    "Views",
    "open_hands",
    "private_view",
    "public_view",
    "view_for",
    "views_of",
]


class Seat(msgspec.Struct, frozen=True):
    """The player at the seat *number*."""

    number: int


class Bystander(msgspec.Struct, frozen=True):
    """Somebody who looks on."""


Viewer: TypeAlias = Seat | Bystander


class Views(Sealed, frozen=True):
    """Everything that the viewers of one table may see at one moment, part by part.

    Sealed, because it holds the parts of all seats: what is sent is one of them.
    """

    rules: Rules
    match: Match
    deal: DealView
    """For everybody."""
    yous: tuple[You, ...]
    """For each seat its own."""
    hands: tuple[You, ...]
    """The same without what may be done now."""


def view_for(rules: Rules, match: Match, viewer: Viewer) -> tuple[DealView, You | None]:
    """The whole of what *viewer* may see of the deal of *match*, computed afresh."""
    match viewer:
        case Seat():
            return public_view(rules, match), private_view(rules, match, viewer)
        case Bystander():
            return public_view(rules, match), None
        case _:
            assert_never(viewer)


def views_of(rules: Rules, match: Match, last: Views | None = None) -> Views:
    """The parts for all viewers.

    Args:
        last: what this returned for an earlier moment of the same match. Parts that are
            still true are taken from there, and are then the same objects.
    """
    if last is not None and match is last.match and rules is last.rules:
        return last
    known = last if last is not None and _same_deal(rules, match, last) else None
    deal = _deal(match)
    hands = _hands(rules, deal, known)
    return Views(
        rules=rules,
        match=match,
        deal=_public(rules, match, known),
        yous=_yous(rules, deal, hands),
        hands=hands,
    )


def _same_deal(rules: Rules, match: Match, last: Views) -> bool:
    return last.rules is rules and last.match.history[0] is match.history[0]


# --- for everybody -----------------------------------------------------------------------


def public_view(rules: Rules, match: Match) -> DealView:
    """The deal of *match* as everybody may see it, the last entries of its log included."""
    return _public(rules, match, None)


def _public(rules: Rules, match: Match, last: Views | None) -> DealView:
    deal = _deal(match)
    return DealView(
        number=match.number,
        dealer=deal.dealer,
        waiting=tuple([Waiting(found.seat, found.kind.value) for found in deal.pending]),
        hands=tuple(map(len, deal.hands)),
        stock=len(deal.stock),
        discards=len(deal.discards),
        top=_visible(rules, deal),
        melds=_melds(deal, last),
        turn=deal.turns,
        recycles=deal.recycles,
        log=latest_entries(rules, match, () if last is None else last.deal.log),
        result=_result(rules, match, deal),
        opened=deal.opened,
    )


def _deal(match: Match) -> Deal:
    assert match.deal is not None, "nothing is to be seen before the first deal"
    return match.deal


def _visible(rules: Rules, deal: Deal) -> tuple[Face, ...]:
    seen = deal.discards if rules.ruleset.discard_visible is Seen.ALL else deal.discards[-1:]
    return _faces(seen)


def _melds(deal: Deal, last: Views | None) -> tuple[MeldView, ...]:
    if last is None:
        return tuple([_meld(meld) for meld in deal.melds])
    before = _deal(last.match).melds
    if deal.melds is before:
        return last.deal.melds
    known = dict(zip(map(id, before), last.deal.melds, strict=True))
    return tuple([known.get(id(meld)) or _meld(meld) for meld in deal.melds])


def _meld(meld: Meld) -> MeldView:
    cards = _faces(meld.cards)
    stands = meld.stands if JOKER in cards else ()
    return MeldView(meld.id, meld.owner, cards, meld.credit, stands)


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    return tuple([face(card) for card in cards])


def _result(rules: Rules, match: Match, deal: Deal) -> DealResult | None:
    """The score sheet, once the deal has been scored. All hands are open then (E43)."""
    if deal.phase is not Phase.OVER or not match.results:
        return None
    last = match.results[-1]
    if last.number != match.number:
        return None
    seats = tuple(
        SeatResult(
            hand=line.hand,
            held=line.held,
            points=_points(line.points),
            total=_points(total),
            laid=line.laid,
            opened=line.opened,
            played=line.played,
        )
        for line, total in zip(lines(rules, deal), last.totals, strict=True)
    )
    outcome = last.outcome
    return DealResult(last.number, outcome.out, outcome.rummy, outcome.why, seats)


def _points(exact: Fraction) -> Points:
    return exact.numerator, exact.denominator


# --- for the owner of a hand -------------------------------------------------------------


def private_view(rules: Rules, match: Match, seat: Seat) -> You:
    """The hand of *seat*, and what may be done with it now: for its owner and nobody else."""
    deal = _deal(match)
    you = own_view.analysed(rules, deal, seat.number)
    asked = any(found.seat == seat.number for found in deal.pending)
    return own_view.deciding(rules, deal, you) if asked else you


def open_hands(rules: Rules, match: Match) -> OpenHands:
    """All hands, for those who look on where the owner of every seat has agreed to it."""
    deal = _deal(match)
    return OpenHands(
        tuple([own_view.laid_open(rules, deal, seat) for seat in range(len(deal.hands))])
    )


def _yous(rules: Rules, deal: Deal, hands: tuple[You, ...]) -> tuple[You, ...]:
    """*hands*, and for who has to decide what is open to him."""
    yous = list(hands)
    for found in deal.pending:
        yous[found.seat] = own_view.deciding(rules, deal, hands[found.seat])
    return tuple(yous)


def _hands(rules: Rules, deal: Deal, last: Views | None) -> tuple[You, ...]:
    """The hand of each seat, those that are out of the match included."""
    seats = range(len(deal.hands))
    if last is None:
        return tuple([own_view.analysed(rules, deal, seat) for seat in seats])
    before = _deal(last.match)
    return tuple(
        [
            last.hands[seat]
            if _same_hand(before, deal, seat)
            else own_view.analysed(rules, deal, seat)
            for seat in seats
        ]
    )


def _same_hand(before: Deal, deal: Deal, seat: int) -> bool:
    """Whether neither its hand nor its own plays have changed since."""
    old, new = before.hands[seat], deal.hands[seat]
    if old is not new and old != new:
        return False
    return before.turn.plays is deal.turn.plays or _plays(before, seat) == _plays(deal, seat)


def _plays(deal: Deal, seat: int) -> tuple[Play, ...]:
    """What *seat* has laid in the running turn."""
    return deal.turn.plays if deal.turn.seat == seat else ()
