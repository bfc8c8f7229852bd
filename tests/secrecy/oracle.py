"""What a viewer has rightly seen, told from the events of the core alone.

Written apart from the views: this file says what people at a real table would have seen, and
the views are held against it. It must never import them.
"""

from __future__ import annotations

from rummy_protocol.choices import Seen
from rummy_server.game import events
from rummy_server.game.state import face


class Oracle:
    """The (slot, face) pairs that one viewer knows, and the faces of each look around.

    Args:
        seat: of the viewer; ``None`` for somebody who only looks on.
    """

    def __init__(self, world, seat):
        self._world, self._seat = world, seat
        self._all = world.rules.ruleset.discard_visible is Seen.ALL
        self._laid, self._thrown = [], []
        self.seen, self.looks = {}, []

    def watch(self, event, present):
        """Take note of *event*, which has just happened, and look around."""
        match event:
            case events.Melded():
                self._laid += self._named(event.meld.cards)
            case events.LaidOff() | events.Swapped():
                self._laid += self._named(event.cards)
            case events.Discarded():
                self._throw([event.card])
            case events.TookDiscards():
                self._throw(event.cards)
            case events.Dealt() if event.upcard is not None:
                self._throw([event.upcard])
        if present:
            self.look()

    def look(self):
        """See what lies open, one's own hand, and what was shown within the last round."""
        deal = self._world.deal
        pile = deal.discards if self._all else deal.discards[-1:]
        found = self._named(pile) + self._laid
        if self._seat is not None:
            found += self._named(deal.hands[self._seat])
        for turn, shown in self._thrown:
            if self._all or deal.turns - turn <= len(deal.seats):
                found.append(shown)
        self.seen.update(found)
        self.looks.append(sorted(seen for _, seen in found))

    def must_stay(self):
        """What lies in melds: a script makes no sense without it, seen or not."""
        return dict(self._laid)

    def _throw(self, cards):
        self._thrown += [(self._world.deal.turns, shown) for shown in self._named(cards)]

    def _named(self, cards):
        return [(self._world.slot[card], face(card)) for card in cards]
