"""A table for the tests of the judge: positions in, actions in words, consequences out.

`at` sets up a position, `random_action` plays by chance, and `legal_actions` is the law once
more, told plainly and slowly from the rule set and not from what the judge is made of.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import combinations

import pytest

from rummy_protocol.actions import (
    Discard,
    DrawStock,
    EndDeal,
    LayMeld,
    LayOff,
    TakeBack,
    TakeDiscard,
)
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


# The law, once more. What a turn has brought is read from `deal.turn`, all else from the rule
# set; a play is legal if the turn could still be ended after it, tried out to the end.


class Law:
    def __init__(self, oracle, ruleset):
        self.oracle, self.ruleset = oracle, ruleset

    def legal_actions(self, deal):
        """Every action that the seat whose turn it is may take."""
        if deal.phase is Phase.DRAW:
            return self.draws(deal)
        hand = frozenset(faces_in(deal.hands[deal.turn.seat]))
        table = {m.id: (frozenset(m.stands), m.owner) for m in deal.melds}
        laid = sum(play.before is None for play in deal.turn.plays)
        found = {
            LayMeld(tuple(sorted(meld))) for meld in self.new_melds(deal, hand, laid, table)
        }
        found |= {
            LayOff(number, tuple(sorted(cards)))
            for number, cards in self.lay_offs(deal, hand, laid, table)
        }
        found |= {Discard(card) for card in hand if self.thrown(deal, hand, laid, card)}
        if deal.turn.plays and self.ruleset.take_back:
            found.add(TakeBack())
        return found

    def draws(self, deal):
        found = {TakeDiscard()} if deal.discards else set()
        most = self.ruleset.max_recycles
        usable = len(deal.discards) - (self.ruleset.stock_out == "shuffle_keep_top")
        if deal.stock or (usable > 0 and (most is None or deal.recycles < most)):
            found.add(DrawStock())
        else:
            found.add(EndDeal())
        return found

    def over_limit(self, laid):
        return self.ruleset.melds_per_turn == "one" and laid > 1

    def early(self, deal):
        before = (deal.turns - 1) // len(deal.hands)
        return before + 1 < self.ruleset.earliest_out_turn

    def thrown(self, deal, hand, laid, card):
        locked = deal.turn.locked is not None and face(deal.turn.locked) == card
        if locked:
            return False
        return not self.early(deal) if len(hand) == 1 else not self.over_limit(laid)

    def new_melds(self, deal, hand, laid, table):
        """Sets of faces that may be laid as a new meld."""
        waived = self.ruleset.melds_waived_for_rummy and self.ruleset.going_rummy != "none"
        if self.over_limit(laid + 1) and not (waived and not deal.turn.laid_before):
            return
        for meld in self.oracle.all_melds(self.ruleset.ace, sorted(hand)):
            after = {**table, max(table, default=0) + 1: (meld, deal.turn.seat)}
            if self.ends(deal, hand - meld, laid + 1, after):
                yield meld

    def lay_offs(self, deal, hand, laid, table):
        """Numbers of melds, and sets of faces that may be added to them at once."""
        seat, on = deal.turn.seat, self.ruleset.lay_off
        owners = {owner for _, owner in table.values()}
        if self.ruleset.lay_off_gate == "own_meld" and seat not in owners:
            return
        for number, (lies, owner) in table.items():
            if on == "none" or (on == "own" and owner != seat):
                continue
            for size in range(1, min(len(hand), 13 - len(lies)) + 1):
                for cards in map(frozenset, combinations(hand, size)):
                    grown = lies | cards
                    if not self.oracle.is_meld(self.ruleset.ace, sorted(grown)):
                        continue
                    after = {**table, number: (grown, owner)}
                    if self.ends(deal, hand - cards, laid, after):
                        yield number, cards

    def ends(self, deal, hand, laid, table):
        """Whether the turn can come to a lawful end from here, by whatever plays."""
        if not hand:
            return self.ruleset.final_discard == "optional" and not self.early(deal)
        if any(self.thrown(deal, hand, laid, card) for card in hand):
            return True
        return any(True for _ in self.new_melds(deal, hand, laid, table)) or any(
            True for _ in self.lay_offs(deal, hand, laid, table)
        )


def all_requests(deal, chance):
    """Requests of every kind: all that could be legal, and much that is not."""
    hand = sorted(faces_in(deal.hands[deal.turn.seat]))
    yield from (DrawStock(), TakeDiscard(), TakeDiscard(2), EndDeal(), TakeBack())
    yield from (Discard(card) for card in (*hand, chance.randrange(52)))
    for size in range(1, min(6, len(hand)) + 1):
        for cards in combinations(hand, size):
            yield LayMeld(cards)
            if size <= 4:
                yield from (LayOff(number, cards) for number in [m.id for m in deal.melds])
    yield LayOff(99, tuple(hand[:1]))


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
