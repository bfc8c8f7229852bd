"""What is open to a seat, and why it is refused something, hangs on what it sees alone.

Many plays are legal only if the turn can still be ended: a take that binds, the first meld of
an opening, a swap. The judge knows all cards when he says so; here they are dealt anew behind
his back, at many moments of random games, and he must say the same.
"""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from rummy_protocol.actions import SwapJoker, TakeDiscard
from rummy_protocol.choices import Seen
from rummy_protocol.errors import RuleViolation
from rummy_server.game import decide
from rummy_server.game.readings import readings
from rummy_server.game.state import Phase
from rummy_server.game.variants import PRESETS
from rummy_server.game.view import Seat, private_view

from .games import first_deal, later_deal, random_game, rules_in, shuffled_deck
from .play import Random, World
from .scripts import attempt, first_accepted, guess, likely


@pytest.fixture(scope="module")
def moments_of(volume):
    """Moments of a game of one preset in which somebody has to decide, and chance."""

    def found(preset):
        chance = random.Random(f"open moves {preset}")
        for _ in range(volume(6, 60)):
            game = random_game(chance, (preset,))
            match = chance.choice((first_deal, later_deal))(game, chance)
            rules = rules_in(game, match)
            world = World(rules, match, Random(shuffled_deck(rules, chance)))
            for _ in range(volume(40, 80)):
                yield world, chance
                for event in first_accepted(world, chance)[1]:
                    world.happen(event)
                if world.deal.phase is Phase.OVER:
                    break

    return found


def dealt_behind(rules, deal, seat, chance):
    """*deal* with all cards that *seat* does not see dealt anew."""
    seen = len(deal.discards) if rules.ruleset.discard_visible is Seen.ALL else 1
    buried, open_cards = deal.discards[:-seen], deal.discards[-seen:]
    others = [hand for n, hand in enumerate(deal.hands) if n != seat]
    cards = [card for lot in (*others, deal.stock, buried) for card in lot]
    chance.shuffle(cards)

    def anew(lot):
        taken = tuple(cards[: len(lot)])
        del cards[: len(lot)]
        return taken

    hands = tuple(hand if n == seat else anew(hand) for n, hand in enumerate(deal.hands))
    return replace(
        deal, hands=hands, stock=anew(deal.stock), discards=anew(buried) + open_cards
    )


def said_to(rules, deal, seat, action):
    """What the judge answers: nothing, or all that a refusal says."""
    try:
        decide.decide(rules, deal, seat, action, lambda label, cards: cards)
    except RuleViolation as refused:
        return refused.code, refused.rule, refused.details
    return "accepted"


def asked_for(world, chance, you):
    """What the seat whose turn it is might ask for, rightly and wrongly."""
    seat = world.deal.turn.seat
    yield from (TakeDiscard(count) for count in range(1, 5))
    some = list(likely(you))
    yield from chance.sample(some, min(len(some), 6))
    for _ in range(6):
        yield world.said(chance.choice((attempt, guess))(world, chance, seat))


@pytest.mark.parametrize("preset", PRESETS)
def test_however_the_unseen_cards_lie_the_same_is_open_and_the_same_is_refused(
    preset, moments_of
):
    for world, chance in moments_of(preset):
        rules, deal, seat = world.rules, world.deal, world.deal.turn.seat
        you = private_view(rules, world.match, Seat(seat))
        other = dealt_behind(rules, deal, seat, chance)

        assert private_view(rules, replace(world.match, deal=other), Seat(seat)) == you
        for action in asked_for(world, chance, you):
            answer = said_to(rules, deal, seat, action)
            assert said_to(rules, other, seat, action) == answer, action


@pytest.mark.parametrize("preset", PRESETS)
def test_what_a_view_offers_the_judge_accepts(preset, moments_of):
    """Takes and swaps are exact; melds may be closed to the turn, but each of them is one."""
    for world, _ in moments_of(preset):
        rules, deal, seat = world.rules, world.deal, world.deal.turn.seat
        you = private_view(rules, world.match, Seat(seat))
        counts = [n for n in range(1, len(deal.discards) + 2) if takes(rules, deal, seat, n)]

        assert [take.count for take in you.takes] == counts
        for fit in you.swaps:
            given = [(fit.card,), *((fit.card, other.card) for other in you.swaps)]
            for meld in fit.melds:
                accepted = (
                    decide.accepts(rules, deal, seat, SwapJoker(meld, c)) for c in given
                )
                assert any(accepted)
        for lay in you.can_meld:
            meanings = [
                tuple(stand for stand, joker in zip(r.lying, r.wild, strict=True) if joker)
                for r in readings(rules.melds, lay.cards)
            ]
            assert lay.stands in meanings


def takes(rules, deal, seat, count):
    return decide.accepts(rules, deal, seat, TakeDiscard(count))
