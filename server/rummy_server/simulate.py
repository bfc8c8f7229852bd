"""Bots against bots on the judge itself: who plays better, and how sure that is. No network.

Duplicate deals: every deck is played once in every seating, so that nobody is judged by the
cards or by the place. A match and its target play no part in here.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import islice, permutations
from math import sqrt
from typing import Final

import msgspec

from rummy_protocol.errors import RuleViolation
from rummy_protocol.messages import Update
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Options, SeatKind, SeatView, Stage, TableView

from .bots import LEVELS, Memory
from .game.dealing import deal_out
from .game.decide import decide
from .game.defaults import default_action
from .game.events import DealEvent
from .game.match import begin, follow
from .game.rules import Rules, Shuffle
from .game.scoring import score
from .game.state import Card, Phase
from .game.variants import rules_for
from .game.view import Views, views_of

__all__ = [
    "Played",
    "Record",
    "Report",
    "bare_table",
    "main_report",
    "play_deal",
    "seatings",
    "shuffle_of",
    "simulate",
]

MOST_SEATINGS: Final = 24
"""Every seating up to four different players; beyond that each player once in each seat."""
SURE: Final = 1.96
"""Standard errors to either side, for 95 in 100."""
PATIENCE: Final = 8
"""Refusals after which the server would act for a bot."""


class Played(msgspec.Struct, frozen=True):
    """One deal that was played to its end."""

    points: tuple[Fraction, ...]
    out: int | None
    turns: int
    recycles: int
    refusals: int
    """Choices of bots that the judge did not accept. Correct bots have none."""
    held: tuple[int, ...] = ()
    """Cards left in each hand."""


class Record(msgspec.Struct, frozen=True):
    """What one level achieved, for each of its seats."""

    level: str
    seats: int
    wins: float
    wins_error: float
    """Half of the interval that holds the true share in 95 of 100 cases."""
    points: float
    points_error: float


class Report(msgspec.Struct, frozen=True):
    preset: str
    decks: int
    seatings: int
    seed: int
    records: tuple[Record, ...]
    blocked: int
    """Deals in which nobody went out."""
    turns: float
    """Turns of single players in a deal, on average."""
    refusals: int

    def format(self) -> str:
        """The report as lines of text."""
        played = self.decks * self.seatings
        lines = [
            f"{self.preset}: {played} deals ({self.decks} decks, {self.seatings} seatings), "
            f"seed {self.seed}",
            f"{'bot':8} seats  deals won by a seat     points a deal",
        ]
        lines += [
            f"{one.level:8} {one.seats:5}  {one.wins:7.2%} +-{one.wins_error:6.2%}"
            f"     {one.points:7.2f} +-{one.points_error:5.2f}"
            for one in self.records
        ]
        lines.append(
            f"blocked {self.blocked / played:.2%}, {self.turns:.1f} turns a deal, "
            f"{self.refusals} refused"
        )
        return "\n".join(lines)


def main_report(*, rules: RuleSet, bots: Sequence[str], deals: int, seed: int) -> str:
    """What ``rummy simulate`` prints.

    Args:
        bots: a level for each seat.
        deals: how many decks; each is played in every seating.

    Raises:
        Declined: the game is not for so many players.
    """
    return simulate(rules, bots, deals, seed).format()


def simulate(rules: RuleSet, bots: Sequence[str], deals: int, seed: int) -> Report:
    """Play *deals* decks in every seating of *bots*."""
    compiled, orders = rules_for(rules, len(bots)), seatings(bots)
    levels = tuple(dict.fromkeys(bots))
    wins: dict[str, list[float]] = {level: [] for level in levels}
    points: dict[str, list[float]] = {level: [] for level in levels}
    blocked = turns = refusals = 0
    for number in range(deals):
        table = [(seating, play_deal(compiled, seating, seed, number)) for seating in orders]
        for level in levels:
            wins[level].append(_mean(_shares(compiled, table, level)))
            points[level].append(_mean(_points(table, level)))
        blocked += sum(played.out is None for _, played in table)
        turns += sum(played.turns for _, played in table)
        refusals += sum(played.refusals for _, played in table)
    records = [
        Record(
            level,
            list(bots).count(level),
            *_with_error(wins[level]),
            *_with_error(points[level]),
        )
        for level in levels
    ]
    average = turns / (deals * len(orders))
    return Report(
        rules.preset, deals, len(orders), seed, tuple(records), blocked, average, refusals
    )


def seatings(bots: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The different orders in which *bots* can sit, or as many as bring each to each seat."""
    every = dict.fromkeys(islice(permutations(bots), 5040))
    if len(every) <= MOST_SEATINGS:
        return tuple(every)
    return tuple(dict.fromkeys((*bots[n:], *bots[:n]) for n in range(len(bots))))


