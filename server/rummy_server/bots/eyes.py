"""What a seat concludes before it looks at its ways: what may still come, how near the end is,
and what the next player could do with a discard.

What a hand is worth in those eyes is the business of `worth`.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import DealScoring, DiscardGate, LayOffGate, LayOffOn

from ..game.melding.holdings import faces_of
from ..game.turn.standing import Lying
from .mind import Mind
from .sight import Sight

__all__ = ["Eyes", "Scales", "eyes_of", "points_of"]


class Scales(msgspec.Struct, frozen=True, kw_only=True):
    """How much each thing matters, in points of deadwood."""

    card: float = 4.0
    """A card that is in no meld, beside what it counts."""
    hope: float = 11.0
    """The turns for which a hand hopes."""
    joker: float = 12.0
    """A joker that is in no meld of the hand, while the end is far."""
    unopened: float = 15.0
    """Not to have opened."""
    short: float = 0.6
    """Each point that an opening lacks."""
    lacking: float = 11.0
    """Each card that a contract lacks."""
    loose_at_once: float = 10.0
    """A loose card where everything must go at once."""
    fits: float = 7.0
    """A discard that fits the table."""
    danger: float = 8.0
    """A discard that the next player can surely use; weighed by who remembers the deal."""
    stock: float = 2.0
    """What a card from the stock is worth on average."""


class Eyes(msgspec.Struct, frozen=True):
    """What a seat concludes before it looks at its ways."""

    sight: Sight
    scales: Scales
    live: tuple[int, ...]
    """How many of each face have not been seen."""
    gone: int
    """Those of which none is left, as a mask."""
    unseen: int
    near: float
    """How near the end of the deal is, from 0 to 1."""
    held: float
    """The share of its points that a card costs while it is in the hand."""
    lying: tuple[Lying, ...]
    """What lies on the table now."""
    start: int
    """What all cards of the hand counted before this turn's next play."""
    pays: bool
    """Whether melded cards score."""
    followed: float
    """What it matters that a discard fits the table."""
    likely: float
    """The chance that the next player holds a card that was not seen; 0: no matter."""
    known: int
    """What the next player is known to hold."""


def eyes_of(sight: Sight, scales: Scales, mind: Mind | None) -> Eyes:
    rules, deal, seat = sight.rules, sight.deal, sight.you.seat
    standing = sight.standing
    seats = len(deal.hands)
    others = [n for n in range(seats) if n != seat and deal.hands[n]]
    following = sight.following
    live = _live(sight, mind)
    unseen = max(1, sum(live))
    fewest = min(deal.hands[other] for other in others)
    near = max(0.0, min(1.0, 1 - (fewest - 1) / max(4, rules.hand_size)))
    pays = rules.ruleset.deal_scoring is DealScoring.MELDS_MINUS_HAND
    if pays and rules.ruleset.max_recycles == 0:
        near = max(near, 1 - deal.stock / 12) if deal.stock < 12 else near
    may_take = _takes(sight, following)
    known = mind.held[following] if mind is not None and mind.held else 0
    likely = min(1.0, deal.hands[following] / unseen) if mind is not None and may_take else 0.0
    return Eyes(
        sight=sight,
        scales=scales,
        live=live,
        gone=sum([1 << face for face, left in enumerate(live) if not left]),
        unseen=unseen,
        near=near,
        held=0.35 + 0.65 * near if pays else 1.0,
        lying=standing.melds,
        start=points_of(rules.values, standing.hand),
        pays=pays,
        followed=scales.fits * _lays(sight, following) if may_take else 0.0,
        likely=likely,
        known=known if may_take else 0,
    )


def _live(sight: Sight, mind: Mind | None) -> tuple[int, ...]:
    """Copies of each face that may still come."""
    packs = sight.rules.melds.packs
    left = [packs] * 52
    seen: list[Face | None] = [*sight.you.hand]
    for meld in sight.deal.melds:
        seen += meld.cards
    seen += sight.deal.top if mind is None else mind.pile
    if mind is not None:
        for seat, held in enumerate(mind.held):
            if seat != sight.you.seat:
                seen += faces_of(held)
    for face in seen:
        if face is not None and face != JOKER and left[face]:
            left[face] -= 1
    return tuple(left)


def _takes(sight: Sight, seat: int) -> bool:
    """Whether *seat* can do anything with a discard of ours."""
    opened = seat in sight.deal.opened
    return opened or sight.rules.ruleset.discard_gate is not DiscardGate.AFTER_OPEN


def _lays(sight: Sight, seat: int) -> float:
    rules = sight.rules.ruleset
    if rules.lay_off is not LayOffOn.ANY:
        return 0.0
    gated = rules.lay_off_gate in (LayOffGate.AFTER_OPEN, LayOffGate.AFTER_OPEN_NEXT_TURN)
    if gated and seat not in sight.deal.opened:
        return 0.4
    return 1.0


def points_of(values: Sequence[int], hand: int) -> int:
    """What the cards of a holding count."""
    return sum([values[face] for face in faces_of(hand)])
