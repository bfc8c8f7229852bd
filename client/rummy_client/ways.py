"""The ways in which a play can be meant, where there is more than one; pure.

Which of them are legal the server says. It names the meanings of a joker when it refuses a
play that has several; the cards that can be given for a joker stand in the view.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeVar

import msgspec

from rummy_protocol.actions import Action, LayMeld, LayOff, SwapJoker
from rummy_protocol.cards import Face, faces, is_joker, rank
from rummy_protocol.choices import SetRelease
from rummy_protocol.errors import Code
from rummy_protocol.messages import Act
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import MeldView, Take

from .model import Model, Notice

__all__ = ["joker_ways", "meant", "rules_in_force", "swap_ways", "take_of"]

P = TypeVar("P", LayMeld, LayOff)

MOST: Final = 35
"""Ways that are asked about at once: as many as there are keys for an answer."""


def rules_in_force(model: Model) -> RuleSet | None:
    """The rules of the running deal, or of the next one; some change from deal to deal."""
    if model.table is None:
        return None
    number = model.deal.number if model.deal is not None else model.table.deals_played + 1
    return model.table.rules.for_deal(number)


# --- jokers ------------------------------------------------------------------------------


def joker_ways(notice: Notice) -> tuple[Action, ...]:
    """The refused play once more for each card that its jokers could stand for."""
    refused, about = notice.refused, notice.about
    if refused is None or refused.code != Code.JOKER_UNCLEAR or not isinstance(about, Act):
        return ()
    action = about.action
    if not isinstance(action, LayMeld | LayOff):
        return ()
    choices = str(refused.args.get("choices", "")).split("|")
    return tuple(
        msgspec.structs.replace(action, stands=stands) for stands in _meanings(choices[:MOST])
    )


def _meanings(choices: list[str]) -> Iterator[tuple[Face, ...]]:
    for choice in choices:
        try:
            stands = faces(choice)
        except ValueError:
            continue
        if stands:
            yield stands


def meant(model: Model, action: P) -> P:
    """*action*, with what a hint for the same cards said about its jokers."""
    advised = model.advice.action if model.advice is not None else None
    if isinstance(advised, type(action)) and advised.cards == action.cards:
        return advised
    return action


# --- swaps -------------------------------------------------------------------------------


def swap_ways(model: Model) -> tuple[SwapJoker, ...]:
    """What can be given for jokers on the table, as plays ready to be sent."""
    if model.you is None or model.deal is None:
        return ()
    rules = rules_in_force(model)
    both = rules is not None and rules.set_release is SetRelease.BOTH_MISSING
    told = list[SwapJoker]()
    for meld in model.deal.melds:
        given = tuple(fit.card for fit in model.you.swaps if meld.id in fit.melds)
        if both and _is_set_of_three(meld) and len(given) > 1:
            told.append(SwapJoker(meld.id, given))
        else:
            told += [SwapJoker(meld.id, (card,)) for card in given]
    return tuple(told[:MOST])


def _is_set_of_three(meld: MeldView) -> bool:
    """Three cards of one rank with one joker: where two cards are given, it is here."""
    jokers = sum(map(is_joker, meld.cards))
    return len(meld.cards) == 3 and jokers == 1 and len({rank(f) for f in meld.stands}) == 1


# --- the discard pile --------------------------------------------------------------------


def take_of(model: Model, count: int) -> Take | None:
    """Whether *count* discards may be taken now, and what follows from it."""
    takes = model.you.takes if model.you is not None and model.may else ()
    return next((take for take in takes if take.count == count), None)
