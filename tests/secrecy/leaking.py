"""How leaks are planted: a house that differs from the real one in a single function.

Here is, too, what no viewer may know, for leaks to tell of. The product has no hooks for this.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import msgspec

from rummy_protocol.cards import JOKER
from rummy_server.game import decide
from rummy_server.game.melding.holdings import holding_of, holds
from rummy_server.game.melding.layings import layings, used
from rummy_server.game.state import face, faces_in
from rummy_server.game.turn.standing import one_card

from .house import House

CHANNELS = ("view", "log", "error", "history", "resume", "tables")
KINDS = ("identity", "order", "count", "size", "time")

but = msgspec.structs.replace


@dataclass(frozen=True)
class Leak:
    name: str
    channel: str
    kind: str
    house: House
    heard_on: str
    """The stream that carries it: a log entry comes with the view."""


LEAKS: list[Leak] = []


def leak(name, channel, kind, place=None, heard_on=None):
    """Register a function that stands in the real one's place in a house.

    Args:
        place: the function of `House`; the one of the channel, if not given. A leak of time
            gives seconds and needs none.
        heard_on: the channel on which it must be noticed, if that is another one.
    """

    def register(function):
        if kind == "time":
            late = delayed(channel, function)
            house = replace(House(), delay=late)
        else:
            house = replace(House(), **{place or channel: function})
        heard = heard_on or ("view" if channel == "log" else channel)
        LEAKS.append(Leak(name, channel, kind, house, heard))
        return function

    return register


def delayed(channel, seconds):
    return lambda scene, viewer, said: seconds(scene, viewer) if said == channel else 0.0


# --- what no viewer may know -------------------------------------------------------------


def unseen(scene, viewer):
    """The seats that are not the viewer's, from the one whose turn it is."""
    players, first = len(scene.deal.hands), scene.deal.turn.seat
    seats = [(first + n) % players for n in range(players)]
    return [seat for seat in seats if seat != viewer and scene.deal.hands[seat]]


def hand(scene, seat):
    return faces_in(scene.deal.hands[seat])


def melds_in(scene, seat):
    """How many melds a hand holds."""
    return len(layings(scene.rules.melds, holding_of(hand(scene, seat))))


def melds_of(scene, seat):
    """The same, of the seats that are dealt in."""
    return melds_in(scene, seat) if seat in scene.deal.seats else 0


def could_open(scene, seat):
    """Whether a seat that has not opened holds what it takes."""
    opening = decide.opening_of(scene.rules, scene.deal, seat)
    return opening is not None and seat in scene.deal.seats and opening.best >= opening.need


def worth(scene, viewer):
    """The points in the hands of the others, weighed so that each counts by itself."""
    hands = [hand(scene, seat) for seat in unseen(scene, viewer)]
    return sum(n * sum(scene.rules.values[held] for held in h) for n, h in enumerate(hands, 1))


def next_card(scene):
    return face(scene.deal.stock[-1]) if scene.deal.stock else 52


def kept(scene, viewer):
    return scene.views.deal, None if viewer is None else scene.views.yous[viewer]


def as_drawn(scene):
    """The faces that the last mover held before his move, as they came."""
    return [face(card) for card in scene.before.hands[scene.before.turn.seat]]


def in_order(cards, order):
    return tuple(sorted(cards, key=order.index)) if set(cards) <= set(order) else cards


def jokers(scene, viewer):
    """How many jokers the others hold."""
    return sum(hand(scene, seat).count(JOKER) for seat in unseen(scene, viewer))


def openings(scene, viewer):
    """How far the others are from opening."""
    found = [decide.opening_of(scene.rules, scene.deal, seat) for seat in unseen(scene, viewer)]
    return sum(n * opening.best for n, opening in enumerate(found, 1) if opening)


def could_lay(scene, seat, card):
    """Whether *seat* could meld *card* if it had it."""
    melds = layings(scene.rules.melds, holding_of((*hand(scene, seat), card)))
    return any(holds(used(meld), one_card(card)) for meld in melds)


def pack(card):
    """The number of the pack that a card is from, or of a joker."""
    return card >> 6
