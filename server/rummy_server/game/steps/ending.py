"""How a turn can end: what must be kept back for it, and what it still owes.

Every play is asked here whether the turn could still be ended after it. So no player comes
to a place from where there is no way on (E12, E16, E27, E50, C24), and the draw, the melds and
the discard need not know of each other.
"""

from __future__ import annotations

from rummy_protocol.cards import name
from rummy_protocol.choices import FinalDiscard
from rummy_protocol.errors import Code, RuleViolation

from ..events import DealEnded
from ..melding.holdings import faces_of, size_of
from ..rules import Bounds, Rules
from ..state import Deal, Outcome
from ..turn.duties import duty_of
from ..turn.search import can_end
from ..turn.standing import Standing, standing_of
from .opening import opening_short

__all__ = [
    "check_rest",
    "is_plain",
    "leaves_room",
    "new_melds",
    "over_limit",
    "too_early",
    "went_out",
]


def new_melds(deal: Deal) -> int:
    """How many melds this turn has brought so far."""
    return sum([play.before is None for play in deal.turn.plays])


def over_limit(bounds: Bounds, deal: Deal) -> bool:
    """Whether this turn has gone beyond the limit of melds and so must go out (C24)."""
    plays = deal.turn.plays
    if bounds.new_melds is None or len(plays) <= bounds.new_melds:
        return False
    return new_melds(deal) > bounds.new_melds


def too_early(bounds: Bounds, deal: Deal) -> bool:
    """Whether the seat whose turn it is may not go out in it (E27)."""
    return (deal.turns - 1) // len(deal.seats) + 1 < bounds.earliest_out


def is_plain(bounds: Bounds, deal: Deal) -> bool:
    """Whether this turn can owe nothing but going out for too many melds."""
    turn = deal.turn
    if turn.must is not None or turn.must_open or turn.owed:
        return False
    if bounds.opening is None:
        return True
    return turn.opened_before and not bounds.opening.all_at_once


def leaves_room(bounds: Bounds, deal: Deal, gone: int, melds: int = 0) -> bool:
    """Whether plainly nothing stands in the way of ending the turn after *gone* cards went.

    Two cards that are left can always be kept or thrown, so long as the turn owes nothing.

    Args:
        melds: how many of the plays with which they go are new melds.
    """
    if len(deal.hands[deal.turn.seat]) - gone < 2 or not is_plain(bounds, deal):
        return False
    return bounds.new_melds is None or new_melds(deal) + melds <= bounds.new_melds


def check_rest(rules: Rules, deal: Deal) -> None:
    """Refuse the play that *deal* is the result of, if the turn could not end after it.

    Raises:
        RuleViolation: with the rule that would stand in the way.
    """
    if leaves_room(rules.bounds, deal, 0):
        return
    standing = standing_of(rules, deal)
    if not can_end(rules, standing):
        raise _refusal(rules, deal, standing)


def _refusal(rules: Rules, deal: Deal, standing: Standing) -> RuleViolation:
    """Why the turn could not end: what nobody can mend first."""
    bounds = rules.bounds
    if size_of(standing.hand) < 2:
        if standing.early:
            return RuleViolation(Code.TOO_EARLY_OUT, "E27", turn=bounds.earliest_out)
        if not standing.hand and bounds.last is FinalDiscard.REQUIRED:
            return RuleViolation(Code.MUST_DISCARD, "R56")
        if standing.locked is not None:
            return RuleViolation(Code.LOCKED_LAST_CARD, "E12", card=name(standing.locked))
    match duty_of(bounds, standing, out=not standing.hand):
        case "use":
            told = "" if standing.must is None else name(standing.must)
            return RuleViolation(Code.MUST_USE, "E50", card=told)
        case "lay-joker":
            return RuleViolation(Code.OPEN_DUTY, "E50", what="lay-joker")
        case "go-out":
            return _no_way_out(bounds, deal, standing)
        case "open":
            return opening_short(rules, standing)
        case _:
            return _nothing_to_end_with(bounds, standing)


def _no_way_out(bounds: Bounds, deal: Deal, standing: Standing) -> RuleViolation:
    if bounds.opening is not None and bounds.opening.all_at_once:
        return RuleViolation(Code.ALL_AT_ONCE, "R76")
    if not over_limit(bounds, deal):
        return RuleViolation(Code.NOT_OPENED, "G11")
    new = deal.turn.plays[-1].before is None
    if new and len(standing.fresh_melds) - 1 == bounds.new_melds:
        return RuleViolation(Code.ONE_MELD_A_TURN, "R28")
    return RuleViolation(Code.OPEN_DUTY, "C24", what="go-out")


def _nothing_to_end_with(bounds: Bounds, standing: Standing) -> RuleViolation:
    if bounds.last is FinalDiscard.NEVER:
        left = [name(face) for face in faces_of(standing.hand)]
        return RuleViolation(Code.NO_LAST_DISCARD, "G15", card=" ".join(left))
    return RuleViolation(Code.MUST_DISCARD, "R56")


def went_out(deal: Deal) -> DealEnded:
    """The deal is over since the seat whose turn it is has no cards left (R40, R41)."""
    return DealEnded(Outcome(out=deal.turn.seat, rummy=not deal.turn.laid_before))
