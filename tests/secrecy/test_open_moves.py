"""What is open to a seat, and why it is refused something, hangs on what it sees alone.

Many plays are legal only if the turn can still be ended: a take that binds, the first meld of
an opening, a swap. The judge knows all cards when he says so; here they are dealt anew behind
his back, at many moments of random games, and he must say the same.
"""

from __future__ import annotations

import random
from collections import defaultdict

import pytest
from msgspec.structs import replace

from rummy_protocol.actions import Discard, SwapJoker, TakeDiscard
from rummy_protocol.choices import Seen
from rummy_protocol.errors import RuleViolation
from rummy_server.game import decide
from rummy_server.game.melding.readings import readings
from rummy_server.game.state import Phase, face
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


# --- equal cards -------------------------------------------------------------------------


def exchanged(rules, chance):
    """For each card another one that looks like it, or itself."""
    alike = defaultdict(list)
    for card in rules.deck:
        alike[face(card)].append(card)
    return {
        card: other
        for cards in alike.values()
        for card, other in zip(cards, chance.sample(cards, len(cards)), strict=True)
    } | {None: None}


def renamed(deal, other):
    """*deal* with every card exchanged."""

    def cards(some):
        return tuple(other[card] for card in some)

    def meld(lying):
        return lying and replace(lying, cards=cards(lying.cards))

    def play(made):
        lies = {"meld": meld(made.meld), "before": meld(made.before)}
        return replace(made, cards=cards(made.cards), gained=cards(made.gained), **lies)

    turn = deal.turn
    return replace(
        deal,
        hands=tuple(map(cards, deal.hands)),
        stock=cards(deal.stock),
        discards=cards(deal.discards),
        melds=tuple(map(meld, deal.melds)),
        turn=replace(
            turn,
            fresh=other[turn.fresh],
            locked=other[turn.locked],
            must=other[turn.must],
            owed=cards(turn.owed),
            plays=tuple(map(play, turn.plays)),
        ),
    )


def with_a_twin(deal):
    """*deal* as if its seat had just taken a card like one that it holds, if there is one."""
    seat = deal.turn.seat
    held = {face(card) for card in deal.hands[seat]}
    twin = next((card for card in deal.stock if face(card) in held), None)
    if deal.phase is not Phase.PLAY or deal.turn.plays or twin is None:
        return deal
    hands = tuple(h + (twin,) * (n == seat) for n, h in enumerate(deal.hands))
    stock = tuple(card for card in deal.stock if card != twin)
    turn = replace(deal.turn, fresh=twin, locked=twin)
    return replace(deal, hands=hands, stock=stock, turn=turn)


@pytest.mark.parametrize("preset", [name for name, rules in PRESETS.items() if rules.jokers])
def test_which_of_two_equal_cards_is_meant_shows_nowhere(preset, moments_of):
    for world, chance in moments_of(preset):
        rules, seat = world.rules, world.deal.turn.seat
        deal = with_a_twin(world.deal)
        match, other = replace(world.match, deal=deal), renamed(deal, exchanged(rules, chance))
        you = private_view(rules, match, Seat(seat))

        assert private_view(rules, replace(match, deal=other), Seat(seat)) == you
        for action in (*asked_for(world, chance, you), *map(Discard, you.hand)):
            assert said_to(rules, other, seat, action) == said_to(rules, deal, seat, action)
