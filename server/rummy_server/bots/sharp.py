"""``sharp``: remembers what was taken and thrown, and asks what the others may hold.

It weighs a turn by what stays in its hand, by the cards that can still come and would help,
and by what its discard and its melds hand to the others.
"""

from __future__ import annotations

from typing import Final

import msgspec

from rummy_protocol.actions import Action, DrawStock, EndDeal, TakeDiscard
from rummy_protocol.cards import Face, rank

from ..game.arrange import best_split
from ..game.melds import faces_of, mask_of
from .hopes import ALL, outs, pairs_with
from .mind import Mind
from .plans import best_plan, going_out
from .sight import Sight, taking
from .simple import simple_actions

__all__ = ["Weights", "choose"]


class Weights(msgspec.Struct, frozen=True, kw_only=True):
    """How much each thing matters, in points of deadwood."""

    card: float = 4.0
    """A card left in the hand, whatever it counts."""
    meld: float = 1.0
    """The share of a card's points that counts while it is in a meld in the hand."""
    hope: float = 0.32
    """A card that may still come, for each point that it would save, while nobody has got rid
    of a card yet; the nearer another is to going out, the less."""
    out: float = 15.0
    """Being able to go out with it."""
    danger: float = 10.0
    """A discard that the next player can surely use."""
    give: float = 0.0
    """A card that may still come to somebody and fits the table."""
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
    refused: int
    """Ranks of which he cannot well hold a pair, as bits."""


def choose(sight: Sight, mind: Mind, weights: Weights = WEIGHTS) -> Action:
    """What a player would do who remembers the deal."""
    outlook = _outlook(sight, mind, weights)
    may = sight.you.may
    if DrawStock.kind in may or TakeDiscard.kind in may or EndDeal.kind in may:
        return _draw(outlook, mind)
    out = going_out(sight)
    if out is not None:
        return out
    plan = best_plan(sight, lambda *left: _cost(outlook, *left))
    return plan.first if plan is not None else next(simple_actions(sight))


def _outlook(sight: Sight, mind: Mind, weights: Weights) -> Outlook:
    seat, hands = sight.you.seat, sight.deal.hands
    following = (seat + 1) % len(hands)
    fewest = min(count for other, count in enumerate(hands) if other != seat)
    held = [cards & ~sight.seen for cards in mind.held] or [0] * len(hands)
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
        refused=_ranks(
            (mind.thrown[following] | mind.declined[following]) if mind.thrown else 0
        ),
    )


def _ranks(cards: int) -> int:
    ranks = 0
    for face in faces_of(cards):
        ranks |= 1 << rank(face)
    return ranks


def _cost(outlook: Outlook, hand: int, thrown: int, lying: tuple[int, ...]) -> float:
    """How bad it is to end a turn like this."""
    rules, weights = outlook.sight.rules, outlook.weights
    faces = faces_of(hand)
    split = best_split(rules.melds, rules.values, faces)
    whole = sum([rules.values[face] for face in faces])
    cost = split.points + weights.meld * (whole - split.points)
    cost += weights.card * len(split.deadwood)
    cost -= outlook.hope * sum(_gains(outlook, hand, mask_of(split.deadwood), lying).values())
    if thrown and weights.danger:
        cost += weights.danger * _danger(outlook, thrown, lying)
    if weights.give:
        ends = 0
        for meld in lying:
            ends |= outlook.sight.table.grows[meld]
        cost += weights.give * (ends & outlook.live).bit_count()
    return cost


def _gains(
    outlook: Outlook, whole: int, loose: int, lying: tuple[int, ...]
) -> dict[Face, float]:
    """What each card that may still come would save."""
    melds, values = outlook.sight.rules.melds, outlook.sight.rules.values
    card, left = outlook.weights.card, whole.bit_count()
    gains: dict[Face, float] = {}
    for face in faces_of(outs(melds, loose) & outlook.live):
        saved = [
            values[one] + values[other]
            for one, other, _ in pairs_with(melds, face)
            if loose >> one & 1 and loose >> other & 1
        ]
        gains[face] = max(saved) + 2 * card + (outlook.weights.out if left <= 3 else 0)
    for meld in lying:
        ends = outlook.sight.table.grows[meld]
        for face in faces_of(ends & outlook.live):
            follows = outlook.sight.table.grows[meld | 1 << face] & ~ends & loose
            if follows:
                gain = card + values[follows.bit_length() - 1]
                gain += outlook.weights.out if left <= 2 else 0
                gains[face] = gains.get(face, 0) + gain
    return gains


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


def _draw(outlook: Outlook, mind: Mind) -> Action:
    sight = outlook.sight
    may, top = sight.you.may, sight.top
    if TakeDiscard.kind not in may or top is None:
        return DrawStock() if DrawStock.kind in may else EndDeal()
    taken = taking(sight, top)
    if going_out(taken) is not None:
        return TakeDiscard()
    plan = best_plan(taken, lambda *left: _cost(outlook, *left))
    if plan is None:
        return DrawStock() if DrawStock.kind in may else EndDeal()
    with_it = _cost(outlook, plan.hand, plan.discard, plan.lying)
    if DrawStock.kind not in may:
        return (
            TakeDiscard() if with_it < _cost(outlook, sight.hand, 0, sight.lying) else EndDeal()
        )
    if mind.coming and mind.coming[0] is not None:
        without = _after_drawing(outlook, mind.coming[0])
    else:
        without = _after_any(outlook)
    return TakeDiscard() if with_it < without else DrawStock()


def _after_any(outlook: Outlook) -> float:
    """What a card from the stock will leave on average.

    It saves what it makes a meld of, or it stays in the place of the worst card of the hand.
    """
    sight, weights = outlook.sight, outlook.weights
    hand, values = sight.hand, sight.rules.values
    now = _cost(outlook, hand, 0, sight.lying)
    least = min(_cost(outlook, hand ^ 1 << face, 0, sight.lying) for face in sight.you.hand)
    loose = mask_of(sight.you.deadwood)
    gains = _gains(outlook, hand, loose, sight.lying)
    live = faces_of(outlook.live)
    saved = sum([max(0, now - least - values[x] - weights.card, gains.get(x, 0)) for x in live])
    return now - saved / max(1, len(live)) - weights.stock


def _after_drawing(outlook: Outlook, card: int) -> float:
    drawn = taking(outlook.sight, card, locks=False)
    if going_out(drawn) is not None:
        return -1000.0
    plan = best_plan(drawn, lambda *left: _cost(outlook, *left))
    return 1000.0 if plan is None else _cost(outlook, plan.hand, plan.discard, plan.lying)
