"""What is a meld, what may be added to one, and which melds a hand holds."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from rummy_protocol.cards import JOKER, Face, faces, names
from rummy_protocol.choices import Ace
from rummy_server.game.melding.melds import (
    MeldRules,
    arranged,
    extended,
    mask_of,
    meld_table,
    possible,
)

LEGAL = {
    # B-12, X-01, E24, E25: the run, and the aces under which it is one.
    "AS 2S 3S": {Ace.LOW, Ace.EITHER, Ace.CORNER},
    "QS KS AS": {Ace.HIGH, Ace.EITHER, Ace.CORNER},
    "KS AS 2S": {Ace.CORNER},
    "QS KS AS 2S": {Ace.CORNER},
    "QS KS AS 2S 3S": {Ace.CORNER},
    "2H 3H 4H": set(Ace),
    "JH QH KH": set(Ace),
    "AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH": {Ace.LOW, Ace.EITHER, Ace.CORNER},
    "3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH": {Ace.HIGH, Ace.EITHER, Ace.CORNER},
    "8H 9H TH JH QH KH AH 2H 3H 4H 5H 6H": {Ace.CORNER},
    "4C 5C 6C": set(Ace),
    "8H 9H TH JH": set(Ace),
    "7C 7D 7H": set(Ace),
    "AC AD AS": set(Ace),
    "KC KD KH KS": set(Ace),
    "7C 7D": set(),
    "4C 5C": set(),
    "4C 5C 6D": set(),
    "4C 5C 7C": set(),
    "4C 4C 5C": set(),
    "7C 7C 7D": set(),
    "7C 7D 7H 7H": set(),
    "7C 7D 8H": set(),
    "7C 8C JK": set(),
}


@pytest.mark.rule("R03", "R17", "R18", "R53", "R55", "E24", "E25")
@pytest.mark.parametrize("ace", Ace)
@pytest.mark.parametrize("text", LEGAL)
def test_a_meld_is_one_in_any_order_and_lies_from_low_to_high(text, ace):
    meld, backwards = faces(text), faces(text)[::-1]

    lying = arranged(MeldRules(ace=ace), backwards)

    assert lying == (meld if ace in LEGAL[text] else None)


def test_a_whole_suit_is_a_run_and_a_high_ace_lies_last():
    suit = tuple(Face(n) for n in range(13))

    assert arranged(MeldRules(ace=Ace.LOW), suit) == suit
    assert arranged(MeldRules(ace=Ace.HIGH), suit) == (*suit[1:], suit[0])


@pytest.mark.parametrize(
    ("ace", "meld", "more", "grown"),
    [
        # one card at the low end, then another.
        ("low", "5H 6H 7H", "4H", "4H 5H 6H 7H"),
        ("low", "4H 5H 6H 7H", "3H", "3H 4H 5H 6H 7H"),
        # X-15, E26: several at once, in any order, at both ends.
        ("low", "5H 6H 7H", "3H 4H", "3H 4H 5H 6H 7H"),
        ("low", "5H 6H 7H", "4H 3H", "3H 4H 5H 6H 7H"),
        ("low", "3C 4C 5C", "7C 6C", "3C 4C 5C 6C 7C"),
        ("low", "8H 9H TH", "JH 7H", "7H 8H 9H TH JH"),
        ("low", "8C 8D 8S", "8H", "8C 8D 8H 8S"),
        ("low", "4C 5C 6C", "AC 2C 3C", "AC 2C 3C 4C 5C 6C"),
        ("low", "5H 6H 7H", "3H", None),
        ("low", "5H 6H 7H", "8D", None),
        ("low", "5H 6H 7H", "7H", None),
        ("low", "5H 6H 7H", "8H 8H", None),
        ("low", "5H 6H 7H", "", None),
        ("low", "8C 8D 8S", "7S", None),
        ("low", "JH QH KH", "AH", None),
        ("high", "JH QH KH", "AH", "JH QH KH AH"),
        ("high", "2H 3H 4H", "AH", None),
        ("either", "JH QH KH", "AH", "JH QH KH AH"),
        ("either", "2H 3H 4H", "AH", "AH 2H 3H 4H"),
        ("either", "QH KH AH", "2H", None),
        ("either", "AH 2H 3H", "KH", None),
        ("either", "AH 2H 3H", "JH QH KH", None),
        ("corner", "QH KH AH", "2H", "QH KH AH 2H"),
        ("corner", "AH 2H 3H", "QH KH", "QH KH AH 2H 3H"),
        ("corner", "KH AH 2H", "QH 3H", "QH KH AH 2H 3H"),
        # E22: two runs of a suit that meet stay two.
        ("low", "3C 4C 5C", "JC", None),
    ],
)
@pytest.mark.rule("R19", "R20", "E22", "E24", "E25", "E26")
def test_cards_are_added_at_both_ends_at_once_or_not_at_all(ace, meld, more, grown):
    lying = extended(MeldRules(ace=Ace(ace)), faces(meld), faces(more))

    assert lying == (None if grown is None else faces(grown))


@pytest.mark.parametrize(
    ("ace", "meld"),
    [(Ace.EITHER, "QH KH AH"), (Ace.EITHER, "AH 2H 3H"), (Ace.CORNER, "KH AH 2H")],
)
@pytest.mark.rule("R20")
def test_what_lies_keeps_its_place_when_the_whole_suit_comes_together(ace, meld):
    lies = faces(meld)
    rest = tuple(card for card in map(Face, range(26, 39)) if card not in lies)

    grown = extended(MeldRules(ace=ace), lies, rest)

    assert grown is not None
    assert names(lies) in names(grown)
    assert len(grown) == 13


@pytest.mark.parametrize(
    ("rules", "number"),
    # A set of three or four for each rank; a run for each start and length of each suit.
    [
        (MeldRules(), 13 * 5 + 4 * 66),
        (MeldRules(ace=Ace.HIGH), 13 * 5 + 4 * 66),
        (MeldRules(ace=Ace.EITHER), 13 * 5 + 4 * 76),
        (MeldRules(ace=Ace.CORNER), 13 * 5 + 4 * 131),
        (MeldRules(run_min=4, run_max=5), 13 * 5 + 4 * 19),
        (MeldRules(set_max=3), 13 * 4 + 4 * 66),
        (MeldRules(set_min=4), 13 * 1 + 4 * 66),
    ],
)
def test_the_table_holds_each_meld_once(rules, number):
    assert len(meld_table(rules).orders) == number


@pytest.mark.parametrize("ace", Ace)
def test_subsets_of_a_random_hand_are_melds_just_where_brute_force_says_so(ace, oracle, volume):
    chance = random.Random(f"melds {ace}")
    rules = MeldRules(ace=ace)
    for number in range(volume(100, 1500)):
        hand = _rich_hand(chance, 6 + number % 6)
        truth = oracle.all_melds(ace, hand)

        held = list(possible(rules, hand))
        said = {
            frozenset(cards)
            for size in range(1, len(hand) + 1)
            for cards in combinations(hand, size)
            if arranged(rules, cards)
        }

        assert said == truth, names(hand)
        assert {frozenset(meld) for meld in held} == truth, names(hand)
        assert len(held) == len(truth)
        assert all(arranged(rules, meld) == meld for meld in held)


@pytest.mark.parametrize("ace", Ace)
def test_lay_offs_onto_every_meld_of_a_hand_are_those_of_brute_force(ace, oracle, volume):
    chance = random.Random(f"lay-offs {ace}")
    rules = MeldRules(ace=ace)
    for number in range(volume(60, 1000)):
        hand = _rich_hand(chance, 6 + number % 6)
        for meld in possible(rules, hand):
            rest = [card for card in hand if card not in meld]
            for size in range(1, len(rest) + 1):
                for more in combinations(rest, size):
                    grown = extended(rules, meld, more)

                    assert (grown is not None) == oracle.is_meld(ace, (*meld, *more))
                    assert grown is None or sorted(grown) == sorted((*meld, *more))


@pytest.mark.parametrize("ace", Ace)
def test_a_meld_grows_by_the_faces_that_its_table_names(ace):
    rules = MeldRules(ace=ace)
    table = meld_table(rules)
    for mask, (lying, *_) in table.orders.items():
        alone = [Face(n) for n in range(53) if extended(rules, lying, (Face(n),))]

        assert mask_of(alone) == table.grows[mask]


def test_a_joker_is_no_part_of_a_meld_of_this_game():
    assert not list(possible(MeldRules(), (*faces("4C 5C"), JOKER)))
    assert extended(MeldRules(), faces("4C 5C 6C"), (JOKER,)) is None


def _rich_hand(chance, size):
    """A hand from a part of the pack, where melds are likely."""
    suits = chance.choice([(0, 1), (2,), (0, 1, 2, 3), (1, 2, 3)])
    ranks = range(13) if len(suits) < 3 else chance.sample(range(13), 5)
    return [Face(n) for n in chance.sample([s * 13 + r for s in suits for r in ranks], size)]
