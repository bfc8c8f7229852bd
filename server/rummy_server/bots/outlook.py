"""What a watchful seat concludes from the deal, and what a way to end the turn costs it then.

Which way it takes is `sharp`'s business.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rummy_protocol.cards import Face, rank

from ..game.melding.melds import faces_of, mask_of
from ..game.solving.arrange import best_split
from .hopes import ALL, outs, pairs_with
from .mind import Mind
from .sight import Sight

__all__ = ["WEIGHTS", "Outlook", "Weights", "cost", "gains", "outlook_of"]


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """How much each thing matters, in points of deadwood."""

    card: float = 4.0
    """A card left in the hand, whatever it counts."""
    meld: float = 1.5
    """The share of its points that the only meld in a hand counts, at most the whole: it can
    still be laid in the turn that goes out, and till then nobody can add to it."""
    wait: float = 0.2
    """By how much that share falls for each card that the fewest-handed of the others holds."""
    hope: float = 0.32
    """A card that may still come, for each point that it would save, while nobody has got rid
    of a card yet; the nearer another is to going out, the less."""
    out: float = 15.0
    """Being able to go out with it."""
    danger: float = 10.0
    """A discard that the next player can surely use."""
    stock: float = 1.5
    """What else speaks for a card from the stock."""


WEIGHTS: Final = Weights()


class Outlook(msgspec.Struct, frozen=True):
    """What a seat concludes before it looks at its plans."""

    sight: Sight
    weights: Weights
    live: int
    """Cards that nobody has seen since they were shuffled: in the stock or in a hand."""
    likely: float
    """The chance that the next player holds any one of them."""
    held: int
    """Cards that the next player is known to hold."""
    hope: float
    """How much a saving that may still come is worth."""
    kept: float
    """The share of its points that the only meld of a hand counts."""
    refused: int
    """Ranks of which he cannot well hold a pair, as bits."""


def outlook_of(sight: Sight, mind: Mind, weights: Weights) -> Outlook:
    seat, hands = sight.you.seat, sight.deal.hands
    following = sight.following
    fewest = min(count for other, count in enumerate(hands) if other != seat and count)
    held = [cards & ~sight.seen & ALL for cards in mind.held] or [0] * len(hands)
    known = sight.seen | mask_of(card for card in mind.pile if card is not None)
    for cards in held:
        known |= cards
    live = ALL & ~known
    unknown = hands[following] - held[following].bit_count()
    return Outlook(
        sight=sight,
        weights=weights,
        live=live,
        likely=min(1.0, max(0, unknown) / max(1, live.bit_count())),
        held=held[following],
        hope=weights.hope * fewest / sight.rules.hand_size,
        kept=min(1.0, max(0.0, weights.meld - weights.wait * fewest)),
        refused=_ranks(
            (mind.thrown[following] | mind.declined[following]) if mind.thrown else 0
        ),
    )


def _ranks(cards: int) -> int:
    ranks = 0
    for face in faces_of(cards):
        ranks |= 1 << rank(face)
    return ranks


def cost(outlook: Outlook, hand: int, thrown: int, lying: tuple[int, ...]) -> float:
    """How bad it is to end a turn like this."""
    rules, weights = outlook.sight.rules, outlook.weights
    faces = faces_of(hand)
    split = best_split(rules.melds, rules.values, faces)
    whole = sum([rules.values[face] for face in faces])
    melded = outlook.kept if len(split.melds) == 1 else 1.0
    bad = split.points + melded * (whole - split.points)
    bad += weights.card * len(split.deadwood)
    bad -= outlook.hope * sum(gains(outlook, hand, mask_of(split.deadwood), lying).values())
    if thrown:
        bad += weights.danger * _danger(outlook, thrown, lying)
    return bad


def gains(
    outlook: Outlook, whole: int, loose: int, lying: tuple[int, ...]
) -> dict[Face, float]:
    """What each card that may still come would save."""
    melds, values = outlook.sight.rules.melds, outlook.sight.rules.values
    card, left = outlook.weights.card, whole.bit_count()
    found: dict[Face, float] = {}
    for face in faces_of(outs(melds, loose) & outlook.live):
        saved = [
            values[one] + values[other]
            for one, other, _ in pairs_with(melds, face)
            if loose >> one & 1 and loose >> other & 1
        ]
        # A card that makes a run of four saves more than two; what two count will do.
        least = 2 * values[face]
        found[face] = max(saved, default=least) + 2 * card
        found[face] += outlook.weights.out if left <= 3 else 0
    for meld in lying:
        ends = outlook.sight.table.grows[meld]
        for face in faces_of(ends & outlook.live):
            follows = outlook.sight.table.grows[meld | 1 << face] & ~ends & loose
            if follows:
                gain = card + values[follows.bit_length() - 1]
                gain += outlook.weights.out if left <= 2 else 0
                found[face] = found.get(face, 0) + gain
    return found


def _danger(outlook: Outlook, thrown: int, lying: tuple[int, ...]) -> float:
    """How likely the next player can use the discard at once."""
    grows = outlook.sight.table.grows
    if any(grows[meld] & thrown for meld in lying):
        return 1.0
    safe = 1.0
    card = Face(thrown.bit_length() - 1)
    for one, other, is_set in pairs_with(outlook.sight.rules.melds, card):
        both = _holds(outlook, one) * _holds(outlook, other)
        if is_set and outlook.refused >> rank(card) & 1:
            both *= 0.2
        safe *= 1.0 - both
    return 1.0 - safe


def _holds(outlook: Outlook, card: Face) -> float:
    """How likely the next player holds *card*."""
    if outlook.held >> card & 1:
        return 1.0
    return outlook.likely if outlook.live >> card & 1 else 0.0
