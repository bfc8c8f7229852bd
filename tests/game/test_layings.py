"""Every way to lay a meld out of a hand, with jokers and twins, and to add a card to one."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.cards import JOKER, faces, names
from rummy_protocol.choices import Ace
from rummy_server.game.melding.holdings import faces_of, holding_of, holds, size_of
from rummy_server.game.melding.layings import Laying, growths, layings, used
from rummy_server.game.melding.melds import JokerRules, MeldRules, masks_in
from rummy_server.game.melding.readings import reading_of

TWO_PACKS = MeldRules(ace=Ace.EITHER, packs=2)
ANY_SUITS = MeldRules(ace=Ace.EITHER, packs=2, any_suits=True, set_max=8, run_min=4)


def told(laid, rules=TWO_PACKS):
    """Melds as they lie, each joker in brackets."""
    return [_told(reading_of(rules, each)) for each in laid]


def _told(reading):
    shown = zip(reading.lying, reading.wild, strict=True)
    return " ".join(f"({names([face])})" if wild else names([face]) for face, wild in shown)


def laying(lying, wild=""):
    return Laying(holding_of(faces(lying)), holding_of(faces(wild)))


@pytest.mark.rule("R69", "R70")
@pytest.mark.parametrize(
    ("hand", "melds"),
    [
        ("5H 7H JK", ["5H (6H) 7H"]),
        ("5H 6H JK", ["(4H) 5H 6H", "5H 6H (7H)"]),
        ("QH KH JK", ["(JH) QH KH", "QH KH (AH)"]),
        ("AH 2H JK", ["AH 2H (3H)"]),
        ("KH 2H JK", []),
        ("7C 7D JK", ["7C 7D (7H)", "7C 7D (7S)"]),
        ("7C 7D 7H JK", ["7C 7D 7H (7S)", "7C 7D 7H", "7C 7D (7H)", "7C (7D) 7H"]),
        ("7C 7C JK", []),
        ("JK JK JK", []),
        ("AS JK JK", ["(QS) (KS) AS", "AS (2S) (3S)", "(AC) (AD) AS", "(AH) AS (AC)"]),
    ],
)
def test_a_joker_stands_for_any_card_that_makes_a_meld(hand, melds):
    laid = told(layings(TWO_PACKS, holding_of(faces(hand))))

    assert {" ".join(sorted(each.split())) for each in melds} <= {
        " ".join(sorted(each.split())) for each in laid
    }
    assert melds or not laid


@pytest.mark.rule("R70", "E24", "E25")
@pytest.mark.parametrize(
    ("ace", "hand", "melds"),
    [
        (Ace.LOW, "QH KH JK", ["(JH) QH KH"]),
        (Ace.HIGH, "QH KH JK", ["(JH) QH KH", "QH KH (AH)"]),
        (Ace.HIGH, "2H 3H JK", ["2H 3H (4H)"]),
        (Ace.EITHER, "2H 3H JK", ["(AH) 2H 3H", "2H 3H (4H)"]),
        (Ace.EITHER, "KH 2H JK", []),
        (Ace.CORNER, "KH 2H JK", ["KH (AH) 2H"]),
        (Ace.CORNER, "AH KH JK", ["(QH) KH AH", "KH AH (2H)"]),
        (Ace.LOW, "KH AH JK", []),
    ],
)
def test_a_joker_keeps_to_the_ace_of_the_game(ace, hand, melds):
    rules = MeldRules(ace=ace, packs=2)

    assert sorted(told(layings(rules, holding_of(faces(hand))), rules)) == sorted(melds)


@pytest.mark.rule("C21", "R18")
def test_equal_cards_lie_in_one_set_only_where_sets_are_of_any_suits():
    hand = holding_of(faces("7C 7C 7D 7D"))

    assert not layings(TWO_PACKS, hand)
    assert told(layings(ANY_SUITS, hand), ANY_SUITS) == ["7C 7C 7D 7D", "7C 7D 7D", "7C 7C 7D"]


@pytest.mark.rule("C21")
def test_no_card_lies_in_a_set_more_often_than_there_are_packs():
    three = holding_of(faces("7C 7C JK"))
    one_pack = MeldRules(any_suits=True, set_max=8)

    assert {"7C 7C (7D)", "7C 7C (7H)", "7C 7C (7S)"} <= {
        *told(layings(ANY_SUITS, three), ANY_SUITS)
    }
    assert all(size_of(each.stands) == 3 for each in layings(ANY_SUITS, three))
    assert not layings(one_pack, holding_of(faces("7C 7D JK JK JK")))[0].stands >> 64


@pytest.mark.rule("C21")
def test_a_set_of_any_suits_grows_to_eight():
    seven = laying("7C 7C 7D 7D 7H 7H 7S")
    eight = laying("7C 7C 7D 7D 7H 7H 7S 7S")

    assert growths(ANY_SUITS, seven, holding_of(faces("7S JK 7C"))) == (
        eight,
        Laying(eight.stands, holding_of(faces("7S"))),
    )
    assert not growths(ANY_SUITS, eight, holding_of(faces("JK")))


@pytest.mark.rule("R17")
@pytest.mark.parametrize(
    ("limits", "hand", "melds"),
    [
        (JokerRules(per_meld=1), "5H 7H 9H JK JK", ["5H (6H) 7H", "7H (8H) 9H"]),
        (JokerRules(per_meld=0), "5H 7H JK", []),
        (JokerRules(not_more=True), "7H JK JK JK", []),
        (JokerRules(neighbours=False), "KH JK JK", ["(KC) (KD) KH", "(KC) KH (KS)"]),
    ],
)
def test_a_limit_of_jokers_holds_for_each_meld_by_itself(limits, hand, melds):
    rules = MeldRules(ace=Ace.LOW, packs=2, jokers=limits)
    found = told(layings(rules, holding_of(faces(hand))), rules)

    assert set(melds) <= set(found)
    assert bool(found) == bool(melds)


def test_side_by_side_is_told_by_the_order_in_which_a_whole_suit_lies():
    rules = MeldRules(ace=Ace.EITHER, packs=2, jokers=JokerRules(neighbours=False))
    suit = "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH"

    low = reading_of(rules, laying(suit, "AH KH"))
    high = reading_of(rules, laying(suit, "AH 2H"))

    assert names(low.lying) == suit
    assert names(high.lying) == "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH"


@pytest.mark.parametrize("ace", Ace)
def test_the_melds_of_a_random_hand_are_those_of_brute_force(ace, hands, oracle, volume):
    chance = random.Random(f"layings {ace}")
    for number in range(volume(50, 1200)):
        rules = hands.meld_rules(chance, ace)
        hand = hands.rich_hand(chance, rules, 5 + number % 4, chance.randrange(4))
        holding = holding_of(hand)

        laid = layings(rules, holding)

        seen = {(faces_of(each.stands), faces_of(each.wild)) for each in laid}
        assert seen == oracle.all_layings(rules, hand), (rules, names(hand))
        assert len(seen) == len(laid)
        for each in laid:
            assert holds(holding, used(each))
            assert size_of(used(each)) == size_of(each.stands)


@pytest.mark.parametrize("ace", Ace)
def test_a_meld_grows_by_any_single_card_as_brute_force_has_it(ace, hands, oracle, volume):
    chance = random.Random(f"growths {ace}")
    for number in range(volume(20, 400)):
        rules = hands.meld_rules(chance, ace)
        hand = hands.rich_hand(chance, rules, 4 + number % 5, chance.randrange(4))
        deck = [face for face in range(52) for _ in range(rules.packs)] + [JOKER]
        for each in layings(rules, holding_of(hand))[:40]:
            before = reading_of(rules, each)
            for natural in before.lying:
                deck.remove(natural)
            grown = growths(rules, each, holding_of(deck))
            deck.extend(before.lying)

            truth = {
                (tuple(sorted(lying)), jokers)
                for card in {*deck}
                for lying, jokers in oracle.meanings_grown(
                    rules, before.lying, faces_of(each.wild), (card,)
                )
            }
            assert {(faces_of(g.stands), faces_of(g.wild)) for g in grown} == truth
            assert len(set(grown)) == len(grown)


def test_a_meld_grows_by_cards_that_are_held_only():
    lies = laying("5H 6H 7H")

    assert not growths(TWO_PACKS, lies, holding_of(faces("5H 7H 9H KS")))
    assert growths(TWO_PACKS, lies, holding_of(faces("8H KS"))) == (laying("5H 6H 7H 8H"),)


def test_a_hand_without_jokers_and_twins_lays_what_the_quick_table_says():
    chance = random.Random("plain")
    for _ in range(500):
        held = holding_of(chance.sample(range(52), 14))

        assert [each.stands for each in layings(TWO_PACKS, held)] == list(
            masks_in(TWO_PACKS, held)
        )
