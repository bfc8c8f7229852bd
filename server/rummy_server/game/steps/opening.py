"""What an opening lacks, told to those who have to bring it: in views and in refusals."""

from __future__ import annotations

from rummy_protocol.errors import Code, RuleViolation
from rummy_protocol.views import OpeningView

from ..melding.holdings import holding_of
from ..rules import Opening, Rules
from ..state import Deal, faces_in
from ..turn.lacking import points_of, pure, slots_left
from ..turn.outlook import most_points
from ..turn.standing import Standing, laying_of_meld

__all__ = ["contract_refused", "opening_of", "opening_short"]


def opening_short(rules: Rules, standing: Standing) -> RuleViolation:
    """The refusal of a play after which no opening can come of the turn."""
    opening = rules.bounds.opening
    if opening is None or not opening.points:
        return RuleViolation(Code.OPENING_SHORT, "G11")
    laid = points_of(standing.fresh_melds)
    best = laid + most_points(rules, standing.hand)
    if best >= opening.points:
        return RuleViolation(Code.OPENING_SHORT, "G12" if opening.pure_run else "G11")
    return RuleViolation(Code.OPENING_SHORT, "G11", need=opening.points, laid=laid, best=best)


def contract_refused(opening: Opening, standing: Standing) -> RuleViolation:
    """The refusal of a new meld for which the contract has no place left."""
    left = slots_left(opening, standing.fresh_melds)
    told = " ".join([slot.name for slot in left])
    return RuleViolation(Code.CONTRACT, "G15", contract=told)


def opening_of(rules: Rules, deal: Deal, seat: int) -> OpeningView | None:
    """What *seat* must bring to open, and how far it is; ``None``: nothing, or it has."""
    opening = rules.bounds.opening
    if opening is None or seat in deal.opened:
        return None
    plays = deal.turn.plays if deal.turn.seat == seat else ()
    fresh = tuple([laying_of_meld(play.meld) for play in plays if play.before is None])
    laid = points_of(fresh)
    best = 0
    if opening.points:
        best = laid + most_points(rules, holding_of(faces_in(deal.hands[seat])))
    return OpeningView(
        need=opening.points,
        laid=laid if opening.points else 0,
        best=best,
        contract=tuple([slot.name for slot in slots_left(opening, fresh)]),
        pure_run=opening.pure_run and not any(map(pure, fresh)),
    )
