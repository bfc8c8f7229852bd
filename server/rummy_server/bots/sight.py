"""What a seat sees, in the terms in which a bot thinks. It chooses nothing.

Everything in here comes from one `Update`: a bot knows what its seat was sent.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from rummy_protocol.cards import Face
from rummy_protocol.choices import LayOffOn, TakenCard
from rummy_protocol.messages import Update
from rummy_protocol.news import Drew, Entry, LaidOff, Melded, TookBack, TookDiscard
from rummy_protocol.views import DealView, You

from ..game.melds import MeldTable, mask_of, meld_table
from ..game.rules import Rules
from ..game.variants import rules_for

__all__ = ["ANY_NUMBER", "Sight", "sight_of", "taking"]

ANY_NUMBER: Final = 99
"""More melds than a hand can hold."""


class Sight(msgspec.Struct, frozen=True, kw_only=True):
    """The table from one seat that has to decide."""

    rules: Rules
    deal: DealView
    you: You
    table: MeldTable
    hand: int
    """As a mask, like everything below that is cards."""
    lying: tuple[int, ...]
    """The melds, in the order of the view."""
    places: tuple[int, ...]
    """Which of them may be added to now."""
    later: tuple[int, ...]
    """Which of them may be added to once a meld has been laid (R52)."""
    new_melds: int
    """How many melds this turn may still bring."""
    waived: bool
    """Whether that limit does not bind if everything goes in this turn (C24)."""
    locked: int
    too_early: bool
    """Whether this seat may not go out in this turn (E27)."""
    last_is_discarded: bool

    @property
    def top(self) -> Face | None:
        return self.deal.top[-1] if self.deal.top else None

    @property
    def seen(self) -> int:
        """Cards that lie open now: nobody can draw them."""
        seen = self.hand | mask_of(self.deal.top)
        for meld in self.lying:
            seen |= meld
        return seen


def sight_of(update: Update) -> Sight | None:
    """What the seat sees that has to decide; ``None`` where it has not."""
    deal, you = update.deal, update.you
    if deal is None or you is None or not you.may:
        return None
    rules = rules_for(update.table.rules, len(deal.hands))
    bounds, laid_melds, laid_cards = rules.bounds, *_laid_in_turn(deal.log, you.seat)
    own = [place for place, meld in enumerate(deal.melds) if meld.owner == you.seat]
    places, later = _open(rules, own, len(deal.melds))
    credit = sum(meld.credit.count(you.seat) for meld in deal.melds)
    limit = ANY_NUMBER if bounds.new_melds is None else max(0, bounds.new_melds - laid_melds)
    return Sight(
        rules=rules,
        deal=deal,
        you=you,
        table=meld_table(rules.melds),
        hand=mask_of(you.hand),
        lying=tuple([mask_of(meld.cards) for meld in deal.melds]),
        places=places,
        later=later,
        new_melds=limit,
        waived=bounds.waived and (credit <= laid_cards or bool(you.duty)),
        locked=0 if you.locked is None else 1 << you.locked,
        too_early=(deal.turn - 1) // len(deal.hands) + 1 < bounds.earliest_out,
        last_is_discarded=bounds.last_is_discarded,
    )


def _laid_in_turn(log: Sequence[Entry], seat: int) -> tuple[int, int]:
    """How many melds and how many cards *seat* has laid since it last drew."""
    melds = cards = 0
    grown: dict[int, int] = {}
    for entry in reversed(log):
        if entry.seat != seat or isinstance(entry, Drew | TookDiscard):
            break
        if isinstance(entry, TookBack):
            grown[entry.meld] = grown.get(entry.meld, 0) + 1
        elif isinstance(entry, Melded | LaidOff):
            if grown.get(entry.meld, 0):
                grown[entry.meld] -= 1
                continue
            melds += isinstance(entry, Melded)
            cards += len(entry.cards)
    return melds, cards


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


def taking(sight: Sight, card: int, locks: bool = True) -> Sight:
    """The same seat with *card* in its hand: the top discard, or one from the stock."""
    locked = locks and sight.rules.ruleset.taken_card is TakenCard.LOCKED
    you = msgspec.structs.replace(
        sight.you,
        hand=tuple(sorted((*sight.you.hand, Face(card)))),
        locked=Face(card) if locked else None,
    )
    return msgspec.structs.replace(
        sight, you=you, hand=sight.hand | 1 << card, locked=1 << card if locked else 0
    )
