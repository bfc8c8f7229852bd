"""The best split of a hand, held against brute force."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.cards import Face, faces, names
from rummy_protocol.choices import Ace
from rummy_server.game.arrange import Split, best_after_discard, best_split
from rummy_server.game.melds import MeldRules, arranged

ACES = {Ace.LOW: 1, Ace.HIGH: 15, Ace.EITHER: 15, Ace.CORNER: 15}


def values_of(ace_points):
    """Points in hand by face, the joker last."""
    return (*((ace_points, *range(2, 11), 10, 10, 10) * 4), 20)


LOW = MeldRules()
BASIC = values_of(1)


@pytest.mark.parametrize(
    ("hand", "points"),
    [
        #
        ("6H QH QC 5H KD KH 7H KC 4H QD", 0),
        ("KC 3S 3C 9C KH 3H 9H 3D 9D KD", 0),
        ("TC 2H 3H 2S TD 5H 3S 4H 4S TS", 0),
        ("5S 4H 6S TH 3H JH 5H 9H 2H 4S", 0),
        ("JC 9D 8S 6D JS 8H TD 8D 7D JD", 16),
        ("5H 6H 7H 7S 7D 8H 9H 9S 9D 2C", 16),
        ("", 0),
        ("KS", 10),
        ("KS QS", 20),
        ("AS KS QS", 21),
        ("7C 7D 7H 7S", 0),
    ],
)
def test_a_hand_has_the_deadwood_that_was_counted_by_hand(hand, points):
    assert best_split(LOW, BASIC, faces(hand)).points == points


def test_a_split_is_told_with_sets_first_and_every_meld_in_lying_order():
    split = best_split(LOW, BASIC, faces("9D 2C 9H 8H 7H 6H 5H 9S 7D 7S"))

    assert split == Split((faces("9D 9H 9S"), faces("5H 6H 7H 8H")), faces("2C 7D 7S"), 16)


@pytest.mark.parametrize(
    ("why", "ace_points", "hand", "melds", "deadwood"),
    [
        ("points before cards", 1, "KS KH KD AD 2D 3D QD JD", "AD 2D 3D / JD QD KD", "KH KS"),
        (
            "what counts nothing is laid too",
            0,
            "AC 2C 3C 4C",
            "AC 2C 3C 4C",
            "",
        ),
        ("few melds before many", 1, "4S 5S 6S 7S 8S 9S", "4S 5S 6S 7S 8S 9S", ""),
    ],
)
def test_among_splits(why, ace_points, hand, melds, deadwood):
    split = best_split(LOW, values_of(ace_points), faces(hand))

    assert " / ".join(map(names, split.melds)) == melds, why
    assert names(split.deadwood) == deadwood


def test_the_order_of_a_hand_does_not_matter():
    chance = random.Random("order")
    for _ in range(200):
        hand = _rich_hand(chance, 11)
        shuffled = chance.sample(hand, len(hand))

        assert best_split(LOW, BASIC, hand) == best_split(LOW, BASIC, shuffled)


@pytest.mark.parametrize("ace", Ace)
def test_no_split_of_a_random_hand_beats_it_by_brute_force(ace, oracle, volume):
    chance = random.Random(f"splits {ace}")
    rules, values = MeldRules(ace=ace), values_of(ACES[ace])
    for number in range(volume(750, 5_000)):
        hand = _rich_hand(chance, 6 + number % 6)

        split = best_split(rules, values, hand)

        fewest = oracle.fewest_points(ace, values, hand)
        laid = [card for meld in split.melds for card in meld]
        assert (split.points, len(split.deadwood)) == fewest, names(hand)
        assert sorted((*laid, *split.deadwood)) == sorted(hand)
        assert all(arranged(rules, meld) == meld for meld in split.melds)
        assert split.points == sum(values[card] for card in split.deadwood)


@pytest.mark.parametrize("ace", Ace)
def test_no_discard_from_a_random_hand_leaves_less(ace, volume):
    """Against `best_split` itself, which the test above holds against brute force."""
    chance = random.Random(f"discards {ace}")
    rules, values = MeldRules(ace=ace), values_of(ACES[ace])
    for number in range(volume(500, 5_000)):
        hand = _rich_hand(chance, 4 + number % 8)
        locked = chance.choice([None, *hand])

        card, split = best_after_discard(rules, values, hand, locked)

        left = [other for other in hand if other != card]
        every = [
            best_split(rules, values, [other for other in hand if other != thrown])
            for thrown in hand
            if thrown != locked
        ]
        assert card in hand
        assert card != locked
        assert split == best_split(rules, values, left)
        assert (split.points, len(split.deadwood)) == min(
            (other.points, len(other.deadwood)) for other in every
        ), names(hand)


def test_the_locked_card_stays_even_where_that_breaks_a_meld():
    card, split = best_after_discard(LOW, BASIC, faces("4C 5C 6C 7C"), faces("7C")[0])

    assert names((card,)) == "4C"
    assert split.points == 0


def _rich_hand(chance, size):
    """A hand from the whole pack, or from a part of it where melds abound."""
    suits = chance.choice([(0, 1), (2,), (0, 1, 2, 3), (1, 2, 3)])
    ranks = range(13) if len(suits) < 3 or chance.randrange(2) else chance.sample(range(13), 5)
    return [Face(n) for n in chance.sample([s * 13 + r for s in suits for r in ranks], size)]
