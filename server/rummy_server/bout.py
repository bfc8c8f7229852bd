"""One deal, or one match, that bots play on the judge itself: no network and no clock.

What many of them say about who plays better is the business of `simulate`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from typing import Final

import msgspec
from msgspec.structs import replace

from rummy_protocol.errors import RuleViolation
from rummy_protocol.messages import Update
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import Options, SeatKind, SeatView, Stage, TableView

from .bots import LEVELS, Memory
from .game.dealing import deal_out
from .game.decide import decide
from .game.defaults import default_action
from .game.events import Event
from .game.match import begin, close_deal, follow, next_dealer, rules_of
from .game.rules import Rules, Shuffle
from .game.scoring import score
from .game.state import Card, Deal, Phase
from .game.variants import rules_for
from .game.view import Views, views_of

__all__ = ["Played", "PlayedMatch", "bare_table", "play_deal", "play_match", "shuffle_of"]

PATIENCE: Final = 8
"""Refusals after which the server would act for a bot."""
MOST_DEALS: Final = 200
"""After so many deals a match that nobody has won is given up."""


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
    opened: tuple[int, ...] = ()
    """Seats that have opened."""


class PlayedMatch(msgspec.Struct, frozen=True):
    """A match that was played to its end."""

    winners: tuple[int, ...]
    """Nobody, if it was given up."""
    totals: tuple[Fraction, ...]
    deals: tuple[Played, ...]


def play_deal(
    ruleset: RuleSet, seating: Sequence[str], seed: int, number: int, deal: int = 1
) -> Played:
    """Deal deck *number* of *seed* and play it with these bots.

    Args:
        deal: the deal of a match that it is; some games have other rules in some.
    """
    table = _Table(ruleset, seating, f"{seed} {number}", number % len(seating))
    return table.play_deal(deal)


def play_match(ruleset: RuleSet, seating: Sequence[str], seed: int, number: int) -> PlayedMatch:
    """Play a whole match; nobody who has dropped out buys himself in again."""
    table = _Table(ruleset, seating, f"{seed} {number}", number % len(seating))
    return table.play_match()


def shuffle_of(seed: str) -> Shuffle:
    """A shuffle without a state of its own: the same label gives the same order."""

    def shuffle(label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(random.Random(f"{seed} {label}").sample(cards, len(cards)))

    return shuffle


class _Table:
    """A table that is played to the end at once. Belongs to the one call that made it."""

    def __init__(
        self, ruleset: RuleSet, seating: Sequence[str], seed: str, dealer: int
    ) -> None:
        self._ruleset = ruleset
        self._seed = seed
        self._shuffle = shuffle_of(seed)
        self._bots = [LEVELS[level] for level in seating]
        self._memories: list[Memory] = [bot.fresh() for bot in self._bots]
        self._chances = [
            random.Random(f"{seed} {seat} {level}") for seat, level in enumerate(seating)
        ]
        self._table = bare_table(ruleset, seating)
        self._match = follow(None, begin(len(seating), dealer))
        self._seq = 0
        self._views: Views | None = None

    def play_deal(self, number: int) -> Played:
        """The deal with this *number*, as if those before it had been played."""
        match = self._match = replace(self._match, number=number - 1)
        rules = rules_for(self._ruleset.for_deal(number), match.players)
        return self._deal(rules, match.dealer)

    def play_match(self) -> PlayedMatch:
        """Deal after deal, until somebody has won."""
        deals: list[Played] = []
        while self._match.ended is None and len(deals) < MOST_DEALS:
            # Each deal has a deck of its own, whatever was played before.
            self._shuffle = shuffle_of(f"{self._seed} {len(deals)}")
            rules = rules_of(self._ruleset, self._match)
            deals.append(self._deal(rules, next_dealer(self._match)))
            self._follow(close_deal(rules, self._match))
        ended = self._match.ended
        winners = ended.winners if ended is not None else ()
        return PlayedMatch(winners, self._match.totals, tuple(deals))

    def _deal(self, rules: Rules, dealer: int) -> Played:
        """Deal and play."""
        refusals = turn = 0
        order = self._shuffle("deal", rules.deck)
        self._follow((deal_out(rules, dealer, order, self._match.out),))
        while (deal := self._running()).phase is not Phase.OVER:
            if deal.turns != turn:
                turn = deal.turns
                self._show_others(rules, deal.turn.seat)
            refusals += self._move(rules, deal)
        assert deal.outcome is not None, "the deal has ended"
        return Played(
            score(rules, deal),
            deal.outcome.out,
            deal.turns,
            deal.recycles,
            refusals,
            tuple(map(len, deal.hands)),
            deal.opened,
        )

    def _running(self) -> Deal:
        assert self._match.deal is not None, "a deal was dealt"
        return self._match.deal

    def _follow(self, events: Sequence[Event]) -> None:
        for event in events:
            self._match = follow(self._match, event)
            self._seq += 1

    def _show_others(self, rules: Rules, seat: int) -> None:
        """Who keeps the deal in mind sees every turn; the others look when they must."""
        for other, bot in enumerate(self._bots):
            if bot.watches and other != seat and other not in self._match.out:
                memory, _ = bot.step(
                    self._memories[other], self._update(rules, other), self._chances[other]
                )
                self._memories[other] = memory

    def _update(self, rules: Rules, seat: int) -> Update:
        self._views = views_of(rules, self._match, self._views)
        return Update(self._seq, self._table, self._views.deal, self._views.yous[seat])

    def _move(self, rules: Rules, deal: Deal) -> int:
        """One action of the seat whose turn it is, asked again while its choice is refused.

        Returns:
            How often that was.
        """
        seat = deal.turn.seat
        update, refusals = self._update(rules, seat), 0
        for _ in range(PATIENCE):
            memory, action = self._bots[seat].step(
                self._memories[seat], update, self._chances[seat]
            )
            self._memories[seat] = memory
            if action is None:
                break
            try:
                self._follow(decide(rules, deal, seat, action, self._shuffle))
            except RuleViolation:
                refusals += 1
            else:
                return refusals
        action = default_action(rules, deal, seat)
        self._follow(decide(rules, deal, seat, action, self._shuffle))
        return refusals


def bare_table(ruleset: RuleSet, seating: Sequence[str]) -> TableView:
    """A table for *seating* at which nothing but the game happens."""
    return TableView(
        id="",
        name="",
        rules=ruleset,
        options=Options(seats=len(seating), bot_pause_ms=0),
        stage=Stage.PLAYING,
        seats=tuple(SeatView(level, SeatKind.BOT, level=level) for level in seating),
    )
