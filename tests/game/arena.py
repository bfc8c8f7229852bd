"""A table for the tests of the judge: positions in, actions in words, consequences out.

`at` sets up a position, `random_action` plays by chance, and `all_requests` asks for whatever
could be asked for. What is legal is told once more by `law`, beside this file.
"""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import chain, combinations, combinations_with_replacement

import pytest
from msgspec import ValidationError
from msgspec.structs import replace

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
from rummy_protocol.ruleset import DealChange, with_fields
from rummy_protocol.switches import SWITCHES
from rummy_server.game import decide
from rummy_server.game.dealing import deal_out
from rummy_server.game.events import (
    DealEnded,
    Discarded,
    LaidOff,
    Melded,
    Restocked,
    Swapped,
    TookBack,
    TookDiscards,
    TurnBegan,
)
from rummy_server.game.evolve import evolve
from rummy_server.game.notation import cards_text, read_action
from rummy_server.game.position import read_position
from rummy_server.game.state import Phase, face, faces_in
from rummy_server.game.turn.search import way_to_end
from rummy_server.game.turn.standing import standing_of
from rummy_server.game.variants import PRESETS, rules_for, ruleset_of


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
    """A table of *preset* with *switches* at *position*, as if in deal number *deal*."""
    here = read_position(position)
    ruleset = ruleset_of(preset, switches).for_deal(deal)
    return At(rules_for(ruleset, len(here.hands)), here)


MATCH_FIELDS = {
    "max_turns_per_deal": (20, 60, 200),
    "target": (50, 100),
    "deals": (None, 1, 2, 3),
    "eliminate_at": (None, 60, 101),
}
"""What is drawn so that matches of chance come to their end."""
MORE_FIELDS = {
    "contract": (("S3",), ("R3",), ("S3", "R3"), ("S3", "S3"), ("R4",)),
    "contract_exact": (False, True),
    "winner_bonus": ((), (10, 20, 50)),
    "set_max": (3, 4, 8),
    "deal_changes": (
        (DealChange(2, 2, (("opening_points", 30),)),),
        (DealChange(1, 2, (("ace", "corner"), ("run_min", 4))),),
        (
            DealChange(2, 3, (("all_at_once", True), ("lay_off", "none"))),
            DealChange(2, 3, (("lay_off_gate", "none"),)),
        ),
    ),
}
"""What no switch sets."""


def chosen(chance, switch):
    """A value that *switch* may have, plain or strange."""
    return chance.choice(MATCH_FIELDS.get(switch.name, switch.choices))


def random_ruleset(chance, *, preset=None, more=False):
    """A game with some switches set by chance, tried until they go together.

    Args:
        preset: where to begin; without one, with any.
        more: whether to set what no switch sets, too.
    """
    while True:
        base = preset or chance.choice(list(PRESETS))
        some = chance.sample(SWITCHES, chance.randrange(1, 9))
        try:
            found = ruleset_of(base, {switch.name: chosen(chance, switch) for switch in some})
            if more:
                names = chance.sample(sorted(MORE_FIELDS), chance.randrange(1, 3))
                fields = {name: chance.choice(MORE_FIELDS[name]) for name in names}
                found = with_fields(found, fields)
        except (Declined, ValidationError):
            continue
        return found


def players_for(chance, ruleset):
    return chance.randrange(ruleset.players_min, ruleset.players_max + 1)


def shuffled(chance):
    return lambda label, cards: tuple(chance.sample(cards, len(cards)))


def dealt(rules, chance, dealer=0):
    order = tuple(chance.sample(rules.deck, len(rules.deck)))
    return evolve(None, deal_out(rules, dealer, order))


def windows(start, length):
    """The ranks of a run of *length* from *start*, an ace following a king."""
    return [(start - 1 + step) % 13 + 1 for step in range(length)]


def runs_near(hand, jokers):
    """Runs that *hand* holds, or would with jokers for what is missing."""
    for one in sorted({suit(card) for card in hand}):
        held = {rank(card) for card in hand if suit(card) == one}
        for start in sorted(held | {r % 13 + 1 for r in held}):
            for length in range(3, 14):
                lie = windows(start, length)
                gone = tuple(face_of(r, one) for r in lie if r not in held)
                if len(gone) > jokers:
                    break
                if len(gone) < length:
                    there = tuple(face_of(r, one) for r in lie if r in held)
                    yield LayMeld((*there, *(JOKER,) * len(gone)), gone)


def sets_near(hand, jokers, chance):
    """Sets, likewise, of equal suits, too."""
    for one in sorted({rank(card) for card in hand}):
        held = sorted(card for card in hand if rank(card) == one)
        same = [face_of(one, s) for s in range(4)]
        for size in range(1, len(held) + 1):
            for there in sorted(set(combinations(held, size))):
                gone = [f for f in same if f not in there]
                for wild in range(max(0, 3 - size), min(jokers, 3) + 1):
                    some = gone if wild <= len(gone) and chance.random() < 0.8 else same
                    meant = tuple(chance.sample(some, wild))
                    yield LayMeld((*there, *(JOKER,) * wild), meant)


