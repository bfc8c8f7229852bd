"""From an order of the deck to the first turn. Where the order comes from is not asked here."""

from __future__ import annotations

from rummy_protocol.cards import is_joker
from rummy_protocol.choices import FirstTurn, Starter

from .events import Dealt
from .rules import Rules
from .state import Card, face

__all__ = ["deal_out", "undealt"]


def deal_out(
    rules: Rules, dealer: int, order: tuple[Card, ...], out: tuple[int, ...] = ()
) -> Dealt:
    """Deal *order*, its first card first, one at a time from the dealer's left (R04-R06).

    Args:
        rules: The game, for those who are dealt in.
        dealer: Who deals; one of them.
        order: The whole deck, shuffled.
        out: Seats that are out of the match. They get no cards and no turn.
    """
    assert sorted(order) == sorted(rules.deck), "the deck of this game, whole"
    seats = tuple(seat for seat in range(rules.players + len(out)) if seat not in out)
    assert len(seats) == rules.players, "whoever is out has a seat at this table"
    round_of = _from_left(seats, dealer)
    extra = rules.ruleset.first_turn is FirstTurn.EXTRA_CARD
    first = dealer if rules.ruleset.starter is Starter.DEALER else round_of[0]
    dealt = rules.players * rules.hand_size
    hands: list[tuple[Card, ...]] = [()] * (rules.players + len(out))
    for place, seat in enumerate(round_of):
        hands[seat] = order[place : dealt : rules.players]
    if extra:
        # The starter's one card more comes last, when everybody has his own (R73).
        hands[first] += (order[dealt],)
        upcard, stock = None, order[:dealt:-1]
    else:
        upcard, stock = _turned_up(rules, order[dealt:])
    return Dealt(
        dealer=dealer,
        hands=tuple(hands),
        stock=stock,
        upcard=upcard,
        first=first,
        seats=seats,
        draws=not extra,
    )


def _from_left(seats: tuple[int, ...], dealer: int) -> tuple[int, ...]:
    """*seats* as cards go round: the dealer's left first, he himself last."""
    assert dealer in seats, "who is out of the match deals no cards"
    left = seats.index(dealer) + 1
    return seats[left:] + seats[:left]


def _turned_up(rules: Rules, rest: tuple[Card, ...]) -> tuple[Card, tuple[Card, ...]]:
    """The card that opens the discard pile, and the stock, whose last card is on top.

    Where no joker may be turned up the next card is, and the jokers that lay above it stay on
    top of the stock. If nothing but jokers is left, one of them is turned up all the same.
    """
    up = 0
    if not rules.ruleset.joker_upcard:
        naturals = (place for place, card in enumerate(rest) if not is_joker(face(card)))
        up = next(naturals, 0)
    return rest[up], (rest[:up] + rest[up + 1 :])[::-1]


def undealt(dealt: Dealt) -> tuple[Card, ...]:
    """A deck from which *dealt* would be dealt: what `deal_out` does, backwards."""
    round_of = _from_left(dealt.seats, dealt.dealer)
    size = min(len(dealt.hands[seat]) for seat in dealt.seats)
    rounds = [dealt.hands[seat][place] for place in range(size) for seat in round_of]
    more = dealt.hands[dealt.first][size:]
    upcard = () if dealt.upcard is None else (dealt.upcard,)
    return (*rounds, *more, *upcard, *dealt.stock[::-1])
