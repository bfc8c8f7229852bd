"""The game judged once more: is each thing that was kept what the rules say follows?

A journal keeps outcomes, not wishes. From an outcome one can tell what was asked for; asked
again, the rules must give the same outcome, to the last card. Chance is taken as it is
told, but not one card may come or go by it.
"""

from __future__ import annotations

from collections import Counter
from typing import Final

from rummy_protocol.errors import Declined, RuleViolation
from rummy_protocol.text import _
from rummy_protocol.views import SeatKind, Stage

from ..game.dealing import deal_out, undealt
from ..game.decide import decide
from ..game.events import (
    BoughtIn,
    DealEnded,
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
from ..game.match import Match, begin, buy_in, close_deal, next_dealer, rules_of, rules_played
from ..game.match import follow as follow_match
from ..game.record import action_of
from ..game.state import Card, Deal
from ..room.records import Place, Room

__all__ = ["Wrong", "check_cards", "judge_events", "judge_move"]

ENDS: Final = ("last-player", "ended")
"""Why a match may end before the rules say so."""


class Wrong(Exception):
    """What was kept is not what can have happened; the text says why."""


def judge_events(room: Room, events: tuple[Event, ...]) -> None:
    """Judge what happened at *room* without an answer to anybody.

    Raises:
        Wrong: it cannot have happened so.
    """
    if not events:
        raise Wrong(_("nothing happened, and it was kept"))
    first = events[0]
    match first:
        case MatchBegan():
            _alone(events)
            _began(room, first)
        case Dealt():
            _alone(events)
            _dealt(room, first)
        case BoughtIn():
            _alone(events)
            _bought(room, first)
        case MatchEnded():
            _alone(events)
            _ended(room, first)
        case Scored() | TurnBegan():
            raise Wrong(_("{event} follows from nothing", event=_name(first)))
        case DealEnded():
            judge_move(room, _running(room).turn.seat, events)
        case (
            Drew()
            | TookDiscards()
            | Melded()
            | LaidOff()
            | Swapped()
            | TookBack()
            | Discarded()
            | Restocked()
        ):
            judge_move(room, first.seat, events)


def judge_move(room: Room, seat: int, events: tuple[Event, ...]) -> None:
    """Judge what came of an action that *seat* took, or that was taken for it.

    Raises:
        Wrong: no action leads to that.
    """
    deal, match = _running(room), room.match
    assert match is not None, "a deal belongs to a match"
    action = next((found for event in events if (found := action_of(event))), None)
    if action is None:
        raise Wrong(_("no action leads to what happened"))
    rules = rules_played(room.ruleset, match)
    told: tuple[Event, ...]
    try:
        told = decide(rules, deal, seat, action, _Chance(events))
    except RuleViolation as no:
        raise Wrong(
            _(
                "the rules refuse it to seat {seat}: {code} {rule}",
                seat=seat,
                code=no.code,
                rule=no.rule,
            )
        ) from None
    if isinstance(told[-1], DealEnded):
        for event in told:
            match = follow_match(match, event)
        told += close_deal(rules, match)
    _same(told, events)


def check_cards(room: Room) -> None:
    """See that every card of the pack is somewhere, and only once.

    Raises:
        Wrong: a card is missing, or is there twice.
    """
    match = room.match
    if match is None or match.deal is None:
        return
    deal = match.deal
    places = (*deal.hands, deal.stock, deal.discards, *(meld.cards for meld in deal.melds))
    found = Counter(card for place in places for card in place)
    if found != Counter(rules_played(room.ruleset, match).deck):
        raise Wrong(_("the cards are not those of the pack"))


class _Chance:
    """Gives the orders that chance is told to have given, if they are orders of those cards."""

    def __init__(self, events: tuple[Event, ...]) -> None:
        self._orders = [
            event.stock
            for event in events
            if isinstance(event, Restocked) and event.how == "shuffled"
        ]

    def __call__(self, label: str, cards: tuple[Card, ...], /) -> tuple[Card, ...]:
        if not self._orders:
            raise Wrong(_("the pile was to be shuffled, and was not"))
        order = self._orders.pop(0)
        if Counter(order) != Counter(cards):
            raise Wrong(_("other cards came out of the shuffle than went in"))
        return order


# --- between moves -----------------------------------------------------------------------


def _began(room: Room, event: MatchBegan) -> None:
    if room.stage not in (Stage.GATHERING, Stage.OVER):
        raise Wrong(_("a match begins while another is played"))
    players = sum(place.plays_on for place in room.seats)
    if event.players != players:
        raise Wrong(
            _(
                "a match of {players} begins, and {seated} are seated",
                players=event.players,
                seated=players,
            )
        )
    if players < room.ruleset.players_min:
        raise Wrong(_("a match begins with {players}, too few for the game", players=players))
    before = room.match
    if before is None:
        if not 0 <= event.dealer < players:
            raise Wrong(_("nobody sits where the first dealer should"))
        return
    _same((begin(players, (before.dealer + bool(before.number)) % players),), (event,))


def _dealt(room: Room, event: Dealt) -> None:
    match = room.match
    if match is None or match.ended is not None or not _between_deals(room, match):
        raise Wrong(_("a deal is dealt when none is due"))
    rules, order = rules_of(room.ruleset, match), undealt(event)
    if Counter(order) != Counter(rules.deck):
        raise Wrong(_("the cards that are dealt are not those of the pack"))
    _same((deal_out(rules, next_dealer(match), order, match.out),), (event,))


def _between_deals(room: Room, match: Match) -> bool:
    return room.stage is Stage.SCORING or match.deal is None


def _bought(room: Room, event: BoughtIn) -> None:
    if room.stage is not Stage.SCORING or room.match is None:
        raise Wrong(_("somebody buys himself in during a deal"))
    try:
        _same((buy_in(room.ruleset, room.match, event.seat),), (event,))
    except Declined as no:
        raise Wrong(
            _("seat {seat} cannot buy itself in: {code}", seat=event.seat, code=no.code)
        ) from None


def _ended(room: Room, event: MatchEnded) -> None:
    """A match that ends before its time: by the table's policy, or for want of players."""
    if room.stage not in (Stage.PLAYING, Stage.SCORING) or room.match is None:
        raise Wrong(_("a match ends that is not played"))
    left = () if event.why == "ended" else _playing(room, room.match)
    if event.why not in ENDS or event.winners != left:
        raise Wrong(
            _(
                "the match cannot end so: {why}, won by {winners}",
                why=str(event.why),
                winners=str(event.winners),
            )
        )
    if event.why == "last-player" and len(left) != 1:
        raise Wrong(_("more than one player is left"))


def _playing(room: Room, match: Match) -> tuple[int, ...]:
    """Seats for which somebody still plays."""
    return tuple(
        seat for seat, place in enumerate(room.seats) if _plays(place) and seat not in match.out
    )


def _plays(place: Place) -> bool:
    return place.kind is not SeatKind.OPEN and not place.left


# --- small things ------------------------------------------------------------------------


def _running(room: Room) -> Deal:
    match = room.match
    if room.stage is not Stage.PLAYING or match is None or match.deal is None:
        raise Wrong(_("something is played while no deal runs"))
    return match.deal


def _alone(events: tuple[Event, ...]) -> None:
    if len(events) > 1:
        raise Wrong(
            _(
                "{event} cannot follow {first} at once",
                event=_name(events[1]),
                first=_name(events[0]),
            )
        )


def _same(told: tuple[Event, ...], kept: tuple[Event, ...]) -> None:
    """See that what the rules tell is what was kept."""
    for one, other in zip(told, kept, strict=False):
        if one != other:
            raise Wrong(
                _(
                    "{event} is not what the rules say: {difference}",
                    event=_name(other),
                    difference=_difference(one, other),
                )
            )
    if len(told) != len(kept):
        raise Wrong(
            _(
                "{kept} events were kept, and the rules tell of {told}",
                kept=len(kept),
                told=len(told),
            )
        )


def _difference(one: Event, other: Event) -> str:
    """The name of the first field in which two events differ. Cards are not named."""
    if type(one) is not type(other):
        return _("it should be {event}", event=_name(one))
    fields = one.__struct_fields__
    return next(name for name in fields if getattr(one, name) != getattr(other, name))


def _name(event: Event) -> str:
    return type(event).__name__
