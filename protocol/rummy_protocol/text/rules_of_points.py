"""The clauses of a rule set on what cards count, on scoring, and on the end of the match."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from ..choices import BlockedScoring, DealScoring, GoingRummy, NumberCards
from ..ruleset import RuleSet
from ..silent import in_force, most_jokers, silent, speaks_of_opening
from .clauses import Clause, Part, counted
from .language import Language

__all__ = ["match_clauses", "scoring_clauses", "value_clauses"]


HIGH_ACE: Final = 15
"""What an ace counts where it may be high, unless something else is agreed."""


def _on_table(rules: RuleSet) -> str:
    """Where cards count: in the hand, or on the table too."""
    return "both" if rules.deal_scoring is DealScoring.MELDS_MINUS_HAND else "hand"


def value_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part, where = Part.VALUES, _on_table(rules)
    fives = "fives" if rules.number_cards is NumberCards.FIVES else "pips"
    told = {"ace": rules.ace_value}
    rule = "R79 R80" if where == "both" else "R43 C09 C10"
    rule += " R54" if rules.ace_value == HIGH_ACE else ""
    yield Clause(part, "values", f"values:{where}:{fives}", rule, told)
    low = in_force("ace_low_points", rules)
    if not silent("ace_low_points", rules) and low != rules.ace_value:
        yield Clause(part, "ace-low", "values:ace-low", "R79 G5", {"n": str(low)})
    if most_jokers(rules):
        told = {"n": rules.joker_points}
        yield Clause(part, "joker-value", f"values:joker:{where}", "G3", told)
    if rules.unopened_points is not None:
        key = "unopened" if speaks_of_opening(rules) else "unmelded"
        yield Clause(part, "unopened", key, "G12", {"n": rules.unopened_points})


def scoring_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part, way = Part.SCORING, rules.deal_scoring
    rule = {
        DealScoring.WINNER_TAKES_SUM: "R44 R45",
        DealScoring.PENALTIES: "R65",
        DealScoring.PAYMENT: "R67",
        DealScoring.MELDS_MINUS_HAND: "R21 R78 R80 E44",
    }[way]
    yield Clause(part, "out-scores", f"scores:{way}", rule)
    if rules.out_bonus:
        yield Clause(part, "bonus", f"bonus:{way}", "R77", {"n": rules.out_bonus})
    if rules.winner_bonus:
        usual, at_once, first = rules.winner_bonus
        told = {"usual": usual, "once": at_once, "first": first}
        yield Clause(part, "let-off", "let-off", "G12 E30", told)
    if rules.going_rummy is not GoingRummy.NONE:
        yield Clause(part, "rummy", f"rummy:{rules.going_rummy}:{way}", "R51 E30 E31 C25")
        if rules.out_bonus and rules.going_rummy is GoingRummy.DOUBLE:
            yield Clause(part, "rummy-bonus", "rummy-bonus", "R51 R77")
    yield _blocked(rules)
    yield Clause(part, "shown", "shown", "E43")


def _blocked(rules: RuleSet) -> Clause:
    way = f"blocked:{rules.blocked}"
    match rules.deal_scoring:
        case DealScoring.PAYMENT:
            way += ":paid"
        case DealScoring.PENALTIES:
            way += ":charged"
        case DealScoring.MELDS_MINUS_HAND if rules.blocked == "same":
            way += ":laid"
    rule = {
        BlockedScoring.LOWEST_TAKES_DIFFERENCES: "R61 R62 R63 E32 E33 E34 E35",
        BlockedScoring.ALL_PENALISED: "R65 C17 E32" if rules.lowest_wins else "C17 E32 E44",
        BlockedScoring.NO_SCORE: "C17 E32",
        BlockedScoring.SAME: "C17 E32 E34",
    }[rules.blocked]
    return Clause(Part.SCORING, "nobody-out", way, rule)


def match_clauses(rules: RuleSet, language: Language) -> Iterator[Clause]:
    part, wins = Part.MATCH, "fewest" if rules.lowest_wins else "most"
    if rules.target is not None:
        rule = "R66 R49" if rules.lowest_wins else "R10 R46 R47 R48 R49 C18 C19"
        told = {"n": rules.target}
        yield Clause(part, "end", f"target:{rules.reach}:{wins}", rule, told)
        tie = rules.lowest_tie if rules.lowest_wins else rules.target_tie
        yield Clause(part, "tie", f"tie:{tie}", "E37" if rules.lowest_wins else "E34 E36")
    if rules.deals is not None:
        key = f"{counted('deals', rules.deals)}:{wins}"
        paid = rules.deal_scoring is DealScoring.PAYMENT
        rule = "R46 R68 E39" if paid else "R46 R48 E39"
        yield Clause(part, "end", key, rule, {"n": rules.deals})
        yield Clause(part, "tie", f"tie:{rules.deals_tie}", "E38")
    if rules.eliminate_at is not None:
        told = {"n": rules.eliminate_at}
        yield Clause(part, "end", f"eliminate:{rules.reach}", "G13 G14", told)
        yield Clause(part, "tie", f"all-out:{rules.lowest_tie}", "E37")
        key = counted("buy-ins", rules.buy_ins)
        yield Clause(part, "buy-ins", key, "G13 G14 E40", {"n": rules.buy_ins})
