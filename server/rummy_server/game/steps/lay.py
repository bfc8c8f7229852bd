"""Laying new melds, and adding to those that lie."""

from __future__ import annotations

import msgspec

from rummy_protocol.actions import LayMeld, LayOff
from rummy_protocol.cards import JOKER
from rummy_protocol.choices import LayOffGate, LayOffOn, SwapUse
from rummy_protocol.errors import Code, RuleViolation

from ..course import accepted, unshuffled
from ..events import LaidOff, Melded
from ..melding.holdings import faces_of, mask_of
from ..melding.melds import masks_in, meld_table
from ..melding.readings import Reading, laying_of
from ..rules import Bounds, Course, Rules, Shuffle
from ..state import FACE_BITS, Card, Deal, Meld
from ..turn.gates import gate_for, lays_off_on
from ..turn.lacking import fits_contract, fulfilled
from ..turn.moves import contract_done, lay_offs, may_meld, new_melds
from ..turn.search import can_end, opens_with
from ..turn.standing import Standing, standing_of
from .ending import check_rest, is_plain, leaves_room, went_out
from .ending import new_melds as melds_laid
from .held import hand_mask, held
from .meaning import meant, meant_grown
from .opening import contract_refused

__all__ = ["LaysMeld", "LaysOff"]


class LaysMeld(msgspec.Struct, frozen=True, kw_only=True):
    """A new meld in front of the player (R16-R18)."""

    def __call__(self, rules: Rules, deal: Deal, action: LayMeld, shuffle: Shuffle) -> Course:
        seat = deal.turn.seat
        cards = held(deal, action.cards)
        reading = meant(rules, action.cards, action.stands)
        opens = seat not in deal.opened
        if opens or not _has_room(rules.bounds, deal):
            opens = _judged(rules, deal, reading) and opens
        deal = yield Melded(seat, _laid(deal, cards, reading), opens=opens)
        check_rest(rules, deal)
        if not deal.hands[seat]:
            yield went_out(deal)

    def open(self, rules: Rules, deal: Deal) -> bool:
        bounds, plain = rules.bounds, _has_room(rules.bounds, deal)
        mask = hand_mask(deal)
        if plain and _is_simple(rules):
            found = masks_in(rules.melds, mask)
            if any(leaves_room(bounds, deal, meld.bit_count(), 1) for meld in found):
                return True
            if not found:
                return False
        standing = standing_of(rules, deal)
        if not may_meld(bounds, standing):
            return False
        if bounds.opening is not None and not standing.opened:
            known = opens_with(rules, standing)
            if known is not None:
                return known
        return _any_meld(rules, standing)


def _any_meld(rules: Rules, standing: Standing) -> bool:
    return any(can_end(rules, after) for _, after in new_melds(rules, standing))


def _has_room(bounds: Bounds, deal: Deal) -> bool:
    """Whether plainly nothing but the cards decides about a new meld."""
    if bounds.closed or not is_plain(bounds, deal):
        return False
    return bounds.new_melds is None or melds_laid(deal) < bounds.new_melds


def _judged(rules: Rules, deal: Deal, reading: Reading) -> bool:
    """Whether the seat has opened after this meld.

    Raises:
        RuleViolation: this turn has no place for the meld.
    """
    bounds = rules.bounds
    if bounds.opening is None and _has_room(bounds, deal):
        return True
    standing = standing_of(rules, deal)
    if not may_meld(bounds, standing):
        if bounds.closed and contract_done(bounds, standing):
            raise RuleViolation(Code.NO_MORE_MELDS, "G15")
        raise RuleViolation(Code.ONE_MELD_A_TURN, "R28")
    opening, fresh = bounds.opening, (*standing.fresh_melds, laying_of(reading))
    asks = opening is not None and opening.contract and not contract_done(bounds, standing)
    if opening is not None and asks and not fits_contract(opening, fresh):
        raise contract_refused(opening, standing)
    return fulfilled(opening, fresh)


def _laid(deal: Deal, cards: tuple[Card, ...], reading: Reading) -> Meld:
    left, lie = list(cards), []
    for stands, wild in zip(reading.lying, reading.wild, strict=True):
        shown = JOKER if wild else stands
        lie.append(next(card for card in left if card & FACE_BITS == shown))
        left.remove(lie[-1])
    seat = deal.turn.seat
    return Meld(
        id=deal.next_meld,
        owner=seat,
        cards=tuple(lie),
        stands=reading.lying,
        credit=(seat,) * len(lie),
    )


