"""A second account of one table, kept from its records by other means than the product's.

Cards are moved one by one, and each has to be where the record takes it from. It knows who
sat where, what was answered under which number, and how the table stood after each count of
events; what clients are shown is compared with that. It judges no play.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, Final

import msgspec

__all__ = ["Ledger", "Seat", "Standing"]

FACE: Final = 63
MOST_POINTS: Final = 5_000


class Seat:
    """One seat, as the records have it."""

    def __init__(self, key: bytes = b"", bot: bool = False) -> None:
        self.key = key
        self.bot = bot
        self.left = False
        self.open = not key and not bot
        self.last_id = 0
        self.answer: Any = None


class Standing(msgspec.Struct, frozen=True):
    """How the table stood after a count of events."""

    stage: str
    number: int
    totals: tuple[Fraction, ...]
    hands: tuple[tuple[int, ...], ...] = ()
    stock: int = 0
    discards: tuple[int, ...] = ()
    melds: tuple[tuple[int, tuple[int, ...]], ...] = ()
    turn: int | None = None


class Ledger:
    """One table. *wrong* is called with a promise and words when a record cannot be."""

    def __init__(self, id: str, wrong: Callable[[str, str], None]) -> None:
        self.id = id
        self.name = ""
        self.course = hashlib.sha256()
        """Over how it stood after each batch, by the product's own account."""
        self._wrong = wrong
        self.batches = 0
        self.seq = 0
        self.generation = 0
        self.stage = "gathering"
        self.seats: list[Seat] = []
        self.owners: set[tuple[bytes, int]] = set()
        """Who has ever sat where."""
        self.answers: dict[tuple[bytes, int], Any] = {}
        """By the key of the seat and the number of the action."""
        self.standings: dict[int, Standing] = {}
        self.imprint = b""
        self.refused = (-1.0, 0)
        """When an action was refused last, and after how many batches."""
        self.key_of_last_act = b""
        self.rules: Any = None
        self.number = 0
        self.totals: list[Fraction] = []
        self.out: set[int] = set()
        self.hands: dict[int, list[int]] = {}
        self.stock: list[int] = []
        self.discards: list[int] = []
        self.melds: dict[int, list[int]] = {}
        self.order: tuple[int, ...] = ()
        self.turn: int | None = None
        self.drawn = False
        self.deck: frozenset[int] = frozenset()
        self.matches_ended = 0
        self.clocks: dict[str, float] = {}

    def _check(self, holds: bool, promise: str, words: str) -> None:
        if not holds:
            self._wrong(promise, f"table {self.id}: {words}")

    @property
    def running(self) -> bool:
        """Whether a match has begun and not ended."""
        return self.stage in ("playing", "scoring")

    def add(self, records: Sequence[Any], imprint: bytes) -> None:
        """What was kept next."""
        self.batches += 1
        self.imprint = imprint
        self.course.update(imprint)
        for record in records:
            told = getattr(self, f"_{type(record).__name__}", None)
            if told is not None:
                told(record)
        self._count_cards()
        self.standings[self.seq] = Standing(
            self.stage,
            self.number,
            tuple(self.totals),
            tuple(tuple(self.hands.get(seat, ())) for seat in range(len(self.totals))),
            len(self.stock),
            tuple(self.discards),
            tuple((number, tuple(cards)) for number, cards in self.melds.items()),
            self.turn,
        )

    def _count_cards(self) -> None:
        """I1: every card is in one place, and none is in two."""
        lying = [*self.stock, *self.discards]
        for cards in (*self.hands.values(), *self.melds.values()):
            lying += cards
        self._check(
            len(lying) == len(self.deck) and self.deck.issuperset(lying),
            "I1",
            f"{len(lying)} cards of {len(self.deck)} after {self.seq} events",
        )

    # --- people ---------------------------------------------------------------------------

    def _Opened(self, record: Any) -> None:
        self._check(self.batches == 1, "I3", "opened twice")
        self.name = record.name
        self.rules = record.ruleset
        self.options = record.options
        self.seats = [Seat() for _ in range(record.options.seats)]

    def _SeatTaken(self, record: Any) -> None:
        before = self.seats[record.seat]
        self._check(before.open or before.left, "I6", f"seat {record.seat} was taken already")
        self._check(len(record.key) == 16, "I6", "a key of another length")
        self._sit(record.seat, Seat(record.key))

    def _BotSat(self, record: Any) -> None:
        before = self.seats[record.seat]
        self._check(before.open or before.left, "I6", f"a bot took seat {record.seat}")
        self._sit(record.seat, Seat(bot=True))

    def _SeatFreed(self, record: Any) -> None:
        self._check(not self.running, "I6", "a seat was freed during a match")
        self._sit(record.seat, Seat())

    def _SeatLeft(self, record: Any) -> None:
        self.seats[record.seat].left = True
        self.seats[record.seat].key = b""
        self.generation += 1

    _SeatRevoked = _SeatLeft

    def _SeatClaimed(self, record: Any) -> None:
        seat = self.seats[record.seat]
        self._check(bool(seat.key) and not seat.left, "I6", f"seat {record.seat} has no owner")
        self.owners.add((seat.key, record.seat))
        self.generation += 1

    def _sit(self, number: int, seat: Seat) -> None:
        self.seats[number] = seat
        self.generation += 1
        if seat.key:
            self.owners.add((seat.key, number))

    def _Closed(self, record: Any) -> None:
        self.stage = "closed"

    def _DeadlineSet(self, record: Any) -> None:
        self._check(record.seconds >= 0, "I13", f"{record.what}: {record.seconds} s")

    # --- actions --------------------------------------------------------------------------

    def _Acted(self, record: Any) -> None:
        seat, answer = self.seats[record.seat], record.answer
        due = seat.last_id + 1
        self._check(
            answer.id == due, "I4", f"seat {record.seat}: {answer.id} where {due} is due"
        )
        self._check(bool(seat.key), "I7", f"seat {record.seat} acted without an owner")
        seat.last_id, seat.answer = answer.id, answer
        before = self.seq
        for event in record.events:
            self._event(event, record.seat)
        if type(answer).__name__ == "Accepted":
            self._check(answer.seq == self.seq, "I4", f"answered {answer.seq} at {self.seq}")
            self._check(self.seq > before, "I4", "accepted, and nothing happened")
        else:
            self._check(self.seq == before, "I20", "refused, and something happened")
        self.answers[seat.key, answer.id] = answer
        self.key_of_last_act = seat.key

    def _Happened(self, record: Any) -> None:
        for event in record.events:
            self._event(event, None)

    def _event(self, event: Any, by: int | None) -> None:
        self.seq += 1
        seat = getattr(event, "seat", None)
        name = type(event).__name__
        if name in _MOVES:
            self._check(
                seat == self.turn, "I14", f"{name} of {seat}, the turn is {self.turn}'s"
            )
            self._check(by in (None, seat), "I14", f"{name} of {seat} by {by}")
        getattr(self, f"_{name}")(event)

    # --- the course of a match ------------------------------------------------------------

    def _MatchBegan(self, event: Any) -> None:
        self._check(not self.running, "I14", "a match began within another")
        self.seats = [seat for seat in self.seats if (seat.key and not seat.left) or seat.bot]
        self._check(len(self.seats) == event.players, "I14", "seats and players differ")
        self.owners |= {(seat.key, n) for n, seat in enumerate(self.seats) if seat.key}
        self.totals = [Fraction(0)] * event.players
        self.number, self.stage, self.out = 0, "playing", set()
        self._clear()

    def _clear(self) -> None:
        self.hands, self.stock, self.discards, self.melds = {}, [], [], {}
        self.deck, self.turn = frozenset(), None

    def _Dealt(self, event: Any) -> None:
        self.stage, self.number = "playing", self.number + 1
        self.hands = {seat: list(hand) for seat, hand in enumerate(event.hands)}
        self.stock = list(event.stock)
        self.discards = [] if event.upcard is None else [event.upcard]
        self.melds, self.order = {}, event.seats
        self.turn, self.drawn = event.first, not event.draws
        rules, players = self.rules.for_deal(self.number), len(event.seats)
        packs, jokers = rules.packs_for(players), rules.jokers_for(players)
        self.deck = frozenset(
            [card | pack << 6 for pack in range(packs) for card in range(52)]
            + [52 | joker << 6 for joker in range(jokers)]
        )
        self._check(set(event.seats).isdisjoint(self.out), "I14", "who is out was dealt in")
        self._check(event.first in event.seats, "I14", "who begins was not dealt in")
        each = rules.hand_size(players)
        sizes = {len(hand) for seat, hand in enumerate(event.hands) if seat in event.seats}
        self._check(sizes <= {each, each + 1}, "I1", f"hands of {sizes}, {each} are due")

    def _TurnBegan(self, event: Any) -> None:
        at = self.order.index(self.turn) if self.turn in self.order else -1
        due = self.order[(at + 1) % len(self.order)]
        self._check(event.seat == due, "I14", f"turn of {event.seat} where {due} is due")
        self.turn, self.drawn = event.seat, False

    def _DealEnded(self, event: Any) -> None:
        self.turn = None
        self.outcome = event.outcome

    def _Scored(self, event: Any) -> None:
        self.stage = "scoring"
        points = [Fraction(*exact) for exact in event.points]
        self._check(len(points) == len(self.totals), "I2", "points for others")
        self._check(all(abs(one) < MOST_POINTS for one in points), "I2", f"points {points}")
        if self.rules.deal_scoring == "winner_takes_sum" and self.outcome.out is not None:
            losers = [one for seat, one in enumerate(points) if seat != self.outcome.out]
            self._check(not any(losers), "I2", f"losers have points: {points}")
        self.totals = [total + one for total, one in zip(self.totals, points, strict=True)]
        self.out |= set(event.out)

    def _BoughtIn(self, event: Any) -> None:
        self._check(event.seat in self.out, "I2", "bought in without being out")
        self.totals[event.seat] = Fraction(*event.points)
        self.out.discard(event.seat)

    def _MatchEnded(self, event: Any) -> None:
        self.stage = "over"
        self.matches_ended += 1
        self.seats += [Seat() for _ in range(self.options.seats - len(self.seats))]

    # --- cards ----------------------------------------------------------------------------

    def _take(self, cards: Sequence[int], where: list[int], what: str) -> None:
        for card in cards:
            if card in where:
                where.remove(card)
            else:
                self._wrong("I1", f"table {self.id}: {card} is not in {what}")

    def _Drew(self, event: Any) -> None:
        self._check(not self.drawn, "I14", "drawn twice")
        self._check(bool(self.stock) and self.stock[-1] == event.card, "I1", "not the top card")
        self._take((event.card,), self.stock, "the stock")
        self.hands[event.seat].append(event.card)
        self.drawn = True

    def _TookDiscards(self, event: Any) -> None:
        self._check(not self.drawn, "I14", "drawn twice")
        top = tuple(self.discards[-len(event.cards) :])
        self._check(top == tuple(event.cards), "I1", "not the top of the pile")
        self._take(event.cards, self.discards, "the pile")
        self.hands[event.seat] += event.cards
        self.drawn = True

    def _Melded(self, event: Any) -> None:
        self._check(self.drawn, "I14", "melded before the draw")
        self._check(event.meld.id not in self.melds, "I1", "a meld with the number of another")
        self._take(event.meld.cards, self.hands[event.seat], "the hand")
        self.melds[event.meld.id] = list(event.meld.cards)

    def _LaidOff(self, event: Any) -> None:
        self._take(event.cards, self.hands[event.seat], "the hand")
        before = self.melds[event.meld.id]
        both = sorted([*before, *event.cards])
        self._check(both == sorted(event.meld.cards), "I1", "a meld with other cards")
        self.melds[event.meld.id] = list(event.meld.cards)

    def _Swapped(self, event: Any) -> None:
        self._take(event.cards, self.hands[event.seat], "the hand")
        meld = [*self.melds[event.meld.id], *event.cards]
        self._take(event.jokers, meld, "the meld")
        self._check(sorted(meld) == sorted(event.meld.cards), "I1", "a meld with other cards")
        self.melds[event.meld.id] = list(event.meld.cards)
        self.hands[event.seat] += event.jokers

    def _TookBack(self, event: Any) -> None:
        play = event.play
        meld = [*self.melds[play.meld.id], *play.gained]
        self._take(play.gained, self.hands[event.seat], "the hand")
        self._take(play.cards, meld, "the meld")
        self.hands[event.seat] += play.cards
        if play.before is not None:
            self._check(sorted(meld) == sorted(play.before.cards), "I1", "not as it was before")
            self.melds[play.meld.id] = list(play.before.cards)
        else:
            del self.melds[play.meld.id]
            self._check(not meld, "I1", "cards left of a meld that was taken back")

    def _Discarded(self, event: Any) -> None:
        self._check(self.drawn, "I14", "discarded before the draw")
        self._take((event.card,), self.hands[event.seat], "the hand")
        self.discards.append(event.card)

    def _Restocked(self, event: Any) -> None:
        before = sorted([*self.stock, *self.discards])
        after = sorted([*event.stock, *event.discards])
        self._check(before == after, "I1", "the new stock has other cards")
        self.stock, self.discards = list(event.stock), list(event.discards)


_MOVES: Final = frozenset(
    {"Drew", "TookDiscards", "Melded", "LaidOff", "Swapped", "TookBack", "Discarded"}
)
