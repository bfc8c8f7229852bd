"""The most that the melds of a hand count towards an opening, and what a meld counts."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.cards import faces, names
from rummy_protocol.choices import Ace
from rummy_server.game.melding.holdings import holding_of, holds, plus
from rummy_server.game.melding.layings import Laying, layings, used
from rummy_server.game.melding.melds import JokerRules, MeldRules, arranged
from rummy_server.game.melding.opening import opening_points
from rummy_server.game.melding.readings import reading_of
from rummy_server.game.solving.arrange import best_opening

TWO_PACKS = MeldRules(ace=Ace.EITHER, packs=2)


@pytest.mark.parametrize(
    ("melds", "points"),
    [
        ("7H 8H 9H", 24),
        ("6C 6D 6H", 18),
        ("AS 2S 3S", 6),
        ("QD KD AD", 31),
        ("AC AD AH", 33),
        ("2C 3C 4C", 9),
        ("9S TS JS", 29),
        ("8C 8D 8H", 24),
        ("KC KD KH", 30),
    ],
)
def test_a_meld_counts_its_cards_and_an_ace_eleven_but_one_below_a_two(melds, points):
    lying = arranged(TWO_PACKS, faces(melds))
    laying = Laying(holding_of(lying), 0)

    assert opening_points(laying) == points
    assert opening_points(reading_of(TWO_PACKS, laying)) == points


def test_between_king_and_two_an_ace_is_below_the_two():
    corner = MeldRules(ace=Ace.CORNER)
    laying = Laying(holding_of(faces("KS AS 2S")), 0)

    assert opening_points(laying) == opening_points(reading_of(corner, laying)) == 13


@pytest.mark.rule("11-1", "11-2", "11-3", "12-1", "12-2")
@pytest.mark.parametrize(
    ("hand", "points", "pure_runs"),
    [
        ("7H 8H 9H 6C 6D JK", 42, 1),
        ("AS 2S 3S QD KD AD", 37, 2),
        ("AC AD AH 2C 3C 4C", 42, 1),
        ("9S TS JS 8D 8H 8C", 53, 1),
        ("KC KD KH 7H 8H JK", 54, 0),
    ],
)
def test_an_opening_counts_what_was_counted_by_hand(hand, points, pure_runs):
    rules = MeldRules(ace=Ace.EITHER, packs=2, jokers=JokerRules(per_meld=1))

    most, laid = best_opening(rules, faces(hand))

    assert most == points
    runs = [reading_of(rules, each) for each in laid if not each.wild]
    assert sum(len({face % 13 for face in run.lying}) > 1 for run in runs) == pure_runs


def test_without_jokers_an_opening_counts_less():
    hand = faces("KC KD KH 7H 8H JK")

    assert best_opening(TWO_PACKS, hand, no_jokers=True)[0] == 30
    assert best_opening(TWO_PACKS, faces("JK JK 5H 8C"))[0] == 27
    assert best_opening(TWO_PACKS, faces("JK JK 5H 8C"), no_jokers=True) == (0, ())


def test_a_joker_is_spared_where_it_adds_nothing():
    _, laid = best_opening(
        MeldRules(ace=Ace.EITHER, packs=2, set_max=3), faces("KC KD KH 2C 5D JK")
    )

    assert laid == (Laying(holding_of(faces("KC KD KH")), 0),)


@pytest.mark.parametrize("ace", Ace)
def test_no_opening_of_a_random_hand_beats_it_by_brute_force(ace, hands, oracle, volume):
    chance = random.Random(f"openings {ace}")
    for number in range(volume(40, 2000)):
        rules = hands.meld_rules(chance, ace)
        hand = hands.rich_hand(chance, rules, 5 + number % 4, chance.randrange(4))

        points, laid = best_opening(rules, hand)

        holding, together = holding_of(hand), 0
        for laying in laid:
            together = plus(together, used(laying))
            assert laying in layings(rules, holding)
        assert holds(holding, together)
        assert points == sum(map(opening_points, laid))
        assert points == oracle.most_opening_points(rules, hand), (rules, names(hand))
