"""Random games as scripts that speak of places instead of cards.

A *slot* is the place where a card last came to lie unseen: its number in the order of the
deck, or its number in a stock that was shuffled anew. A script says "seat 2 discards the card
of slot 31", so the same script can be played with other cards in the slots.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, replace

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
from rummy_protocol.ruleset import SWITCHES, StockOut
from rummy_server.game.dealing import deal_out
from rummy_server.game.decide import play
from rummy_server.game.events import Restocked
from rummy_server.game.match import begin, close_deal, follow, next_dealer
from rummy_server.game.melds import possible
from rummy_server.game.state import Phase, face
from rummy_server.game.variants import rules_for, ruleset_of


@dataclass(frozen=True)
class Ask:
    """An action of a seat, its cards given as slots; plain numbers are faces."""

    seat: int
    kind: type
    cards: tuple = ()
    number: int = 0


@dataclass(frozen=True)
class Act(Ask):
    """Was accepted when the script was written."""


@dataclass(frozen=True)
class Try(Ask):
    """Was refused."""


@dataclass(frozen=True)
class Pause:
    """The time that an attempt takes, and nothing else."""


@dataclass(frozen=True)
class Look:
    """Somebody who is not at the table asks for the list, or the viewer for the log."""

    what: str
    after: int = 0


class Mix:
    """All the chance of a deal: the order of the deck, and how each new stock is mixed.

    A mix says for each place of the new stock which place of the old pile its card had.
    """

    def __init__(self, order, mixes=()):
        self.order, self.mixes, self.last = order, dict(mixes), ""

    def shuffle(self, label, cards):
        self.last = label
        return tuple(cards[place] for place in self.mixes[label])


class Random(Mix):
    """Chance that is made up when it is needed, and kept."""

    def shuffle(self, label, cards):
        places = list(range(len(cards)))
        random.Random(f"{self.order} {label}").shuffle(places)
        self.mixes[label] = tuple(places)
        return super().shuffle(label, cards)


class World:
    """A deal being played with one chance; knows which slot each card came from.

    `stocks` says of each shuffled stock under which label, and which slots came into which.
    """

    def __init__(self, rules, match, mix):
        self.rules, self.mix = rules, mix
        dealt = deal_out(rules, next_dealer(match), mix.order)
        self.match = follow(match, dealt)
        self.slot = {card: (0, place) for place, card in enumerate(mix.order)}
        self.dealt = dealt
        self.stocks = {}

    @property
    def deal(self):
        return self.match.deal

    def said(self, ask):
        """The action that *ask* means in this world."""
        lies = {slot: card for card, slot in self.slot.items()}
        cards = tuple(face(lies[c]) if isinstance(c, tuple) else c for c in ask.cards)
        if ask.kind is LayMeld:
            return LayMeld(cards)
        if ask.kind is LayOff:
            return LayOff(ask.number, cards)
        if ask.kind is Discard:
            return Discard(cards[0])
        return TakeDiscard(ask.number) if ask.kind is TakeDiscard else ask.kind()

    def judge(self, ask):
        """The events of *ask*; raises `RuleViolation`."""
        return play(self.rules, self.deal, ask.seat, self.said(ask), self.mix.shuffle)[0]

    def happen(self, event):
        if isinstance(event, Restocked) and event.how == "shuffled":
            again = self.deal.recycles + 1
            came = {(again, place): self.slot[card] for place, card in enumerate(event.stock)}
            self.stocks[again] = (self.mix.last, came)
            self.slot |= {card: (again, place) for place, card in enumerate(event.stock)}
        self.match = follow(self.match, event)

    def close(self):
        for event in close_deal(self.rules, self.match):
            self.match = follow(self.match, event)


# --- players -----------------------------------------------------------------------------


def thinkable(world, chance):
    """Actions that the seat whose turn it is might try, the likely ones first."""
    deal, rules = world.deal, world.rules
    seat = deal.turn.seat
    if deal.phase is Phase.DRAW:
        draws = [Ask(seat, DrawStock), Ask(seat, TakeDiscard, (), 1)]
        return [*(draws if chance.random() < 0.6 else draws[::-1]), Ask(seat, EndDeal)]
    hand = deal.hands[seat]
    of = {face(card): world.slot[card] for card in hand}
    lays = [
        *(Ask(seat, LayMeld, tuple(of[f] for f in m)) for m in possible(rules.melds, list(of))),
        *(Ask(seat, LayOff, (of[f],), meld.id) for meld in deal.melds for f in of),
    ]
    throws = [Ask(seat, Discard, (slot,)) for slot in of.values()]
    chance.shuffle(lays)
    chance.shuffle(throws)
    if chance.random() < 0.06:
        lays = [Ask(seat, TakeBack), *lays]
    return [*(lays if chance.random() < 0.7 else ()), *throws, *lays, Ask(seat, TakeBack)]


def attempt(world, chance, seat):
    """Something that *seat* might ask for out of turn, or wrongly."""
    hand = [world.slot[card] for card in world.deal.hands[seat]]
    some = chance.sample(hand, min(len(hand), chance.randint(1, 3)))
    kind = chance.choice([DrawStock, TakeDiscard, LayMeld, LayOff, Discard, TakeBack, EndDeal])
    if kind is Discard:
        some = some[:1]
    cards = tuple(some) if kind in (LayMeld, LayOff, Discard) else ()
    return Try(seat, kind, cards, chance.randint(1, 4))


def guess(world, chance, seat):
    """The like with cards that *seat* does not hold."""
    ask = attempt(world, chance, seat)
    return replace(ask, cards=tuple(chance.randrange(52) for _ in ask.cards))


def first_accepted(world, chance):
    for ask in thinkable(world, chance):
        try:
            return ask, world.judge(ask)
        except RuleViolation:
            continue
    raise AssertionError("the seat whose turn it is has no move")


# --- scripts -----------------------------------------------------------------------------


def random_rules(chance):
    """A rule set with some switches thrown at random, for two to six players."""
    players = chance.randint(2, 6)
    if chance.random() < 0.3:
        return rules_for(ruleset_of("basic", {}), players)
    while True:
        thrown = {s.name: chance.choice(s.choices) for s in SWITCHES if chance.random() < 0.3}
        thrown["stock_out"] = chance.choice(list(StockOut))
        try:
            return rules_for(ruleset_of("basic", thrown), players)
        except Declined:
            continue


def shuffled_deck(rules, chance):
    deck = list(rules.deck)
    chance.shuffle(deck)
    return tuple(deck)


def some_match(rules, chance, deals):
    """A match in which *deals* have been played to their ends."""
    match = follow(None, begin(rules.players, chance.randrange(rules.players)))
    for _ in range(deals):
        if match.ended:
            return some_match(rules, chance, 0)
        world = World(rules, match, Random(shuffled_deck(rules, chance)))
        while world.deal.phase is not Phase.OVER:
            for event in first_accepted(world, chance)[1]:
                world.happen(event)
        world.close()
        match = world.match
    return match if match.ended is None else some_match(rules, chance, 0)


def write_script(rules, match, chance, viewer, length):
    """Play a deal for *length* moves, or until just before the hands are shown."""
    world = World(rules, match, Random(shuffled_deck(rules, chance)))
    script, moves = [], 0
    while moves < length:
        for _ in range(chance.choice((0, 0, 1, 2))):
            script += refused(world, chance, viewer)
        ask, events = first_accepted(world, chance)
        trial = world.match
        for event in events:
            trial = follow(trial, event)
        if trial.deal.phase is Phase.OVER:
            break
        for event in events:
            world.happen(event)
        script.append(Act(ask.seat, ask.kind, ask.cards, ask.number))
        moves += 1
        if chance.random() < 0.15:
            script.append(Look("history", chance.choice((0, 0, 3, 64, moves))))
        if chance.random() < 0.1:
            script.append(Look("tables"))
    return world.mix, script


def refused(world, chance, viewer):
    """At most one attempt that the judge turned down."""
    own = viewer is not None and chance.random() < 0.5
    seat = viewer if own else chance.randrange(world.rules.players)
    ask = guess(world, chance, seat) if own and chance.random() < 0.5 else None
    ask = ask or attempt(world, chance, seat)
    try:
        world.judge(ask)
    except RuleViolation:
        return [ask]
    return []
