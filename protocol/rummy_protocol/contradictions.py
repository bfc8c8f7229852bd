"""Pairs of switches that contradict each other, each with the code of the reason.

A list of data: `rulecheck` asks it. What needs counting of cards is in `dealable`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, NamedTuple

from .choices import (
    AfterOpen,
    BlockedScoring,
    DealScoring,
    DiscardDraw,
    DiscardGate,
    JokerSwap,
    LayOffGate,
    LayOffOn,
    MeldsPerTurn,
    Seen,
    SetRelease,
    SetSuits,
    SwapUse,
    Tie,
)

if TYPE_CHECKING:
    from .ruleset import RuleSet

__all__ = ["CONTRADICTIONS", "Contradiction"]


_DEMANDS: Final = (
    "opening_points",
    "opening_pure_run",
    "opening_no_jokers",
    "contract",
    "all_at_once",
)
"""What may be asked of an opening, as in `RuleSet.opens`."""


class Contradiction(NamedTuple):
    """Two fields that cannot be as they are in the same game."""

    why: str
    one: str
    other: str
    is_in: Callable[[RuleSet], bool]


def _ends(rules: RuleSet) -> bool:
    ends = (rules.target, rules.deals, rules.eliminate_at)
    return sum(end is not None for end in ends) != 1


def _gated(rules: RuleSet) -> bool:
    return rules.lay_off_gate in (LayOffGate.AFTER_OPEN, LayOffGate.AFTER_OPEN_NEXT_TURN)


def _has_jokers(rules: RuleSet) -> bool:
    return bool(max(rules.jokers_by_players, default=rules.jokers))


def _asks_with_one_meld(name: str) -> Callable[[RuleSet], bool]:
    """Whether an opening has the demand *name*, which may take several melds, and may not."""

    def is_in(rules: RuleSet) -> bool:
        return bool(getattr(rules, name)) and rules.melds_per_turn is not MeldsPerTurn.ANY

    return is_in


def _only_sets(rules: RuleSet) -> bool:
    return bool(rules.contract) and all(meld.startswith("S") for meld in rules.contract)


CONTRADICTIONS: Final = (
    # --- the end of the match
    Contradiction("one-end", "target", "deals", _ends),
    Contradiction(
        "payment-deals", "deal_scoring", "target",
        lambda r: r.deal_scoring is DealScoring.PAYMENT and r.deals is None,
    ),
    Contradiction(
        "eliminate-penalties", "eliminate_at", "deal_scoring",
        lambda r: r.eliminate_at is not None and not r.lowest_wins,
    ),
    Contradiction(
        "buy-in-elimination", "buy_ins", "eliminate_at",
        lambda r: bool(r.buy_ins) and r.eliminate_at is None,
    ),
    Contradiction(
        "went-out-first", "deals_tie", "target_tie",
        lambda r: r.deals_tie is Tie.WENT_OUT_FIRST,
    ),
    Contradiction(
        "went-out-first", "lowest_tie", "target_tie",
        lambda r: r.lowest_tie is Tie.WENT_OUT_FIRST,
    ),
    # --- what a deal counts
    Contradiction(
        "blocked-penalties", "deal_scoring", "blocked_scoring",
        lambda r: r.lowest_wins and r.blocked is not BlockedScoring.ALL_PENALISED,
    ),
    Contradiction(
        "blocked-payment", "deal_scoring", "blocked_scoring",
        lambda r: r.deal_scoring is DealScoring.PAYMENT
        and r.blocked is not BlockedScoring.LOWEST_TAKES_DIFFERENCES,
    ),
    Contradiction(
        "winner-bonus", "winner_bonus", "deal_scoring",
        lambda r: bool(r.winner_bonus) and not r.lowest_wins,
    ),
    # --- the draw
    Contradiction(
        "deep-visible", "discard_draw", "discard_visible",
        lambda r: r.discard_draw is DiscardDraw.DEEP and r.discard_visible is not Seen.ALL,
    ),
    Contradiction(
        "gate-opening", "discard_gate", "opening_points",
        lambda r: r.discard_gate is not DiscardGate.ALWAYS and not r.opens,
    ),
    # --- opening and laying
    *(
        Contradiction("opening-melds", name, "melds_per_turn", _asks_with_one_meld(name))
        for name in _DEMANDS
    ),
    Contradiction(
        "at-once-lay-off", "all_at_once", "lay_off",
        lambda r: r.all_at_once and r.lay_off is not LayOffOn.NONE,
    ),
    Contradiction(
        "at-once-after-open", "all_at_once", "melds_after_open",
        lambda r: r.all_at_once and r.melds_after_open is AfterOpen.NONE and not r.contract,
    ),
    Contradiction(
        "no-way-out", "melds_after_open", "lay_off",
        lambda r: r.melds_after_open is AfterOpen.NONE
        and r.lay_off is LayOffOn.NONE
        and not r.contract,
    ),
    Contradiction(
        "gate-without-lay-off", "lay_off_gate", "lay_off",
        lambda r: r.lay_off is LayOffOn.NONE and r.lay_off_gate is not LayOffGate.NONE,
    ),
    Contradiction(
        "gate-opening", "lay_off_gate", "opening_points",
        lambda r: _gated(r) and not r.opens,
    ),
    Contradiction(
        "pure-run-contract", "opening_pure_run", "contract",
        lambda r: r.opening_pure_run and _only_sets(r),
    ),
    # --- jokers on the table
    Contradiction(
        "gate-opening", "joker_swap", "opening_points",
        lambda r: r.joker_swap is JokerSwap.AFTER_OPEN and not r.opens,
    ),
    Contradiction(
        "use-without-swap", "swap_use", "joker_swap",
        lambda r: r.joker_swap is JokerSwap.NONE and r.swap_use is not SwapUse.KEEP,
    ),
    Contradiction(
        "missing-suits", "set_release", "set_suits",
        lambda r: r.set_release is SetRelease.BOTH_MISSING
        and r.set_suits is SetSuits.ANY
        and _has_jokers(r),
    ),
)  # fmt: skip
"""In the order in which they are looked for; the first one that is found is told."""
