"""Which switches decide nothing in a game, and which values come to the same.

A switch of the rules for jokers decides nothing where there are no jokers. Such a switch is
*silent*: it may be set, but nobody need read of it or be asked about it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from .choices import (
    Ace,
    AfterOpen,
    DealScoring,
    DiscardDraw,
    DiscardGate,
    DiscardUse,
    FirstTurn,
    GoingRummy,
    JokerSwap,
    LayOffGate,
    LayOffOn,
    MeldsPerTurn,
    SetSuits,
)
from .dealable import largest_set
from .ruleset import Field, RuleSet
from .stretches import stretches

__all__ = [
    "asks_to_open",
    "in_force",
    "most_jokers",
    "most_packs",
    "silent",
    "speaks_of_opening",
]


def most_jokers(rules: RuleSet) -> int:
    """The most jokers with which anybody plays."""
    return max(rules.jokers_by_players, default=rules.jokers)


def most_packs(rules: RuleSet) -> int:
    """The most packs with which anybody plays."""
    return max(rules.packs_by_players, default=rules.packs)


def asks_to_open(rules: RuleSet) -> bool:
    """Whether first melds must be something that a hand could fail to be."""
    return bool(
        rules.opening_points
        or rules.opening_pure_run
        or rules.contract
        or (rules.opening_no_jokers and _melds_jokers(rules))
    )


def speaks_of_opening(rules: RuleSet) -> bool:
    """Whether to have opened is something else than to have melded, or anything waits for it.

    It does not where an opening must only be without jokers, and there are none.
    """
    waits = (
        rules.discard_gate is not DiscardGate.ALWAYS
        or rules.lay_off_gate in (LayOffGate.AFTER_OPEN, LayOffGate.AFTER_OPEN_NEXT_TURN)
        or (rules.joker_swap is JokerSwap.AFTER_OPEN and _melds_jokers(rules))
    )
    return rules.all_at_once or asks_to_open(rules) or waits


def silent(name: str, rules: RuleSet) -> bool:
    """Whether the switch *name* decides nothing in any deal of this game."""
    if name in _OF_THE_MATCH:
        return _OF_THE_MATCH[name](rules)
    decides_nothing = _IN_A_DEAL.get(name)
    if decides_nothing is None:
        return False
    return all(
        name in stretch.changes or decides_nothing(stretch.rules)
        for stretch in stretches(rules)
    )


def in_force(name: str, rules: RuleSet) -> Field:
    """What the field *name* comes to: two values that play alike are given as one."""
    value: Field = getattr(rules, name)
    match name:
        case "ace_points":
            return rules.ace_value
        case "ace_low_points":
            return rules.ace_value if value is None else value
        case "blocked_scoring":
            return rules.blocked
        case "discard_use":
            top = rules.discard_draw is DiscardDraw.TOP
            idle = top and rules.discard_use is DiscardUse.MUST_IF_DEEP
            return DiscardUse.FREE if idle else value
        case "lay_off_gate":
            own = rules.lay_off is LayOffOn.OWN and rules.lay_off_gate is LayOffGate.OWN_MELD
            return LayOffGate.NONE if own else value
        case "set_max":
            return largest_set(rules, most_packs(rules))
        case "jokers_per_meld":
            most = rules.jokers_per_meld
            return None if most is None or most >= most_jokers(rules) else most
        case _:
            return value


def _no_jokers(rules: RuleSet) -> bool:
    return most_jokers(rules) == 0


def _melds_jokers(rules: RuleSet) -> bool:
    return most_jokers(rules) > 0 and rules.jokers_per_meld != 0


def _no_melded_jokers(rules: RuleSet) -> bool:
    return not _melds_jokers(rules)


def _one_joker_a_meld(rules: RuleSet) -> bool:
    most = most_jokers(rules)
    return min(most, most if rules.jokers_per_meld is None else rules.jokers_per_meld) < 2


def _no_swap(rules: RuleSet) -> bool:
    return _no_melded_jokers(rules) or rules.joker_swap is JokerSwap.NONE


def _bound(rules: RuleSet) -> bool:
    """Whether the limit of one meld a turn is never waived."""
    return (
        rules.going_rummy is GoingRummy.NONE
        or rules.melds_per_turn is MeldsPerTurn.ANY
        or rules.melds_after_open is AfterOpen.NONE
    )


def _melds_never_count(rules: RuleSet) -> bool:
    return rules.ace is Ace.HIGH or rules.deal_scoring is not DealScoring.MELDS_MINUS_HAND


_IN_A_DEAL: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "packs": lambda r: bool(r.packs_by_players),
    "jokers": lambda r: bool(r.jokers_by_players),
    "joker_upcard": lambda r: _no_jokers(r) or r.first_turn is FirstTurn.EXTRA_CARD,
    "discard_gate": lambda r: not r.opens,
    "discard_from_turn": lambda r: r.discard_gate is DiscardGate.AFTER_OPEN,
    "last_card_from_stock": lambda r: r.all_at_once and min(r.hand_sizes) > 1,
    "discard_ban": lambda r: r.all_at_once,
    "set_suits": lambda r: most_packs(r) == 1,
    "jokers_per_meld": _no_jokers,
    "joker_limit": _one_joker_a_meld,
    "joker_neighbours": _one_joker_a_meld,
    "joker_swap": _no_melded_jokers,
    "swap_use": _no_swap,
    "set_release": lambda r: _no_melded_jokers(r) or r.set_suits is SetSuits.ANY,
    "joker_points": _no_jokers,
    "opening_no_jokers": _no_melded_jokers,
    "contract_exact": lambda r: not r.contract,
    "opening_waived_for_out": lambda r: not asks_to_open(r),
    "melds_waived_for_rummy": _bound,
    "lay_off_gate": lambda r: r.lay_off is LayOffOn.NONE,
    "stock_out": lambda r: r.max_recycles == 0,
    "ace_low_points": _melds_never_count,
}
"""By switch, whether it decides nothing in a deal with these rules."""

_OF_THE_MATCH: Final[Mapping[str, Callable[[RuleSet], bool]]] = {
    "reach": lambda r: r.deals is not None,
    "buy_ins": lambda r: r.eliminate_at is None,
    "target_tie": lambda r: r.target is None or r.lowest_wins,
    "deals_tie": lambda r: r.deals is None,
    "lowest_tie": lambda r: r.deals is not None or not r.lowest_wins,
}
