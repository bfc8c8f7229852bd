"""Hands of half a pack: the walk through the ranks finds what trying every choice finds."""

from __future__ import annotations

import random

import pytest

from rummy_protocol.cards import Face, names
from rummy_protocol.choices import Ace
from rummy_server.game.melding.holdings import faces_of, mask_of
from rummy_server.game.melding.melds import MeldRules
from rummy_server.game.solving import solve_deep, solve_plain, solve_wide
from rummy_server.game.solving.arrange import best_after_discard, best_split
from rummy_server.game.solving.split import weights_of


def values(ace_points):
    return (*((ace_points, *range(2, 11), 10, 10, 10) * 4), 0)


def worth(split):
    return split.points, len(split.deadwood), len(split.melds)


@pytest.mark.parametrize("ace", Ace)
def test_a_walk_through_the_ranks_finds_sets_of_a_best_split(ace, volume):
    chance = random.Random(f"walks {ace}")
    for number in range(volume(150, 3000)):
        rules = MeldRules(
            ace=ace, run_min=chance.choice((3, 3, 4)), set_max=chance.choice((4, 4, 3))
        )
        points = values(chance.choice((1, 11)))
        held = mask_of(chance.sample(range(52), 6 + number % 20))
        if not solve_deep.can_walk(rules, held):
            continue

        sets = solve_deep.best_sets(rules, weights_of(points), held)

        best = solve_wide.best_split(rules, points, held)
        rest = solve_wide.best_split(rules, points, held & ~sum(sets))
        together = rest.points, len(rest.deadwood), len(rest.melds) + len(sets)
        assert together == worth(best), names(faces_of(held))


@pytest.mark.parametrize("ace", Ace)
def test_a_walk_finds_a_card_to_throw_that_leaves_least(ace, volume):
    chance = random.Random(f"throws {ace}")
    for number in range(volume(100, 2000)):
        rules, points = MeldRules(ace=ace), values(chance.choice((1, 11)))
        held = mask_of(chance.sample(range(52), 6 + number % 15))
        kept = mask_of(chance.sample(faces_of(held), chance.randrange(2)))

        thrown = solve_deep.best_throw(rules, weights_of(points), held, kept)

        locked = faces_of(kept)[0] if kept else None
        _, best = solve_plain.best_after_discard(rules, points, held, locked)
        assert thrown.bit_count() == 1
        assert thrown & held & ~kept
        after = solve_plain.best_split(rules, points, held ^ thrown)
        assert worth(after)[:2] == worth(best)[:2], names(faces_of(held))


@pytest.mark.parametrize("ace", [Ace.LOW, Ace.HIGH, Ace.EITHER])
def test_a_hand_of_forty_cards_is_split_like_any_other(ace, volume):
    chance = random.Random(f"forty {ace}")
    rules, points = MeldRules(ace=ace), values(1)
    for _ in range(volume(5, 60)):
        hand = [Face(number) for number in chance.sample(range(52), 40)]

        split = best_split(rules, points, hand)
        card, after = best_after_discard(rules, points, hand, hand[0])

        laid = [face for meld in split.melds for face in meld]
        assert sorted((*laid, *split.deadwood)) == sorted(hand)
        assert card != hand[0]
        assert after == best_split(rules, points, [face for face in hand if face != card])
        # Nothing is left that one meld more could take, and a card less is no worse.
        assert not best_split(rules, points, split.deadwood).melds
        assert after.points <= split.points


def test_three_sets_of_four_are_fewer_melds_than_four_runs_of_three():
    held = mask_of(Face(of * 13 + place) for of in range(4) for place in (3, 4, 5))

    assert len(solve_deep.best_sets(MeldRules(), weights_of(values(1)), held)) == 3


def test_a_whole_suit_around_the_corner_is_left_to_the_other_way():
    assert not solve_deep.can_walk(MeldRules(ace=Ace.CORNER), mask_of(range(13)))
    assert solve_deep.can_walk(MeldRules(ace=Ace.CORNER), mask_of(range(12)))
    assert solve_deep.can_walk(MeldRules(ace=Ace.LOW), mask_of(range(13)))
    assert not solve_deep.can_walk(MeldRules(run_max=5), mask_of(range(10)))
