"""What is a meld and what can be done with a hand, said once more and as plainly as can be.

Slow, and free of everything that `melds`, `arrange` and `search` do to be quick: no tables,
no bit masks. The tests hold those three against it.
"""

from __future__ import annotations

from itertools import combinations

from rummy_protocol.cards import rank, suit
from rummy_protocol.choices import Ace

__all__ = ["all_melds", "can_finish", "fewest_points", "is_meld", "splits"]


def is_meld(ace: Ace, cards) -> bool:
    """Whether *cards*, in whatever order, are a set or a run."""
    if len(cards) < 3 or len(set(cards)) < len(cards):
        return False
    if len({rank(card) for card in cards}) == 1:
        return len(cards) <= 4 and len({suit(card) for card in cards}) == len(cards)
    return len({suit(card) for card in cards}) == 1 and _is_run(ace, {rank(c) for c in cards})


def _is_run(ace: Ace, ranks: set[int]) -> bool:
    if len(ranks) > 13:
        return False
    low_ace, high_ace = ranks, {14 if r == 1 else r for r in ranks}
    low, high = (max(r) - min(r) + 1 == len(ranks) for r in (low_ace, high_ace))
    if ace is Ace.CORNER:
        # On a circle of thirteen ranks a run ends once, or nowhere.
        return sum(1 for r in ranks if r % 13 + 1 not in ranks) <= 1
    return {Ace.LOW: low, Ace.HIGH: high, Ace.EITHER: low or high}[ace]


def all_melds(ace: Ace, hand):
    """Every meld in *hand*, by trying every subset."""
    return {
        frozenset(cards)
        for size in range(3, len(hand) + 1)
        for cards in combinations(hand, size)
        if is_meld(ace, cards)
    }


def splits(melds, hand):
    """What every way to lay melds out of *hand* leaves over, the empty way included."""
    yield hand
    for index, meld in enumerate(melds):
        if meld <= hand:
            yield from splits(melds[index + 1 :], hand - meld)


def fewest_points(ace: Ace, values, hand) -> tuple[int, int]:
    """The fewest points of deadwood, and the fewest cards with which that can be had."""
    melds = sorted(all_melds(ace, hand), key=sorted)
    return min(
        (sum(values[card] for card in dead), len(dead))
        for dead in splits(melds, frozenset(hand))
    )


def can_finish(ace, table, hand, *, new_melds, now, later, required, locked, melded=False):
    """Whether *hand* can be emptied, by playing on one play at a time in every order.

    New melds lie on the table like the others, and may be added to.
    """
    hand = frozenset(hand)
    if not hand:
        return not required
    if len(hand) == 1 and locked not in hand:
        return True
    said = {"now": now, "later": later, "required": required, "locked": locked}
    for size in range(1, len(hand) + 1):
        for cards in combinations(sorted(hand), size):
            rest = hand.difference(cards)
            if new_melds and is_meld(ace, cards):
                more = {"new_melds": new_melds - 1, "melded": True}
                own = {"now": now | {len(table)}} if now is not None else {}
                if can_finish(ace, [*table, cards], rest, **(said | more | own)):
                    return True
            for place, lies in enumerate(table):
                opened = now is not None and (place in now or (melded and place in later))
                grown = (*lies, *cards)
                if opened and is_meld(ace, grown):
                    grown_table = [*table[:place], grown, *table[place + 1 :]]
                    more = {"new_melds": new_melds, "melded": melded}
                    if can_finish(ace, grown_table, rest, **said, **more):
                        return True
    return False
