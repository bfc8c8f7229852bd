"""A deal played by a script that speaks of places instead of cards.

A *slot* is the place where a card last came to lie unseen: its number in the order of the
deck, or its number in a stock that was shuffled anew. A script says "seat 2 discards the card
of slot 31", so the same script can be played with other cards in the slots. What the seat
says aloud is a face; which of two equal cards is meant, the judge decides.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from rummy_protocol.actions import Discard, LayMeld, LayOff, SwapJoker, TakeDiscard
from rummy_server.game.dealing import deal_out
from rummy_server.game.decide import play
from rummy_server.game.events import Restocked
from rummy_server.game.match import close_deal, follow, next_dealer
from rummy_server.game.state import face


@dataclass(frozen=True)
class Ask:
    """An action of a seat, its cards given as slots; plain numbers are faces."""

    seat: int
    kind: type
    cards: tuple = ()
    number: int = 0
    """Of the meld, or of the discards."""
    stands: tuple = ()
    """Faces for which the jokers among the cards stand."""


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
        dealt = deal_out(rules, next_dealer(match), mix.order, match.out)
        self.match = follow(match, dealt)
        self.slot = {card: (0, place) for place, card in enumerate(mix.order)}
        self.lies = {slot: card for card, slot in self.slot.items()}
        self.dealt = dealt
        self.stocks = {}

    @property
    def deal(self):
        return self.match.deal

    def said(self, ask):
        """The action that *ask* means in this world."""
        cards = tuple(face(self.lies[c]) if isinstance(c, tuple) else c for c in ask.cards)
        if ask.kind is LayMeld:
            return LayMeld(cards, ask.stands)
        if ask.kind is LayOff:
            return LayOff(ask.number, cards, ask.stands)
        if ask.kind is SwapJoker:
            return SwapJoker(ask.number, cards)
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
            self.lies |= {(again, place): card for place, card in enumerate(event.stock)}
        self.match = follow(self.match, event)

    def close(self):
        for event in close_deal(self.rules, self.match):
            self.match = follow(self.match, event)
