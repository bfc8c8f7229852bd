"""A whole match as one readable text, and back: the rule set, the players, each deal's order
of the deck, each action and who bought himself in again. The text is played through the judge
again, so it states no result that it could get wrong; what stands behind a semicolon is for
the reader's eye.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Final, TypeAlias

from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import Face, is_joker
from rummy_protocol.ruleset import RuleSet

from .dealing import deal_out, undealt
from .decide import decide
from .events import (
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
from .match import Match, begin, buy_in, close_deal, follow, next_dealer, rules_of
from .notation import (
    action_text,
    cards_text,
    outcome_text,
    read_action,
    read_cards,
    read_ruleset,
    ruleset_text,
)
from .sealed import Sealed
from .state import Card, Meld, Phase, face

__all__ = [
    "DealRecord",
    "Move",
    "Record",
    "action_of",
    "read_record",
    "record_text",
    "recorded",
    "replayed",
]

Move: TypeAlias = tuple[int, Action]

BUYS_IN: Final = "buys-in"


class DealRecord(Sealed, frozen=True):
    order: tuple[Card, ...]
    """The deck, its first card dealt first."""
    moves: tuple[Move, ...]
    shuffles: tuple[tuple[Card, ...], ...] = ()
    """The orders that chance gave when the pile became the stock."""
    bought: tuple[int, ...] = ()
    """Seats that bought themselves in again after it."""


class Record(Sealed, frozen=True):
    """All of a match that cannot be worked out from the rest."""

    ruleset: RuleSet
    players: int
    dealer: int
    deals: tuple[DealRecord, ...]


def recorded(ruleset: RuleSet, events: Iterable[Event]) -> Record:
    """The record of a match, or of its beginning, from everything that happened."""
    began, *rest = events
    assert isinstance(began, MatchBegan), "a match begins with MatchBegan"
    deals: list[list[Event]] = []
    for event in rest:
        if isinstance(event, Dealt):
            deals.append([])
        deals[-1].append(event)
    return Record(
        ruleset=ruleset,
        players=began.players,
        dealer=began.dealer,
        deals=tuple(map(_deal_recorded, deals)),
    )


def _deal_recorded(events: list[Event]) -> DealRecord:
    dealt = events[0]
    assert isinstance(dealt, Dealt), "a deal begins with Dealt"
    moves: list[Move] = []
    turn = dealt.first
    for event in events:
        if isinstance(event, TurnBegan):
            turn = event.seat
        elif action := action_of(event):
            moves.append((turn, action))
    shuffles = [e.stock for e in events if isinstance(e, Restocked) and e.how == "shuffled"]
    return DealRecord(
        order=undealt(dealt),
        moves=tuple(moves),
        shuffles=tuple(shuffles),
        bought=tuple(event.seat for event in events if isinstance(event, BoughtIn)),
    )


def action_of(event: Event) -> Action | None:
    """What was asked for, if *event* is the first that it led to, a new stock apart."""
    match event:
        case Drew():
            return DrawStock()
        case TookDiscards():
            return TakeDiscard(len(event.cards))
        case Melded():
            cards = event.meld.cards
            return LayMeld(tuple(map(face, cards)), _stands(event.meld, cards))
        case LaidOff():
            stands = _stands(event.meld, event.cards)
            return LayOff(event.meld.id, tuple(map(face, event.cards)), stands)
        case Swapped():
            return SwapJoker(event.meld.id, tuple(map(face, event.cards)))
        case TookBack():
            return TakeBack()
        case Discarded():
            return Discard(face(event.card))
        case DealEnded(outcome) if outcome.why in ("declined", "nothing-to-draw"):
            return EndDeal()
        case _:
            return None


def _stands(meld: Meld, cards: tuple[Card, ...]) -> tuple[Face, ...]:
    """What the jokers among *cards*, which lie in *meld*, stand for there."""
    what = dict(zip(meld.cards, meld.stands, strict=True))
    return tuple(what[card] for card in cards if is_joker(face(card)))


def replayed(record: Record) -> tuple[Event, ...]:
    """Everything that happened, judged anew.

    Raises:
        RuleViolation: an action is not legal where it stands.
    """
    return tuple(event for _, events in _judged(record) for event in events)


Asked: TypeAlias = DealRecord | Move | int | None
"""What led to some events: a deck, an action, a seat that bought itself in, or nothing but
that a deal was over."""


def _judged(record: Record) -> Iterator[tuple[Asked, tuple[Event, ...]]]:
    """What was asked for, one after the other, and what came of it."""
    began = begin(record.players, record.dealer)
    match = follow(None, began)
    yield None, (began,)
    for dealt in record.deals:
        shuffles = iter(dealt.shuffles)
        asked: list[Asked] = [dealt, *dealt.moves, None, *dealt.bought]
        for one in asked:
            events = _consequences(record.ruleset, match, one, shuffles)
            for event in events:
                match = follow(match, event)
            yield one, events


def _consequences(
    ruleset: RuleSet, match: Match, asked: Asked, shuffles: Iterator[tuple[Card, ...]]
) -> tuple[Event, ...]:
    if isinstance(asked, int):
        return (buy_in(ruleset, match, asked),)
    rules = rules_of(ruleset, match)
    if isinstance(asked, DealRecord):
        return (deal_out(rules, next_dealer(match), asked.order, match.out),)
    assert match.deal is not None, "a deal begins with its deck"
    if asked is None:
        return close_deal(rules, match) if match.deal.phase is Phase.OVER else ()
    seat, action = asked
    return decide(rules, match.deal, seat, action, lambda label, cards: next(shuffles))


def record_text(record: Record) -> str:
    """*record* as text, each draw and each end of a deal with a word for the reader."""
    return "\n".join(_lines(record)) + "\n"


def _lines(record: Record) -> Iterator[str]:
    yield f"rules {ruleset_text(record.ruleset)}"
    yield f"players {record.players}"
    yield f"dealer {record.dealer}"
    for asked, events in _judged(record):
        if isinstance(asked, DealRecord):
            yield ""
            yield f"deck {cards_text(asked.order)}"
        elif isinstance(asked, int):
            yield f"{BUYS_IN} {asked}".ljust(24) + _remarks(events)
        elif asked is not None:
            seat, action = asked
            yield from (
                f"shuffle {cards_text(event.stock)}"
                for event in events
                if isinstance(event, Restocked) and event.how == "shuffled"
            )
            yield (f"{seat} {action_text(action)}".ljust(24) + _remarks(events)).rstrip()
        elif remarks := _remarks(events):
            yield remarks


def _remarks(events: tuple[Event, ...]) -> str:
    told = [remark for event in events if (remark := _remark(event))]
    return "; " + ", ".join(told) if told else ""


def _remark(event: Event) -> str:
    match event:
        case Drew() | TookDiscards():
            cards = (event.card,) if isinstance(event, Drew) else event.cards
            return cards_text(cards)
        case Restocked():
            return f"{event.how} {len(event.stock)}"
        case DealEnded(outcome):
            return outcome_text(outcome)
        case Scored(points, out):
            dropped = f", {' '.join(map(str, out))} out of the match" if out else ""
            return "points " + " ".join(str(Fraction(*exact)) for exact in points) + dropped
        case BoughtIn():
            return f"with {Fraction(*event.points)}"
        case MatchEnded(winners, why):
            return f"won by {' '.join(map(str, winners))} ({why})"
        case _:
            return ""


def read_record(text: str) -> Record:
    """Read a record. Whether its actions are legal, only `replayed` finds out.

    Raises:
        ValueError: a line is not understood, or the first three are not what they must be.
    """
    lines = [line for full in text.splitlines() if (line := full.partition(";")[0].strip())]
    head = dict(line.split(" ", 1) for line in lines[:3])
    if list(head) != ["rules", "players", "dealer"]:
        raise ValueError("a record begins with its rules, players and dealer")
    deals: list[list[str]] = []
    for line in lines[3:]:
        if line.startswith("deck "):
            deals.append([])
        elif not deals:
            raise ValueError(f"before the first deck: {line!r}")
        deals[-1].append(line)
    return Record(
        ruleset=read_ruleset(head["rules"]),
        players=int(head["players"]),
        dealer=int(head["dealer"]),
        deals=tuple(map(_read_deal, deals)),
    )


def _read_deal(lines: list[str]) -> DealRecord:
    order = read_cards(lines[0].removeprefix("deck "))
    parts = [line.partition(" ") for line in lines[1:]]
    moves = [(head, rest) for head, _, rest in parts if head not in ("shuffle", BUYS_IN)]
    return DealRecord(
        order=order,
        moves=tuple((int(seat), read_action(action)) for seat, action in moves),
        shuffles=tuple(read_cards(rest) for head, _, rest in parts if head == "shuffle"),
        bought=tuple(int(rest) for head, _, rest in parts if head == BUYS_IN),
    )
