"""The door to the outside."""

from __future__ import annotations

from collections import Counter

import pytest

from rummy_server.env import real_env, seeded_env
from rummy_server.game.state import deck_of
from rummy_server.memory import MemoryNetwork

DECK = deck_of(1, 0)


async def test_a_shuffle_keeps_every_card():
    order = real_env().shuffle("deal", DECK)

    assert sorted(order) == list(DECK)


async def test_no_two_shuffles_are_alike():
    shuffle = real_env().shuffle

    assert len({shuffle("deal", DECK) for _ in range(200)}) == 200


async def test_every_order_of_a_small_pack_is_as_likely_as_any_other():
    """Chi-square over the 24 orders of four cards; 60 is far beyond chance at 23 degrees."""
    shuffle, cards = real_env().shuffle, DECK[:4]
    counts = Counter(shuffle("deal", cards) for _ in range(4800))

    assert len(counts) == 24
    assert sum((count - 200) ** 2 / 200 for count in counts.values()) < 60


async def test_a_seeded_world_repeats_itself_and_no_other():
    network = MemoryNetwork()
    one, same, other = (seeded_env(seed, network) for seed in (1, 1, 2))

    assert one.shuffle("a", DECK) == same.shuffle("a", DECK)
    assert one.shuffle("a", DECK) != other.shuffle("a", DECK)
    assert one.shuffle("a", DECK) != one.shuffle("b", DECK)
    assert one.entropy(16) == same.entropy(16)
    assert one.entropy(16) != one.entropy(16)


@pytest.mark.parametrize("count", [0, 1, 16, 32])
async def test_entropy_comes_in_the_length_that_was_asked_for(count):
    assert len(real_env().entropy(count)) == count
