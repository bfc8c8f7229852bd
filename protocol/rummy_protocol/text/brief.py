"""A game in one line, made from the rule set: what tells it from others at a glance."""

from __future__ import annotations

from collections.abc import Iterator

from ..choices import DealScoring, DiscardDraw, FinalDiscard, GoingRummy
from ..ruleset import RuleSet
from ..silent import most_jokers, most_packs
from .joints import apart
from .language import Language, filled
from .spoken import spoken

__all__ = ["brief"]


def brief(rules: RuleSet, language: Language | None = None) -> str:
    """The players, the cards, what is special, and how long: short enough for a list."""
    language = language or spoken().language
    low, high = rules.players_min, rules.players_max
    deck = ", ".join(filled(language.rules[key], {"n": n}) for key, n in _deck(rules))
    key = "brief" if low < high else "brief:so-many"
    first = filled(language.rules[key], {"low": low, "high": high, "deck": deck})
    special = next(_special(rules), None)
    more = (
        filled(language.rules[f"brief:{key}"], {"n": n}) for key, n in _ends(rules, special)
    )
    return apart([first, *more], language)


def _deck(rules: RuleSet) -> Iterator[tuple[str, int]]:
    packs, jokers = most_packs(rules), most_jokers(rules)
    if len(set(rules.packs_by_players)) > 1:
        yield "brief:packs-by-players", packs
    else:
        yield "brief:pack" if packs == 1 else "brief:packs", packs
    if jokers:
        yield "brief:joker" if jokers == 1 else "brief:jokers", jokers


def _special(rules: RuleSet) -> Iterator[tuple[str, int]]:
    """What is special about the game, most of all first, each with its number."""
    if rules.opening_points:
        yield "points", rules.opening_points
    told = {
        "contract": bool(rules.contract),
        "at-once": rules.all_at_once,
        "deep": rules.discard_draw is DiscardDraw.DEEP,
        "no-restock": rules.max_recycles == 0,
        "changes": bool(rules.deal_changes),
        "rummy": rules.going_rummy is not GoingRummy.NONE,
        "discard": rules.final_discard is FinalDiscard.REQUIRED,
    }
    yield from ((key, 0) for key, is_so in told.items() if is_so)


def _ends(rules: RuleSet, special: tuple[str, int] | None) -> Iterator[tuple[str, int]]:
    """That, how deals are scored, and how matches end."""
    if special is not None:
        yield special
    if rules.deal_scoring is not DealScoring.WINNER_TAKES_SUM:
        yield str(rules.deal_scoring), 0
    if rules.deals is not None:
        yield "deal" if rules.deals == 1 else "deals", rules.deals
    elif rules.eliminate_at is not None:
        yield "eliminate", rules.eliminate_at
    else:
        yield "target", rules.target or 0
