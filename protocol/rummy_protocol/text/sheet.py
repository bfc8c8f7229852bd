"""The score sheet of a deal, explained, and the end of a match.

A sheet has a line for each seat with what it held, then how the points came about, and then a
line for each seat with what the deal brought it. Every number in it follows from the rule set
and from the `DealResult`; nothing is counted here that the server has not counted.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from ..cards import RANKS, Face, is_joker, rank
from ..choices import BlockedScoring, DealScoring, GoingRummy, Reach
from ..ruleset import RuleSet
from ..views import DealResult, MatchResult, Points, SeatResult
from .language import Language, filled, pick
from .news import people
from .spoken import spoken

__all__ = ["match_result", "points", "sheet"]


def points(amount: Points, sign: bool = False) -> str:
    """``47``, ``11 1/2``, ``-9``; with *sign* also ``+47``."""
    numerator, denominator = amount
    whole, rest = divmod(abs(numerator), denominator)
    parts = [str(whole)] if whole or not rest else []
    if rest:
        parts.append(f"{rest}/{denominator}")
    before = "-" if numerator < 0 else "+" if sign and numerator else ""
    return before + " ".join(parts)


def _counted(card: Face, count: int) -> str:
    """A card with what it counts: ``K 10``, ``A 1``, ``JK 15``, and a plain ``7``."""
    if is_joker(card):
        return f"JK {count}"
    number = rank(card)
    shown = "10" if number == 10 else RANKS[number - 1]
    return shown if shown == str(count) else f"{shown} {count}"


class _Reader(msgspec.Struct, frozen=True):
    """Who reads the sheet of which deal, and in what words."""

    result: DealResult
    rules: RuleSet
    names: Sequence[str]
    you: int | None
    language: Language

    def who(self, *seats: int) -> str:
        return people(seats, self.names, self.you, self.language)

    def line(self, code: str, **told: str | int) -> str:
        """The most special template for *code*, filled in."""
        alone = self.you is not None and told.get("who") == self.language.you
        sheet = self.language.sheet_you if alone else self.language.sheet
        return filled(pick(sheet, code, told) or "", told)

    @property
    def played(self) -> list[tuple[int, SeatResult]]:
        """The seats that were dealt in."""
        return [(n, seat) for n, seat in enumerate(self.result.seats) if seat.played]


def sheet(
    result: DealResult,
    rules: RuleSet,
    names: Sequence[str],
    you: int | None = None,
    language: Language | None = None,
) -> list[str]:
    """How the points of a deal came about, line by line.

    Args:
        rules: of the match; what is otherwise in this deal is made so here.
    """
    language = language or spoken().language
    reader = _Reader(result, rules.for_deal(result.deal), names, you, language)
    return [
        *(_hand_line(reader, place, seat) for place, seat in enumerate(result.seats)),
        *_why_lines(reader),
        *_dropped_lines(reader),
        *(_total_line(reader, place, seat) for place, seat in enumerate(result.seats)),
    ]


# --- one line a seat ---------------------------------------------------------------------


def _hand_line(reader: _Reader, place: int, seat: SeatResult) -> str:
    who = reader.who(place)
    if not seat.played:
        return reader.line("not-dealt", who=who)
    if not seat.hand:
        return reader.line("no-cards", who=who)
    held = sorted(seat.hand, key=lambda card: (-rank(card), card))
    counts = reader.rules.points_of
    cards = ", ".join(_counted(card, counts(card)) for card in held)
    opened = "yes" if seat.opened else "no"
    return reader.line("hand", who=who, cards=cards, held=seat.held, opened=opened)


def _total_line(reader: _Reader, place: int, seat: SeatResult) -> str:
    who, total = reader.who(place), points(seat.total)
    if not seat.played:
        return reader.line("total-out", who=who, total=total)
    return reader.line("total", who=who, points=points(seat.points, sign=True), total=total)


# --- how it came about -------------------------------------------------------------------


def _why_lines(reader: _Reader) -> Iterator[str]:
    result, rules = reader.result, reader.rules
    if result.out is None:
        yield reader.line("blocked", why=result.why)
        yield from _blocked_lines(reader)
        return
    losers = [seat.held for place, seat in reader.played if place != result.out]
    yield reader.line(
        "out", scoring=rules.deal_scoring, who=reader.who(result.out), sum=_sum(losers)
    )
    if rules.deal_scoring is DealScoring.MELDS_MINUS_HAND:
        yield from _laid_lines(reader)
    if result.rummy:
        yield from _rummy_lines(reader, result.out, losers)
    yield from _bonus_lines(reader, result.out)


def _laid_lines(reader: _Reader) -> Iterator[str]:
    """What each seat laid and what is deducted from it (R78, R80)."""
    for place, seat in reader.played:
        laid = sum(count for _, count in seat.laid)
        yield reader.line(
            "laid" if seat.laid else "laid-nothing",
            who=reader.who(place),
            cards=", ".join(_counted(card, count) for card, count in seat.laid),
            laid=laid,
            held=seat.held,
            net=laid - seat.held,
        )


def _rummy_lines(reader: _Reader, out: int, losers: Sequence[int]) -> Iterator[str]:
    """What going rummy did to the points: to the winner's, or to those of each loser (E31)."""
    rules, seat = reader.rules, reader.result.seats[out]
    bonus = rules.going_rummy
    if bonus is GoingRummy.NONE:
        return
    match rules.deal_scoring:
        case DealScoring.WINNER_TAKES_SUM:
            plain = sum(losers)
        case DealScoring.MELDS_MINUS_HAND:
            plain = sum(count for _, count in seat.laid) - seat.held
        case _:
            yield reader.line("rummy-each", who=reader.who(out), bonus=bonus)
            return
    raised = plain * 2 if bonus is GoingRummy.DOUBLE else plain + 10
    yield reader.line("rummy", who=reader.who(out), bonus=bonus, plain=plain, raised=raised)