class LaysOff(msgspec.Struct, frozen=True, kw_only=True):
    """Cards added to a meld that lies on the table (R19, R31, R32)."""

    def __call__(self, rules: Rules, deal: Deal, action: LayOff, shuffle: Shuffle) -> Course:
        meld = next((meld for meld in deal.melds if meld.id == action.meld), None)
        if meld is None:
            raise RuleViolation(Code.NO_SUCH_MELD, "R31", meld=action.meld)
        seat = deal.turn.seat
        new_only = rules.bounds.swap_use is SwapUse.NEW_MELD
        cards = held(deal, action.cards, keep_owed=new_only)
        _check_gate(rules, deal, meld)
        reading = meant_grown(rules, meld, action.cards, action.stands)
        if new_only and not {*cards}.isdisjoint(deal.turn.owed):
            raise RuleViolation(Code.NEW_MELD_ONLY, "G12")
        deal = yield LaidOff(seat, cards, grown(meld, cards, reading, seat))
        check_rest(rules, deal)
        if not deal.hands[seat]:
            yield went_out(deal)

    def open(self, rules: Rules, deal: Deal) -> bool:
        """One card at a time is enough to ask: what fits as several fits one by one."""
        bounds = rules.bounds
        if bounds.lay_off is LayOffOn.NONE or not deal.melds:
            return False
        if bounds.gate is LayOffGate.NONE and _is_simple(rules):
            return self._open_plainly(rules, deal)
        standing = standing_of(rules, deal)
        return any(can_end(rules, after) for _, after in lay_offs(rules, standing))

    def _open_plainly(self, rules: Rules, deal: Deal) -> bool:
        grows, hand = meld_table(rules.melds).grows, hand_mask(deal)
        return any(
            leaves_room(rules.bounds, deal, 1)
            or accepted(self(rules, deal, LayOff(meld.id, (one,)), unshuffled), deal)
            for meld in deal.melds
            if lays_off_on(rules.bounds, deal.turn.seat, meld.owner)
            for one in faces_of(grows[mask_of(meld.stands)] & hand)
        )


def _is_simple(rules: Rules) -> bool:
    """Whether no joker is in play and no equal cards stand in one set."""
    return rules.deck[-1] & FACE_BITS != JOKER and not rules.melds.any_suits


def _check_gate(rules: Rules, deal: Deal, meld: Meld) -> None:
    """Refuse to lay off where one may not (R31, R52)."""
    bounds, seat = rules.bounds, deal.turn.seat
    if bounds.lay_off is LayOffOn.NONE or not lays_off_on(bounds, seat, meld.owner):
        raise RuleViolation(Code.LAY_OFF_FORBIDDEN, "R31", meld=meld.id)
    if bounds.gate is LayOffGate.NONE or gate_for(bounds, standing_of(rules, deal))[0]:
        return
    if bounds.gate is LayOffGate.OWN_MELD:
        raise RuleViolation(Code.OWN_MELD_FIRST, "R52")
    raise RuleViolation(Code.NOT_OPENED, "G11", action=LayOff.kind)


def grown(meld: Meld, cards: tuple[Card, ...], reading: Reading, seat: int) -> Meld:
    """*meld* with *cards* in it; who laid what is kept card by card (R21)."""
    old = list(zip(meld.cards, meld.stands, meld.credit, strict=True))
    new = [(card, seat) for card in cards]
    lie: list[tuple[Card, int]] = []
    for stands, wild in zip(reading.lying, reading.wild, strict=True):
        shown = JOKER if wild else stands
        kept = [each for each in old if each[0] & FACE_BITS == shown]
        same = [each for each in kept if each[1] == stands]
        fresh = next((each for each in new if each[0] & FACE_BITS == shown), None)
        if same or (kept and fresh is None):
            chosen = (same or kept)[0]
            old.remove(chosen)
            lie.append((chosen[0], chosen[2]))
        elif fresh is not None:
            new.remove(fresh)
            lie.append(fresh)
    return Meld(
        id=meld.id,
        owner=meld.owner,
        cards=tuple([card for card, _ in lie]),
        stands=reading.lying,
        credit=tuple([credit for _, credit in lie]),
    )
