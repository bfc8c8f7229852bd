"""Hands as numbers: every card counts, twins and jokers too."""

from __future__ import annotations

import random
from collections import Counter

from rummy_protocol.cards import JOKER, Face, faces, names
from rummy_server.game.melding.holdings import (
    faces_of,
    holding_of,
    holds,
    jokers_in,
    less,
    mask_of,
    plus,
    size_of,
)

DECK = [Face(number) for number in (*range(52), *range(52), *[JOKER] * 6)]


def test_a_holding_tells_the_cards_sorted_with_twins_twice_and_jokers_last():
    holding = holding_of(faces("7H JK 2C 7H AC JK"))

    assert names(faces_of(holding)) == "AC 2C 7H 7H JK JK"
    assert size_of(holding) == 6
    assert jokers_in(holding) == 2


def test_a_hand_without_twins_and_jokers_is_the_mask_of_its_faces():
    hand = faces("7H 2C KS AD")

    assert holding_of(hand) == mask_of(hand)


def test_a_third_card_of_one_face_is_no_card_of_two_packs():
    assert size_of(holding_of(faces("7H 7H 7H"))) == 2
    assert size_of(plus(holding_of(faces("7H 7H")), holding_of(faces("7H")))) == 2


def test_holdings_add_up_and_part_as_cards_do():
    chance = random.Random("holdings")
    for _ in range(1000):
        cards = chance.sample(DECK, chance.randrange(25))
        some = cards[: chance.randrange(len(cards) + 1)]
        rest = cards[len(some) :]
        other = chance.sample(DECK, 5)

        whole = holding_of(cards)

        assert faces_of(whole) == tuple(sorted(cards))
        assert less(whole, holding_of(some)) == holding_of(rest)
        assert plus(holding_of(some), holding_of(rest)) == whole
        assert holds(whole, holding_of(some))
        assert holds(whole, holding_of(other)) == (Counter(other) <= Counter(cards))
