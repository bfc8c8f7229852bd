"""What named cards mean as a meld, and added to one."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.cards import JOKER, Face, faces, names
from rummy_protocol.choices import Ace
from rummy_server.game.melding.holdings import faces_of, holding_of
from rummy_server.game.melding.layings import layings
from rummy_server.game.melding.melds import JokerRules, MeldRules, arranged, extended
from rummy_server.game.melding.readings import (
    Reading,
    laying_of,
    reading_of,
    readings,
    readings_grown,
)

TWO_PACKS = MeldRules(ace=Ace.EITHER, packs=2)
ANY_SUITS = MeldRules(ace=Ace.EITHER, packs=2, any_suits=True, set_max=8)


def read(text):
    """``5H (6H) 7H`` is a run whose middle card is a joker."""
    words = text.split()
    lying = faces(text.replace("(", "").replace(")", ""))
    return Reading(lying, tuple(word.startswith("(") for word in words))


def told(meanings):
    return [
        " ".join(
            f"({names([face])})" if wild else names([face])
            for face, wild in zip(each.lying, each.wild, strict=True)
        )
        for each in meanings
    ]


@pytest.mark.rule("R70", "X-17")
@pytest.mark.parametrize(
    ("cards", "meanings"),
    [
        ("JH QH KH 9H JK", ["9H (TH) JH QH KH"]),
        ("7H JK 5H", ["5H (6H) 7H"]),
        ("5H 6H JK", ["(4H) 5H 6H", "5H 6H (7H)"]),
        ("QH KH JK", ["(JH) QH KH", "QH KH (AH)"]),
        ("7C 7D JK", ["7C 7D (7H)", "7C 7D (7S)"]),
        ("7C 7D 7H 7S JK", []),
        ("7C 7C JK", []),
        ("5H 7H 7H JK", []),
        ("7C 8D JK", []),
        ("5H JK", []),
        ("JK JK JK", []),
        ("5H 6H 7H", ["5H 6H 7H"]),
        ("5H 6H 8H", []),
        ("5H 5H 5H", []),
        ("", []),
        (
            "7H JK JK",
            [
                "(5H) (6H) 7H",
                "(6H) 7H (8H)",
                "7H (8H) (9H)",
                "(7C) (7D) 7H",
                "(7C) 7H (7S)",
                "(7D) 7H (7S)",
            ],
        ),
    ],
)
def test_cards_are_read_in_every_way_in_which_they_are_a_meld(cards, meanings):
    assert told(readings(TWO_PACKS, faces(cards))) == meanings


def test_a_joker_never_stands_for_a_card_that_lies_beside_it():
    assert sorted(told(readings(ANY_SUITS, faces("7C 7C JK")))) == [
        "7C 7C (7D)",
        "7C 7C (7H)",
        "7C 7C (7S)",
    ]
    assert "7C (7C) 7D" in told(readings(ANY_SUITS, faces("7C 7D JK")))
    assert "7C (7C) 7D" not in told(readings(TWO_PACKS, faces("7C 7D JK")))


def test_three_equal_cards_of_two_packs_mean_nothing():
    assert not readings(ANY_SUITS, faces("7C 7C 7C 7D"))
    assert not readings_grown(ANY_SUITS, read("7C 7C 7D"), faces("7C"))
    assert not readings_grown(ANY_SUITS, read("7C 7D 7H"), faces("7S 7S 7S"))


@pytest.mark.parametrize(
    ("limits", "cards", "meanings"),
    [
        (JokerRules(per_meld=1), "5H JK JK", []),
        (JokerRules(not_more=True), "5H JK JK", []),
        (JokerRules(not_more=True), "5H 7H JK JK", ["(4H) 5H (6H) 7H", "5H (6H) 7H (8H)"]),
        (JokerRules(neighbours=False), "5H 8H JK JK", []),
        (JokerRules(neighbours=False, per_meld=2), "5H JK JK JK", []),
        (JokerRules(neighbours=False), "3S 6S JK JK", []),
    ],
)
@pytest.mark.rule("R70")
def test_a_joker_limit_rules_meanings_out(limits, cards, meanings):
    rules = MeldRules(ace=Ace.LOW, packs=2, jokers=limits)

    assert told(readings(rules, faces(cards))) == meanings


def test_two_jokers_may_lie_side_by_side_in_a_set_whatever_the_limit_for_runs():
    rules = MeldRules(packs=2, jokers=JokerRules(neighbours=False))

    assert told(readings(rules, faces("KC KH JK JK"))) == ["KC (KD) KH (KS)"]


@pytest.mark.parametrize(
    ("lies", "more", "meanings"),
    [
        # added one by one or all at once, in any order.
        ("5H 6H 7H", "4H", ["4H 5H 6H 7H"]),
        ("4H 5H 6H 7H", "3H", ["3H 4H 5H 6H 7H"]),
        ("5H 6H 7H", "3H 4H", ["3H 4H 5H 6H 7H"]),
        ("5H 6H 7H", "4H 3H", ["3H 4H 5H 6H 7H"]),
        ("5H 6H 7H", "JK 3H", ["3H (4H) 5H 6H 7H"]),
        # the joker stands between what lies and the nine.
        ("JH QH KH", "9H JK", ["9H (TH) JH QH KH"]),
        ("JH QH KH", "JK", ["(TH) JH QH KH", "JH QH KH (AH)"]),
        ("5H (6H) 7H", "6H", []),
        ("5H (6H) 7H", "8H", ["5H (6H) 7H 8H"]),
        ("7C 7D (7H)", "7S", ["7C 7D (7H) 7S"]),
        ("7C 7D (7H)", "7H", []),
        ("7C 7D 7H", "JK", ["7C 7D 7H (7S)"]),
        ("7C 7D 7H 7S", "JK", []),
        ("5H 6H 7H", "", []),
        ("5H 6H 7H", "9H", []),
        ("QH KH AH", "2H", []),
    ],
)
@pytest.mark.rule("R19", "R20", "R70", "X-13", "X-15", "X-17")
def test_what_lies_keeps_its_place_and_its_meaning(lies, more, meanings):
    assert told(readings_grown(TWO_PACKS, read(lies), faces(more))) == meanings


def test_limits_hold_for_the_meld_as_it_has_grown():
    rules = MeldRules(packs=2, jokers=JokerRules(per_meld=1, neighbours=False))

    assert not readings_grown(rules, read("5H (6H) 7H"), faces("JK"))
    assert not readings_grown(
        MeldRules(packs=2, jokers=JokerRules(neighbours=False)),
        read("(5H) 6H 7H"),
        faces("JK 3H"),
    )


def test_of_equal_cards_in_a_set_the_last_one_is_the_joker():
    assert "7C (7C) 7D" in told(readings(ANY_SUITS, faces("JK 7D 7C")))
    assert told(readings_grown(ANY_SUITS, read("7C (7D) 7H"), faces("7D"))) == ["7C 7D (7D) 7H"]


@pytest.mark.parametrize("ace", Ace)
def test_random_cards_mean_what_brute_force_says(ace, hands, oracle, volume):
    chance = random.Random(f"readings {ace}")
    for number in range(volume(150, 2500)):
        rules = hands.meld_rules(chance, ace)
        cards = _near_a_meld(chance, hands, rules, number)

        found = readings(rules, cards)

        truth = oracle.meanings(rules, cards)
        assert len(found) == len({_plain(each) for each in found})
        assert {_plain(each) for each in found} == {_flat(*each) for each in truth}
        assert {(each.lying, _jokers(each)) for each in found} <= truth


@pytest.mark.parametrize("ace", Ace)
def test_random_cards_added_mean_what_brute_force_says(ace, hands, oracle, volume):
    chance = random.Random(f"readings grown {ace}")
    tried = 0
    while tried < volume(100, 2000):
        rules = hands.meld_rules(chance, ace)
        found = readings(rules, _near_a_meld(chance, hands, rules, tried))
        if not found:
            continue
        tried += 1
        lies = chance.choice(found)
        suit = [Face(lies.lying[0] // 13 * 13 + n) for n in range(13)]
        rank = [Face(lies.lying[0] % 13 + n) for n in range(0, 52, 13)]
        near = [*suit, *rank, JOKER, JOKER, JOKER, *lies.lying[:1]]
        more = chance.sample(near, chance.choice((1, 1, 2, 3)))

        grown = readings_grown(rules, lies, more)

        truth = oracle.meanings_grown(rules, lies.lying, _jokers(lies), more)
        assert {_plain(each) for each in grown} == {_flat(*each) for each in truth}
        assert {(each.lying, _jokers(each)) for each in grown} <= truth


@pytest.mark.parametrize("ace", Ace)
def test_most_of_a_suit_means_what_brute_force_says(ace, oracle, volume):
    """Where the ends of a suit meet, and what lies decides how the whole suit lies."""
    chance = random.Random(f"long {ace}")
    for _ in range(volume(12, 300)):
        rules = MeldRules(ace=ace, packs=2, jokers=JokerRules(neighbours=chance.random() < 0.5))
        row = [Face(26 + n) for n in range(13)]
        size = chance.choice((9, 10, 11, 12))
        start = chance.randrange(13)
        ring = [row[(start + n) % 13] for n in range(size)]
        jokers = chance.randrange(3)
        named = [*ring[jokers:], *[JOKER] * jokers]

        found = readings(rules, named)

        truth = oracle.meanings(rules, named)
        assert {_plain(each) for each in found} == {_flat(*each) for each in truth}
        for lies in found:
            for more in ([JOKER], [JOKER] * (13 - size), [*set(row) - set(lies.lying)]):
                grown = readings_grown(rules, lies, more)
                real = oracle.meanings_grown(rules, lies.lying, _jokers(lies), more)

                assert {_plain(each) for each in grown} == {_flat(*each) for each in real}
                assert {(each.lying, _jokers(each)) for each in grown} <= real


def test_without_jokers_a_reading_is_the_arrangement_of_the_quick_table():
    chance = random.Random("arranged")
    for _ in range(2000):
        start = chance.randrange(48)
        cards = chance.choice(
            [
                tuple(Face((start + n) % 52) for n in range(chance.randrange(3, 6))),
                tuple(Face((start + 13 * n) % 52) for n in range(chance.randrange(3, 5))),
            ]
        )
        lying = arranged(TWO_PACKS, cards)
        found = readings(TWO_PACKS, cards)

        assert [each.lying for each in found] == ([] if lying is None else [lying])
        if lying is not None:
            more = (Face(chance.randrange(52)),)
            grown = extended(TWO_PACKS, lying, more)
            after = readings_grown(TWO_PACKS, found[0], more)
            assert [each.lying for each in after] == ([] if grown is None else [grown])


def test_a_laying_and_its_reading_are_the_same_meld(hands):
    chance = random.Random("to and fro")
    for _ in range(200):
        rules = hands.meld_rules(chance, chance.choice(list(Ace)))
        hand = hands.rich_hand(chance, rules, 8, 2)
        for laid in layings(rules, holding_of(hand)):
            reading = reading_of(rules, laid)

            assert laying_of(reading) == laid
            assert reading in readings(
                rules,
                [
                    JOKER if wild else face
                    for face, wild in zip(reading.lying, reading.wild, strict=True)
                ],
            )


def _near_a_meld(chance, hands, rules, number):
    """Cards that often are a meld."""
    size, jokers = 3 + number % 4, chance.choice((0, 1, 1, 2, 2, 3))
    hand = hands.rich_hand(chance, rules, 9, min(jokers, size - 1))
    laid = layings(rules, holding_of(hand))
    if not laid or chance.random() < 0.2:
        return chance.sample(hand, min(size, len(hand)))
    reading = reading_of(rules, chance.choice(laid))
    shown = zip(reading.lying, reading.wild, strict=True)
    cards = [JOKER if wild else face for face, wild in shown]
    return chance.sample(cards, len(cards))


def _jokers(reading):
    return faces_of(laying_of(reading).wild)


def _plain(reading):
    return _flat(reading.lying, _jokers(reading))


def _flat(lying, jokers):
    """A meaning without its order."""
    return tuple(sorted(lying)), jokers
