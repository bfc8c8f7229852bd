"""A table for the tests of the judge: positions in, actions in words, consequences out.

`at` sets up a position, `random_action` plays by chance, and `all_requests` asks for whatever
could be asked for. What is legal is told once more by `law`, beside this file.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations, combinations_with_replacement

import pytest

from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    SwapJoker,
    TakeBack,
    TakeDiscard,
)
from rummy_protocol.cards import JOKER, Face, face_of, rank, suit
from rummy_protocol.errors import Declined, RuleViolation
from rummy_protocol.switches import SWITCHES
from rummy_server.game import decide, melds
from rummy_server.game.dealing import deal_out
from rummy_server.game.events import Discarded, TurnBegan
from rummy_server.game.evolve import evolve
from rummy_server.game.notation import cards_text, read_action
from rummy_server.game.position import read_position
from rummy_server.game.state import Phase, face, faces_in
from rummy_server.game.variants import rules_for, ruleset_of


def backwards(label, cards):
    """A shuffle that everybody can follow."""
    return cards[::-1]


class At:
    """A position, and what the players do from there."""

    def __init__(self, rules, deal, events=()):
        self.rules, self.deal, self.events = rules, deal, events

    def does(self, *said):
        """``does("1 draw", "1 discard KD")``: the position after that."""
        here = self
        for one in said:
            seat, _, action = one.partition(" ")
            events, deal = decide.play(
                here.rules, here.deal, int(seat), read_action(action), backwards
            )
            here = At(here.rules, deal, events)
        return here

    def refuses(self, said):
        """Code and rule with which an action is refused; nothing may have changed."""
        before = self.deal
        with pytest.raises(RuleViolation) as caught:
            self.does(said)
        assert self.deal == before
        return caught.value.code.value, caught.value.rule

    def may(self, seat):
        return " ".join(decide.may(self.rules, self.deal, seat))

    def hand(self, seat):
        """The hand in notation, sorted: its order says nothing."""
        return cards_text(sorted(self.deal.hands[seat]))

    @property
    def table(self):
        return [cards_text(meld.cards) for meld in self.deal.melds]

    @property
    def pile(self):
        return cards_text(self.deal.discards)

    @property
    def stock(self):
        """Top first, as it will be drawn."""
        return cards_text(self.deal.stock[::-1])

    @property
    def told(self):
        """The names of the last events."""
        return [type(event).__name__ for event in self.events]


def at(position, preset="basic", deal=1, **switches):
    """A table of *preset*, with some switches set, at *position*, as if in deal number *deal*."""
    here = read_position(position)
    ruleset = ruleset_of(preset, switches).for_deal(deal)
    return At(rules_for(ruleset, len(here.hands)), here)


HOUSE_RULES = SWITCHES[:22]
"""The house rules of the plain game."""


def chosen(chance, switch):
    """A value that *switch* may have, plain or strange."""
    extra = {
        "max_turns_per_deal": (20, 60),
        "target": (50, 100),
        "deals": (None, 1, 3),
        "deal_scoring": ("winner_takes_sum", "penalties", "payment"),
        "blocked_scoring": (None, "lowest_takes_differences", "all_penalised", "no_score"),
        "final_discard": ("optional", "required"),
    }
    return chance.choice(extra.get(switch.name, switch.choices))


def random_ruleset(chance):
    """Some switches set by chance, tried until they go together."""
    while True:
        some = chance.sample(HOUSE_RULES, chance.randrange(1, 9))
        try:
            return ruleset_of("basic", {switch.name: chosen(chance, switch) for switch in some})
        except Declined:
            continue


def shuffled(chance):
    return lambda label, cards: tuple(chance.sample(cards, len(cards)))


def dealt(rules, chance, dealer=0):
    order = tuple(chance.sample(rules.deck, len(rules.deck)))
    return evolve(None, deal_out(rules, dealer, order))


def plays(rules, deal):
    """Melds that the hand holds and single cards that fit somewhere; some may be refused."""
    hand = sorted(face(card) for card in deal.hands[deal.turn.seat])
    yield from (LayMeld(cards) for cards in melds.possible(rules.melds, hand))
    for meld in deal.melds:
        grows = melds.meld_table(rules.melds).grows[melds.mask_of(meld.stands)]
        yield from (LayOff(meld.id, (card,)) for card in hand if grows >> card & 1)


def random_action(rules, deal, chance):
    """Something that is accepted, with a liking for plays, so that deals come to an end."""
    seat = deal.turn.seat
    if deal.phase is Phase.DRAW:
        kinds = decide.may(rules, deal, seat)
        known = {"draw": DrawStock(), "take": TakeDiscard(), "end-deal": EndDeal()}
        return known[chance.choice(kinds)]
    options = list(plays(rules, deal))
    chance.shuffle(options)
    hand = [Discard(face(card)) for card in deal.hands[seat]]
    thrown = chance.sample(hand, len(hand))
    if deal.turn.plays and chance.random() < 0.1:
        options.insert(0, TakeBack())
    first, then = (options, thrown) if chance.random() < 0.9 else (thrown, options)
    for action in (*first, *then, TakeBack()):
        if decide.accepts(rules, deal, seat, action):
            return action
    raise AssertionError("a turn that cannot end")


def all_requests(deal, chance, meanings=12):
    """Requests of every kind: all that could be legal, and much that is not.

    Args:
        meanings: for jokers, so many of the meanings that they could be thought to have.
    """
    hand = sorted(faces_in(deal.hands[deal.turn.seat]))
    yield from (DrawStock(), EndDeal(), TakeBack())
    yield from (TakeDiscard(count) for count in range(1, len(deal.discards) + 2))
    yield from (Discard(Face(card)) for card in {*hand, chance.randrange(53)})
    for size in range(1, min(7, len(hand)) + 1):
        for cards in sorted(set(combinations(hand, size))):
            yield from (LayMeld(cards, meant) for meant in meant_by(cards, (), chance, meanings))
            for meld in deal.melds:
                if size <= 4:
                    could = meant_by(cards, meld.stands, chance, meanings)
                    yield from (LayOff(meld.id, cards, meant) for meant in could)
                if size <= 3:
                    yield SwapJoker(meld.id, cards)
    yield LayOff(99, tuple(hand[:1]))


def meant_by(cards, lying, chance, count):
    """Meanings that somebody might give to the jokers among *cards*, sorted."""
    jokers = cards.count(JOKER)
    near = [card for card in (*cards, *lying) if card != JOKER]
    if not jokers or not near:
        return [()]
    could = {face_of(rank(f), s) for f in near for s in range(4)}
    could |= {face_of(r, suit(f)) for f in near for r in range(1, 14)}
    found = list(combinations_with_replacement(sorted(could), jokers))
    return found if len(found) <= count else chance.sample(found, count)


def check_conserved(rules, deal):
    """I1: hands, stock, pile and melds are the deck, each card once."""
    lie = (card for meld in deal.melds for card in meld.cards)
    held = (card for hand in deal.hands for card in hand)
    assert sorted((*deal.stock, *deal.discards, *lie, *held)) == list(rules.deck)


def check_turns(events, players, first):
    """I14: each discard is by the seat whose turn it is, and the next seat follows."""
    seat = first
    for event in events:
        if isinstance(event, TurnBegan):
            assert event.seat == (seat + 1) % players
            seat = event.seat
        elif isinstance(event, Discarded):
            assert event.seat == seat


def check_scores(rules, held, outcome, points):
    """I2: nothing from nothing. Payments sum to zero; all else keeps within what was held."""
    most = 2 * sum(held) + 10 * len(held)
    assert all(isinstance(exact, Fraction) and abs(exact) <= most for exact in points)
    if rules.ruleset.deal_scoring == "payment":
        assert sum(points) == 0
    elif outcome.out is not None and rules.ruleset.deal_scoring == "winner_takes_sum":
        assert sum(map(bool, points)) <= 1


def rng(seed):
    return random.Random(seed)
