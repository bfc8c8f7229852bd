"""How a turn can end: what must be kept back for it, and what it still owes.

Every play is asked here whether the turn could still be ended after it. So no player comes
to a place from where there is no way on (E12, E16, E27, C24), and the draw, the melds and
the discard need not know of each other.
"""

from __future__ import annotations

from rummy_protocol.cards import Face, name
from rummy_protocol.choices import LayOffOn
from rummy_protocol.errors import Code, RuleViolation

from ..events import DealEnded
from ..melds import extended
from ..rules import Bounds, Rules
from ..search import can_finish
from ..state import Deal, Meld, Outcome, face

__all__ = [
    "check_rest",
    "leaves_room",
    "new_melds",
    "open_melds",
    "owes",
    "too_early",
    "went_out",
]


def new_melds(deal: Deal) -> int:
    """How many melds this turn has brought so far."""
    return sum(play.before is None for play in deal.turn.plays)


def owes(bounds: Bounds, deal: Deal) -> bool:
    """Whether this turn has gone beyond the limit of melds and so must go out (C24)."""
    plays = deal.turn.plays
    if bounds.new_melds is None or len(plays) <= bounds.new_melds:
        return False
    return new_melds(deal) > bounds.new_melds


def too_early(bounds: Bounds, deal: Deal) -> bool:
    """Whether the seat whose turn it is may not go out in it (E27)."""
    return (deal.turns - 1) // len(deal.hands) + 1 < bounds.earliest_out


def open_melds(bounds: Bounds, deal: Deal) -> tuple[Meld, ...]:
    """The melds that the seat whose turn it is may add to (R31, R52)."""
    seat = deal.turn.seat
    if bounds.own_meld_first and all(meld.owner != seat for meld in deal.melds):
        return ()
    match bounds.lay_off:
        case LayOffOn.ANY:
            return deal.melds
        case LayOffOn.OWN:
            return tuple(meld for meld in deal.melds if meld.owner == seat)
        case LayOffOn.NONE:
            return ()


def leaves_room(bounds: Bounds, deal: Deal, gone: int, melds: int = 0) -> bool:
    """Whether nothing stands in the way of ending the turn after *gone* more cards went.

    Two cards that are left can always be kept or thrown, so long as the turn owes nothing.

    Args:
        melds: how many of the plays with which they go are new melds.
    """
    within = bounds.new_melds is None or new_melds(deal) + melds <= bounds.new_melds
    return within and len(deal.hands[deal.turn.seat]) - gone >= 2


def check_rest(rules: Rules, deal: Deal) -> None:
    """Refuse the play that *deal* is the result of, if the turn could not end after it.

    Raises:
        RuleViolation: with the rule that would stand in the way.
    """
    bounds, hand = rules.bounds, deal.hands[deal.turn.seat]
    if leaves_room(bounds, deal, 0):
        return
    if len(hand) < 2:
        if too_early(bounds, deal):
            raise RuleViolation(Code.TOO_EARLY_OUT, "E27", turn=bounds.earliest_out)
        if bounds.last_is_discarded and not hand:
            raise RuleViolation(Code.MUST_DISCARD, "R56")
        if hand and hand[0] == deal.turn.locked and not _playable(rules, deal, face(hand[0])):
            raise RuleViolation(Code.LOCKED_LAST_CARD, "E12", card=name(face(hand[0])))
    if hand and owes(bounds, deal) and not _finishes(rules, deal):
        raise RuleViolation(Code.OPEN_DUTY, "C24")


def went_out(deal: Deal) -> DealEnded:
    """The deal is over since the seat whose turn it is has no cards left (R40, R41)."""
    return DealEnded(Outcome(out=deal.turn.seat, rummy=not deal.turn.laid_before))


def _playable(rules: Rules, deal: Deal, card: Face) -> bool:
    """Whether *card*, the last one in the hand, can be laid off and the player so go out."""
    if rules.bounds.last_is_discarded:
        return False
    return any(
        extended(rules.melds, meld.stands, (card,)) for meld in open_melds(rules.bounds, deal)
    )


def _finishes(rules: Rules, deal: Deal) -> bool:
    """Whether all of the hand can still go in this turn, with any number of new melds."""
    bounds, turn = rules.bounds, deal.turn
    if too_early(bounds, deal):
        return False
    hand = deal.hands[turn.seat]
    return can_finish(
        rules.melds,
        [meld.stands for meld in open_melds(bounds, deal)],
        [face(card) for card in hand],
        new_melds=None,
        lay_off=bounds.lay_off is not LayOffOn.NONE,
        last_discard="required" if bounds.last_is_discarded else "optional",
        locked=face(turn.locked) if turn.locked in hand else None,
    )
