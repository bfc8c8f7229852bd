"""Bots against bots in bulk: who plays better, and how sure that is.

Duplicate deals: every deck is played once in every seating, so that nobody is judged by the
cards or by the place. Where a game has other rules in some deals, the decks go through all
deals of a match in turn. Whole matches are played likewise.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, permutations
from math import sqrt
from typing import Final

import msgspec

from rummy_protocol.ruleset import RuleSet
from rummy_protocol.text import _, plural

from .bout import Played, PlayedMatch, play_deal, play_match
from .game.variants import rules_for

__all__ = ["Record", "Report", "main_report", "seatings", "simulate", "simulate_matches"]

MOST_SEATINGS: Final = 24
"""Every seating up to four different players; beyond that each player once in each seat."""
SURE: Final = 1.96
"""Standard errors to either side, for 95 in 100."""


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
    deals: int
    """How many were played."""
    blocked: int
    """Deals in which nobody went out."""
    turns: float
    """Turns of single players in a deal, on average."""
    refusals: int
    matches: bool = False
    """Whether what was won are whole matches."""

    def format(self) -> str:
        """The report as lines of text."""
        played = self.decks * self.seatings
        name = self.preset or _("a game without a name")
        if self.matches:
            head = plural("{name}: {n} match", "{name}: {n} matches", played, name=name)
            # Translators: four columns; each begins where the English one does.
            columns = _("bot      seats  matches won by a seat     points a match")
        else:
            head = plural("{name}: {n} deal", "{name}: {n} deals", played, name=name)
            # Translators: four columns; each begins where the English one does.
            columns = _("bot      seats  deals won by a seat     points a deal")
        how = _(
            "({decks} decks, {seatings} seatings), seed {seed}",
            decks=self.decks,
            seatings=self.seatings,
            seed=self.seed,
        )
        lines = [f"{head} {how}", columns]
        lines += [
            f"{one.level:8} {one.seats:5}  {one.wins:7.2%} +-{one.wins_error:6.2%}"
            f"     {one.points:7.2f} +-{one.points_error:5.2f}"
            for one in self.records
        ]
        lines.append(
            _(
                "{n} deals, blocked {share}, {turns} turns a deal, {refusals} refused",
                n=self.deals,
                share=f"{self.blocked / self.deals:.2%}",
                turns=f"{self.turns:.1f}",
                refusals=self.refusals,
            )
        )
        return "\n".join(lines)


def main_report(
    *,
    rules: RuleSet,
    bots: Sequence[str],
    deals: int,
    seed: int,
    deal: int | None = None,
    matches: bool = False,
) -> str:
    """What ``rummy simulate`` prints.

    Args:
        bots: a level for each seat.
        deals: how many decks, or matches; each is played in every seating.
        deal: play only what would be this deal of a match, from 1.
        matches: whether to play whole matches.

    Raises:
        Declined: the game is not for so many players.
    """
    if matches:
        return simulate_matches(rules, bots, deals, seed).format()
    return simulate(rules, bots, deals, seed, deal).format()


def simulate(
    rules: RuleSet, bots: Sequence[str], deals: int, seed: int, deal: int | None = None
) -> Report:
    """Play *deals* decks in every seating of *bots*."""
    rules_for(rules, len(bots))
    tables: list[_Table] = []
    for number in range(deals):
        which = deal or 1 + number % _different(rules)
        tables.append([(s, play_deal(rules, s, seed, number, which)) for s in seatings(bots)])
    played = [one for table in tables for _, one in table]
    best = min if rules.lowest_wins else max
    won = [[(s, _first(one.points, best(one.points))) for s, one in t] for t in tables]
    points = [[(s, tuple(map(float, one.points))) for s, one in t] for t in tables]
    return _report(rules, bots, seed, won, points, played)


def simulate_matches(rules: RuleSet, bots: Sequence[str], count: int, seed: int) -> Report:
    """Play *count* matches in every seating of *bots*."""
    rules_for(rules, len(bots))
    tables: list[list[tuple[tuple[str, ...], PlayedMatch]]] = [
        [(seating, play_match(rules, seating, seed, number)) for seating in seatings(bots)]
        for number in range(count)
    ]
    played = [one for table in tables for _, match in table for one in match.deals]
    won = [[(s, _winners(match)) for s, match in t] for t in tables]
    points = [[(s, tuple(map(float, match.totals))) for s, match in t] for t in tables]
    report = _report(rules, bots, seed, won, points, played)
    return msgspec.structs.replace(report, matches=True)


def _different(rules: RuleSet) -> int:
    """After how many deals of a match nothing new comes."""
    return max([change.last for change in rules.deal_changes], default=0) or 1


def seatings(bots: Sequence[str]) -> tuple[tuple[str, ...], ...]:
    """The different orders in which *bots* can sit, or as many as bring each to each seat."""
    every = dict.fromkeys(islice(permutations(bots), 5040))
    if len(every) <= MOST_SEATINGS:
        return tuple(every)
    return tuple(dict.fromkeys((*bots[n:], *bots[:n]) for n in range(len(bots))))


_Table = list[tuple[tuple[str, ...], Played]]
_Shares = list[tuple[tuple[str, ...], tuple[float, ...]]]
"""One deck: for each seating what every seat has got."""


def _first(points: Sequence[object], best: object) -> tuple[float, ...]:
    """For each seat its share in the first place."""
    first = sum(got == best for got in points)
    decided = first < len(points)
    return tuple(1 / first if decided and got == best else 0.0 for got in points)


def _winners(match: PlayedMatch) -> tuple[float, ...]:
    count = len(match.winners)
    return tuple(
        1 / count if seat in match.winners else 0.0 for seat in range(len(match.totals))
    )


def _report(
    rules: RuleSet,
    bots: Sequence[str],
    seed: int,
    won: Sequence[_Shares],
    points: Sequence[_Shares],
    played: Sequence[Played],
) -> Report:
    records = tuple(
        Record(
            level,
            list(bots).count(level),
            *_with_error([_mean(_of(level, deck)) for deck in won]),
            *_with_error([_mean(_of(level, deck)) for deck in points]),
        )
        for level in dict.fromkeys(bots)
    )
    return Report(
        preset=rules.preset,
        decks=len(won),
        seatings=len(seatings(bots)),
        seed=seed,
        records=records,
        deals=len(played),
        blocked=sum(one.out is None for one in played),
        turns=sum(one.turns for one in played) / len(played),
        refusals=sum(one.refusals for one in played),
    )


def _of(level: str, deck: _Shares) -> Iterator[float]:
    for seating, shares in deck:
        for name, share in zip(seating, shares, strict=True):
            if name == level:
                yield share


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
