"""The proof by exhaustion, on a small scale: every way in which the cards may lie.

Once for five hidden cards of a whole game, and once for *all* deals of a pack of eight cards.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import permutations
from math import factorial

import pytest
from msgspec.structs import replace

from rummy_protocol.actions import Discard, DrawStock, LayMeld, TakeDiscard
from rummy_protocol.cards import faces
from rummy_protocol.errors import Code
from rummy_protocol.ruleset import RuleSet
from rummy_server.game.state import Card

from .games import Game, first_deal, rules_in
from .house import House, told
from .leaks import LEAKS
from .play import Act, Mix, Try, World
from .worlds import Pair, Presence, Replay, Side, known_to

FIVE = 5


def arrangements(pair):
    """Every side on which five slots, of hands and stock, hold their cards in another order."""
    replay = Replay(pair.rules, pair.match, pair.one, pair.viewer, pair.presence)
    known, order = known_to(replay), list(pair.one.mix.order)
    unseen = [place for place in range(len(order)) if (0, place) not in known]
    places = unseen[:: len(unseen) // FIVE][:FIVE]
    for cards in permutations([order[place] for place in places]):
        for place, card in zip(places, cards, strict=True):
            order[place] = card
        yield Side(Mix(tuple(order), pair.one.mix.mixes), pair.one.script)


@pytest.fixture(scope="module")
def small(pairs):
    """A short script, watched by a seat from beginning to end."""
    found = (pairs(seed) for seed in range(20_000, 20_200))
    return next(
        pair
        for pair in found
        if not isinstance(pair, Code)
        and pair.viewer is not None
        and pair.presence.away[0] == pair.presence.away[1]
        and 12 <= len(pair.one.script) <= 30
    )


def test_however_five_hidden_cards_lie_the_viewer_is_told_the_same(small):
    streams = {tuple(told(House(), small, side)) for side in arrangements(small)}

    assert len(streams) == 1


def test_exhaustion_hears_a_leak_in_more_than_two_voices(small):
    leaky = next(leak for leak in LEAKS if "as long as the hidden hands" in leak.name)
    streams = {tuple(told(leaky.house, small, side)) for side in arrangements(small)}

    assert len(streams) > 2


# --- all deals of a pack of eight --------------------------------------------------------

EIGHT = tuple(Card(card) for card in faces("AC 2C 3C 4C AD 2D 3D 4D"))
TOY = Game(RuleSet(players_min=2, players_max=2, hand_sizes=(3,)), 2, "")


class First:
    """The chance that the first deal of a match is left to the first player."""

    def randrange(self, players):
        return 0


def toy_script(world):
    """A turn each, in places: nothing in it can be refused for what the cards are."""
    (mine, next_to_move) = ([world.slot[card] for card in hand] for hand in world.deal.hands)
    drawn = world.slot[world.deal.stock[-1]]
    return (
        Try(0, LayMeld, tuple(mine)),
        Act(1, DrawStock),
        Try(1, LayMeld, (*next_to_move[:2], drawn)),
        Act(1, Discard, (next_to_move[0],)),
        Act(0, TakeDiscard, (), 1),
        Act(0, Discard, (mine[0],)),
    )


def toy_pair(viewer):
    match = first_deal(TOY, First())
    rules = replace(rules_in(TOY, match), deck=EIGHT)
    script = toy_script(World(rules, match, Mix(EIGHT)))
    if viewer != 1:
        script = tuple(step for step in script if not (isinstance(step, Try) and step.seat))
    if viewer != 0:
        script = tuple(step for step in script if not (isinstance(step, Try) and not step.seat))
    side = Side(Mix(EIGHT), script)
    return Pair(0, TOY, rules, match, viewer, Presence(), side, side, True, True, False)


def grouped(viewer, decks, house=None):
    """The different streams that *viewer* is told, by what he has rightly seen."""
    pair, found = toy_pair(viewer), defaultdict(lambda: defaultdict(int))
    for deck in decks:
        side = Side(Mix(deck), pair.one.script)
        knows = Replay(pair.rules, pair.match, side, viewer, pair.presence).oracle.seen
        stream = tuple(told(house or House(), pair, side))
        found[tuple(sorted(knows.items()))][stream] += 1
    return found


@pytest.fixture(scope="module")
def toy_decks(volume):
    """All 40,320, or the 240 in which two choices of open cards lie where all see them."""
    decks = list(permutations(EIGHT))
    assert len(decks) == factorial(8) == 40_320
    shown = toy_pair(None)
    open_slots = [place for _, place in known_to(side_of(shown, EIGHT))]

    def looks(deck):
        return tuple(deck[place] for place in open_slots)

    some = {looks(EIGHT), looks(EIGHT[::-1])}
    return volume([deck for deck in decks if looks(deck) in some], decks)


def side_of(pair, deck):
    return Replay(
        pair.rules, pair.match, Side(Mix(deck), pair.one.script), pair.viewer, pair.presence
    )


@pytest.mark.parametrize(("viewer", "alike"), [(None, 120), (0, 6), (1, 2)])
def test_in_all_deals_of_eight_cards_who_knows_the_same_is_told_the_same(
    viewer, alike, toy_decks
):
    """*alike* deals are one and the same to this viewer."""
    groups = grouped(viewer, toy_decks)
    print(f"viewer {viewer}: {len(toy_decks)} deals in {len(groups)} groups")

    assert {len(streams) for streams in groups.values()} == {1}
    assert {sum(streams.values()) for streams in groups.values()} == {alike}
    assert len(groups) == len(toy_decks) / alike


def test_a_leak_in_the_small_pack_makes_groups_fall_apart(toy_decks):
    leaky = next(leak for leak in LEAKS if "as long as the hidden hands" in leak.name)
    groups = grouped(None, toy_decks[:240], leaky.house)

    assert max(len(streams) for streams in groups.values()) > 2