def lay_offs_near(deal, hand, chance):
    for meld in deal.melds:
        ranks = {rank(card) for card in meld.stands}
        suits = {suit(card) for card in meld.stands}
        near = [
            card
            for card in hand
            if card != JOKER
            and ((suit(card) in suits and len(suits) == 1) or ranks == {rank(card)})
        ]
        yield from (LayOff(meld.id, (card,)) for card in near)
        if len(near) > 1:
            yield LayOff(meld.id, tuple(chance.sample(near, 2)))
        if JOKER in hand:
            yield LayOff(meld.id, (JOKER,))
            ends = {face_of(r % 13 + 1, s) for r in ranks for s in suits}
            ends |= {face_of((r - 2) % 13 + 1, s) for r in ranks for s in suits}
            ends |= {face_of(r, s) for r in ranks for s in range(4)}
            for card in chance.sample(sorted(ends), min(4, len(ends))):
                yield LayOff(meld.id, (JOKER,), (card,))
            if near:
                yield LayOff(meld.id, (JOKER, near[0]))


def swaps_near(deal, hand):
    for meld in deal.melds:
        if all(face(card) != JOKER for card in meld.cards):
            continue
        held = set(hand) - {JOKER}
        yield from (SwapJoker(meld.id, (card,)) for card in held & set(meld.stands))
        same = sorted(card for card in held if {rank(f) for f in meld.stands} == {rank(card)})
        yield from (SwapJoker(meld.id, (card,)) for card in same)
        yield from (SwapJoker(meld.id, pair) for pair in combinations(same, 2))


def plays(deal, chance):
    """Plays that look well; many will be refused."""
    hand = sorted(faces_in(deal.hands[deal.turn.seat]))
    jokers = min(hand.count(JOKER), 3)
    shown = sorted(set(hand) - {JOKER})
    yield from runs_near(shown, jokers)
    yield from sets_near([card for card in hand if card != JOKER], jokers, chance)
    yield from lay_offs_near(deal, hand, chance)
    yield from swaps_near(deal, hand)


def random_draw(rules, deal, chance):
    """A draw that is accepted, with a liking for deep picks."""
    counts = list(range(1, len(deal.discards) + 1))
    if rules.ruleset.discard_draw == "top":
        counts = counts[:1]
    takes = [TakeDiscard(count) for count in chance.sample(counts, min(4, len(counts)))]
    ways = [DrawStock(), EndDeal()]
    for action in (*takes, *ways) if chance.random() < 0.5 else (*ways, *takes):
        if decide.accepts(rules, deal, deal.turn.seat, action):
            return action
    raise AssertionError("nothing can be drawn and the deal cannot be ended")


def random_action(rules, deal, chance):
    """Something that is accepted, with a liking for plays, so that deals come to an end."""
    seat = deal.turn.seat
    if deal.phase is Phase.DRAW:
        return random_draw(rules, deal, chance)
    if deal.next_meld > 8 * (len(deal.melds) + 3):
        # Laid and taken back for ever: chance does not find what is owed, so it is shown.
        way = way_to_end(rules, standing_of(rules, deal))
        return way[0] if way else TakeBack()
    options = list(plays(deal, chance))
    chance.shuffle(options)
    hand = [Discard(card) for card in set(faces_in(deal.hands[seat]))]
    thrown = chance.sample(hand, len(hand))
    if deal.turn.plays and chance.random() < 0.1:
        options.insert(0, TakeBack())
    first, then = (options, thrown) if chance.random() < 0.9 else (thrown, options)
    for action in chain(first, then, [TakeBack()], all_requests(deal, chance, 40)):
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
            yield from (
                LayMeld(cards, meant) for meant in meant_by(cards, (), chance, meanings)
            )
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


def request_key(action):
    """Requests that name the same cards and meanings in another order are one."""
    match action:
        case LayMeld(cards, stands):
            return LayMeld(tuple(sorted(cards)), tuple(sorted(stands)))
        case LayOff(meld, cards, stands):
            return LayOff(meld, tuple(sorted(cards)), tuple(sorted(stands)))
        case SwapJoker(meld, cards):
            return SwapJoker(meld, tuple(sorted(cards)))
    return action


def meaning_left_open(action):
    """Whether jokers are laid without a word of what they are: see the tests of the words."""
    return isinstance(action, LayMeld | LayOff) and JOKER in action.cards and not action.stands


def on_loose_set(rules, deal, action):
    """Whether jokers are laid off with a meaning where none is asked for."""
    if not isinstance(action, LayOff) or not action.stands:
        return False
    meld = next((m for m in deal.melds if m.id == action.meld), None)
    loose = rules.ruleset.set_release == "both_missing" and meld is not None
    return loose and len({rank(f) for f in meld.stands}) == 1


KINDS = (
    "out",
    "rummy",
    "declined",
    "turn-cap",
    "opening",
    "meld",
    "lay-off",
    "swap",
    "deep",
    "joker laid",
    "took back",
    "restocked",
)
"""What random games must have seen, each at least once."""


