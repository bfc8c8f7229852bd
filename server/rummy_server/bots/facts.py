"""The facts on which the rest of a turn depends, as the seat can know them.

The judge makes the same `Standing` of the deal itself; a bot puts it together from what its
seat was sent.
"""

from __future__ import annotations

from functools import lru_cache

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import DiscardGate, DiscardUse, JokerSwap, LayOffGate, SwapUse
from rummy_protocol.news import LaidOff, Melded, Swapped
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import DealView, MeldView, You

from ..game.melding.holdings import holding_of, jokers_in
from ..game.melding.layings import Laying
from ..game.rules import Bounds, Rules
from ..game.turn.standing import Lying, Standing
from .turn import Turn

__all__ = ["facts_of"]


def facts_of(rules: Rules, deal: DealView, you: You, turn: Turn) -> Standing:
    seat, opened = you.seat, you.seat in deal.opened
    owners = [meld for meld in deal.melds if meld.owner == seat]
    fresh = tuple([_laying(play.cards, play.stands) for play in turn.melds])
    if not turn.whole and not opened:
        fresh = tuple([_laying(meld.cards, meld.stands) for meld in owners])
    opened_before = opened and not any(play.opens for play in turn.melds)
    credit = sum([meld.credit.count(seat) for meld in deal.melds])
    return Standing(
        seat=seat,
        hand=holding_of(you.hand),
        melds=tuple([_lying(meld) for meld in deal.melds]),
        fresh_melds=fresh,
        opened=opened,
        opened_before=opened_before,
        laid_before=turn.played or credit > turn.cards or len(owners) > len(fresh),
        locked=you.locked,
        must=_must(rules, you, turn, opened_before),
        must_open=_must_open(rules, turn, opened_before),
        owed=_owed(rules, you, turn),
        beyond=you.duty == "go-out" or _beyond(rules, turn, opened_before),
        early=(deal.turn - 1) // rules.players + 1 < rules.bounds.earliest_out,
        next_meld=max([meld.id for meld in deal.melds], default=0) + 1,
    )


def _beyond(rules: Rules, turn: Turn, opened: bool) -> bool:
    """Whether something was done that only going out in this turn permits (C24, R76)."""
    bounds, melds = rules.bounds, len(turn.melds)
    if bounds.new_melds is not None and melds > bounds.new_melds:
        return True
    if bounds.opening is None:
        return False
    if bounds.opening.all_at_once and melds:
        return True
    for play in turn.plays:
        if isinstance(play, Melded):
            opened = opened or play.opens
        elif not opened and _gated(bounds, play):
            return True
    return False


def _gated(bounds: Bounds, play: LaidOff | Swapped) -> bool:
    """Whether the play is for those who have opened."""
    if isinstance(play, Swapped):
        return bounds.swap is JokerSwap.AFTER_OPEN
    return bounds.gate is LayOffGate.AFTER_OPEN


@lru_cache(maxsize=1 << 10)
def _laying(cards: tuple[Face, ...], stands: tuple[Face, ...]) -> Laying:
    lying = stands or cards
    wild = [face for card, face in zip(cards, lying, strict=True) if card == JOKER]
    return Laying(holding_of(lying), holding_of(wild))


def _lying(meld: MeldView) -> Lying:
    return Lying(meld.id, meld.owner, _laying(meld.cards, meld.stands))


def _must(rules: Rules, you: You, turn: Turn, opened: bool) -> Face | None:
    """The taken discard, where it has to be laid and is still in the hand."""
    if you.duty == "use" and you.duty_cards:
        return you.duty_cards[0]
    deepest = turn.took[0] if turn.took else None
    if deepest is None or not _used(rules.ruleset, len(turn.took), opened):
        return None
    laid = sum([play.cards.count(deepest) for play in turn.plays])
    return None if laid or deepest not in you.hand else deepest


def _used(rules: RuleSet, count: int, opened: bool) -> bool:
    """Whether a taken discard has to be laid at once (C11)."""
    if rules.discard_gate is DiscardGate.OPENING_WITH_IT and not opened:
        return True
    match rules.discard_use:
        case DiscardUse.FREE:
            return False
        case DiscardUse.MUST_IF_DEEP:
            return count > 1
        case DiscardUse.MUST:
            return True


def _must_open(rules: Rules, turn: Turn, opened: bool) -> bool:
    return bool(turn.took) and not opened and _opens_for(rules.ruleset)


def _opens_for(rules: RuleSet) -> bool:
    """Whether who has not opened takes from the pile only to open."""
    return rules.discard_gate in (DiscardGate.WHEN_OPENING, DiscardGate.OPENING_WITH_IT)


def _owed(rules: Rules, you: You, turn: Turn) -> int:
    """Jokers in the hand that have to be laid again in this turn."""
    if rules.ruleset.swap_use is SwapUse.KEEP:
        return 0
    if you.duty == "lay-joker":
        return len(you.duty_cards)
    got = laid = 0
    for play in turn.plays:
        if isinstance(play, Swapped):
            got += play.jokers
        elif isinstance(play, Melded | LaidOff) and got > laid:
            laid += play.cards.count(JOKER)
    return max(0, min(got - laid, jokers_in(holding_of(you.hand))))
