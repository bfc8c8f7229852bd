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

from rummy_protocol.cards import Face
from rummy_protocol.choices import (
    AfterOpen,
    DealScoring,
    DiscardBan,
    DiscardDraw,
    DiscardUse,
    FinalDiscard,
    LayOffOn,
    TakenCard,
)
from rummy_protocol.messages import Update
from rummy_protocol.ruleset import RuleSet
from rummy_protocol.views import DealView, You

from ..game.melding.holdings import mask_of
from ..game.melding.melds import MeldTable, meld_table
from ..game.rules import Rules
from ..game.turn.standing import Standing
from ..game.variants import rules_for
from .facts import facts_of
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
        return facts_of(self.rules, self.deal, self.you, self.turn)

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
