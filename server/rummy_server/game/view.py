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
from typing import Final, TypeAlias, assert_never

import msgspec
from msgspec.structs import replace

from rummy_protocol.actions import LayOff
from rummy_protocol.cards import Face
from rummy_protocol.choices import Seen
from rummy_protocol.news import Entry
from rummy_protocol.views import (
    DealResult,
    DealView,
    Fit,
    Lay,
    MeldView,
    Points,
    SeatResult,
    Waiting,
    You,
)

from . import arrange, decide
from .log import latest_entries
from .match import Match
from .melds import faces_of, mask_of, meld_table, possible
from .rules import Rules
from .sealed import Sealed
from .state import Card, Deal, Meld, Phase, face, faces_in

__all__ = [
    "Bystander",
    "Seat",
    "Viewer",
    "Views",
    "private_view",
    "public_view",
    "view_for",
    "views_of",
]

MOST_MELDS: Final = 16
"""How many melds of a hand its owner is told of."""


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

    match: Match
    deal: DealView
    """For everybody."""
    yous: tuple[You, ...]
    """For each seat its own."""


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
    if last is not None and match is last.match:
        return last
    asked = _asked(match)
    return Views(
        match=match,
        deal=_public(rules, match, last),
        yous=tuple(
            [_private(rules, match, seat, seat in asked, last) for seat in range(rules.players)]
        ),
    )


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
        hands=tuple([len(hand) for hand in deal.hands]),
        stock=len(deal.stock),
        discards=len(deal.discards),
        top=_visible(rules, deal),
        melds=_melds(deal, last),
        turn=deal.turns,
        recycles=deal.recycles,
        log=latest_entries(rules, match, _known(match, last)),
        result=_result(rules, match, deal),
    )


def _deal(match: Match) -> Deal:
    assert match.deal is not None, "nothing is to be seen before the first deal"
    return match.deal


def _visible(rules: Rules, deal: Deal) -> tuple[Face, ...]:
    seen = deal.discards if rules.ruleset.discard_visible is Seen.ALL else deal.discards[-1:]
    return _faces(seen)


def _melds(deal: Deal, last: Views | None) -> tuple[MeldView, ...]:
    if last is not None and deal.melds is _deal(last.match).melds:
        return last.deal.melds
    return tuple([_meld(meld) for meld in deal.melds])


def _meld(meld: Meld) -> MeldView:
    return MeldView(meld.id, meld.owner, _faces(meld.cards), meld.credit)


def _faces(cards: Iterable[Card]) -> tuple[Face, ...]:
    return tuple([face(card) for card in cards])


def _known(match: Match, last: Views | None) -> tuple[Entry, ...]:
    """The entries of *last*, if it is of the same deal."""
    if last is None or last.match.history[0] is not match.history[0]:
        return ()
    return last.deal.log


def _result(rules: Rules, match: Match, deal: Deal) -> DealResult | None:
    """The score sheet, once the deal has been scored. All hands are open then (E43)."""
    if deal.phase is not Phase.OVER or not match.results:
        return None
    last = match.results[-1]
    if last.number != match.number:
        return None
    seats = tuple(
        SeatResult(
            hand=faces_in(hand),
            held=sum([rules.values[face(card)] for card in hand]),
            points=_points(points),
            total=_points(total),
        )
        for hand, points, total in zip(last.hands, last.points, last.totals, strict=True)
    )
    outcome = last.outcome
    return DealResult(last.number, outcome.out, outcome.rummy, outcome.why, seats)


def _points(exact: Fraction) -> Points:
    return exact.numerator, exact.denominator


# --- for the owner of a hand -------------------------------------------------------------


def private_view(rules: Rules, match: Match, seat: Seat) -> You:
    """The hand of *seat*, and what may be done with it now: for its owner and nobody else."""
    return _private(rules, match, seat.number, seat.number in _asked(match), None)


def _asked(match: Match) -> list[int]:
    """The seats that have to decide now."""
    return [found.seat for found in _deal(match).pending]


def _private(rules: Rules, match: Match, seat: int, asked: bool, last: Views | None) -> You:
    deal = _deal(match)
    you = _same_hand(deal, seat, last) or _analysed(rules, seat, deal.hands[seat])
    if asked:
        return _deciding(rules, deal, you)
    return _waiting(you) if you.may else you


def _same_hand(deal: Deal, seat: int, last: Views | None) -> You | None:
    """What *last* says of the seat, if its hand has not changed since."""
    if last is None or _deal(last.match).hands[seat] != deal.hands[seat]:
        return None
    return last.yous[seat]


def _analysed(rules: Rules, seat: int, cards: tuple[Card, ...]) -> You:
    """What depends on the hand alone."""
    hand = faces_in(cards)
    best = arrange.best_split(rules.melds, rules.values, hand)
    values = rules.values
    melds = list(possible(rules.melds, hand)) if best.melds else []
    if len(melds) > 1:
        melds.sort(key=_longest_first)
    return You(
        seat=seat,
        hand=hand,
        split=best.melds,
        deadwood=best.deadwood,
        points=sum([values[held] for held in hand]),
        dead_points=best.points,
        can_meld=tuple([Lay(meld) for meld in melds[:MOST_MELDS]]),
    )


def _longest_first(meld: tuple[Face, ...]) -> tuple[int, tuple[Face, ...]]:
    return -len(meld), meld


def _waiting(you: You) -> You:
    """*you* while others decide."""
    return replace(you, may=(), fresh=None, locked=None, fits=(), duty="")


def _deciding(rules: Rules, deal: Deal, you: You) -> You:
    """*you* with what is open to the seat now."""
    may = decide.may(rules, deal, you.seat)
    return replace(
        you,
        may=may,
        fresh=_in_hand(deal, you.seat, deal.turn.fresh),
        locked=_in_hand(deal, you.seat, deal.turn.locked),
        fits=_fits(rules, deal, you) if LayOff.kind in may else (),
        duty=decide.duty(rules, deal),
    )


def _in_hand(deal: Deal, seat: int, card: Card | None) -> Face | None:
    return face(card) if card is not None and card in deal.hands[seat] else None


def _fits(rules: Rules, deal: Deal, you: You) -> tuple[Fit, ...]:
    """Which melds each card could be added to, alone."""
    grows, reachable = meld_table(rules.melds).grows, decide.reachable(rules, deal)
    hand, some, fitting = mask_of(you.hand), 0, []
    for meld in deal.melds:
        if meld.id in reachable and (cards := grows[mask_of(meld.stands)] & hand):
            fitting.append((meld.id, cards))
            some |= cards
    return tuple(
        [
            Fit(held, tuple([id for id, cards in fitting if cards >> held & 1]))
            for held in faces_of(some)
        ]
    )