def _bonus_lines(reader: _Reader, out: int) -> Iterator[str]:
    """Points that go with going out itself (R77)."""
    rules, who = reader.rules, reader.who(out)
    if rules.out_bonus:
        yield reader.line("bonus", scoring=rules.deal_scoring, who=who, bonus=rules.out_bonus)
    if not rules.winner_bonus:
        return
    _, at_once, alone = rules.winner_bonus
    numerator, denominator = reader.result.seats[out].points
    off = -numerator // denominator - rules.out_bonus
    if not off:
        return
    how = "usual"
    if reader.result.rummy:
        how = "alone" if off == alone != at_once else "at-once"
    yield reader.line("winner-bonus", how=how, who=who, points=off)


def _blocked_lines(reader: _Reader) -> Iterator[str]:
    rules = reader.rules
    if rules.blocked is BlockedScoring.SAME and (
        rules.deal_scoring is DealScoring.MELDS_MINUS_HAND
    ):
        yield reader.line("blocked-laid")
        yield from _laid_lines(reader)
        return
    played = reader.played
    lowest = min((seat.held for _, seat in played), default=0)
    best = [place for place, seat in played if seat.held == lowest]
    others = [seat.held for _, seat in played if seat.held > lowest]
    if rules.blocked is BlockedScoring.LOWEST_TAKES_DIFFERENCES:
        others = [held - lowest for held in others]
    payment = rules.deal_scoring is DealScoring.PAYMENT
    yield reader.line(
        f"blocked-{'payment' if payment else rules.blocked}",
        shared="yes" if best[1:] else "no",
        wins="lowest" if rules.lowest_wins else "highest",
        who=reader.who(*best),
        lowest=lowest,
        count=len(best),
        sum=_sum(others),
    )


def _sum(parts: Sequence[int]) -> str:
    """``18 + 24 = 42``, or the one number there is."""
    added = " + ".join(map(str, parts))
    return f"{added} = {sum(parts)}" if parts[1:] else added or "0"


# --- the match ---------------------------------------------------------------------------


def _dropped_lines(reader: _Reader) -> Iterator[str]:
    """Who has dropped out of the match with this deal."""
    limit = reader.rules.eliminate_at
    if limit is None:
        return
    totals = {place: _exact(seat.total) for place, seat in reader.played}
    above = reader.rules.reach is Reach.ABOVE
    reached = [p for p, n in totals.items() if n > limit or (n == limit and not above)]
    if len(reached) == len(totals):
        # When all would drop out, the best of them do not.
        reached = [place for place in reached if totals[place] > min(totals.values())]
    if reached:
        how = "above" if above else "at_least"
        yield reader.line("dropped", reach=how, who=reader.who(*reached), limit=limit)


def _exact(amount: Points) -> float:
    return amount[0] / amount[1]


def match_result(
    result: MatchResult,
    names: Sequence[str],
    you: int | None = None,
    language: Language | None = None,
) -> str:
    """Who has won the match, and how it ended."""
    language = language or spoken().language
    count = len(result.winners)
    match = language.match_you if result.winners == (you,) else language.match
    won = match["nobody" if not count else "won" if count == 1 else "shared"]
    sentence = filled(won, {"who": people(result.winners, names, you, language)})
    return f"{sentence} {language.match.get(f'why:{result.why}', '')}".strip()
