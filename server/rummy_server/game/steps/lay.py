"""Laying melds and adding to them; taking such a play back."""

from __future__ import annotations

import msgspec

from rummy_protocol.actions import LayMeld, LayOff, TakeBack
from rummy_protocol.cards import Face, names, rank
from rummy_protocol.choices import LayOffOn
from rummy_protocol.errors import Code, RuleViolation

from ..course import accepted, unshuffled
from ..events import LaidOff, Melded, TookBack
from ..melds import arranged, extended, faces_of, mask_of, masks_in, meld_table
from ..rules import Bounds, Course, Rules, Shuffle
from ..state import Card, Deal, Meld, face
from .ending import check_rest, leaves_room, new_melds, open_melds, went_out
from .held import hand_mask, held

__all__ = ["LaysMeld", "LaysOff", "TakesBack"]


class LaysMeld(msgspec.Struct, frozen=True, kw_only=True):
    """A new meld in front of the player (R16-R18)."""

    def __call__(self, rules: Rules, deal: Deal, action: LayMeld, shuffle: Shuffle) -> Course:
        meld = _new_meld(rules, deal, action.cards)
        if not _more_melds(rules.bounds, deal):
            raise RuleViolation(Code.ONE_MELD_A_TURN, "R28")
        seat = deal.turn.seat
        deal = yield Melded(seat, meld, opens=seat not in deal.opened)
        _check_limit(rules, deal)
        if not deal.hands[deal.turn.seat]:
            yield went_out(deal)

    def open(self, rules: Rules, deal: Deal) -> bool:
        if not _more_melds(rules.bounds, deal):
            return False
        return any(
            leaves_room(rules.bounds, deal, meld.bit_count(), melds=1)
            or accepted(self(rules, deal, LayMeld(faces_of(meld)), unshuffled), deal)
            for meld in masks_in(rules.melds, hand_mask(deal))
        )


class LaysOff(msgspec.Struct, frozen=True, kw_only=True):
    """Cards added to a meld that lies on the table (R19, R31, R32)."""

    def __call__(self, rules: Rules, deal: Deal, action: LayOff, shuffle: Shuffle) -> Course:
        meld = next((meld for meld in deal.melds if meld.id == action.meld), None)
        if meld is None:
            raise RuleViolation(Code.NO_SUCH_MELD, "R31", meld=action.meld)
        cards = held(deal, action.cards)
        _check_open(rules.bounds, deal, meld)
        lying = extended(rules.melds, meld.stands, action.cards)
        if lying is None:
            told = names(action.cards)
            raise RuleViolation(Code.DOES_NOT_FIT, "R19", cards=told, meld=meld.id)
        deal = yield LaidOff(deal.turn.seat, cards, _grown(deal, meld, cards, lying))
        check_rest(rules, deal)
        if not deal.hands[deal.turn.seat]:
            yield went_out(deal)

    def open(self, rules: Rules, deal: Deal) -> bool:
        """One card at a time is enough to ask: what fits as several fits one by one."""
        grows, hand = meld_table(rules.melds).grows, hand_mask(deal)
        return any(
            leaves_room(rules.bounds, deal, 1)
            or accepted(self(rules, deal, LayOff(meld.id, (one,)), unshuffled), deal)
            for meld in open_melds(rules.bounds, deal)
            for one in faces_of(grows[mask_of(meld.stands)] & hand)
        )


class TakesBack(msgspec.Struct, frozen=True, kw_only=True):
    """The last play of the running turn, undone (E47)."""

    allowed: bool
    """Whether the table plays with it."""

    def __call__(self, rules: Rules, deal: Deal, action: TakeBack, shuffle: Shuffle) -> Course:
        if not self.allowed:
            raise RuleViolation(Code.NO_TAKING_BACK, "E47")
        if not deal.turn.plays:
            raise RuleViolation(Code.NOTHING_TO_TAKE_BACK, "E47")
        yield TookBack(deal.turn.seat, deal.turn.plays[-1])

    def open(self, rules: Rules, deal: Deal) -> bool:
        return self.allowed and bool(deal.turn.plays)


def _new_meld(rules: Rules, deal: Deal, faces: tuple[Face, ...]) -> Meld:
    cards = held(deal, faces)
    lying = arranged(rules.melds, faces)
    if lying is None:
        rule = "R18" if len({rank(card) for card in faces}) == 1 else "R17"
        raise RuleViolation(Code.NOT_A_MELD, rule, cards=names(faces))
    seat, place = deal.turn.seat, {face(card): card for card in cards}
    return Meld(
        id=deal.next_meld,
        owner=seat,
        cards=tuple([place[stand] for stand in lying]),
        stands=lying,
        credit=(seat,) * len(lying),
    )


def _grown(deal: Deal, meld: Meld, cards: tuple[Card, ...], lying: tuple[Face, ...]) -> Meld:
    """*meld* with *cards* in it; who laid what is kept card by card (R21)."""
    place = dict(zip(meld.stands, zip(meld.cards, meld.credit, strict=True), strict=True))
    place.update({face(card): (card, deal.turn.seat) for card in cards})
    return Meld(
        id=meld.id,
        owner=meld.owner,
        cards=tuple([place[stand][0] for stand in lying]),
        stands=lying,
        credit=tuple([place[stand][1] for stand in lying]),
    )


def _more_melds(bounds: Bounds, deal: Deal) -> bool:
    """Whether another new meld is thinkable in this turn (R28, C24)."""
    if bounds.new_melds is None or new_melds(deal) < bounds.new_melds:
        return True
    return bounds.waived and not deal.turn.laid_before


def _check_limit(rules: Rules, deal: Deal) -> None:
    """Refuse the meld just laid if it breaks the limit and the turn cannot go rummy."""
    try:
        check_rest(rules, deal)
    except RuleViolation as exc:
        if exc.code is Code.OPEN_DUTY and new_melds(deal) - 1 == rules.bounds.new_melds:
            raise RuleViolation(Code.ONE_MELD_A_TURN, "R28") from None
        raise


def _check_open(bounds: Bounds, deal: Deal, meld: Meld) -> None:
    if meld in open_melds(bounds, deal):
        return
    if bounds.lay_off is LayOffOn.ANY or (
        bounds.lay_off is LayOffOn.OWN and meld.owner == deal.turn.seat
    ):
        raise RuleViolation(Code.OWN_MELD_FIRST, "R52")
    raise RuleViolation(Code.LAY_OFF_FORBIDDEN, "R31", meld=meld.id)
