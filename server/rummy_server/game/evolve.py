"""Making an event so. Total and unquestioning: `decide` has judged already.

Nothing in here knows a rule, so an old record replays to the same deal even after a rule
has been mended.
"""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from .events import (
    DealEnded,
    DealEvent,
    Dealt,
    Discarded,
    Drew,
    LaidOff,
    Melded,
    Restocked,
    Swapped,
    TookBack,
    TookDiscards,
    TurnBegan,
)
from .state import Card, Deal, Meld, Phase, Play, Turn

__all__ = ["evolve"]

Hands = tuple[tuple[Card, ...], ...]


def evolve(deal: Deal | None, event: DealEvent) -> Deal:
    """The deal after *event*. There is no deal before `Dealt`, and that begins a new one."""
    if deal is None:
        assert isinstance(event, Dealt), "a deal begins with Dealt"
        return _dealt(event)
    # The commonest first: a class that does not fit costs more than one that does.
    match event:
        case Drew(seat, card):
            return replace(
                deal,
                hands=_given(deal.hands, seat, (card,)),
                stock=deal.stock[:-1],
                phase=Phase.PLAY,
                turn=replace(deal.turn, fresh=card),
            )
        case Discarded(seat, card):
            hands = _taken(deal.hands, seat, (card,))
            return replace(deal, hands=hands, discards=(*deal.discards, card))
        case TurnBegan(seat):
            turn = Turn(seat, None, None, (), seat in deal.played, seat in deal.opened)
            return replace(deal, phase=Phase.DRAW, turn=turn, turns=deal.turns + 1)
        case TookDiscards():
            return _took(deal, event)
        case LaidOff(seat, cards, meld):
            before = next(lying for lying in deal.melds if lying.id == meld.id)
            return _played(deal, seat, Play(cards=cards, meld=meld, before=before))
        case Melded(seat, meld, opens):
            play = Play(cards=meld.cards, meld=meld, before=None, opens=opens)
            return _played(deal, seat, play)
        case Swapped():
            return _swapped(deal, event)
        case TookBack(seat, play):
            return _took_back(deal, seat, play)
        case Restocked():
            recycles = deal.recycles + 1
            return replace(deal, stock=event.stock, discards=event.discards, recycles=recycles)
        case DealEnded(outcome):
            return replace(deal, phase=Phase.OVER, outcome=outcome)
        case Dealt():
            return _dealt(event)
    assert_never(event)


def _given(hands: Hands, seat: int, cards: tuple[Card, ...]) -> Hands:
    return (*hands[:seat], hands[seat] + cards, *hands[seat + 1 :])


def _taken(hands: Hands, seat: int, gone: tuple[Card, ...]) -> Hands:
    kept = tuple([card for card in hands[seat] if card not in gone])
    return (*hands[:seat], kept, *hands[seat + 1 :])


def _with_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return seats if seat in seats else (*seats, seat)


def _without_seat(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(other for other in seats if other != seat)


def _exchanged(melds: tuple[Meld, ...], meld: Meld) -> tuple[Meld, ...]:
    return tuple([meld if lying.id == meld.id else lying for lying in melds])


def _dealt(event: Dealt) -> Deal:
    return Deal(
        dealer=event.dealer,
        hands=event.hands,
        stock=event.stock,
        discards=() if event.upcard is None else (event.upcard,),
        seats=event.seats,
        phase=Phase.DRAW if event.draws else Phase.PLAY,
        turn=Turn(seat=event.first),
    )


def _took(deal: Deal, event: TookDiscards) -> Deal:
    cards = event.cards
    return replace(
        deal,
        hands=_given(deal.hands, event.seat, cards),
        discards=deal.discards[: -len(cards)],
        phase=Phase.PLAY,
        turn=replace(
            deal.turn,
            fresh=cards[0],
            locked=event.locked,
            must=event.must,
            must_open=event.must_open,
        ),
    )


def _played(deal: Deal, seat: int, play: Play) -> Deal:
    meld, new = play.meld, play.before is None
    return replace(
        deal,
        hands=_taken(deal.hands, seat, play.cards),
        melds=(*deal.melds, meld) if new else _exchanged(deal.melds, meld),
        turn=replace(deal.turn, plays=(*deal.turn.plays, play)),
        opened=_with_seat(deal.opened, seat) if play.opens else deal.opened,
        played=_with_seat(deal.played, seat),
        next_meld=deal.next_meld + new,
    )


def _swapped(deal: Deal, event: Swapped) -> Deal:
    """A swap is neither a meld nor a lay-off, so the seat has not played by it (E30)."""
    seat, meld = event.seat, event.meld
    before = next(lying for lying in deal.melds if lying.id == meld.id)
    play = Play(cards=event.cards, meld=meld, before=before, gained=event.jokers)
    turn = replace(deal.turn, plays=(*deal.turn.plays, play))
    if event.owed:
        turn = replace(turn, owed=(*turn.owed, *event.jokers))
    return replace(
        deal,
        hands=_given(_taken(deal.hands, seat, event.cards), seat, event.jokers),
        melds=_exchanged(deal.melds, meld),
        turn=turn,
    )


def _took_back(deal: Deal, seat: int, play: Play) -> Deal:
    """Undo the last play; whether the seat has played at all is counted afresh."""
    plays = deal.turn.plays[:-1]
    if play.before is None:
        melds = tuple(lying for lying in deal.melds if lying.id != play.meld.id)
    else:
        melds = _exchanged(deal.melds, play.before)
    opened, played, owed = deal.opened, deal.played, deal.turn.owed
    if play.gained and owed[-len(play.gained) :] == play.gained:
        owed = owed[: -len(play.gained)]
    if play.opens:
        opened = _without_seat(opened, seat)
    if not deal.turn.laid_before and all(other.gained for other in plays):
        played = _without_seat(played, seat)
    return replace(
        deal,
        hands=_given(_taken(deal.hands, seat, play.gained), seat, play.cards),
        melds=melds,
        turn=replace(deal.turn, plays=plays, owed=owed),
        opened=opened,
        played=played,
    )
