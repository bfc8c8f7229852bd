"""The score sheet of a deal, explained, and the end of a match."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from ..cards import RANKS, Face, is_joker, rank
from ..choices import DealScoring
from ..ruleset import RuleSet
from ..views import DealResult, MatchResult, Points, SeatResult
from .english import ENGLISH
from .language import Language, filled
from .news import people

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


def _counted(card: Face, rules: RuleSet) -> str:
    """A card with what it counts: ``K 10``, ``A 1``, and a plain ``7``."""
    number = rank(card)
    if is_joker(card):
        return "JK"
    if number == 1:
        return f"A {rules.ace_value}"
    return f"{RANKS[number - 1]} 10" if number > 10 else str(number)


class _Reader(msgspec.Struct, frozen=True):
    """Who reads the sheet, and in what words."""

    names: Sequence[str]
    you: int | None
    language: Language

    def who(self, *seats: int) -> str:
        return people(seats, self.names, self.you, self.language)

    def line(self, code: str, variant: str, told: Mapping[str, str | int]) -> str:
        sheet = self.language.sheet
        return filled(sheet.get(f"{code}:{variant}") or sheet.get(code, ""), told)


def sheet(
    result: DealResult,
    rules: RuleSet,
    names: Sequence[str],
    you: int | None = None,
    language: Language = ENGLISH,
) -> list[str]:
    """How the points of a deal came about, line by line."""
    reader = _Reader(names, you, language)
    return [
        *(_hand_line(reader, place, seat, rules) for place, seat in enumerate(result.seats)),
        *_why_lines(reader, result, rules),
        *(_total_line(reader, place, seat) for place, seat in enumerate(result.seats)),
    ]


def _hand_line(reader: _Reader, place: int, seat: SeatResult, rules: RuleSet) -> str:
    cards = sorted(seat.hand, key=lambda card: (-rank(card), card))
    told: dict[str, str | int] = {
        "who": reader.who(place),
        "cards": ", ".join(_counted(card, rules) for card in cards),
        "held": seat.held,
    }
    return reader.line("hand" if cards else "no-cards", "", told)


def _total_line(reader: _Reader, place: int, seat: SeatResult) -> str:
    brought, total = points(seat.points, sign=True), points(seat.total)
    told = {"who": reader.who(place), "points": brought, "total": total}
    return reader.line("total", "", told)


def _why_lines(reader: _Reader, result: DealResult, rules: RuleSet) -> Iterator[str]:
    if result.out is None:
        yield reader.line("blocked", f"why={result.why}", {})
        yield _blocked_line(reader, result, rules)
        return
    held = [seat.held for place, seat in enumerate(result.seats) if place != result.out]
    told: dict[str, str | int] = {"who": reader.who(result.out), "sum": _sum(held)}
    yield reader.line("out", f"scoring={rules.deal_scoring}", told)
    if result.rummy:
        yield reader.line("rummy", f"bonus={rules.going_rummy}", told)


def _blocked_line(reader: _Reader, result: DealResult, rules: RuleSet) -> str:
    lowest = min((seat.held for seat in result.seats), default=0)
    best = [place for place, seat in enumerate(result.seats) if seat.held == lowest]
    over = [seat.held - lowest for seat in result.seats if seat.held > lowest]
    payment = rules.deal_scoring is DealScoring.PAYMENT
    told: dict[str, str | int] = {
        "who": reader.who(*best),
        "lowest": lowest,
        "count": len(best),
        "sum": _sum(over),
    }
    shared = "shared=yes" if best[1:] else ""
    return reader.line(f"blocked-{'payment' if payment else rules.blocked}", shared, told)


def _sum(parts: Sequence[int]) -> str:
    """``18 + 24 = 42``, or the one number there is."""
    added = " + ".join(map(str, parts))
    return f"{added} = {sum(parts)}" if parts[1:] else added or "0"


def match_result(
    result: MatchResult,
    names: Sequence[str],
    you: int | None = None,
    language: Language = ENGLISH,
) -> str:
    """Who has won the match, and how it ended."""
    count = len(result.winners)
    won = language.match["nobody" if not count else "won" if count == 1 else "shared"]
    sentence = filled(won, {"who": people(result.winners, names, you, language)})
    return f"{sentence} {language.match.get(f'why:{result.why}', '')}".strip()
