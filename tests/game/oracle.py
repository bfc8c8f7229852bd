"""What is a meld and what can be done with a hand, said once more and as plainly as can be.

Slow, and free of everything that `melds`, `layings`, `readings`, `arrange` and `search` do to
be quick: no tables, no bit masks. The tests hold those against it.

The upper half is the game of one pack without jokers, by its ace alone; the lower half takes a
`MeldRules` and tries every meaning of every joker.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, lru_cache
from itertools import combinations, combinations_with_replacement, pairwise

from rummy_protocol.cards import JOKER, face_of, rank, suit
from rummy_protocol.choices import Ace

__all__ = [
    "all_layings",
    "all_melds",
    "best_split",
    "can_finish",
    "fewest_points",
    "is_meld",
    "meanings",
    "meanings_grown",
    "most_opening_points",
    "opening_points",
    "orders",
    "splits",
]


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


def orders(rules, stands):
    """Every order in which these cards may lie as a meld; none if they are no meld.

    A set lies by suit.
    """
    size, suits, ranks = len(stands), {suit(c) for c in stands}, sorted(map(rank, stands))
    if 1 < len(set(ranks)) < size:
        return []
    if len(set(ranks)) == 1:
        often = rules.packs if rules.any_suits else 1
        most = max(Counter(stands).values())
        fits = rules.set_min <= size <= rules.set_max and most <= often
        return [tuple(sorted(stands))] if fits else []
    if len(suits) > 1 or not rules.run_min <= size <= rules.run_max:
        return []
    (of,) = suits
    rows = [[(first - 1 + step) % 13 + 1 for step in range(size)] for first in ranks]
    return [
        tuple(face_of(r, of) for r in row)
        for row in rows
        if sorted(row) == ranks and _ace_lies_well(rules.ace, row)
    ]


def _ace_lies_well(ace, row):
    steps = set(pairwise(row))
    above_king, below_two = (13, 1) in steps, (1, 2) in steps
    return {
        Ace.LOW: not above_king,
        Ace.HIGH: not below_two,
        Ace.EITHER: not (above_king and below_two),
        Ace.CORNER: True,
    }[ace]


def _jokers_lie_well(rules, lying, jokers):
    """Whether what lies may have these *jokers*, told by what they stand for."""
    naturals, limits = len(lying) - len(jokers), rules.jokers
    if naturals < 1 or (limits.per_meld is not None and len(jokers) > limits.per_meld):
        return False
    if limits.not_more and len(jokers) > naturals:
        return False
    run = len(set(map(rank, lying))) > 1
    side_by_side = any(one in jokers and other in jokers for one, other in pairwise(lying))
    return limits.neighbours or not run or not side_by_side


def meanings(rules, cards):
    """Every meaning of *cards* as one meld: what lies there, in every order, and what of it are
    jokers, sorted."""
    return _meanings(rules, (), (), tuple(sorted(cards)))


def meanings_grown(rules, lying, wild, cards):
    """Every meaning of *cards* added to what lies and keeps its place."""
    if not cards:
        return set()
    return _meanings(rules, tuple(lying), tuple(sorted(wild)), tuple(sorted(cards)))


@lru_cache(maxsize=1 << 13)
def _meanings(rules, before, wild, cards):
    naturals = [*before, *(card for card in cards if card != JOKER)]
    if not naturals:
        return set()
    near = [
        n
        for n in range(52)
        if all(rank(n) == rank(card) for card in naturals)
        or all(suit(n) == suit(card) for card in naturals)
    ]
    if not near:
        return set()
    found = set()
    for meant in combinations_with_replacement(near, cards.count(JOKER)):
        jokers = tuple(sorted((*wild, *meant)))
        for lying in orders(rules, (*naturals, *meant)):
            if _lies_on(lying, before) and _jokers_lie_well(rules, lying, jokers):
                found.add((lying, jokers))
    return found


def _lies_on(lying, before):
    """Whether a run still has *before* in it as it lay. In a set no place matters."""
    if not before or len(set(map(rank, lying))) == 1:
        return True
    places = range(len(lying) - len(before) + 1)
    return any(lying[place : place + len(before)] == before for place in places)


def opening_points(lying):
    """An ace counts 11, and 1 before a two; court cards and tens count 10."""
    low = {one for one, other in pairwise(lying) if (rank(one), rank(other)) == (1, 2)}
    return sum(1 if c in low else 11 if rank(c) == 1 else min(rank(c), 10) for c in lying)


def _parts(hand):
    """Every different choice of cards from *hand*, as places in it."""
    seen = set()
    for size in range(1, len(hand) + 1):
        for places in combinations(range(len(hand)), size):
            cards = tuple(sorted(hand[place] for place in places))
            yield places, cards, cards in seen
            seen.add(cards)


def all_layings(rules, hand):
    """Every meld that *hand* can lay, as what lies there and what of it are jokers, sorted."""
    return {
        (tuple(sorted(lying)), jokers)
        for _, cards, known in _parts(hand)
        if not known
        for lying, jokers in meanings(rules, cards)
    }


def _melds_by_first(rules, hand):
    """The melds of a hand as places in it, by the first of these, with all their meanings."""
    found = {place: [] for place in range(len(hand))}
    for places, cards, _ in _parts(hand):
        meant = meanings(rules, cards)
        if meant:
            found[places[0]].append((frozenset(places), meant))
    return found


def best_split(rules, values, hand):
    """The fewest points of deadwood, the fewest cards with which that can be had, and the
    fewest melds with which that."""
    by_first = _melds_by_first(rules, hand)

    @cache
    def best(left):
        if not left:
            return 0, 0, 0
        first = min(left)
        points, cards, melds = best(left - {first})
        found = points + values[hand[first]], cards + 1, melds
        for places, _ in by_first[first]:
            if places <= left:
                points, cards, melds = best(left - places)
                found = min(found, (points, cards, melds + 1))
        return found

    return best(frozenset(range(len(hand))))


def most_opening_points(rules, hand):
    """The most opening points of disjoint melds."""
    by_first = _melds_by_first(rules, hand)

    @cache
    def most(left):
        if not left:
            return 0
        first = min(left)
        laid = [
            max(opening_points(lying) for lying, _ in meant) + most(left - places)
            for places, meant in by_first[first]
            if places <= left
        ]
        return max([most(left - {first}), *laid])

    return most(frozenset(range(len(hand))))
