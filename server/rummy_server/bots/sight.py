"""What a seat sees, in the terms in which a bot thinks. It chooses nothing.

Everything in here comes from one `Update` and from the log of the running turn: a bot knows
what its seat was sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

import msgspec
from msgspec.structs import replace

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import (
    AfterOpen,
    DealScoring,
    DiscardBan,
    DiscardDraw,
    DiscardGate,
    DiscardUse,
    FinalDiscard,
    JokerSwap,
    LayOffGate,
    LayOffOn,
    SwapUse,
    TakenCard,
)
from rummy_protocol.messages import Update
from rummy_protocol.news import LaidOff, Melded, Swapped
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import DealView, MeldView, You

from ..game.holdings import holding_of, jokers_in, mask_of
from ..game.layings import Laying
from ..game.melds import MeldTable, meld_table
from ..game.rules import Bounds, Rules
from ..game.standing import Lying, Standing
from ..game.variants import rules_for
from .turn import Turn, turn_of

__all__ = ["ANY_NUMBER", "Sight", "is_plain", "sight_of", "taking"]

ANY_NUMBER: Final = 99
"""More melds than a hand can hold."""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """The table from one seat that has to decide."""

    rules: Rules
    deal: DealView
    you: You
    plain: bool
    """Whether cards are masks here, and a turn no more than melds, lay-offs and a discard."""
    turn: Turn
    """What this turn has brought so far."""
    table: MeldTable
    hand: int
    """As a mask, like everything below that is cards; for the plain game alone."""
    lying: tuple[int, ...]
    """The melds, in the order of the view."""
    places: tuple[int, ...]
    """Which of them may be added to now."""
    later: tuple[int, ...]
    """Which of them may be added to once a meld has been laid (R52)."""
    new_melds: int
    """How many melds this turn may still bring."""
    locked: int

    @property
    def standing(self) -> Standing:
        """The facts on which the rest of the turn depends, put together anew."""
        return _standing(self.rules, self.deal, self.you, self.turn)

    @property
    def top(self) -> Face | None:
        return self.deal.top[-1] if self.deal.top else None

    @property
    def following(self) -> int:
        """The seat whose turn comes next; who is out of the match holds no cards."""
        seats, seat = len(self.deal.hands), self.you.seat
        order = [number % seats for number in range(seat + 1, seat + seats)]
        return next(number for number in order if self.deal.hands[number])

    @property
    def seen(self) -> int:
        """Cards that lie open now: nobody can draw them."""
        seen = self.hand | mask_of(self.deal.top)
        for meld in self.lying:
            seen |= meld
        return seen


@lru_cache(maxsize=256)
def is_plain(rules: RuleSet) -> bool:
    """Whether the game has no jokers, no twins, no opening and no duty, and only the last
    discard is to be had."""
    return not (
        rules.opens
        or rules.jokers
        or any(rules.jokers_by_players)
        or rules.packs > 1
        or any(packs > 1 for packs in rules.packs_by_players)
        or rules.discard_draw is not DiscardDraw.TOP
        or rules.discard_use is not DiscardUse.FREE
        or rules.discard_ban is not DiscardBan.NONE
        or rules.final_discard is FinalDiscard.NEVER
        or rules.melds_after_open is not AfterOpen.ANY
        or rules.deal_scoring is DealScoring.MELDS_MINUS_HAND
    )


def sight_of(update: Update, before: Turn | None = None) -> Sight | None:
    """What the seat sees that has to decide; ``None`` where it has not.

    Args:
        before: what is known of the running turn already.
    """
    deal, you = update.deal, update.you
    if deal is None or you is None or not you.may:
        return None
    dealt_in = sum([1 for cards in deal.hands if cards])
    ruleset = update.table.rules.for_deal(deal.number)
    rules, turn = rules_for(ruleset, dealt_in), turn_of(before, deal, you.seat)
    own = [place for place, meld in enumerate(deal.melds) if meld.owner == you.seat]
    places, later = _open(rules, own, len(deal.melds))
    limit = rules.bounds.new_melds
    return Sight(
        rules=rules,
        deal=deal,
        you=you,
        plain=is_plain(ruleset),
        turn=turn,
        table=meld_table(rules.melds),
        hand=mask_of(you.hand),
        lying=tuple([mask_of(meld.cards) for meld in deal.melds]),
        places=places,
        later=later,
        new_melds=ANY_NUMBER if limit is None else max(0, limit - len(turn.melds)),
        locked=0 if you.locked is None else 1 << you.locked,
    )


def _open(
    rules: Rules, own: Sequence[int], melds: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Places that may be added to now, and those that open with a meld of one's own."""
    match rules.bounds.lay_off:
        case LayOffOn.NONE:
            allowed: tuple[int, ...] = ()
        case LayOffOn.OWN:
            allowed = tuple(own)
        case LayOffOn.ANY:
            allowed = tuple(range(melds))
    if rules.bounds.own_meld_first and not own:
        return (), allowed
    return allowed, ()


# --- the facts of the turn ---------------------------------------------------------------


def _standing(rules: Rules, deal: DealView, you: You, turn: Turn) -> Standing:
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
        must=_must(rules, you, turn, opened),
        must_open=_must_open(rules, turn, opened),
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


def taking(sight: Sight, cards: Sequence[Face], drawn: bool = False) -> Sight:
    """The same seat with *cards* in its hand: from the discard pile, the deepest first, or
    one that it has *drawn* from the stock."""
    locks = not drawn and sight.rules.ruleset.taken_card is TakenCard.LOCKED
    locked = cards[0] if locks else None
    hand = tuple(sorted((*sight.you.hand, *cards)))
    return replace(
        sight,
        you=replace(sight.you, hand=hand, locked=locked),
        turn=Turn(
            sight.turn.deal,
            sight.turn.noted,
            took=() if drawn else tuple(cards),
            played=sight.turn.played,
        ),
        hand=mask_of(hand),
        locked=0 if locked is None else 1 << locked,
    )
