"""Whether the cards of a rule set suffice: for the deal, and for what an opening asks for.

Where cards may be taken from deep in the discard pile a hand has no largest size; there only
the deal itself is counted.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from .choices import AfterOpen, DiscardDraw, FinalDiscard, LayOffOn, SetSuits
from .errors import Code, Declined

if TYPE_CHECKING:
    from .ruleset import RuleSet

__all__ = ["check_cards", "largest_set"]

_MELD: Final = re.compile(r"[SR](?:[3-9]|1[0-3])", re.ASCII)
_LONGEST_RUN: Final = 13
_MOST_MELDS: Final = 6
_LEAST_MELD: Final = 3
_ACE, _COURT = 11, 10


def check_cards(rules: RuleSet) -> None:
    """Refuse what cannot be dealt, and an opening that no hand could bring.

    Raises:
        Declined: with `Code.BAD_RULES`, and which two fields and why.
    """
    _check_contract(rules)
    for players in range(rules.players_min, rules.players_max + 1):
        _check_deck(rules, players)
        if rules.discard_draw is not DiscardDraw.DEEP:
            _check_hand(rules, players)


def largest_set(rules: RuleSet, packs: int) -> int:
    """The most cards that a set can have."""
    suits = 4 * packs if rules.set_suits is SetSuits.ANY else 4
    return min(rules.set_max, suits)


def _bad(why: str, one: str, other: str) -> Declined:
    return Declined(Code.BAD_RULES, why=why, one=one, other=other)


def _check_contract(rules: RuleSet) -> None:
    if len(rules.contract) > _MOST_MELDS:
        raise _bad("contract-meld", "contract", "set_max")
    packs = min(rules.packs_by_players, default=rules.packs)
    for meld in rules.contract:
        if not _MELD.fullmatch(meld):
            raise _bad("contract-meld", "contract", "set_max")
        size, is_set = int(meld[1:]), meld[0] == "S"
        if is_set and size > largest_set(rules, packs):
            raise _bad("contract-meld", "contract", "set_max")
        if not is_set and size < rules.run_min:
            raise _bad("contract-run", "contract", "run_min")


def _check_deck(rules: RuleSet, players: int) -> None:
    """Everyone's cards, an upcard or one more for the starter, and a first draw for each."""
    size = rules.hand_size(players)
    deck = 52 * rules.packs_for(players) + rules.jokers_for(players)
    if deck < players * size + 1 + players:
        raise _bad("too-few-cards", "hand_sizes", "packs")


def _check_hand(rules: RuleSet, players: int) -> None:
    """Whether somebody can meld, open and go out with as many cards as he is dealt."""
    held = rules.hand_size(players) + 1
    most = held - 1 if rules.final_discard is FinalDiscard.REQUIRED else held
    if most < _LEAST_MELD or (rules.opening_pure_run and most < rules.run_min):
        raise _bad("hand-too-small", "hand_sizes", "final_discard")
    if sum(int(meld[1:]) for meld in rules.contract) > most:
        raise _bad("contract-cards", "contract", "hand_sizes")
    points = 0 if rules.opening_waived_for_out else rules.opening_points or 0
    if _points_possible(rules, players, most) < points:
        raise _bad("opening-cards", "opening_points", "hand_sizes")
    at_once = rules.all_at_once or (
        rules.melds_after_open is AfterOpen.NONE and rules.lay_off is LayOffOn.NONE
    )
    if at_once and rules.contract and not _goes_at_once(rules, players):
        raise _bad("at-once-cards", "contract", "hand_sizes")


def _points_possible(rules: RuleSet, players: int, cards: int) -> int:
    """More points than any opening of *cards* cards can count."""
    aces = 4 * rules.packs_for(players)
    aces += 0 if rules.opening_no_jokers else rules.jokers_for(players)
    if rules.contract and rules.contract_exact and rules.melds_after_open is AfterOpen.NONE:
        cards = sum(int(meld[1:]) for meld in rules.contract)
    return _ACE * min(cards, aces) + _COURT * max(0, cards - aces)


def _goes_at_once(rules: RuleSet, players: int) -> bool:
    """Whether a whole hand can go in the turn in which the contract is laid."""
    held = rules.hand_size(players) + 1
    goes = {
        FinalDiscard.REQUIRED: (held - 1,),
        FinalDiscard.NEVER: (held,),
        FinalDiscard.OPTIONAL: (held - 1, held),
    }[rules.final_discard]
    least = sum(int(meld[1:]) for meld in rules.contract)
    most = least if rules.contract_exact else _largest(rules, players)
    more = rules.melds_after_open is not AfterOpen.NONE
    return any(
        least <= cards <= most or (more and cards - least >= _LEAST_MELD) for cards in goes
    )


def _largest(rules: RuleSet, players: int) -> int:
    """The most cards that the melds of the contract can have."""
    largest = largest_set(rules, rules.packs_for(players))
    return sum(largest if meld[0] == "S" else _LONGEST_RUN for meld in rules.contract)