_Table = list[tuple[tuple[str, ...], Played]]


def _points(table: _Table, level: str) -> Iterator[float]:
    for seating, played in table:
        for name, points in zip(seating, played.points, strict=True):
            if name == level:
                yield float(points)


def _shares(rules: Rules, table: _Table, level: str) -> Iterator[float]:
    """For each seat of *level* and deal, its share in the first place."""
    for seating, played in table:
        points = played.points
        best = min(points) if rules.ending.lowest_wins else max(points)
        first = [seat for seat, got in enumerate(points) if got == best]
        decided = len(first) < len(points)
        for seat, name in enumerate(seating):
            if name == level:
                yield 1 / len(first) if decided and seat in first else 0.0


def _mean(values: Iterator[float]) -> float:
    found = list(values)
    return sum(found) / len(found)


def _with_error(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half the width of its interval; each deck is one observation."""
    count = len(values)
    mean = sum(values) / count
    if count < 2:
        return mean, 0.0
    variance = sum((value - mean) ** 2 for value in values) / (count - 1)
    return mean, SURE * sqrt(variance / count)


# --- one deal ----------------------------------------------------------------------------


def play_deal(rules: Rules, seating: Sequence[str], seed: int, number: int) -> Played:
    """Deal deck *number* of *seed* and play it with these bots."""
    return _Deal(rules, seating, f"{seed} {number}", number % rules.players).play()


def shuffle_of(seed: str) -> Shuffle:
    """A shuffle without a state of its own: the same label gives the same order."""

    def shuffle(label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(random.Random(f"{seed} {label}").sample(cards, len(cards)))

    return shuffle


class _Deal:
    """A table that is played to the end at once. Belongs to the one call that made it."""

    def __init__(self, rules: Rules, seating: Sequence[str], seed: str, dealer: int) -> None:
        self._rules = rules
        self._shuffle = shuffle_of(seed)
        self._bots = [LEVELS[level] for level in seating]
        self._memories: list[Memory] = [bot.fresh() for bot in self._bots]
        self._chances = [
            random.Random(f"{seed} {seat} {level}") for seat, level in enumerate(seating)
        ]
        self._table = bare_table(rules, seating)
        self._match = follow(None, begin(rules.players, dealer))
        self._seq = 0
        self._views: Views | None = None
        self._refusals = 0
        dealt = deal_out(rules, dealer, self._shuffle("deal", rules.deck))
        self._follow((dealt,))

    def play(self) -> Played:
        deal, turn = self._match.deal, 0
        while deal is not None and deal.phase is not Phase.OVER:
            if deal.turns != turn:
                turn = deal.turns
                self._show_others(deal.turn.seat)
            self._move(deal.turn.seat)
            deal = self._match.deal
        assert deal is not None, "a deal was dealt"
        assert deal.outcome is not None, "and it has ended"
        return Played(
            score(self._rules, deal),
            deal.outcome.out,
            deal.turns,
            deal.recycles,
            self._refusals,
            tuple(map(len, deal.hands)),
        )

    def _follow(self, events: Sequence[DealEvent]) -> None:
        for event in events:
            self._match = follow(self._match, event)
            self._seq += 1

    def _show_others(self, seat: int) -> None:
        """Who keeps the deal in mind sees every turn; the others look when they must."""
        for other, bot in enumerate(self._bots):
            if bot.watches and other != seat:
                memory, _ = bot.step(
                    self._memories[other], self._update(other), self._chances[other]
                )
                self._memories[other] = memory

    def _update(self, seat: int) -> Update:
        self._views = views_of(self._rules, self._match, self._views)
        return Update(self._seq, self._table, self._views.deal, self._views.yous[seat])

    def _move(self, seat: int) -> None:
        """One action of *seat*; the bot is asked again while its choice is refused."""
        deal, update = self._match.deal, self._update(seat)
        assert deal is not None, "somebody is to move in it"
        for _ in range(PATIENCE):
            memory, action = self._bots[seat].step(
                self._memories[seat], update, self._chances[seat]
            )
            self._memories[seat] = memory
            if action is None:
                break
            try:
                return self._follow(decide(self._rules, deal, seat, action, self._shuffle))
            except RuleViolation:
                self._refusals += 1
        action = default_action(self._rules, deal, seat)
        return self._follow(decide(self._rules, deal, seat, action, self._shuffle))


def bare_table(rules: Rules, seating: Sequence[str]) -> TableView:
    """A table for *seating* at which nothing but the game happens."""
    return TableView(
        id="",
        name="",
        rules=rules.ruleset,
        options=Options(seats=rules.players, bot_pause_ms=0),
        stage=Stage.PLAYING,
        seats=tuple(SeatView(level, SeatKind.BOT, level=level) for level in seating),
    )
