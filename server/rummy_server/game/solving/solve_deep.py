"""Which sets to lay out of a plain hand that holds much of a pack: exact, rank by rank.

`solve_plain` tries every choice of sets, of which a hand of forty cards has many thousands.
Here the ranks are walked through in order instead. All that the ranks so far leave open is how
long a run lies open in each suit, and whether it still has to grow; of all ways that leave the
same open only the best is followed. What is in no run at its rank lies in the best set of its
rank, since it is of no other use.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import product
from typing import NamedTuple, TypeAlias

from rummy_protocol.cards import Face
from rummy_protocol.choices import Ace

from ..melding.holdings import FULL_SUIT, SUIT, faces_of, mask_of
from ..melding.melds import MeldRules, meld_table

__all__ = ["best_sets", "best_throw", "can_walk"]

_Open: TypeAlias = int
"""How long a run lies open in each suit, three bits each; it counts no further than the least
length of a run. One bit above them: whether a card has been thrown."""
_THROWN = 1 << 12
_Found: TypeAlias = tuple[int, _Open, int, int]
"""What has been gained, what lay open a rank before, the set laid, and the card thrown."""


class _Way(NamedTuple):
    """One way to take a rank."""

    suits: int
    """The suits in which a card of it is there, as four bits."""
    thrown: int
    """The card that is thrown, as a mask; or 0."""
    ends: dict[int, tuple[int, int]]
    """By the suits whose cards are in no run: what is gained, and the set that they give."""


class _Walk(NamedTuple):
    """One way to decide where the runs in which an ace is not the lowest card begin and end."""

    start: _Open
    ranks: tuple[tuple[_Way, ...], ...]
    least: _Open
    """What must at least lie open at the end, to go on at the start."""


def can_walk(melds: MeldRules, held: int) -> bool:
    """Whether this is for such a hand. Around the corner a whole suit has no end."""
    whole = any(held >> shift & SUIT == SUIT for shift in range(0, 52, FULL_SUIT))
    return melds.run_max >= FULL_SUIT and not (melds.ace is Ace.CORNER and whole)


def best_sets(melds: MeldRules, weights: tuple[int, ...], held: int) -> tuple[int, ...]:
    """The sets of a best split of *held*, as masks."""
    return _best(melds, weights, held, 0)[0]


def best_throw(melds: MeldRules, weights: tuple[int, ...], held: int, kept: int) -> int:
    """The card without which, with its weight added, most is gained, as a mask.

    Args:
        kept: what may not be thrown, as a mask.
    """
    return _best(melds, weights, held, held & ~kept)[1]


def _best(
    melds: MeldRules, weights: tuple[int, ...], held: int, free: int
) -> tuple[tuple[int, ...], int]:
    """The sets to lay and the card to throw, one of *free* if that is any."""
    walked = [
        (layers[-1][end][0], number, layers, end)
        for number, walk in enumerate(_walks(melds, weights, held, free))
        for layers in [_follow(melds.run_min, walk)]
        for end in sorted(layers[-1])
        if bool(end & _THROWN) == bool(free) and _may_end(melds.run_min, end, walk.least)
    ]
    _, _, layers, end = max(walked, key=lambda found: (found[0], -found[1]))
    sets, thrown = [], 0
    for layer in reversed(layers[1:]):
        _, end, laid, gone = layer[end]
        sets.append(laid)
        thrown |= gone
    return tuple(laid for laid in reversed(sets) if laid), thrown


def _follow(run_min: int, walk: _Walk) -> list[dict[_Open, _Found]]:
    """After each rank, what can lie open and the best way to come to that."""
    layers: list[dict[_Open, _Found]] = [{walk.start: (0, 0, 0, 0)}]
    for ways in walk.ranks:
        found: dict[_Open, _Found] = {}
        for before, (gained, _, _, _) in layers[-1].items():
            for suits, thrown, ends in ways:
                if thrown and before & _THROWN:
                    continue
                flag = _THROWN if thrown else before & _THROWN
                for after, single, begun in _moves(run_min, before & ~_THROWN, suits):
                    if single in ends:
                        gain, laid = ends[single]
                        whole = gained + gain - begun
                        known = found.get(after | flag)
                        if known is None or whole > known[0]:
                            found[after | flag] = whole, before, laid, thrown
        layers.append(_undominated(run_min, found))
    return layers


def _undominated(run_min: int, found: dict[_Open, _Found]) -> dict[_Open, _Found]:
    """Without what gains no more than another way does that leaves better runs open."""
    return {
        state: way
        for state, way in found.items()
        if not any(
            better in found and found[better][0] >= way[0] for better in _better(run_min, state)
        )
    }


@lru_cache(maxsize=1 << 13)
def _better(run_min: int, state: _Open) -> tuple[_Open, ...]:
    """What lies open with a longer run in one suit: it can all that the shorter one can."""
    return tuple(
        state + (longer - length << 3 * of)
        for of in range(4)
        for length in [state >> 3 * of & 7]
        for longer in range(length + 1 if length else run_min, run_min + 1)
    )


@lru_cache(maxsize=1 << 16)
def _moves(run_min: int, before: _Open, suits: int) -> tuple[tuple[_Open, int, int], ...]:
    """How each suit can go on at a rank with cards of *suits*: what lies open then, which
    cards are in no run, and how many runs begin."""
    by_suit = [
        [
            (after << 3 * of, single << of, begun)
            for after, single, begun in _go_on(run_min, before >> 3 * of & 7, suits >> of & 1)
        ]
        for of in range(4)
    ]
    return tuple(
        (sum(move[0] for move in moves), sum(m[1] for m in moves), sum(m[2] for m in moves))
        for moves in product(*by_suit)
    )


def _go_on(run_min: int, length: int, there: int) -> Iterator[tuple[int, int, int]]:
    if there:
        yield min(length + 1, run_min), 0, int(not length)
    if length in (0, run_min):
        yield 0, there, 0


def _may_end(run_min: int, end: _Open, least: _Open) -> bool:
    for of in range(4):
        length, wanted = end >> 3 * of & 7, least >> 3 * of & 7
        if length < wanted or (not wanted and length not in (0, run_min)):
            return False
    return True


def _walks(melds: MeldRules, weights: tuple[int, ...], held: int, free: int) -> Iterator[_Walk]:
    ranks = [_ways(melds, weights, place, held, free) for place in range(FULL_SUIT)]
    match melds.ace:
        case Ace.LOW:
            yield _Walk(0, tuple(ranks), 0)
        case Ace.HIGH:
            yield _Walk(0, (*ranks[1:], ranks[0]), 0)
        case Ace.EITHER:
            tops = [of for of in range(4) if _tops(held, of, melds.run_min)]
            for chosen in product((False, True), repeat=len(tops)):
                high = [of for of, taken in zip(tops, chosen, strict=True) if taken]
                yield _high(melds, weights, held, free, high, ranks)
        case Ace.CORNER:
            lengths = [range(melds.run_min + 1 if _tops(held, of, 2) else 1) for of in range(4)]
            for chosen_lengths in product(*lengths):
                start = sum(length << 3 * of for of, length in enumerate(chosen_lengths))
                yield _Walk(start, tuple(ranks), start)


def _tops(held: int, of: int, size: int) -> bool:
    """Whether the last *size* cards of a suit are held, from the ace downwards."""
    row = (0, *range(FULL_SUIT - 1, 0, -1))[:size]
    return all(held >> of * FULL_SUIT + place & 1 for place in row)


def _high(
    melds: MeldRules,
    weights: tuple[int, ...],
    held: int,
    free: int,
    high: list[int],
    ranks: list[tuple[_Way, ...]],
) -> _Walk:
    """The walk in which the aces of the suits *high* end a run."""
    aces = sum(1 << of * FULL_SUIT for of in high)
    first = _ways(melds, weights, 0, held & ~aces, free & ~aces)
    gain = sum(weights[of * FULL_SUIT] for of in high)
    last = _Way(sum(1 << of for of in high), 0, {0: (gain, 0)})
    return _Walk(0, (first, *ranks[1:], (last,)), 0)


def _ways(
    melds: MeldRules, weights: tuple[int, ...], place: int, held: int, free: int
) -> tuple[_Way, ...]:
    """Every way to take a rank: as it is, or with one card of *free* thrown."""
    faces = [place + shift for shift in range(0, 52, FULL_SUIT)]
    there = sum(1 << of for of, face in enumerate(faces) if held >> face & 1)
    thrown = [of for of, face in enumerate(faces) if free >> face & 1]
    return (
        _Way(there, 0, _ends(melds, weights, place, there, 0)),
        *(
            _Way(
                there ^ 1 << of,
                1 << faces[of],
                _ends(melds, weights, place, there ^ 1 << of, weights[faces[of]]),
            )
            for of in thrown
        ),
    )


@lru_cache(maxsize=1 << 12)
def _ends(
    melds: MeldRules, weights: tuple[int, ...], place: int, there: int, more: int
) -> dict[int, tuple[int, int]]:
    """What is gained by the cards *there*, and the set laid, by those that are in no run."""
    found = {}
    for single in range(16):
        if not single & ~there:
            laid = _best_set(melds, weights, place, single)
            gain = sum(weights[face] for face in _cards(place, there ^ single))
            found[single] = gain + laid[0] + more, laid[1]
    return found


def _best_set(
    melds: MeldRules, weights: tuple[int, ...], place: int, suits: int
) -> tuple[int, int]:
    """The set of a rank that gains most, out of some suits."""
    held = mask_of(_cards(place, suits))
    laid = [(_gain(weights, mask), mask) for mask in meld_table(melds).sets[place]]
    return max((each for each in laid if each[1] & held == each[1]), default=(0, 0))


def _gain(weights: tuple[int, ...], meld: int) -> int:
    return sum(weights[face] for face in faces_of(meld)) - 1


def _cards(place: int, suits: int) -> list[Face]:
    return [Face(place + of * FULL_SUIT) for of in range(4) if suits >> of & 1]
