"""Whether the fields of a rule set go together: what cannot be played is no rule set."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .choices import (
    BlockedScoring,
    DealScoring,
    DiscardDraw,
    DiscardGate,
    FirstTurn,
    JokerSwap,
    LayOffGate,
    LayOffOn,
    MeldsPerTurn,
    Seen,
    SwapUse,
    Tie,
)
from .errors import Code, Declined

if TYPE_CHECKING:
    from .ruleset import RuleSet

__all__ = ["check"]

_RANGES: Final = {
    "packs": (1, 2),
    "jokers": (0, 8),
    "ace_points": (0, 50),
    "ace_low_points": (0, 50),
    "joker_points": (0, 100),
    "unopened_points": (0, 500),
    "set_max": (3, 8),
    "run_min": (3, 4),
    "jokers_per_meld": (0, 8),
    "opening_points": (1, 200),
    "discard_from_turn": (1, 2),
    "earliest_out_turn": (1, 2),
    "max_recycles": (0, 50),
    "max_turns_per_deal": (20, 2000),
    "out_bonus": (0, 100),
    "target": (10, 10_000),
    "deals": (1, 100),
    "eliminate_at": (10, 10_000),
    "buy_ins": (0, 5),
}


def check(rules: RuleSet) -> None:
    """Refuse what contradicts itself.

    Raises:
        Declined: with `Code.BAD_RULES`, and which two switches and why.
    """
    for name, (low, high) in _RANGES.items():
        value = getattr(rules, name)
        if value is not None and not low <= value <= high:
            raise Declined(Code.BAD_RULES, why="range", one=name, low=low, high=high)
    _check_cards(rules)
    _check_end(rules)
    _check_scoring(rules)
    _check_turn(rules)
    for number in {each.first for each in rules.deal_changes}:
        rules.for_deal(number)


def _bad(why: str, one: str, other: str = "") -> Declined:
    return Declined(Code.BAD_RULES, why=why, one=one, other=other)


def _check_cards(rules: RuleSet) -> None:
    if not 2 <= rules.players_min <= rules.players_max <= 8:
        raise _bad("players", "players_min", "players_max")
    counts = rules.players_max - rules.players_min + 1
    if len(rules.hand_sizes) != counts:
        raise _bad("hand-sizes", "hand_sizes", "players_max")
    for name in ("packs_by_players", "jokers_by_players"):
        if len(getattr(rules, name)) not in (0, counts):
            raise _bad("hand-sizes", name, "players_max")
    for players in range(rules.players_min, rules.players_max + 1):
        size = rules.hand_size(players)
        deck = 52 * rules.packs_for(players) + rules.jokers_for(players)
        # Everyone's cards, an upcard or one more for the starter, and a first draw for each.
        if size < 1 or deck < players * size + 1 + players:
            raise _bad("too-few-cards", "hand_sizes", "packs")


def _check_end(rules: RuleSet) -> None:
    ends = [rules.target, rules.deals, rules.eliminate_at]
    if sum(end is not None for end in ends) != 1:
        raise _bad("one-end", "target", "deals")
    if Tie.WENT_OUT_FIRST in (rules.deals_tie, rules.lowest_tie):
        raise _bad("went-out-first", "deals_tie", "lowest_tie")
    if rules.eliminate_at is not None and not rules.lowest_wins:
        raise _bad("eliminate-penalties", "eliminate_at", "deal_scoring")
    if rules.buy_ins and rules.eliminate_at is None:
        raise _bad("buy-in-elimination", "buy_ins", "eliminate_at")


def _check_scoring(rules: RuleSet) -> None:
    scoring, blocked = rules.deal_scoring, rules.blocked
    if scoring is DealScoring.PAYMENT and rules.deals is None:
        raise _bad("payment-deals", "deal_scoring", "target")
    if scoring is DealScoring.PENALTIES and blocked is not BlockedScoring.ALL_PENALISED:
        raise _bad("blocked-penalties", "deal_scoring", "blocked_scoring")
    if (
        scoring is DealScoring.PAYMENT
        and blocked is not BlockedScoring.LOWEST_TAKES_DIFFERENCES
    ):
        raise _bad("blocked-payment", "deal_scoring", "blocked_scoring")
    if rules.winner_bonus and (len(rules.winner_bonus) != 3 or not rules.lowest_wins):
        raise _bad("winner-bonus", "winner_bonus", "deal_scoring")


def _check_turn(rules: RuleSet) -> None:
    if rules.lay_off is LayOffOn.NONE and rules.lay_off_gate is not LayOffGate.NONE:
        raise _bad("gate-without-lay-off", "lay_off", "lay_off_gate")
    if rules.discard_draw is DiscardDraw.DEEP and rules.discard_visible is not Seen.ALL:
        raise _bad("deep-visible", "discard_draw", "discard_visible")
    if rules.opens and rules.melds_per_turn is not MeldsPerTurn.ANY:
        raise _bad("opening-melds", "opening_points", "melds_per_turn")
    if rules.all_at_once and rules.lay_off is not LayOffOn.NONE:
        raise _bad("at-once-lay-off", "all_at_once", "lay_off")
    gated = rules.lay_off_gate in (LayOffGate.AFTER_OPEN, LayOffGate.AFTER_OPEN_NEXT_TURN)
    if gated and not rules.opens:
        raise _bad("gate-opening", "lay_off_gate", "opening_points")
    if rules.discard_gate is not DiscardGate.ALWAYS and not rules.opens:
        raise _bad("gate-opening", "discard_gate", "opening_points")
    if rules.joker_swap is JokerSwap.AFTER_OPEN and not rules.opens:
        raise _bad("gate-opening", "joker_swap", "opening_points")
    if rules.joker_swap is JokerSwap.NONE and rules.swap_use is not SwapUse.KEEP:
        raise _bad("use-without-swap", "swap_use", "joker_swap")
    if rules.first_turn is FirstTurn.EXTRA_CARD and not rules.joker_upcard:
        raise _bad("no-upcard", "joker_upcard", "first_turn")
