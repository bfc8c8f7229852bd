"""How fast the judge plays and the solver solves, in one process with nothing else in it.

Random playouts are whole deals of four seats under the default rules: every action goes
through `decide` and `evolve`. Chance picks where to draw from, whether to lay a meld that
the hand holds, and what to discard. Hands for the solver are dealt at random and are new to
it; its tables, which do not depend on the hand, have been warmed by other hands. Wide hands
are of two packs and hold two jokers; their yardstick is a plain hand in the same minute.

    python tests/bench/engine.py SECONDS        prints one line of JSON
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, Final

from measures import pin

from rummy_protocol.actions import (
    Action,
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeDiscard,
)
from rummy_protocol.cards import JOKER, Face
from rummy_protocol.choices import Ace
from rummy_protocol.errors import RuleViolation
from rummy_protocol.ruleset import RuleSet
from rummy_server.game.dealing import deal_out
from rummy_server.game.decide import play
from rummy_server.game.evolve import evolve
from rummy_server.game.melding.melds import MeldRules, possible
from rummy_server.game.rules import Rules
from rummy_server.game.solving.arrange import best_after_discard, best_split
from rummy_server.game.state import Card, Deal, Phase, deck_of, face, faces_in
from rummy_server.game.variants import rules_for

__all__: list[str] = []

clock: Final = time.process_time
SEATS: Final = 4
STOCK: Final = DrawStock()
PILE: Final = TakeDiscard()


def _choices(rules: Rules, deal: Deal, chance: random.Random) -> Iterator[Action]:
    """What a careless player would try, best first; one of them is always legal."""
    if deal.phase is Phase.DRAW:
        first, second = (STOCK, PILE) if chance.getrandbits(1) else (PILE, STOCK)
        yield from (first, second, EndDeal())
        return
    hand = deal.hands[deal.turn.seat]
    if chance.getrandbits(1):
        for meld in possible(rules.melds, faces_in(hand)):
            yield LayMeld(meld)
            break
    yield Discard(face(chance.choice(hand)))
    yield from (Discard(face(card)) for card in hand)
    # The card just taken, left alone, may not be thrown but must be laid off (E12).
    yield from (LayOff(meld.id, (face(card),)) for meld in deal.melds for card in hand)


def _playout(rules: Rules, deck: tuple[Card, ...], chance: random.Random) -> int:
    """One random deal to its end; returns how many actions it took."""
    order = tuple(chance.sample(deck, len(deck)))
    deal = evolve(None, deal_out(rules, 0, order))
    moves = 0

    def shuffle(_label: str, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        return tuple(chance.sample(cards, len(cards)))

    while deal.outcome is None:
        for action in _choices(rules, deal, chance):
            try:
                _, deal = play(rules, deal, deal.turn.seat, action, shuffle)
            except RuleViolation:
                continue
            moves += 1
            break
        else:
            raise RuntimeError("nothing was legal")
    return moves


def playouts(seconds: float) -> dict[str, float]:
    """Random whole deals for *seconds* of CPU time."""
    rules = rules_for(RuleSet(), SEATS)
    deck, chance = deck_of(1, 0), random.Random(11)
    _playout(rules, deck, chance)
    deals = moves = 0
    began = clock()
    while (spent := clock() - began) < seconds:
        moves += _playout(rules, deck, chance)
        deals += 1
    return {
        "moves_per_second": moves / spent,
        "deals_per_second": deals / spent,
        "moves_per_deal": moves / deals,
    }


def _hands(size: int, count: int, seed: int) -> list[tuple[Face, ...]]:
    chance, pack = random.Random(seed), [Face(number) for number in range(52)]
    return [tuple(sorted(chance.sample(pack, size))) for _ in range(count)]


def _each(solve: Callable[[tuple[Face, ...]], Any], size: int, seconds: float) -> float:
    """Microseconds per new hand of *size* cards."""
    for hand in _hands(size, 3000, 1):
        solve(hand)
    spent, done = 0.0, 0
    while spent < seconds:
        hands = _hands(size, 2000, 2 + done)
        began = clock()
        for hand in hands:
            solve(hand)
        spent += clock() - began
        done += len(hands)
    return spent / done * 1e6


def solver(seconds: float) -> dict[str, float]:
    """The best split of 10 and 11 cards, and of 11 after each discard."""
    rules = rules_for(RuleSet(), 2)

    def split(hand: tuple[Face, ...]) -> object:
        return best_split(rules.melds, rules.values, hand)

    def discard(hand: tuple[Face, ...]) -> object:
        return best_after_discard(rules.melds, rules.values, hand, None)

    return {
        "split_of_10_us": _each(split, 10, seconds),
        "split_of_11_us": _each(split, 11, seconds),
        "best_discard_of_11_us": _each(discard, 11, seconds),
    }


def _wide_hands(size: int, count: int, seed: int) -> list[tuple[Face, ...]]:
    """Hands out of two packs, with two jokers in each."""
    chance, packs = random.Random(seed), [Face(number) for number in range(52)] * 2
    dealt = [chance.sample(packs, size - 2) for _ in range(count)]
    return [(*sorted(hand), JOKER, JOKER) for hand in dealt]


def _times(
    solve: Callable[[tuple[Face, ...]], Any], hands: list[tuple[Face, ...]]
) -> Iterator[float]:
    """Microseconds for each hand."""
    for hand in hands:
        began = clock()
        solve(hand)
        yield (clock() - began) * 1e6


def wide_solver(seconds: float) -> dict[str, float]:
    """The best split of 13 cards of two packs with two jokers, and 14 after each discard.

    Medians; the yardstick is the median for 13 plain cards, taken in turns with them.
    """
    rules = MeldRules(ace=Ace.EITHER, packs=2)
    values = (*(11, *range(2, 11), 10, 10, 10) * 4, 20)

    def split(hand: tuple[Face, ...]) -> object:
        return best_split(rules, values, hand)

    def discard(hand: tuple[Face, ...]) -> object:
        return best_after_discard(rules, values, hand, None)

    for hand in (*_hands(13, 3000, 1), *_wide_hands(13, 3000, 1)):
        split(hand)
    plain, wide, thrown = list[float](), list[float](), list[float]()
    while sum(plain) + sum(wide) + sum(thrown) < seconds * 1e6:
        plain += _times(split, _hands(13, 200, 2 + len(plain)))
        wide += _times(split, _wide_hands(13, 200, 2 + len(wide)))
        thrown += _times(discard, _wide_hands(14, 50, 3 + len(wide)))
    middle = statistics.median(wide)
    return {
        "plain_split_of_13_us": statistics.median(plain),
        "wide_split_of_13_us": middle,
        "wide_split_of_13_p95_us": statistics.quantiles(wide, n=20)[-1],
        "wide_to_plain": middle / statistics.median(plain),
        "wide_discard_of_14_us": statistics.median(thrown),
    }


def plain_python(seconds: float) -> float:
    """Millions of turns of an empty loop per second: the speed of this core, for scale."""
    turns, began = 0, clock()
    while (spent := clock() - began) < seconds:
        for _ in range(10_000):
            pass
        turns += 10_000
    return turns / spent / 1e6


def main(seconds: float) -> None:
    pin(0)
    figures = {
        "loop_millions_per_second": plain_python(0.2),
        **playouts(seconds),
        **solver(seconds / 3),
        **wide_solver(seconds),
    }
    print(json.dumps(figures))


if __name__ == "__main__":
    main(float(sys.argv[1]))
