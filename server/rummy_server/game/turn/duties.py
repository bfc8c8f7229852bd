"""What a turn owes before it can end, and with which discards it can end. Nothing is searched.

Duties are not kept anywhere: each is a question to the `Standing`.
"""

from __future__ import annotations

from rummy_protocol.cards import Face
from rummy_protocol.choices import DiscardBan, FinalDiscard

from ..melding.growth import fits_alone
from ..melding.holdings import faces_of, holds, less, size_of
from ..rules import Bounds, Rules
from .standing import Standing, one_card

__all__ = ["discards", "duty_of", "ended", "fits_table", "owes_opening", "waived"]


def waived(bounds: Bounds, standing: Standing) -> bool:
    """Whether who lays down everything in this turn need not fulfil the opening."""
    return bounds.opening is not None and bounds.opening.waived and not standing.laid_before


def owes_opening(standing: Standing) -> bool:
    """Whether the seat has begun to open, or has to, and has not yet."""
    return not standing.opened and (bool(standing.fresh_melds) or standing.must_open)


def duty_of(bounds: Bounds, standing: Standing, *, out: bool) -> str:
    """What has to be done before the turn can end, or can end by going *out*.

    ``use``, ``lay-joker``, ``go-out`` or ``open``; empty: nothing.
    """
    if standing.must is not None:
        return "use"
    if standing.owed:
        return "lay-joker"
    if standing.beyond and not out:
        return "go-out"
    if owes_opening(standing) and not (out and waived(bounds, standing)):
        return "open"
    return ""


def ended(bounds: Bounds, standing: Standing) -> bool:
    """Whether the turn may end with no card left, where none is."""
    if bounds.last is FinalDiscard.REQUIRED or standing.early:
        return False
    return not duty_of(bounds, standing, out=True)


def discards(rules: Rules, standing: Standing) -> int:
    """The cards that may be discarded now, as a holding."""
    bounds, hand = rules.bounds, standing.hand
    last = size_of(hand) == 1
    if last and (bounds.last is FinalDiscard.NEVER or standing.early):
        return 0
    if not hand or duty_of(bounds, standing, out=last):
        return 0
    free = hand if standing.locked is None else less(hand, one_card(standing.locked))
    if not _banned_from(bounds, standing):
        return free
    fit = [face for face in set(faces_of(free)) if fits_table(rules, standing, face)]
    allowed = free
    for face in fit:
        while holds(allowed, one_card(face)):
            allowed = less(allowed, one_card(face))
    return allowed or free


def _banned_from(bounds: Bounds, standing: Standing) -> bool:
    """Whether the seat may not discard what fits a meld on the table."""
    match bounds.ban:
        case DiscardBan.NONE:
            return False
        case DiscardBan.BEFORE_OPEN:
            return not standing.opened
        case DiscardBan.ALL:
            return True


def fits_table(rules: Rules, standing: Standing, face: Face) -> bool:
    """Whether a card alone could be laid off on some meld, whoever may do so."""
    card = one_card(face)
    return any(fits_alone(rules, lying.laying, card) for lying in standing.melds)
