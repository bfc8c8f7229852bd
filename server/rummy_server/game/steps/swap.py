"""Taking a joker from the table for the cards that it stands for (R71)."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from rummy_protocol.actions import SwapJoker
from rummy_protocol.cards import JOKER, names
from rummy_protocol.choices import JokerSwap, SwapUse
from rummy_protocol.errors import Code, RuleViolation

from ..course import accepted, unshuffled
from ..events import Swapped
from ..melding.holdings import faces_of, holding_of, holds
from ..melding.loose import is_loose, swaps_for
from ..melding.readings import reading_of
from ..rules import Course, Rules, Shuffle
from ..state import FACE_BITS, Card, Deal, Meld, face
from ..turn.gates import swap_gate
from ..turn.standing import laying_of_meld, standing_of
from .ending import check_rest
from .held import held
from .lay import grown

__all__ = ["Swaps"]


class Swaps(msgspec.Struct, frozen=True, kw_only=True):
    """Neither a meld nor a lay-off (E30); what the joker is then good for, `Bounds` says."""

    def __call__(self, rules: Rules, deal: Deal, action: SwapJoker, shuffle: Shuffle) -> Course:
        bounds, seat = rules.bounds, deal.turn.seat
        if bounds.swap is JokerSwap.NONE:
            raise RuleViolation(Code.SWAP_FORBIDDEN, "R71")
        meld = next((meld for meld in deal.melds if meld.id == action.meld), None)
        if meld is None:
            raise RuleViolation(Code.NO_SUCH_MELD, "R71", meld=action.meld)
        cards = held(deal, action.cards, keep_owed=True)
        if not swap_gate(bounds, standing_of(rules, deal))[0]:
            raise RuleViolation(Code.SWAP_FORBIDDEN, "R71", why="unopened")
        after, joker = _swapped(rules, meld, cards, seat)
        owed = bounds.swap_use is not SwapUse.KEEP
        deal = yield Swapped(seat, cards, (joker,), after, owed=owed)
        check_rest(rules, deal)

    def open(self, rules: Rules, deal: Deal) -> bool:
        return any(True for _ in self.swaps(rules, deal))

    def swaps(self, rules: Rules, deal: Deal) -> Iterator[SwapJoker]:
        """Every swap that would be accepted."""
        bounds = rules.bounds
        if bounds.swap is JokerSwap.NONE or not deal.melds:
            return
        hand = standing_of(rules, deal).hand
        for meld in deal.melds:
            for swap in swaps_for(rules.melds, bounds.loose, laying_of_meld(meld)):
                action = SwapJoker(meld.id, faces_of(swap.given))
                if holds(hand, swap.given) and self._accepts(rules, deal, action):
                    yield action

    def _accepts(self, rules: Rules, deal: Deal, action: SwapJoker) -> bool:
        return accepted(self(rules, deal, action, unshuffled), deal)


def _swapped(rules: Rules, meld: Meld, cards: tuple[Card, ...], seat: int) -> tuple[Meld, Card]:
    """The meld with the cards in the joker's place, and that joker.

    Raises:
        RuleViolation: these cards free none.
    """
    laying, loose = laying_of_meld(meld), rules.bounds.loose
    given = tuple(map(face, cards))
    asked = holding_of(given)
    found = [swap for swap in swaps_for(rules.melds, loose, laying) if swap.given == asked]
    if not found or len(cards) != len(faces_of(asked)):
        raise RuleViolation(Code.NO_SWAP, "R71", meld=meld.id, cards=names(given))
    place = _place(meld, cards[0])
    joker, rest = meld.cards[place], _without(meld, place)
    if is_loose(loose, laying):
        return grown(rest, cards, reading_of(rules.melds, found[0].after), seat), joker
    return _put(meld, place, cards[0], seat), joker


def _place(meld: Meld, card: Card) -> int:
    """Where the joker lies that goes for *card*: the one that is it, or else the first."""
    jokers = [n for n, each in enumerate(meld.cards) if each & FACE_BITS == JOKER]
    same = [n for n in jokers if meld.stands[n] == card & FACE_BITS]
    return (same or jokers)[0]


def _without(meld: Meld, place: int) -> Meld:
    return replace(
        meld,
        cards=meld.cards[:place] + meld.cards[place + 1 :],
        stands=meld.stands[:place] + meld.stands[place + 1 :],
        credit=meld.credit[:place] + meld.credit[place + 1 :],
    )


def _put(meld: Meld, place: int, card: Card, seat: int) -> Meld:
    """*meld* with *card* for the joker; who gave it has the credit (R21)."""
    return replace(
        meld,
        cards=(*meld.cards[:place], card, *meld.cards[place + 1 :]),
        credit=(*meld.credit[:place], seat, *meld.credit[place + 1 :]),
    )
