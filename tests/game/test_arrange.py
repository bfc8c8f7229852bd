"""The best split of a hand, held against brute force: plain ones, and with twins and jokers."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.cards import JOKER, Face, faces, names
from rummy_protocol.choices import Ace
from rummy_server.game.melding.melds import JokerRules, MeldRules, arranged, mask_of
from rummy_server.game.melding.readings import readings
from rummy_server.game.solving import solve_plain, solve_wide
from rummy_server.game.solving.arrange import (
    Split,
    best_after_discard,
    best_split,
    split_in_time,
)

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


ROMME = MeldRules(ace=Ace.EITHER, packs=2)
ROMME_VALUES = (*((11, *range(2, 11), 10, 10, 10) * 4), 20)


@pytest.mark.parametrize(
    ("hand", "melds", "deadwood"),
    [
        # the joker stands inside the run, not at its end.
        ("JH QH KH 9H JK", "9H JK JH QH KH", ""),
        ("5H 7H JK", "5H JK 7H", ""),
        ("5H 6H JK", "5H 6H JK", ""),
        ("QH KH JK", "QH KH JK", ""),
        ("7C 7D JK", "7C 7D JK", ""),
        ("7C 7S JK", "7C JK 7S", ""),
        ("7C 7C 7D JK", "7C 7D JK", "7C"),
        ("7C 7C 7D 7D 7H 7H", "7C 7D 7H / 7C 7D 7H", ""),
        ("4H 5H 6H 4H 5H 6H", "4H 5H 6H / 4H 5H 6H", ""),
        ("4H 5H 6H 6H 7H 8H", "4H 5H 6H / 6H 7H 8H", ""),
        # The joker stands in for a card that is held, and laid in another meld.
        ("5H 6H 7H 7C 7D JK", "7C 7D 7H / 5H 6H JK", ""),
        ("4H 5H 6H 7H 8H JK", "4H 5H 6H 7H 8H JK", ""),
        ("KS JK", "", "KS JK"),
        ("JK JK JK", "", "JK JK JK"),
        ("KS JK JK", "JK JK KS", ""),
    ],
)
@pytest.mark.rule("R70", "X-17")
def test_jokers_and_twins_are_laid_where_they_are_worth_most(hand, melds, deadwood):
    split = best_split(ROMME, ROMME_VALUES, faces(hand))

    assert names(split.deadwood) == deadwood
    laid = [sorted(names(meld).split()) for meld in split.melds]
    assert sorted(laid) == sorted(sorted(m.split()) for m in melds.split(" / ") if m)


def test_a_joker_is_shown_in_its_place():
    split = best_split(ROMME, ROMME_VALUES, faces("JK KH QH JH 9H"))

    assert split == Split((faces("9H JK JH QH KH"),), (), 0)


def test_a_limit_keeps_a_joker_in_the_hand():
    one_each = MeldRules(ace=Ace.EITHER, packs=2, jokers=JokerRules(per_meld=1))

    assert best_split(one_each, ROMME_VALUES, faces("KS KH JK JK")).points == 20
    assert best_split(ROMME, ROMME_VALUES, faces("KS KH JK JK")).points == 0


def test_where_each_meld_bears_one_joker_a_card_that_is_held_may_be_one():
    one_each = MeldRules(ace=Ace.EITHER, packs=2, jokers=JokerRules(per_meld=1))

    split = best_split(one_each, ROMME_VALUES, faces("4H 5H 6H 8H JK JK"))

    assert split == Split((faces("4H 5H JK"), faces("6H JK 8H")), (), 0)


@pytest.mark.parametrize("ace", Ace)
def test_no_split_with_twins_and_jokers_beats_it_by_brute_force(ace, hands, oracle, volume):
    chance = random.Random(f"wide splits {ace}")
    for number in range(volume(40, 2500)):
        rules = hands.meld_rules(chance, ace)
        hand = hands.rich_hand(chance, rules, 5 + number % 5, chance.randrange(4))
        values = hands.values_of(ACES[ace], chance.choice((0, 15, 20, 25)))

        split = best_split(rules, values, hand)

        fewest = oracle.best_split(rules, values, hand)
        laid = [card for meld in split.melds for card in meld]
        assert (split.points, len(split.deadwood), len(split.melds)) == fewest, names(hand)
        assert sorted((*laid, *split.deadwood)) == sorted(hand)
        assert split.points == sum(values[card] for card in split.deadwood)
        for meld in split.melds:
            assert meld in map(_shown, readings(rules, meld)), names(hand)


def _shown(reading):
    shown = zip(reading.lying, reading.wild, strict=True)
    return tuple(JOKER if wild else face for face, wild in shown)


@pytest.mark.parametrize("ace", Ace)
def test_the_wide_solver_does_as_well_on_plain_hands_as_the_quick_one(ace, volume):
    chance = random.Random(f"both {ace}")
    rules, values = MeldRules(ace=ace), values_of(ACES[ace])
    for number in range(volume(300, 5_000)):
        hand = _rich_hand(chance, 6 + number % 8)
        held = mask_of(hand)

        quick = solve_plain.best_split(rules, values, held)
        wide = solve_wide.best_split(rules, values, held)

        assert (quick.points, len(quick.deadwood), len(quick.melds)) == (
            wide.points,
            len(wide.deadwood),
            len(wide.melds),
        ), names(hand)


@pytest.mark.parametrize("ace", Ace)
def test_no_discard_with_twins_and_jokers_leaves_less(ace, hands, volume):
    """Against `best_split` itself, which a test above holds against brute force."""
    chance = random.Random(f"wide discards {ace}")
    for number in range(volume(40, 2500)):
        rules = hands.meld_rules(chance, ace)
        hand = hands.rich_hand(chance, rules, 4 + number % 11, chance.randrange(3))
        values = hands.values_of(ACES[ace])
        locked = chance.choice([None, *hand])
        free = [*hand]
        if locked is not None:
            free.remove(locked)

        card, split = best_after_discard(rules, values, hand, locked)

        def after(thrown, hand=hand, rules=rules, values=values):
            left = [*hand]
            left.remove(thrown)
            return best_split(rules, values, left)

        assert card in free
        assert split == after(card)
        assert (split.points, len(split.deadwood)) == min(
            (after(thrown).points, len(after(thrown).deadwood)) for thrown in {*free}
        ), names(hand)


@pytest.mark.rule("E14")
def test_the_twin_of_the_locked_card_may_be_thrown():
    locked = faces("KS")[0]

    twin, _ = best_after_discard(ROMME, ROMME_VALUES, faces("KS KS 2C"), locked)
    other, _ = best_after_discard(ROMME, ROMME_VALUES, faces("KS 2C JK"), locked)

    assert names([twin, other]) == "KS JK"


def test_the_order_of_a_wide_hand_does_not_matter(hands):
    chance = random.Random("wide order")
    for _ in range(100):
        hand = hands.rich_hand(chance, ROMME, 13, 2)
        shuffled = chance.sample(hand, len(hand))

        assert best_split(ROMME, ROMME_VALUES, hand) == best_split(
            ROMME, ROMME_VALUES, shuffled
        )


def test_a_hand_too_large_to_be_searched_in_time_is_split_all_the_same():
    chance = random.Random("in time")
    deck = [*[Face(n) for n in range(52)] * 2, *[JOKER] * 4]
    for size in (13, 24, 25, 40):
        hand = [JOKER, *chance.sample(deck, size - 1)]
        split = split_in_time(ROMME, ROMME_VALUES, hand)

        laid = [card for meld in split.melds for card in meld]
        assert sorted([*laid, *split.deadwood]) == sorted(hand)
        assert split.points == sum(ROMME_VALUES[card] for card in split.deadwood)
        if size <= 24:
            assert split == best_split(ROMME, ROMME_VALUES, hand)
        else:
            assert JOKER not in laid
            assert split.melds


def _rich_hand(chance, size):
    """A hand from the whole pack, or from a part of it where melds abound."""
    suits = chance.choice([(0, 1), (2,), (0, 1, 2, 3), (1, 2, 3)])
    ranks = range(13) if len(suits) < 3 or chance.randrange(2) else chance.sample(range(13), 5)
    return [Face(n) for n in chance.sample([s * 13 + r for s in suits for r in ranks], size)]