def kinds_of(event):
    """What is counted of random games."""
    match event:
        case DealEnded(outcome):
            yield from ("deals", outcome.why)
            if outcome.rummy:
                yield "rummy"
        case Melded(_, meld, opens):
            yield "meld"
            if opens:
                yield "opening"
            if any(face(card) == JOKER for card in meld.cards):
                yield "joker laid"
        case LaidOff():
            yield "lay-off"
        case Swapped():
            yield "swap"
        case TookDiscards(_, cards):
            yield "deep" if len(cards) > 1 else "take"
        case TookBack():
            yield "took back"
        case Restocked():
            yield "restocked"


def check_conserved(rules, deal):
    """I1: hands, stock, pile and melds are the deck, each card once, twins and jokers too."""
    lie = (card for meld in deal.melds for card in meld.cards)
    held = (card for hand in deal.hands for card in hand)
    assert sorted((*deal.stock, *deal.discards, *lie, *held)) == sorted(rules.deck)
    assert all(not hand for seat, hand in enumerate(deal.hands) if seat not in deal.seats)


def check_table(law, rules, before, after):
    """What lies is a meld of this game; what a card stands for changes by the law only."""
    ruleset, packs = rules.ruleset, rules.ruleset.packs_for(rules.players)
    known = {meld.id: meld for meld in before.melds}
    for meld in after.melds:
        if known.get(meld.id) == meld:
            continue
        pairs = list(zip(map(face, meld.cards), meld.stands, strict=True))
        wild = tuple(stands for shown, stands in pairs if shown == JOKER)
        assert all(shown in (JOKER, stands) for shown, stands in pairs), meld
        assert law.is_meld(ruleset, packs, meld.stands, wild), meld
        run = not law.is_set(meld.stands)
        assert not run or list(meld.stands) in law.run_orders(ruleset.ace, meld.stands), meld
        if meld.id in known and len(after.turn.plays) > len(before.turn.plays):
            check_grown(ruleset, known[meld.id], meld, after.turn.seat, fixed=run)


def check_grown(ruleset, was, meld, seat, *, fixed):
    """A card that lay there stands for what it stood for and is whose it was (R20, R21)."""
    lay = dict(zip(was.cards, zip(was.stands, was.credit, strict=True), strict=True))
    lies = dict(zip(meld.cards, zip(meld.stands, meld.credit, strict=True), strict=True))
    assert meld.owner == was.owner
    for card in lay.keys() & lies.keys():
        loose = ruleset.set_release == "both_missing" and face(card) == JOKER and not fixed
        assert lay[card][1] == lies[card][1], "the credit stays"
        assert loose or lay[card][0] == lies[card][0], "and the meaning"
    new = lies.keys() - lay.keys()
    assert all(lies[card][1] == seat for card in new), "who lays a card has it to his credit"


def check_duties(before, event):
    """A turn does not end with something owed."""
    if not isinstance(event, Discarded) and not isinstance(event, DealEnded):
        return
    turn, hand = before.turn, before.hands[before.turn.seat]
    if isinstance(event, Discarded):
        assert event.card != turn.locked, "the taken card stays"
        hand = tuple(card for card in hand if card != event.card)
        assert event.card != turn.must, "and the one that must be laid"
    elif event.outcome.out is None:
        return
    assert turn.must not in hand or turn.must is None
    assert not set(turn.owed) & set(hand)
    if any(play.before is None for play in turn.plays) or turn.must_open:
        assert turn.seat in before.opened or not hand, "new melds open, or go out"


def check_same(one, other):
    """The same position, but for the numbers that were used and the order of hands."""
    again = replace(
        other,
        next_meld=one.next_meld,
        hands=tuple(map(tuple, map(sorted, other.hands))),
    )
    assert again == replace(one, hands=tuple(map(tuple, map(sorted, one.hands))))


def check_turns(events, seats, first):
    """I14: each discard is by the seat whose turn it is, and the next seat follows."""
    seat = first
    for event in events:
        if isinstance(event, TurnBegan):
            assert event.seat == seats[(seats.index(seat) + 1) % len(seats)]
            seat = event.seat
        elif isinstance(event, Discarded):
            assert event.seat == seat


def check_scores(rules, deal, held, points):
    """I2: exact, and nothing from nothing: payments sum to zero; all else is bounded."""
    ruleset, out = rules.ruleset, deal.outcome.out
    everything = sum(rules.values[face(card)] for card in rules.deck)
    most = 2 * (everything + 10 * len(held)) + 8 * ruleset.out_bonus + 100
    most += 2 * sum(held)
    assert all(isinstance(exact, Fraction) and abs(exact) <= most for exact in points)
    assert all(not points[seat] for seat in range(len(held)) if seat not in deal.seats)
    if ruleset.deal_scoring == "payment":
        assert sum(points) == 0
    elif out is not None and ruleset.deal_scoring == "winner_takes_sum":
        assert sum(map(bool, points)) <= 1
    elif out is not None and ruleset.deal_scoring == "penalties":
        assert all(points[seat] >= held[seat] for seat in deal.seats if seat != out)
        assert points[out] <= 0


def rng(seed):
    return random.Random(seed)
